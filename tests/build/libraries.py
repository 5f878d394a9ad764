"""Builds libraries for tests, once for all test processes: into a folder that is named by a hash of their sources.

`python -m tests.build.libraries` builds those of a longer run, which does so while its first tests run.
"""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from niwashi.core.kernel import PACKAGE, cache_folder
from niwashi.server import think_files
from tests.machine.packages import fetch_packages

ROOT = Path(__file__).parents[2]
SOURCES = ("core", "games", "bots/loops", "batch", "engine", "env", "build")


def fetch_linker() -> None:
    """100 MB that only the builder needs."""
    if not shutil.which("zig"):
        fetch_packages("linker")


def built(*targets: str, only: tuple[str, ...] = ()) -> list[Path]:
    """The folders of the libraries for these targets, built together if any is missing."""
    home = cache_folder("core").parent
    version = _sources_hash()
    folders = [home / f"built-{version}" / "-".join([target, *only]) for target in targets]
    if _are_built(folders):  # no need to wait for who builds others
        return folders
    home.mkdir(parents=True, exist_ok=True)
    with (home / f"built-{version}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _are_built(folders):
            fetch_linker()
            pairs = [word for target, folder in zip(targets, folders) for word in (target, str(folder))]
            options = [word for name in only for word in ("--only", name)]
            command = [sys.executable, "-m", "niwashi.build", *pairs, *options]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
    return folders


def _are_built(folders: list[Path]) -> bool:
    """The manifest is written last."""
    return all((folder / "manifest.json").is_file() for folder in folders)


def build_think_files() -> None:
    """Where the server looks for what browsers compute bots with, unless they are there and current."""
    with Path(sys.prefix, "niwashi-think.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if think_files.problem():
            fetch_linker()
            command = [sys.executable, "-m", "niwashi.build.think"]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr


def _sources_hash() -> str:
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*")):
        inside = path.relative_to(PACKAGE).as_posix()
        if inside.startswith(SOURCES) and path.suffix in (".py", ".json"):
            digest.update(inside.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    built("native", "wasm32", "pyodide")
    build_think_files()
