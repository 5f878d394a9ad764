"""Wraps lowered functions in C's calling convention: what a module exports, on every target.

Whole numbers and truth values are `int64_t`, other numbers `double`. A record is a pointer. An array is a pointer, then
one `int64_t` for each dimension. A named tuple is its items, one after the other. A function that returns a tuple
takes a pointer first, to which it writes the items, 8 bytes each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numba.core import types

from niwashi.build.lowering import Lowered

TUPLES = (types.Tuple, types.UniTuple)


@dataclass(frozen=True)
class Export:
    """A function of a module: its name, its arguments as Numba's types, and its code."""

    name: str
    arguments: tuple[Any, ...]
    lowered: Lowered

    @property
    def leaves(self) -> list[Any]:
        """The arguments, with the items of named tuples in the place of these."""
        return [leaf for argument in self.arguments for leaf in leaves(argument)]


def leaves(argument: Any) -> list[Any]:
    if isinstance(argument, types.NamedTuple):
        return [leaf for item in argument.types for leaf in leaves(item)]
    return [argument]


def c_types(leaf: Any) -> list[str]:
    """The LLVM types that pass one argument."""
    if isinstance(leaf, types.Array):
        return ["ptr", *["i64"] * leaf.ndim]
    if isinstance(leaf, types.Record):
        return ["ptr"]
    return ["double" if leaf == types.float64 else "i64"]


def items_of(result: Any) -> list[str]:
    """The LLVM types of what a function returns."""
    if result == types.none:
        return []
    items = result.types if isinstance(result, TUPLES) else [result]
    return ["double" if item == types.float64 else "i64" for item in items]


def returns_tuple(export: Export) -> bool:
    return isinstance(export.lowered.result, TUPLES)


def c_return(export: Export) -> str:
    items = items_of(export.lowered.result)
    return "void" if returns_tuple(export) or not items else items[0]


def c_parameters(export: Export) -> list[str]:
    first = ["ptr"] if returns_tuple(export) else []
    return first + [one for leaf in export.leaves for one in c_types(leaf)]


def stored_type(item: Any) -> str:
    """Numba stores truth values as bytes."""
    if item == types.boolean:
        return "i8"
    return "double" if item == types.float64 else f"i{item.bitwidth}"


def memory_type(result: Any) -> str:
    if result == types.none:
        return "ptr"
    if isinstance(result, TUPLES):
        return "{ " + ", ".join(stored_type(item) for item in result.types) + " }"
    return stored_type(result)


class Writer:
    """Lines of LLVM IR with numbered values."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._count = 0

    def new(self) -> str:
        self._count += 1
        return f"%v{self._count}"

    def value(self, code: str) -> str:
        name = self.new()
        self.lines.append(f"  {name} = {code}")
        return name

    def do(self, code: str) -> None:
        self.lines.append(f"  {code}")

    def label(self, name: str) -> None:
        self.lines.append(f"{name}:")


def c_function(export: Export) -> str:
    """The exported function, in LLVM IR."""
    out = Writer()
    parameters = c_parameters(export)
    names = [f"%p{i}" for i in range(len(parameters))]
    memory = memory_type(export.lowered.result)
    result, exception = out.value(f"alloca {memory}"), out.value("alloca ptr")
    given = iter(names[1:] if returns_tuple(export) else names)
    passed = [f"ptr {result}", f"ptr {exception}"]
    for leaf in export.leaves:
        passed += numba_arguments(out, leaf, [next(given) for _ in c_types(leaf)])
    out.do(f'call i32 @"{export.lowered.symbol}"({", ".join(passed)})')
    _return(out, export, result, memory)
    head = ", ".join(f"{kind} {name}" for kind, name in zip(parameters, names))
    body = "\n".join(out.lines)
    return f'define {c_return(export)} @"{export.name}"({head}) {{\n{body}\n}}\n'


def numba_arguments(out: Writer, leaf: Any, given: list[str]) -> list[str]:
    if isinstance(leaf, types.Record):
        return [f"ptr {given[0]}"]
    if isinstance(leaf, types.Array):
        return _numba_array(out, leaf, given[0], given[1:])
    if leaf == types.boolean:
        return [f"i8 {out.value(f'trunc i64 {given[0]} to i8')}"]
    return [f"{c_types(leaf)[0]} {given[0]}"]


def _numba_array(out: Writer, leaf: Any, data: str, shape: list[str]) -> list[str]:
    """No owner, the number of items, an item's size, the data, the shape, the strides of C's order."""
    size = item_size(leaf)
    strides = [str(size)]
    items = shape[-1]
    for length in reversed(shape[:-1]):
        strides.insert(0, out.value(f"mul i64 {items}, {size}"))
        items = out.value(f"mul i64 {items}, {length}")
    numbers = [f"i64 {number}" for number in (*shape, *strides)]
    return ["ptr null", "ptr null", f"i64 {items}", f"i64 {size}", f"ptr {data}", *numbers]


def item_size(array: Any) -> int:
    return int(array.dtype.size if isinstance(array.dtype, types.Record) else array.dtype.bitwidth // 8)


def _return(out: Writer, export: Export, memory: str, kind: str) -> None:
    result = export.lowered.result
    if result == types.none:
        out.do("ret void")
    elif returns_tuple(export):
        for i, item in enumerate(result.types):
            at = out.value(f"getelementptr {kind}, ptr {memory}, i32 0, i32 {i}")
            to = out.value(f"getelementptr i64, ptr %p0, i32 {i}")
            out.do(f"store {_loaded(out, item, at)}, ptr {to}")
        out.do("ret void")
    else:
        out.do(f"ret {_loaded(out, result, memory)}")


def _loaded(out: Writer, item: Any, at: str) -> str:
    """A stored number, widened to 64 bits."""
    stored = stored_type(item)
    value = out.value(f"load {stored}, ptr {at}")
    if stored in ("i64", "double"):
        return f"{stored} {value}"
    extend = "sext" if getattr(item, "signed", False) else "zext"
    return f"i64 {out.value(f'{extend} {stored} {value} to i64')}"
