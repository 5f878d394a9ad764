"""Fetches the packages of an extra into .venv; their pins are in requirements-EXTRA.txt.

A test that needs some uses the fixture `EXTRA_packages`, so that they are there before the first test runs: tests in
other processes import from the same .venv.
"""

from __future__ import annotations

import fcntl
import importlib
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
MODULES = {
    "data": ("pyarrow", "duckdb", "gymnasium", "minari", "PIL"),
    "env": ("gymnasium", "pettingzoo"),
    "openspiel": ("pyspiel", "absl", "ml_collections", "scipy"),
    "notebook": ("ipykernel", "matplotlib", "nbclient"),
    "docs": ("zensical", "mkdocstrings", "mkdocstrings_handlers"),
    "ray": ("ray",),
    "linker": ("ziglang",),
}
"""By extra; where all of them can be imported, nothing is fetched."""


class NoPackages(Exception):
    """The message says which pins could not be fetched."""


def fixture_of(extra: str) -> str:
    return f"{extra}_packages"


def fetch_packages(extra: str) -> None:
    with (ROOT / "pyproject.toml").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # test processes may fetch at the same time
        importlib.invalidate_caches()
        if not all(importlib.util.find_spec(name) for name in MODULES[extra]):
            _fetch(extra)
            importlib.invalidate_caches()


def _fetch(extra: str) -> None:
    pins = ROOT / f"requirements-{extra}.txt"
    print(f"packages: fetching those of {pins.name}, once", file=sys.stderr, flush=True)
    wanted = ["--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", str(pins)]
    with_pip = [sys.executable, "-m", "pip", "install", "-qq", "--no-compile", "--disable-pip-version-check"]
    with_uv = ["uv", "pip", "install", "--quiet", "--python", sys.executable]
    for installer in (with_pip, with_uv):
        if shutil.which(installer[0]) and subprocess.run([*installer, *wanted]).returncode == 0:
            return
    raise NoPackages(f"the packages of {pins.name} could not be fetched; the reason is above")
