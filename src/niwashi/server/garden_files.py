"""The garden that a server offers to browsers for times without a line: a folder that `niwashi site` wrote."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from niwashi.core.ahead import PACKAGE
from niwashi.core.errors import BadOptions, quote

STATIC = PACKAGE / "server" / "static"
LIST = "garden/offline.json"
"""What a browser has to keep: every file with its hash. A folder with it was written by `niwashi site`."""
PAGE = "garden/page.html"
"""The page that opens without a line."""
PACKAGES = (
    *("core/", "engine/", "games/", "bots/", "analysis/", "table/", "wire/"),
    *("site/browser/", "site/stand_in/"),
)
MODULES = (
    "__init__.py",
    "server/__init__.py",
    "server/tables/__init__.py",
    "server/tables/rematch.py",
    "server/workers/__init__.py",
    "server/workers/daily_game.py",
    "server/workers/jobs.py",
    "site/__init__.py",
)
"""What runs in a garden. A server that differs in other modules only still offers the same one."""
SUFFIXES = (".py", ".toml", ".md", ".f32")
LEVEL = 6
"""Pyodide takes a second to compress, and gains nothing from a higher level."""


@dataclass(frozen=True)
class Garden:
    folder: Path
    version: str
    """A hash of all its files: browsers fetch one that differs."""
    names: frozenset[str]
    """The files that this server has nowhere else."""


def sources() -> Iterator[str]:
    """The files of this package that run in a garden."""
    files = (path for path in sorted(PACKAGE.rglob("*")) if path.is_file() and "__pycache__" not in path.parts)
    for inside in (path.relative_to(PACKAGE).as_posix() for path in files):
        if inside in MODULES or inside.startswith(PACKAGES):
            yield inside


@cache
def program_version() -> str:
    """A hash of the rules, tables and bots, and of the client: a garden of another version is not offered."""
    digest = hashlib.sha256()
    for inside in sources():
        if inside.endswith(SUFFIXES):
            digest.update(inside.encode() + b"\0" + (PACKAGE / inside).read_bytes() + b"\0")
    page = STATIC / "index.html"
    digest.update(page.read_bytes() if page.is_file() else b"")
    return digest.hexdigest()[:16]


@lru_cache(maxsize=8)
def find_garden(place: str | None) -> Garden | None:
    """None if the server has no garden, or one of another version. Raises BadOptions if the folder is none."""
    if place is None:
        return None
    folder = Path(place)
    try:
        found = json.loads((folder / LIST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        sentence = f"--garden must be a folder that `niwashi site` wrote; got {quote(place)}"
        raise BadOptions("options/garden", sentence) from None
    names = frozenset({LIST, *(name for name in found["files"] if not name.startswith("assets/"))})
    return Garden(folder, found["version"], names) if found.get("program") == program_version() else None


def problem(place: str | None) -> str | None:
    """Why the given garden is not offered, as a sentence."""
    if place is None or find_garden(place):
        return None
    return (
        f"the garden in {place} is of another version, so browsers are not offered it for times without a line; "
        "write it anew, as docs/hosting.md says under “Playing without a line”"
    )


@lru_cache(maxsize=128)
def content(garden: Garden, name: str, packed: bool) -> bytes:
    """Kept, also as it is: whoever asks all the time would have megabytes read for every request."""
    plain = (garden.folder / name).read_bytes()
    return gzip.compress(plain, LEVEL, mtime=0) if packed else plain
