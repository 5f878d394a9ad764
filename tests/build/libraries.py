"""Builds libraries for tests, once for all test processes: into a folder that is named by a hash of their sources."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from niwashi.core.kernel import PACKAGE, cache_folder

ROOT = Path(__file__).parents[2]
PINS = ROOT / "requirements-linker.txt"
SOURCES = ("core", "games", "bots/loops", "batch", "engine", "build")


def fetch_linker() -> None:
    """Into .venv, once: 100 MB that only the builder needs."""
    probe = (
        "import importlib.util, shutil, sys; sys.exit(not (importlib.util.find_spec('ziglang') or shutil.which('zig')))"
    )
    if subprocess.run([sys.executable, "-c", probe]).returncode == 0:
        return
    wanted = ["--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", str(PINS)]
    with_pip = [sys.executable, "-m", "pip", "install", "-qq", "--no-compile", "--disable-pip-version-check"]
    with_uv = ["uv", "pip", "install", "--quiet", "--python", sys.executable]
    print("build: fetching a linker for the tests, once", file=sys.stderr, flush=True)
    for installer in (with_pip, with_uv):
        if shutil.which(installer[0]) and subprocess.run([*installer, *wanted]).returncode == 0:
            return
    raise AssertionError("the linker of requirements-linker.txt could not be fetched; the reason is above")


def built(*targets: str, only: tuple[str, ...] = ()) -> list[Path]:
    """The folders of the libraries for these targets, built together if any is missing."""
    home = cache_folder("core").parent
    version = _sources_hash()
    folders = [home / f"built-{version}" / "-".join([target, *only]) for target in targets]
    home.mkdir(parents=True, exist_ok=True)
    with (home / "building.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not all((folder / "manifest.json").is_file() for folder in folders):
            fetch_linker()
            pairs = [word for target, folder in zip(targets, folders) for word in (target, str(folder))]
            options = [word for name in only for word in ("--only", name)]
            command = [sys.executable, "-m", "niwashi.build", *pairs, *options]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
    return folders


def _sources_hash() -> str:
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*")):
        inside = path.relative_to(PACKAGE).as_posix()
        if inside.startswith(SOURCES) and path.suffix in (".py", ".json"):
            digest.update(inside.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
