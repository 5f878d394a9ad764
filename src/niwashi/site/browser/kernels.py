"""Kernels from WebAssembly modules that share this program's memory: `python -m niwashi.build pyodide` makes them."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from niwashi.core.errors import NiwashiError
from niwashi.core.kernel import name_of, use_compiler

POINTER, WHOLE, OTHER = ctypes.c_void_p, ctypes.c_longlong, ctypes.c_double


def use_modules(folder: Path) -> None:
    """Call it before anything imports the games."""
    described = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["functions"]

    def find(function: FunctionType, inline: bool) -> SideKernel:
        return SideKernel(function, described.get(name_of(function)), folder)

    use_compiler(find)


@cache
def _library(path: str) -> ctypes.CDLL:
    return ctypes.CDLL(path)


class SideKernel:
    """A kernel in a module. Those that only other kernels call are not exported, and cannot be called."""

    def __init__(self, function: FunctionType, described: dict[str, Any] | None, folder: Path) -> None:
        self.py_func, self._described, self._folder = function, described, folder
        self._call: Callable[..., Any] = self._load_and_call

    def __call__(self, *arguments: Any) -> Any:
        return self._call(*flatten(arguments))

    def _load_and_call(self, *flat: Any) -> Any:
        if self._described is None:
            raise NiwashiError("site/kernel", f"no module has the kernel {name_of(self.py_func)}")
        self._call = _bind(self._described, self._folder)
        return self._call(*flat)


def flatten(arguments: tuple[Any, ...]) -> Iterator[Any]:
    """As C passes them: an array is its address and its lengths, a record its address, a tuple its items."""
    for argument in arguments:
        if isinstance(argument, int | float):
            yield argument
        elif isinstance(argument, tuple):
            yield from flatten(argument)
        else:
            yield argument.address
            yield from getattr(argument, "shape", ())


def _bind(described: dict[str, Any], folder: Path) -> Callable[..., Any]:
    function = getattr(_library(str(folder / f"{described['library']}.so")), described["symbol"])
    items = [OTHER if item == "double" else WHOLE for item in described["items"]]
    taken = [kind for argument in described["arguments"] for kind in _c_types(argument)]
    if not described["tuple"]:
        function.argtypes, function.restype = taken, items[0] if items else None
        return function  # type: ignore[no-any-return]
    function.argtypes, function.restype = [POINTER, *taken], None
    results = (ctypes.c_byte * (8 * len(items)))()
    at = ctypes.addressof(results)
    read = [kind.from_buffer(results, 8 * i) for i, kind in enumerate(items)]

    def call(*flat: Any) -> tuple[Any, ...]:
        function(at, *flat)
        return tuple(one.value for one in read)

    return call


def _c_types(argument: str) -> list[Any]:
    dimensions, array, _ = argument.partition("-dimensional array")
    if array:
        return [POINTER, *[WHOLE] * int(dimensions)]
    return [POINTER] if argument.startswith("record") else [OTHER if argument == "float64" else WHOLE]
