"""Scalar types and dtypes: how numbers and records lie in memory."""

from __future__ import annotations

import struct
from typing import Any


class generic:
    """Any scalar."""


class integer(generic):
    """Any whole number."""


class int8(int, integer): ...


class int16(int, integer): ...


class int32(int, integer): ...


class int64(int, integer): ...


class uint8(int, integer): ...


class uint64(int, integer): ...


class float32(float, generic): ...


class float64(float, generic): ...


class bool_(int, generic): ...


class object_(generic): ...


class void(generic): ...


FORMATS: dict[Any, str] = {
    int8: "b",
    int16: "h",
    int32: "i",
    int64: "q",
    uint8: "B",
    uint64: "Q",
    float32: "f",
    float64: "d",
    bool_: "?",
    object_: "O",
    int: "q",
    float: "d",
    bool: "?",
    object: "O",
}
"""Each scalar type's letter for `struct` and `memoryview`."""
TYPES = {letter: kind for kind, letter in reversed(FORMATS.items())}
CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u8": "Q", "f4": "f", "f8": "d"}


class Field:
    """A field of a record: where it lies, and of how many items it consists."""

    __slots__ = ("dtype", "offset", "pack", "shape", "unpack")

    def __init__(self, kind: dtype, offset: int, shape: tuple[int, ...]) -> None:
        self.dtype, self.offset, self.shape = kind, offset, shape
        one = struct.Struct("=" + kind.format) if kind.names is None and not shape else None
        self.unpack: Any = one.unpack_from if one else None
        self.pack: Any = one.pack_into if one else None


class dtype:
    """`dtype((record, [(name, type, shape?), …]))`, a scalar type, or a code such as "<i8"."""

    __slots__ = ("format", "itemsize", "members", "names", "type")

    def __init__(self, of: Any) -> None:
        self.members: dict[str, Field] = {}
        self.names: tuple[str, ...] | None = None
        if isinstance(of, tuple):
            self._lay_out(of[1])
            return
        self.format: str = CODES[of.lstrip("<=|")] if isinstance(of, str) else FORMATS[of]
        self.type: Any = TYPES[self.format]
        self.itemsize: int = 8 if self.format == "O" else struct.calcsize("=" + self.format)

    def _lay_out(self, fields: list[tuple[Any, ...]]) -> None:
        """One field behind the other, as NumPy does without alignment."""
        at = 0
        for name, kind, *shape in fields:
            described = as_dtype(kind)
            dimensions = () if not shape else shape[0] if isinstance(shape[0], tuple) else (shape[0],)
            self.members[name] = Field(described, at, dimensions)
            at += described.itemsize * count(dimensions)
        self.names, self.itemsize, self.format, self.type = tuple(self.members), at, "V", void

    @property
    def fields(self) -> dict[str, tuple[dtype, int]] | None:
        return {name: (one.dtype, one.offset) for name, one in self.members.items()} if self.names else None

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, dtype) and self.names is None is other.names and self.format == other.format
        )

    def __hash__(self) -> int:
        return hash((self.format, self.itemsize, self.names))


def as_dtype(of: Any) -> dtype:
    return of if isinstance(of, dtype) else dtype(of)


def count(shape: tuple[int, ...]) -> int:
    items = 1
    for length in shape:
        items *= length
    return items
