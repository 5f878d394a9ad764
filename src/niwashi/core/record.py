"""A record: a game as data (options, events, result). One JSON object; a file of several has one per line."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from niwashi.core.errors import BadRecord, NiwashiError, quote
from niwashi.core.files import atomic_write, open_file, printable
from niwashi.core.rng import SCHEME

VERSION = 1
MAX_RECORD_BYTES = 4 << 20
MAX_EVENTS = 20_000
MAX_TEXT_LENGTH = 400
MAX_REASON_LENGTH = 160
MAX_DEPTH = 32
"""Nesting of lists and objects in a record."""
MAX_EMPTY_LINES = 1000
DELETED = "deleted player"
"""Replaces the name of a player who deleted their account. No account may take it."""

Event = tuple[int | str, str]
"""Who (a seat, “chance” or “table”) and what."""


class Result(msgspec.Struct, forbid_unknown_fields=True):
    """How a finished game ended: points by seat, and the seats that share the win."""

    scores: list[int]
    winners: list[int]


class Record(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The fields of a record file, in its order. We write all of them; those with a default may be missing."""

    niwashi: int
    game: str
    rules: int = 1
    """The version of the game's rules."""
    chance: str = SCHEME
    """The scheme that derives chance from the seed."""
    options: dict[str, Any]
    components: dict[str, Any] = {}
    """Name and hash; a set that the project never shipped is included in full. Empty for the oldest that it shipped."""
    names: list[str] = []
    seed: str | None = None
    events: list[Event]
    result: Result | None = None
    notes: dict[str, Any] = {}
    """Notes such as times, keyed by event number."""

    def to_json(self) -> bytes:
        """The record as one line of a file, without the line break."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__ if name != "notes" or self.notes}
        try:
            return msgspec.json.encode(fields)
        except (TypeError, ValueError, RecursionError) as error:
            raise BadRecord("record/json", f"this record cannot be written as JSON: {_reason(error)}") from None

    def save(self, path: str | Path) -> None:
        """Write the record, whole or not at all."""
        atomic_write(path, self.to_json() + b"\n")


_decoder = msgspec.json.Decoder(Record)
_envelope = msgspec.json.Decoder(dict[str, msgspec.Raw])


def read_record(raw: bytes | str) -> Record:
    """A record from JSON; raises BadRecord with the reason and the place."""
    if len(raw) > MAX_RECORD_BYTES:
        raise BadRecord(
            "record/size", f"a record has at most {MAX_RECORD_BYTES >> 20} MiB; this one has {len(raw):,} bytes"
        )
    try:
        _check_version(_envelope.decode(raw))
        record = _decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadRecord("record/json", f"not a Niwashi record: {_reason(error)}") from None
    return check_limits(record)


def _check_version(fields: dict[str, msgspec.Raw]) -> None:
    version = bytes(fields["niwashi"]).decode(errors="replace") if "niwashi" in fields else None
    if version != str(VERSION):
        raise _version_error("does not say its version" if version is None else f"says version {quote(version)}")


def _version_error(problem: str) -> BadRecord:
    return BadRecord("record/version", f'the record {problem}; this program reads {{"niwashi": {VERSION}, …}}')


def _reason(error: Exception) -> str:
    text = " ".join(str(error)[:MAX_TEXT_LENGTH].split()) or type(error).__name__
    return printable(text if len(text) <= MAX_REASON_LENGTH else text[: MAX_REASON_LENGTH - 1] + "…")


def check_limits(record: Record) -> Record:
    """Check a record that `read_record` did not read: raises BadRecord where it exceeds the limits."""
    if record.niwashi != VERSION:
        raise _version_error(f"says version {quote(record.niwashi)}")
    if record.chance != SCHEME:
        raise BadRecord("record/chance", f"unknown chance scheme {quote(record.chance)}; this program knows {SCHEME}")
    if len(record.events) > MAX_EVENTS:
        sentence = f"a record has at most {MAX_EVENTS:,} events; this one has {len(record.events):,}"
        raise BadRecord("record/events", sentence)
    for number, (_, text) in enumerate(record.events):
        if len(text) > MAX_TEXT_LENGTH:
            sentence = f"event {number} has more than {MAX_TEXT_LENGTH} characters: {quote(text)}"
            raise BadRecord("record/event", sentence)
    if not all(_is_shallow(part, MAX_DEPTH) for part in (record.options, record.components, record.notes)):
        raise BadRecord("record/depth", f"lists and objects in a record may be nested at most {MAX_DEPTH} deep")
    return record


def _is_shallow(value: object, levels: int) -> bool:
    if not isinstance(value, dict | list):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return levels > 0 and all(_is_shallow(item, levels - 1) for item in inner)


# -- files -----------------------------------------------------------------------------------------------------------
def read_file(path: str | Path) -> Record:
    """The one record of a file."""
    with open_file(path) as file:
        raw = file.read(MAX_RECORD_BYTES + 1)
    if len(raw) > MAX_RECORD_BYTES:
        sentence = (
            f"{quote(str(path))} is larger than {MAX_RECORD_BYTES >> 20} MiB; niwashi.load_all reads long .jsonl files"
        )
        raise BadRecord("record/size", sentence)
    if not raw.strip():
        raise BadRecord("record/empty", f"{quote(str(path))} is empty; a record is one JSON object")
    if has_several(raw):
        sentence = f"{quote(str(path))} holds several records, one per line; niwashi.load_all reads them"
        raise BadRecord("record/several", sentence)
    try:
        return read_record(raw)
    except BadRecord as error:
        raise BadRecord(error.code, f"{quote(str(path))}: {error.sentence}") from None


def has_several(raw: bytes) -> bool:
    """Whether a file has several records, one per line. A single record may also be spread over several lines."""
    lines = [line for line in raw.splitlines() if line.strip()]
    return len(lines) > 1 and not _is_json(raw) and any(_is_json_object(line) for line in lines[:10])


def _is_json_object(line: bytes) -> bool:
    return line.lstrip().startswith(b"{") and _is_json(line)


def _is_json(raw: bytes) -> bool:
    try:
        msgspec.json.decode(raw, type=msgspec.Raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True


def read_lines(path: str | Path) -> Iterator[tuple[int, Record | NiwashiError]]:
    """Line number and record, or the error of that line, of a file with one record per line. Reads lazily."""
    with open_file(path) as file:
        yield from records_in(b"", file)


def records_in(head: bytes, rest: BinaryIO) -> Iterator[tuple[int, Record | NiwashiError]]:
    """As `read_lines`, for an open file whose beginning, `head`, has been read."""
    empty = 0
    for number, line in enumerate(_lines(head, rest), 1):
        if line.strip() or len(line) > MAX_RECORD_BYTES:
            yield number, _record_or_error(line)
        else:
            empty += 1
        if empty > MAX_EMPTY_LINES:
            yield (
                number,
                BadRecord("record/empty", f"more than {MAX_EMPTY_LINES:,} lines are empty; this is not a record"),
            )
        if empty > MAX_EMPTY_LINES or len(line) > MAX_RECORD_BYTES:
            return


def _lines(head: bytes, rest: BinaryIO) -> Iterator[bytes]:
    for line in io.BytesIO(head):
        yield line if line.endswith(b"\n") else line + rest.readline(MAX_RECORD_BYTES + 1)
    while line := rest.readline(MAX_RECORD_BYTES + 1):
        yield line


def _record_or_error(line: bytes) -> Record | NiwashiError:
    try:
        return read_record(line)
    except NiwashiError as error:
        return error
