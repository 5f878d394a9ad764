"""The bytes beneath arrays: a bytearray and its address, for kernels that read and write it."""

from __future__ import annotations

import ctypes
from typing import Any, cast


class Memory:
    """Arrays and records that are views of each other share one. `address` copies bytes that must not change."""

    __slots__ = ("_exported", "source", "view")

    def __init__(self, source: Any) -> None:
        self.source = source
        self.view = source if isinstance(source, memoryview) else memoryview(source).cast("B")
        self._exported: Any = None

    @property
    def address(self) -> int:
        """Valid as long as this object lives, which holds the bytes where they are."""
        if self._exported is None:
            writable = self.view if not self.view.readonly else memoryview(bytearray(self.view))
            self._exported = (ctypes.c_char * len(writable)).from_buffer(writable)
        return ctypes.addressof(self._exported)

    def typed(self, offset: int, letter: str, size: int) -> tuple[Any, int]:
        """All items that lie a multiple of their size from `offset`, and the number of the one at `offset`."""
        first, whole = offset % size, len(self.view)
        items = self.view[first : first + (whole - first) // size * size]
        return cast(Any, items).cast(letter), offset // size
