"""Kernels that were compiled ahead of time: libraries in the folder `compiled`, which wheels carry.

`python -m niwashi.build` makes them. A library is used only if the sources that its kernels can see have not changed,
and if this processor and this system can run it. Everything else is compiled when it is first used.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any, NamedTuple

PACKAGE = Path(__file__).parent.parent
MANIFEST = "manifest.json"
COMPILED_HERE = "the rules are compiled here"
Finder = Callable[[str], str]


class Manifest(NamedTuple):
    """What a folder of libraries has."""

    folder: Path
    hashes: dict[str, str]
    """The version of each group of kernels that they were compiled from (`core.kernel.sources_hash`)."""
    files: dict[str, str]
    """The hash of each file."""
    functions: dict[str, str]
    """The library of each function."""
    levels: list[str]
    """For each library there is one file for each of these levels of processors, the best first."""


def platform_tag() -> str:
    """The system and the kind of processor, such as linux-x86_64. A Python without its lock has another ABI."""
    machine = {"amd64": "x86_64", "aarch64": "arm64"}.get(platform.machine().lower(), platform.machine().lower())
    return f"{sys.platform}-{machine}{getattr(sys, 'abiflags', '').replace('d', '')}"


@cache
def manifest() -> Manifest | None:
    """NIWASHI_COMPILED names another folder than the package's; empty, none."""
    named = os.environ.get("NIWASHI_COMPILED")
    folder = PACKAGE / "compiled" if named is None else Path(named)
    path = folder / MANIFEST
    if named == "" or not path.is_file():
        return None
    try:
        found = json.loads(path.read_bytes())
        hashes, files, functions = (dict(found[key]) for key in ("hashes", "files", "functions"))
        known, made_for = Manifest(folder, hashes, files, functions, list(found["levels"])), found["platform"]
    except (OSError, ValueError, KeyError, TypeError):
        _report(f"{path} is damaged")
        return None
    if made_for != platform_tag():
        _report(f"the compiled rules in {folder} are for {made_for}, and this is {platform_tag()}")
        return None
    return known


def _report(reason: str, instead: str = COMPILED_HERE) -> None:
    print(f"niwashi: {reason}; {instead} instead", file=sys.stderr, flush=True)


def find(name: str, group: str, current_hash: Finder) -> Callable[..., Any] | None:
    """The compiled function of this full name, if it was compiled from the current sources."""
    known = manifest()
    if known is None or not is_current(group, current_hash) or name not in known.functions:
        return None
    library = _load(known.functions[name])
    return getattr(library, name, None)


def is_current(group: str, current_hash: Finder) -> bool:
    known = manifest()
    return known is not None and known.hashes.get(group) == current_hash(group)


def covers_all(current_hash: Finder) -> bool:
    """Whether everything that the program calls was compiled ahead, and can be loaded here."""
    known = manifest()
    if known is None or not all(is_current(group, current_hash) for group in known.hashes):
        return False
    return all(_load(library) is not None for library in set(known.functions.values()))


@cache
def _load(library: str) -> Any:
    """The best file that this processor can run; None if there is none, or if it cannot be loaded."""
    known = manifest()
    assert known is not None
    problems: list[str] = []
    found, instead = None, COMPILED_HERE
    for path in (known.folder / f"{library}-{level}{suffix()}" for level in known.levels if can_run(level)):
        try:
            found, instead = _import(library, path, known.files), f"those in {path.name} are used"
            break
        except ImportError as error:
            problems.append(str(error))
    for problem in problems:
        _report(problem, instead)
    return found


def _is_whole(path: Path, files: dict[str, str]) -> bool:
    try:
        return file_hash(path) == files.get(path.name)
    except OSError:
        return False


def file_hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _import(library: str, path: Path, files: dict[str, str]) -> Any:
    if not _is_whole(path, files):
        raise ImportError(f"the compiled rules in {path} are damaged")
    loader = ExtensionFileLoader(f"niwashi.compiled.{library}", str(path))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    try:
        made = module_from_spec(spec)
        loader.exec_module(made)
    except ImportError as error:
        raise ImportError(f"the compiled rules in {path} cannot be loaded ({error})") from None
    return made


def suffix() -> str:
    return ".pyd" if sys.platform == "win32" else ".so"


V3_FEATURES = ("AVX2", "FMA3", "F16C")
"""Of x86-64-v3; a processor with these has the rest: BMI1, BMI2, LZCNT and MOVBE."""


@cache
def can_run(level: str) -> bool:
    """Asks NumPy, which has looked at the processor itself. It does not run on less than x86-64-v2."""
    if level != "x86-64-v3":
        return True
    try:
        features = import_module("numpy._core._multiarray_umath").__cpu_features__
    except (ImportError, AttributeError):
        return False
    return all(features.get(name, False) for name in V3_FEATURES)
