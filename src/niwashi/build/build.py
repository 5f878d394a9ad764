"""Builds all libraries for a target into a folder, with a manifest that says what they have."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from numba.core import types

from niwashi.build import objects
from niwashi.build.c_interface import Export, c_function, items_of, returns_tuple
from niwashi.build.libraries import Library
from niwashi.build.link import link
from niwashi.build.python_interface import PYTHON_SYMBOLS, python_module
from niwashi.build.targets import Target
from niwashi.core.ahead import MANIFEST, file_hash
from niwashi.core.errors import NiwashiError
from niwashi.core.kernel import group_of, sources_hash

COMPILER_CALLS = ("memcpy", "memmove", "memset")
"""What compilers may call; wasm has instructions for it."""
WINDOWS_ENTRY = "define i32 @DllMainCRTStartup(ptr %library, i32 %reason, ptr %reserved) { ret i32 1 }\n"
"""Windows calls it when it loads a library; there is nothing to prepare."""
Report = Callable[[str], object]


def build(libraries: Sequence[Library], targets: Sequence[Target], folder: Path, report: Report) -> list[Path]:
    """All libraries for targets of one platform, and their manifest."""
    objects.initialize()
    made = []
    for target in targets:
        for library in libraries:
            made.append(build_library(library, target, folder))
            report(f"{made[-1].name}: {made[-1].stat().st_size:,} bytes")
    content = describe(libraries, targets, made)
    (folder / MANIFEST).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return made


def describe(libraries: Sequence[Library], targets: Sequence[Target], made: Sequence[Path]) -> dict[str, Any]:
    """The manifest for whoever loads the libraries."""
    match targets[0].linked:
        case "python":
            return manifest(libraries, targets, made)
        case "side":
            return side_manifest(libraries, made)
        case "ptx":
            from niwashi.build import cuda

            return cuda.manifest(libraries, layout(libraries))
    return layout(libraries)


def build_library(library: Library, target: Target, folder: Path) -> Path:
    if target.linked == "ptx":
        return _build_ptx(library, target, folder)
    interface = "\n".join(c_function(export) for export in library.exports.values())
    exported = [export.name for export in library.exports.values()]
    if target.linked == "python":
        interface += python_module(library.name, library.exports)
        exported = [f"PyInit_{library.name}"]
        if "windows" in target.triple:
            interface = interface.replace("define ptr @PyInit_", "define dllexport ptr @PyInit_") + WINDOWS_ENTRY
            exported.append("DllMainCRTStartup")
    module = objects.optimise(library.bitcode, interface, exported, target)
    if missing := set(objects.undefined(module)) - {*PYTHON_SYMBOLS, *COMPILER_CALLS}:
        raise NiwashiError("build/undefined", f"{library.name} calls what no target has: {', '.join(sorted(missing))}")
    path = folder / (
        f"{library.name}-{target.name}{target.suffix}"
        if target.linked == "python"
        else f"{library.name}{target.suffix}"
    )
    link(objects.emit(module, target), target, exported, PYTHON_SYMBOLS, path)
    return path


def _build_ptx(library: Library, target: Target, folder: Path) -> Path:
    from niwashi.build import cuda  # imports the games, which must be lowered first

    module, names = cuda.optimised(library, target)
    path = folder / f"{library.name}{target.suffix}"
    link(objects.emit(module, target), target, names, (), path)
    return path


def manifest(libraries: Sequence[Library], targets: Sequence[Target], made: Sequence[Path]) -> dict[str, Any]:
    """What `core.ahead` reads. The best target is the last."""
    return {
        "platform": targets[0].platform,
        "levels": [target.name for target in reversed(targets)],
        "hashes": source_hashes(libraries),
        "files": {path.name: file_hash(path) for path in made},
        "functions": {name: library.name for library in libraries for name in library.exports},
    }


def source_hashes(libraries: Sequence[Library]) -> dict[str, str]:
    """The version of each group of kernels."""
    groups = {group_of(name) for library in libraries for name in library.exports} | {"core"}
    return {group: sources_hash(group) for group in sorted(groups)}


def side_manifest(libraries: Sequence[Library], made: Sequence[Path]) -> dict[str, Any]:
    """What `niwashi.site` reads: for each function its library, its symbol, its arguments and its result."""
    functions = {
        name: {"library": library.name, "symbol": export.name, "tuple": returns_tuple(export), **_described(export)}
        for library in libraries
        for name, export in library.exports.items()
    }
    files = {path.name: file_hash(path) for path in made}
    return {"hashes": source_hashes(libraries), "files": files, "functions": functions}


def layout(libraries: Sequence[Library]) -> dict[str, Any]:
    """What a caller from another language must know: every function's arguments, and the size of every record."""
    return {
        library.name: {export.name: _described(export) for export in library.exports.values()} for library in libraries
    }


def _described(export: Export) -> dict[str, Any]:
    return {"arguments": [_kind(leaf) for leaf in export.leaves], "items": items_of(export.lowered.result)}


def _kind(leaf: Any) -> str:
    if isinstance(leaf, types.Record):
        return f"record of {leaf.size} bytes"
    if isinstance(leaf, types.Array):
        item = _kind(leaf.dtype) if isinstance(leaf.dtype, types.Record) else str(leaf.dtype)
        return f"{leaf.ndim}-dimensional array of {item}"
    return "float64" if leaf == types.float64 else "int64"
