"""A game as data: options, events, result. One JSON object; a file of several has one a line."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from niwashi.core.errors import BadRecord, NiwashiError, quote
from niwashi.core.rng import SCHEME

VERSION = 1
LARGEST_RECORD = 4 << 20
MOST_EVENTS = 20_000
LONGEST_TEXT = 400
CHANCE_EVENT = "chance"
TABLE_EVENT = "table"

Event = tuple[int | str, str]
"""Who (a seat, «chance» or «table») and what."""


class Result(msgspec.Struct, forbid_unknown_fields=True):
    scores: list[int]
    winners: list[int]


class Record(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What a record file holds, field by field in the file's order. We write all; a reader may leave some out."""

    niwashi: int
    game: str
    rules: int = 1
    """The version of the game's rules."""
    chance: str = SCHEME
    """The scheme by which chance follows from the seed."""
    options: dict[str, Any]
    components: dict[str, Any] = {}
    """Name and hash; an owner's set is here whole."""
    names: list[str] = []
    seed: str | None = None
    events: list[Event]
    result: Result | None = None
    notes: dict[str, Any] = {}
    """Times and the like, keyed by event number."""

    def to_json(self) -> bytes:
        fields = {name: getattr(self, name) for name in self.__struct_fields__ if name != "notes" or self.notes}
        return msgspec.json.encode(fields)

    def save(self, path: str | Path) -> None:
        """Write the record, whole or not at all."""
        write_whole(path, self.to_json() + b"\n")


_decoder = msgspec.json.Decoder(Record)
_envelope = msgspec.json.Decoder(dict[str, msgspec.Raw])


def read_record(raw: bytes | str) -> Record:
    """A record from JSON; raises BadRecord with what is wrong and where."""
    if len(raw) > LARGEST_RECORD:
        raise BadRecord(
            "record/size", f"a record has at most {LARGEST_RECORD >> 20} MiB; this one has {len(raw):,} bytes"
        )
    try:
        _check_version(_envelope.decode(raw))
        record = _decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadRecord("record/json", f"this is no niwashi record: {_reason(error)}") from None
    _check_bounds(record)
    return record


def _check_version(fields: dict[str, msgspec.Raw]) -> None:
    version = bytes(fields["niwashi"]).decode(errors="replace") if "niwashi" in fields else None
    if version != str(VERSION):
        said = "does not say its version" if version is None else f"says version {quote(version)}"
        raise BadRecord("record/version", f'the record {said}; this program reads {{"niwashi": {VERSION}, …}}')


def _reason(error: Exception) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


def _check_bounds(record: Record) -> None:
    if record.chance != SCHEME:
        raise BadRecord("record/chance", f"unknown chance scheme {quote(record.chance)}; this program knows {SCHEME}")
    if len(record.events) > MOST_EVENTS:
        sentence = f"a record has at most {MOST_EVENTS:,} events; this one has {len(record.events):,}"
        raise BadRecord("record/events", sentence)
    for number, (_, text) in enumerate(record.events):
        if len(text) > LONGEST_TEXT:
            raise BadRecord("record/event", f"event {number} is no event: {quote(text)}")


# -- files -----------------------------------------------------------------------------------------------------------
def read_file(path: str | Path) -> Record:
    """The one record of a file."""
    records = list(_first_two(path))
    if len(records) > 1:
        sentence = f"{quote(str(path))} holds several records, one a line; niwashi.load_all reads them"
        raise BadRecord("record/several", sentence)
    if not records:
        raise BadRecord("record/empty", f"{quote(str(path))} is empty; a record is one JSON object")
    return read_record(records[0])


def _first_two(path: str | Path) -> Iterator[bytes]:
    """A file may hold one record over several lines, or one record a line."""
    with open_file(path) as file:
        raw = file.read(LARGEST_RECORD + 1)
    if len(raw) > LARGEST_RECORD:
        sentence = (
            f"{quote(str(path))} is larger than {LARGEST_RECORD >> 20} MiB; niwashi.load_all reads long .jsonl files"
        )
        raise BadRecord("record/size", sentence)
    lines = [line for line in raw.splitlines() if line.strip()]
    if len(lines) > 1 and not _is_json(raw):
        yield from lines[:2]
    elif lines:
        yield raw


def _is_json(raw: bytes) -> bool:
    try:
        msgspec.json.decode(raw, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def read_lines(path: str | Path) -> Iterator[tuple[int, Record | NiwashiError]]:
    """Line number and record, or what is wrong with that line, of a file with one record a line. Reads as it goes."""
    with open_file(path) as file:
        number = 0
        while line := file.readline(LARGEST_RECORD + 1):
            number += 1
            if not line.strip():
                continue
            try:
                yield number, read_record(line)
            except NiwashiError as error:
                yield number, error
            if len(line) > LARGEST_RECORD:
                return


def open_file(path: str | Path) -> BinaryIO:
    try:
        return open(path, "rb")
    except (OSError, ValueError, TypeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadRecord("record/file", f"cannot read {quote(str(path))}: {reason}") from None


def write_whole(path: str | Path, content: bytes) -> None:
    """Write a file beside its place and move it there, so that nobody ever sees half of it."""
    temporary = None
    try:
        folder = Path(path).absolute().parent
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".niwashi-", delete=False) as file:
            temporary = file.name
            file.write(content)
        os.replace(temporary, path)
    except (OSError, ValueError, TypeError) as error:
        if temporary:
            with suppress(OSError):
                os.unlink(temporary)
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadRecord("record/write", f"cannot write {quote(str(path))}: {reason}") from None
