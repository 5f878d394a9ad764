"""The files with which browsers compute: made by `python -m niwashi.build.think`, served under `/think/`."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from niwashi.core.ahead import PACKAGE

FOLDER = PACKAGE / "server" / "think"
INDEX = "index.json"
SOURCES = ("core", "games", "bots")
"""The packages that the files are made from: their modules and weights."""
BUILDER = PACKAGE / "build" / "think.py"
"""It says which functions they have."""
NO_FILES = (
    "browsers get no files to compute bots with, so this server computes them; python -m niwashi.build.think makes them"
)
OUTDATED = (
    "the files with which browsers compute bots are of other sources, so this server computes them; "
    "python -m niwashi.build.think makes them anew"
)


@cache
def version() -> str:
    """A hash of all that the files are made from."""
    digest = hashlib.sha256(BUILDER.read_bytes())
    for path in sorted(path for name in SOURCES for path in (PACKAGE / name).rglob("*")):
        if path.suffix in (".py", ".f32"):
            digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def index(folder: Path = FOLDER) -> dict[str, Any]:
    """By game the files and their hashes; nothing if they are missing or of other sources."""
    found = _read(folder)
    return found["games"] if found and found["version"] == version() else {}


def problem(folder: Path = FOLDER) -> str | None:
    """Why browsers compute nothing, as a sentence."""
    if index(folder):
        return None
    return OUTDATED if _read(folder) else NO_FILES


def content(name: str, folder: Path = FOLDER) -> bytes | None:
    """A file that the index names."""
    names = {one["file"] for game in index(folder).values() for one in game.values()}
    return (folder / name).read_bytes() if name in names else None


def held_files(folder: Path) -> set[str]:
    """The index and the files that it names, of whatever sources; nothing if there is no index of ours."""
    found = _read(folder)
    return {INDEX, *(name for name in _names(found) if Path(name).name == name)} if found else set()


def _read(folder: Path) -> dict[str, Any] | None:
    try:
        found: dict[str, Any] = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        _ = found["version"], _names(found)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return found


def _names(index: dict[str, Any]) -> set[str]:
    return {str(one["file"]) for game in index["games"].values() for one in game.values()}
