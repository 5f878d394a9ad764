"""Code for a GPU: a game's entries in PTX, with all that they call, and what it takes to make them fast there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from niwashi.batch.devices import CUDA_GROUPS
from niwashi.build import objects
from niwashi.build.c_interface import Export
from niwashi.build.entries import RANGES, REGISTERS, range_dimensions, range_entry, single_entry
from niwashi.build.libraries import CORE, Library
from niwashi.build.step_entries import STEPS, has_tiles, step_dimensions, step_entry
from niwashi.build.targets import Target
from niwashi.core.errors import NiwashiError
from niwashi.core.kernel import sources_hash
from niwashi.core.rng import GENERATOR
from niwashi.engine import catalog

CONFORMANCE = ("random_games", "listed_games", "clear", "search", "seed_rollouts", "run_rollouts")
"""What the conformance file calls."""
MEMCPY = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
WIDTHS = {"i16": 2, "i32": 4, "i64": 8, "float": 4, "double": 8}


def optimised(library: Library, target: Target) -> tuple[llvm.ModuleRef, list[str]]:
    """A library's entries, with all that they call, and their names."""
    text = copy_records(align_fields(str(llvm.parse_bitcode(library.bitcode))))
    code, names = entries(library.name, library.exports)
    module = objects.optimise(llvm.parse_assembly(text).as_bitcode(), code, names, target)
    if missing := objects.undefined(module):
        raise NiwashiError("build/undefined", f"{library.name} calls what no GPU has: {', '.join(missing)}")
    return module, names


def manifest(libraries: Sequence[Library], layout: Mapping[str, Any]) -> dict[str, Any]:
    """What `batch.devices` reads: the dimensions of each entry's arguments, and where positions of environments lie in
    tiles; and for the conformance test, `layout`."""
    games = [library for library in libraries if library.name != CORE]
    return {
        "hashes": {group: sources_hash(group) for group in CUDA_GROUPS},
        "entries": {library.name: dict(_dimensions(library.exports)) for library in games},
        "tiles": {library.name: has_tiles(catalog.rules(library.name)) for library in games},
        "functions": layout,
    }


def _dimensions(exports: Mapping[str, Export]) -> Iterator[tuple[str, list[int]]]:
    for export in exports.values():
        if export.name in RANGES:
            yield export.name, range_dimensions(export)
        elif export.name in STEPS:
            yield export.name, step_dimensions(export)


def entries(game: str, exports: Mapping[str, Export]) -> tuple[str, list[str]]:
    """The code of a game's entries, and their names."""
    if game == CORE:
        return "", []  # its functions are inlined where they are called
    check_alignment(game)
    code, names = [REGISTERS], []
    for export in exports.values():
        if export.name in RANGES:
            code.append(range_entry(game, export))
        elif export.name in STEPS:
            code.append(step_entry(game, export))
        elif export.name in CONFORMANCE:
            code.append(single_entry(export))
        else:
            continue
        names.append(f"{export.name}_entry" if export.name in CONFORMANCE else export.name)
    return "\n".join(code), names


# -- alignment ---------------------------------------------------------------------------------------------------------
def align_fields(text: str) -> str:
    """Numba says that a record's fields are not aligned, for which a GPU loads byte after byte. Ours are."""

    def aligned(found: re.Match[str]) -> str:
        return f"{found[1]}{found[2]}{found[3]}, align {WIDTHS[found[2]]}"

    return re.sub(rf"((?:load|store) )({'|'.join(WIDTHS)})(,? [^\n]*?), align 1\b", aligned, text)


def copy_records(text: str) -> str:
    """Numba copies a record as a value of as many bytes, which LLVM takes apart into single bytes."""
    loaded = r"  (%\S+) = load (\[(\d+) x i8\]), ptr (%\S+?), align 1\n"
    copied = rf"{loaded}  store \2 \1, ptr (%\S+?), align 1\n"
    call = r"  call void @llvm.memcpy.p0.p0.i64(ptr align 8 \5, ptr align 8 \4, i64 \3, i1 false)\n"
    return re.sub(copied, call, text) + MEMCPY


def check_alignment(game: str) -> None:
    for dtype in _records(game):
        if not _is_aligned(dtype, 0):
            raise NiwashiError(
                "build/alignment", f"{game} has records with fields that are not aligned: order them by size"
            )


def _records(game: str) -> tuple[np.dtype[Any], ...]:
    rules = catalog.rules(game)
    setup = rules.setup(rules.options({}), rules.box)
    return rules.position, GENERATOR, setup.dtype


def _is_aligned(dtype: np.dtype[Any], at: int) -> bool:
    if dtype.subdtype is not None:
        item = dtype.subdtype[0]
        return all(_is_aligned(item, at + item.itemsize * i) for i in range(2))
    if dtype.fields is not None:
        return all(_is_aligned(field[0], at + field[1]) for field in dtype.fields.values())
    return at % dtype.itemsize == 0
