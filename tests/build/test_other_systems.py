"""Libraries for Windows and macOS can be built and linked here, and their headers are what the loaders there expect."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from niwashi.build.build import COMPILER_CALLS
from niwashi.build.python_interface import PYTHON_SYMBOLS
from niwashi.core.ahead import MANIFEST, file_hash
from niwashi.engine import catalog
from tests.build import headers
from tests.build.libraries import built

CORE = ("core",)
LIBRARIES = ("core", *catalog.names())
"""The core is soon built, all libraries in three minutes."""
LINKERS_OWN = {"_mh_dylib_header", "__dso_handle"}
"""What Zig adds to every library for macOS."""
IN_LIB_SYSTEM = {*COMPILER_CALLS, "bzero", "memset_pattern16", "dyld_stub_binder"}
each_part = pytest.mark.parametrize(
    "only",
    [pytest.param(CORE, id="core", marks=pytest.mark.more), pytest.param((), id="all", marks=pytest.mark.full)],
)


def files(target: str, only: tuple[str, ...]) -> dict[str, bytes]:
    """The files of each library, which are those of the manifest. Both systems share the slowest step."""
    folder = dict(zip(("windows", "macos"), built("windows-x86-64", "arm64-macos", only=only)))[target]
    known = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    assert known["files"] == {path.name: file_hash(path) for path in folder.iterdir() if path.name != MANIFEST}
    return {name.partition("-")[0]: Path(folder, name).read_bytes() for name in known["files"]}


@each_part
def test_windows_finds_what_it_needs(only: tuple[str, ...]) -> None:
    found = files("windows", only)
    assert sorted(found) == sorted(only or LIBRARIES)
    for library, content in found.items():
        header = headers.read_dll(content)
        assert header.machine == headers.AMD64
        assert header.is_library
        assert header.exports == {f"PyInit_{library}"}
        assert header.imports == {"python3.dll"}
        assert header.symbols <= set(PYTHON_SYMBOLS)


@each_part
def test_macos_finds_what_it_needs(only: tuple[str, ...]) -> None:
    found = files("macos", only)
    assert sorted(found) == sorted(only or LIBRARIES)
    for library, content in found.items():
        header = headers.read_macho(content)
        assert header.machine == headers.ARM64
        assert header.is_library
        assert header.exports == {f"PyInit_{library}", *LINKERS_OWN}
        assert all(name.startswith("/usr/lib/libSystem") for name in header.imports)
        assert header.symbols <= {*PYTHON_SYMBOLS, *IN_LIB_SYSTEM}


@each_part
def test_macos_libraries_are_signed(only: tuple[str, ...]) -> None:
    """Ad hoc, which is enough for a library; one whose pages differ from their signature would not be loaded."""
    for library, content in files("macos", only).items():
        assert headers.wrong_pages(content) == [], library
        damaged = bytearray(content)
        damaged[len(content) // 2] ^= 1
        assert len(headers.wrong_pages(bytes(damaged))) == 1
