"""Entries for a GPU, in LLVM IR: functions that the host launches.

A loop of `batch.ranges` becomes an entry whose threads each run it for one game. Its parameters `first` and `last` come
from the number of the thread, and its scratch arrays lie in the thread's local memory. Any other function becomes an
entry that one thread runs, with a pointer to its result in front: the conformance test calls these. Entries of the
vector environment's loops are in `build.step_entries`.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from typing import Any

from numba.core import types

from niwashi.batch.ranges import LOOPS, NETWORKS, scratch_arrays
from niwashi.build.c_interface import Export, Writer, c_function, c_types, memory_type, numba_arguments, returns_tuple
from niwashi.engine import catalog

RANGES = {loop.__name__: loop for loop in LOOPS}
SPECIAL = "llvm.nvvm.read.ptx.sreg"
REGISTERS = "".join(f"declare i32 @{SPECIAL}.{name}.x()\n" for name in ("tid", "ctaid", "ntid"))


def range_dimensions(export: Export) -> list[int]:
    """Of each argument of an entry: its number of dimensions, 0 for a number."""
    named = named_leaves(inspect.signature(RANGES[export.name]).parameters, export)
    return [dimensions(leaf) for name, leaf in named if not _is_own(name)]


def range_entry(game: str, export: Export) -> str:
    out, lengths = Writer(), _own_lengths(game)
    parameters, passed = ["i64 %count"], []
    index, inside = number_thread(out)
    own = {name: out.value(f"alloca [{size} x i8], align 16") for name, (size, _) in lengths.items()}
    places = call_places(out, export)
    out.do(f"br i1 {inside}, label %run, label %end")
    out.label("run")
    following = out.value(f"add i64 {index}, 1")
    for name, leaf in named_leaves(inspect.signature(RANGES[export.name]).parameters, export):
        if name in ("first", "last"):
            passed.append(f"i64 {index if name == 'first' else following}")
            continue
        if name in own:
            given = [own[name], str(lengths[name][1])]
        else:
            given = words_of(name, leaf)
            parameters += [f"{kind} {word}" for kind, word in zip(c_types(leaf), given)]
        passed += numba_arguments(out, leaf, given)
    call(out, export, places, passed)
    out.do("br label %end")
    out.label("end")
    out.do("ret void")
    return define(export.name, parameters, out)


def single_entry(export: Export) -> str:
    """C's function is called as it is; its result goes where the first parameter points."""
    function = c_function(export)
    kind, _, rest = function.removeprefix("define ").partition(" ")
    listed = rest[rest.index("(") + 1 : rest.index(")")]
    out, parameters = Writer(), [words for words in listed.split(", ") if words]
    code = f'call {kind} @"{export.name}"({listed})'
    if kind == "void":
        out.do(code)
        parameters = parameters if returns_tuple(export) else ["ptr %result", *parameters]
    else:
        out.do(f"store {kind} {out.value(code)}, ptr %result")
        parameters = ["ptr %result", *parameters]
    out.do("ret void")
    return function + define(f"{export.name}_entry", parameters, out)


# -- parts of every entry ----------------------------------------------------------------------------------------------
def define(name: str, parameters: Sequence[str], out: Writer) -> str:
    body = "\n".join(out.lines)
    return f'define ptx_kernel void @"{name}"({", ".join(parameters)}) {{\n{body}\n}}\n'


def number_thread(out: Writer) -> tuple[str, str]:
    """The number of the thread, and whether it has a game."""
    thread, block, threads = (
        out.value(f"zext i32 {out.value(f'call i32 @{SPECIAL}.{name}.x()')} to i64")
        for name in ("tid", "ctaid", "ntid")
    )
    index = out.value(f"add i64 {thread}, {out.value(f'mul i64 {block}, {threads}')}")
    return index, out.value(f"icmp slt i64 {index}, %count")


def call_places(out: Writer, export: Export) -> tuple[str, str]:
    """Where a call by Numba's convention leaves its result and its exception."""
    return out.value(f"alloca {memory_type(export.lowered.result)}"), out.value("alloca ptr")


def call(out: Writer, export: Export, places: tuple[str, str], passed: Sequence[str]) -> None:
    result, exception = places
    out.do(f'call i32 @"{export.lowered.symbol}"(ptr {result}, ptr {exception}, {", ".join(passed)}) alwaysinline')


def words_of(name: str, leaf: Any) -> list[str]:
    """The entry's parameters for an argument."""
    return [f"%{name}.{i}" for i in range(len(c_types(leaf)))]


def dimensions(leaf: Any) -> int:
    return leaf.ndim if isinstance(leaf, types.Array) else 0


def named_leaves(names: Any, export: Export) -> Iterator[tuple[str, Any]]:
    """The leaves of the arguments with names: those of parameters, `scratch.x` for an item of a named tuple."""
    for name, argument in zip(names, export.arguments, strict=True):
        if isinstance(argument, types.NamedTuple):
            yield from zip((f"{name}.{field}" for field in argument.fields), argument.types)
        else:
            yield name, argument


# -- what a thread has for itself --------------------------------------------------------------------------------------
def _is_own(name: str) -> bool:
    """Whether a thread has it for itself, so that the host does not pass it."""
    if name in ("first", "last", "work", "state", "buffer", "bits"):
        return True
    return name.startswith("scratch.") and name.removeprefix("scratch.") not in NETWORKS


def _own_lengths(game: str) -> dict[str, tuple[int, int]]:
    """The bytes and items of each array that a thread has for itself."""
    arrays = scratch_arrays(catalog.rules(game))
    scratch = arrays.pop("scratch")
    arrays |= {f"scratch.{name}": array for name, array in scratch._asdict().items()}
    return {name: (array.nbytes, len(array)) for name, array in arrays.items() if _is_own(name)}
