"""Links objects with the linkers of Zig, which come in a wheel for every system and link for every other."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from niwashi.build.targets import Target
from niwashi.core.errors import NiwashiError

WASM_OPTIONS = (
    "--no-entry",
    "--export-memory",
    "--export=__heap_base",
    "--stack-first",
    "-z",
    "stack-size=65536",
    "--gc-sections",
    "--strip-all",
    "-O3",
)
SIDE_OPTIONS = ("-shared", "--experimental-pic", "--gc-sections", "--strip-all", "-O3")


def zig() -> list[str]:
    """The command that runs Zig: the wheel's, or the system's."""
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang"]
    if found := shutil.which("zig"):
        return [found]
    raise NiwashiError(
        "build/linker", "there is no linker; install one with: pip install --require-hashes -r requirements-linker.txt"
    )


def link(built: bytes, target: Target, exported: Sequence[str], imported: Iterable[str], to: Path) -> None:
    """Writes what `target` can load. `imported` are the symbols of Python, which Windows wants to know beforehand."""
    to.parent.mkdir(parents=True, exist_ok=True)
    if target.linked == "ptx":
        to.write_bytes(built)
        return
    with tempfile.TemporaryDirectory(prefix="niwashi-link-") as folder:
        made, out = Path(folder, "built.o"), Path(folder, f"linked{target.suffix}")
        made.write_bytes(built)
        if target.linked == "wasm":
            _run("wasm-ld", *WASM_OPTIONS, *(f"--export={name}" for name in exported), "-o", out, made)
        elif target.linked == "side":
            _run("wasm-ld", *SIDE_OPTIONS, *(f"--export={name}" for name in exported), "-o", out, made)
        else:
            _link_library(made, out, target, imported)
        shutil.move(out, to)


def _link_library(made: Path, out: Path, target: Target, imported: Iterable[str]) -> None:
    if "linux" in target.zig:
        _run("ld.lld", "-shared", "--gc-sections", "--strip-all", "-z", "noexecstack", "-o", out, made)
        return
    further: list[Path] = []
    if "windows" in target.zig:
        names, library = made.with_name("python3.def"), made.with_name("python3.lib")
        names.write_text("LIBRARY python3.dll\nEXPORTS\n" + "".join(f"  {name}\n" for name in imported))
        _run("dlltool", "-m", "i386:x86-64", "-d", names, "-l", library)
        further = [library]
    undefined = ["-fallow-shlib-undefined"] if "macos" in target.zig else []
    _run(
        "build-lib", "-dynamic", "-OReleaseFast", "-fstrip", *undefined, "-target", target.zig,
        f"-femit-bin={out}", "-fno-emit-implib", made, *further,
    )  # fmt: skip


def _run(*words: str | Path) -> None:
    """Zig keeps a cache; it goes where the objects are, which is deleted afterwards."""
    folder = str(Path(words[-1]).parent)
    environment = {**os.environ, "ZIG_GLOBAL_CACHE_DIR": f"{folder}/zig", "ZIG_LOCAL_CACHE_DIR": f"{folder}/zig"}
    done = subprocess.run([*zig(), *map(str, words)], capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        raise NiwashiError("build/linker", f"the linker failed: {(done.stderr or done.stdout).strip()[:2000]}")
