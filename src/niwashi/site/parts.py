"""The parts of a garden's Python: Pyodide, msgspec, the kernels, and this package as far as it runs there."""

from __future__ import annotations

import importlib.util
import io
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from niwashi.core.ahead import MANIFEST, PACKAGE, file_hash
from niwashi.core.errors import NiwashiError, quote
from niwashi.core.kernel import cache_folder, sources_hash
from niwashi.server.garden_files import sources

PYODIDE = "314.0.7"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
REQUIREMENTS = Path(__file__).parent / "requirements.txt"
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "3.14"
"""Pyodide's, as the names of wheels have them."""
OLDEST_DATE = (1980, 1, 1, 0, 0, 0)
"""The same sources make the same archive."""
Report = Callable[[str], object]


# -- Pyodide -----------------------------------------------------------------------------------------------------------
def pyodide_files(folder: Path | None) -> dict[str, bytes]:
    found = folder or PACKAGE.parent.parent / "web" / "node_modules" / "pyodide"
    missing = [name for name in PYODIDE_FILES if not (found / name).is_file()]
    if missing:
        sentence = (
            f"{found} has no {missing[0]}; unpack the npm package there: npm pack pyodide@{PYODIDE}, "
            "tar -xzf pyodide-*.tgz, then --pyodide package"
        )
        raise NiwashiError("site/pyodide", sentence)
    version = json.loads((found / "package.json").read_text(encoding="utf-8")).get("version")
    if version != PYODIDE:
        raise NiwashiError("site/pyodide", f"{found} has Pyodide {version}; this version of Niwashi needs {PYODIDE}")
    return {name: (found / name).read_bytes() for name in PYODIDE_FILES}


# -- msgspec -----------------------------------------------------------------------------------------------------------
def msgspec_wheel(wheel: Path | None) -> bytes:
    """The given file, or the one that pip downloads and we keep; its hash is pinned."""
    if wheel and not wheel.is_file():
        raise NiwashiError("site/msgspec", f"there is no wheel {quote(str(wheel))}")
    pinned = pinned_hash()
    if wheel and file_hash(wheel) != pinned:
        sentence = f"{wheel} is not the wheel that this version of Niwashi needs: its SHA-256 must be {pinned}"
        raise NiwashiError("site/msgspec", sentence)
    return (wheel or _kept_wheel(pinned) or _download_wheel(pinned)).read_bytes()


def pinned_hash() -> str:
    return REQUIREMENTS.read_text(encoding="utf-8").rpartition("--hash=sha256:")[2].strip()


def _wheel_folder() -> Path:
    return cache_folder("core").parent / "site"


def _kept_wheel(pinned: str) -> Path | None:
    """Not one of an earlier version, nor one that is damaged."""
    return next((path for path in _wheel_folder().glob("msgspec-*.whl") if file_hash(path) == pinned), None)


def _download_wheel(pinned: str) -> Path:
    folder = _wheel_folder()
    for old in folder.glob("msgspec-*.whl"):
        old.unlink()  # pip would take a damaged one for the one that is wanted
    command = [*_pip(), "download", "--quiet", "--no-deps", "--require-hashes"]
    target = ["--only-binary=:all:", "--platform", PLATFORM, "--python-version", PYTHON]
    done = subprocess.run(
        [*command, *target, "--dest", str(folder), "--requirement", str(REQUIREMENTS)],
        capture_output=True,
        text=True,
        check=False,
    )
    found = _kept_wheel(pinned)
    if done.returncode or found is None:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        sentence = f"pip could not download msgspec for Pyodide ({reason}); give the wheel with --msgspec"
        raise NiwashiError("site/msgspec", sentence)
    return found


def _pip() -> list[str]:
    """Environments that uv made have no pip; it runs one of its own."""
    uvx = None if importlib.util.find_spec("pip") else shutil.which("uvx")
    return [uvx, "pip"] if uvx else [sys.executable, "-m", "pip"]


# -- kernels -----------------------------------------------------------------------------------------------------------
def kernel_modules(folder: Path | None, report: Report) -> dict[str, bytes]:
    """The given folder, the one in the package, or one that is built now and kept."""
    found = folder or PACKAGE / "compiled" / "pyodide"
    if not folder and not _is_current(found):
        found = cache_folder("batch").with_name(f"pyodide-{sources_hash('batch')}")
        if not _is_current(found):
            _build(found, report)
    if not _is_current(found):
        sentence = f"{found} has no kernels of this version; make them with: python -m niwashi.build pyodide {found}"
        raise NiwashiError("site/kernels", sentence)
    return {name: (found / name).read_bytes() for name in [MANIFEST, *_manifest(found)["files"]]}


def _is_current(folder: Path) -> bool:
    """Of these sources, and not damaged since."""
    try:
        known = _manifest(folder)
        whole = all(file_hash(folder / name) == digest for name, digest in known["files"].items())
    except (OSError, ValueError, KeyError):
        return False
    return whole and all(digest == sources_hash(group) for group, digest in known["hashes"].items())


def _manifest(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    return found


def _build(folder: Path, report: Report) -> None:
    report("compiling the kernels for WebAssembly; this takes a few minutes, once")
    command = [sys.executable, "-m", "niwashi.build", "pyodide", str(folder)]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1].removeprefix("build: ")
        raise NiwashiError("site/kernels", reason)


# -- this package ------------------------------------------------------------------------------------------------------
def python_archive() -> bytes:
    """This package as far as it runs in a browser, and the stand-in for NumPy under that name."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _sources():
            archive.writestr(zipfile.ZipInfo(name, OLDEST_DATE), content, zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()


def _sources() -> Iterator[tuple[str, bytes]]:
    for inside in sources():
        is_stand_in = inside.startswith("site/stand_in/")
        name = inside.replace("site/stand_in/", "numpy/", 1) if is_stand_in else f"niwashi/{inside}"
        yield name, (PACKAGE / inside).read_bytes()
