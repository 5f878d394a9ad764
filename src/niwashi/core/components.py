"""Component files: what is in the box, as data with its provenance, which an owner of the box can replace."""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from niwashi.core.errors import BadComponents, quote

MAX_FILE_BYTES = 64 << 10
MAX_REASON_LENGTH = 160
MAX_DOTS = 500
"""In one line: the time that tomllib takes for a dotted key grows with the square of its dots."""


@dataclass(frozen=True)
class Components:
    """A game's component set. `content` is plain data without provenance: what records hold and the hash covers."""

    name: str
    content: Mapping[str, Any]

    @property
    def sha256(self) -> str:
        """Of the content as JSON with sorted keys and no spaces; the name and the provenance do not matter."""
        canonical = json.dumps(self.content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(canonical.encode()).hexdigest()


def read_toml(path: str | Path, what: str = "component file") -> dict[str, Any]:
    """A small TOML file's content; raises BadComponents where it cannot be read. `what` is what people call it."""
    if not isinstance(path, str | os.PathLike):
        raise BadComponents("components/file", f"a {what} is named by a text or a path, not {quote(path)}")
    try:
        with open(path, "rb") as file:
            raw = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadComponents("components/file", f"cannot read {what} {quote(str(path))}: {reason}") from None
    if len(raw) > MAX_FILE_BYTES:
        sentence = f"{what} {quote(str(path))} is larger than {MAX_FILE_BYTES >> 10} KiB; a real one has a few kB"
        raise BadComponents("components/file", sentence)
    for number, line in enumerate(raw.splitlines(), 1):
        if line.count(b".") > MAX_DOTS:
            sentence = f"line {number} of {what} {quote(str(path))} has more than {MAX_DOTS} dots; no key or board has"
            raise BadComponents("components/toml", sentence)
    try:
        return tomllib.loads(raw.decode())
    except (ValueError, RecursionError) as error:  # a ValueError also where a number has thousands of digits
        sentence = f"{what} {quote(str(path))} is not TOML: {str(error)[:MAX_REASON_LENGTH]}"
        raise BadComponents("components/toml", sentence) from None


def read_component_name(given: Mapping[str, Any], game: str) -> str:
    """The set's name, after checking that the file is meant for this game."""
    if not isinstance(given, Mapping):
        raise BadComponents("components/type", f"components are a file or a mapping, not {quote(given)}")
    if given.get("game") != game:
        sentence = f'components say game = {quote(given.get("game"))}; for this game it must be "{game}"'
        raise BadComponents("components/game", sentence)
    name = given.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= 60 or not name.isprintable():
        sentence = f"components need a name of 1 to 60 printable characters, not {quote(name)}"
        raise BadComponents("components/name", sentence)
    return name


def check_whole_number(value: object, low: int, high: int, what: str) -> int:
    """A number of a component file, or a sentence about it."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        sentence = f"{what} must be a whole number from {low} to {high}, not {quote(value)}"
        raise BadComponents("components/number", sentence)
    return value
