"""Component files: the contents of the box as data with provenance. An owner of the game can supply another file."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from niwashi.core.errors import BadComponents, quote

MAX_FILE_BYTES = 64 << 10
MAX_REASON_LENGTH = 160
MAX_DOTS = 500
"""Per line. The time that tomllib takes for a dotted key grows with the square of its dots."""
MAX_SOURCE_LENGTH = 120
ASSUMED = "A"
"""The source of an entry that is ours, because no public source has it. More may follow after a colon."""
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class Components:
    """A game's component set. Records store `content`, plain data without provenance, and the hash covers it."""

    name: str
    content: Mapping[str, Any]

    @property
    def sha256(self) -> str:
        """The hash of the content as JSON with sorted keys and no spaces. Name and provenance do not count."""
        canonical = json.dumps(self.content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(canonical.encode()).hexdigest()


@dataclass(frozen=True)
class ComponentCount:
    """How many components of a kind a file has, and how many the box has."""

    kind: str
    count: int
    expected: int


@dataclass(frozen=True)
class ComponentCheck:
    """What a component file has, and everything that is wrong with it."""

    name: str
    content: Mapping[str, Any]
    file: Mapping[str, Any]
    """The set in the form of a file: known fields only, with the sources that were given."""
    counts: tuple[ComponentCount, ...] = ()
    problems: tuple[BadComponents, ...] = field(default=())

    def accept(self) -> Components:
        """The component set; raises the first problem."""
        if self.problems:
            raise self.problems[0]
        return Components(self.name, self.content)


def read_toml(path: str | Path, what: str = "component file") -> dict[str, Any]:
    """The content of a small TOML file; raises BadComponents where it cannot be read. `what` names it in errors."""
    if not isinstance(path, str | os.PathLike):
        raise BadComponents("components/file", f"the path of a {what} must be a string or a path, not {quote(path)}")
    try:
        with open(path, "rb") as file:
            raw = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadComponents("components/file", f"cannot read {what} {quote(str(path))}: {reason}") from None
    return parse_toml(raw, f"{what} {quote(str(path))}")


def parse_toml(raw: bytes, what: str = "the component file") -> dict[str, Any]:
    """The content of a small TOML file that has been read; raises BadComponents. `what` names it in errors."""
    if len(raw) > MAX_FILE_BYTES:
        sentence = f"{what} is larger than {MAX_FILE_BYTES >> 10} KiB; a usual one has a few kB"
        raise BadComponents("components/file", sentence)
    for number, line in enumerate(raw.splitlines(), 1):
        if line.count(b".") > MAX_DOTS:
            sentence = f"line {number} of {what} has more than {MAX_DOTS} dots, the limit"
            raise BadComponents("components/toml", sentence, {"line": number})
    try:
        return tomllib.loads(raw.decode())
    except (ValueError, RecursionError) as error:  # a ValueError also where a number has thousands of digits
        sentence = f"{what} is not TOML: {str(error)[:MAX_REASON_LENGTH]}"
        raise BadComponents("components/toml", sentence, {"line": _line_in(str(error))}) from None


def _line_in(reason: str) -> int:
    """The line that tomllib complains about; 0 where it names none."""
    found = re.search(r"\(at line (\d+), column \d+\)$", reason)
    return int(found[1]) if found else 0


def read_component_name(given: Mapping[str, Any], game: str) -> str:
    """The name of the component set, once the file is known to be for this game."""
    if not isinstance(given, Mapping):
        raise BadComponents("components/type", f"components must be a file or a mapping, not {quote(given)}")
    if given.get("game") != game:
        sentence = f'components say game = {quote(given.get("game"))}; for this game it must be "{game}"'
        raise BadComponents("components/game", sentence)
    name = given.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= 60 or not name.isprintable():
        sentence = f"components need a name of 1 to 60 printable characters, not {quote(name)}"
        raise BadComponents("components/name", sentence)
    return name


# One code has several faults, and `about` says which, for clients that translate the sentence.
def missing_section(code: str, sentence: str, section: str) -> BadComponents:
    return BadComponents(code, sentence, {"fault": "section", "section": section})


def unknown_section(code: str, sentence: str, section: object) -> BadComponents:
    return BadComponents(code, sentence, {"fault": "unknown", "section": plain_text(section)})


def unknown_entry(code: str, sentence: str, section: str, entry: object) -> BadComponents:
    return BadComponents(code, sentence, {"fault": "entry", "section": section, "entry": plain_text(entry)})


def plain_text(offender: object) -> str:
    """Short and printable, without quotation marks: each language has its own."""
    return quote(offender).strip("“”")


def check_whole_number(value: object, low: int, high: int, what: str) -> int:
    """The value, if it is a whole number within the limits; raises BadComponents otherwise."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        sentence = f"{what} must be a whole number from {low} to {high}, not {quote(value)}"
        raise BadComponents("components/number", sentence, {"entry": what, "low": low, "high": high})
    return value


# -- sources ---------------------------------------------------------------------------------------------------------
def make_entry(field: str, value: int | str, given: object) -> dict[str, int | str]:
    """An entry of a file, with the source and the rule that were given for it."""
    notes = given if isinstance(given, Mapping) else {}
    return {field: value, **{key: notes[key] for key in ("source", "rule") if _is_note(notes.get(key))}}


def _is_note(text: object) -> bool:
    return isinstance(text, str) and 0 < len(text) <= MAX_SOURCE_LENGTH and text.isprintable()


def is_assumed(source: object) -> bool:
    return isinstance(source, str) and source.split(":")[0].strip() == ASSUMED


def count_sources(file: Mapping[str, Any]) -> tuple[int, int]:
    """The number of entries of a file, and how many of them are assumed."""
    parts = (list(part.values()) if isinstance(part, Mapping) else part for part in file.values())
    entries = [entry for part in parts if isinstance(part, list) for entry in part]
    return len(entries), sum(isinstance(entry, Mapping) and is_assumed(entry.get("source")) for entry in entries)


# -- writing ---------------------------------------------------------------------------------------------------------
def write_toml(file: Mapping[str, Any]) -> str:
    """A component file as TOML: texts and lists, then a section for each mapping."""
    plain = [f"{_key(key)} = {_value(value)}" for key, value in file.items() if not isinstance(value, Mapping)]
    sections = [_section(key, value) for key, value in file.items() if isinstance(value, Mapping)]
    return "\n\n".join(["\n".join(plain), *sections]) + "\n"


def _section(name: str, entries: Mapping[str, Any]) -> str:
    return "\n".join([f"[{_key(name)}]", *(f"{_key(key)} = {_inline(entry)}" for key, entry in entries.items())])


def _value(value: object) -> str:
    if not isinstance(value, list):
        return _inline(value)
    return "[\n" + "".join(f"    {_inline(item)},\n" for item in value) + "]"


def _inline(value: object) -> str:
    """On one line. JSON escapes all that TOML wants escaped in a text, except for the control character DEL."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_inline(part)}" for key, part in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _inline(key)
