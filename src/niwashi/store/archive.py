"""An export as a file: JSON lines, in sections of one table each, with checksums.

{"is":"niwashi export","version":1}
{"is":"table","id":"t1","game":"miyabi","options":{…},…,"seats":[{"seat":0,"name":"Aki"}]}
{"is":"event","sequence":1,"body":…}                          as many as there are
{"is":"record","finished":…,"body":…}                         where the game is over
{"is":"end of table","events":1,"sha256":"…"}                 of the section's lines
{"is":"end","tables":1,"sha256":"…"}                          of all lines before

What is the same gives the same bytes, so that two exports can be compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Literal, TypeVar

import msgspec

from niwashi.core.errors import NiwashiError, quote
from niwashi.core.files import open_file, printable
from niwashi.core.record import MAX_RECORD_BYTES, read_record
from niwashi.store.errors import BadArchive, BadEntry, StoreError
from niwashi.store.validation import (
    MAX_NAME_LENGTH,
    MAX_NUMBER,
    MAX_TIME_MS,
    check_body,
    check_id,
    check_settings,
    check_text,
)

VERSION = 1
OWNER_ONLY = 0o600
"""Permissions of what leaves a store as a file."""
MAX_LINE_BYTES = MAX_RECORD_BYTES + (1 << 10)
MAX_SEATS = 100

Number = Annotated[int, msgspec.Meta(ge=0, le=MAX_NUMBER)]
Time = Annotated[int, msgspec.Meta(ge=0, le=MAX_TIME_MS)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_NAME_LENGTH)]
Checksum = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class _ArchiveLine(msgspec.Struct, tag_field="is", forbid_unknown_fields=True, frozen=True):
    pass


class HeaderLine(_ArchiveLine, tag="niwashi export", frozen=True):
    version: int = VERSION


class SeatPart(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    seat: Number
    name: Text


class TableLine(_ArchiveLine, tag="table", frozen=True, omit_defaults=True):
    id: str
    game: Text
    options: dict[str, Any]
    state: Literal["open", "running", "over"]
    visibility: Literal["public", "private"]
    created: Time
    updated: Time
    seats: Annotated[tuple[SeatPart, ...], msgspec.Meta(max_length=MAX_SEATS)]
    closed: Time | None = None


class EventLine(_ArchiveLine, tag="event", frozen=True):
    sequence: Number
    body: msgspec.Raw


class RecordLine(_ArchiveLine, tag="record", frozen=True):
    finished: Time
    body: msgspec.Raw


class EndOfTableLine(_ArchiveLine, tag="end of table", frozen=True):
    events: Number
    sha256: Checksum


class EndLine(_ArchiveLine, tag="end", frozen=True):
    tables: Number
    sha256: Checksum


ArchiveLine = HeaderLine | TableLine | EventLine | RecordLine | EndOfTableLine | EndLine
Content = TableLine | EventLine | RecordLine | EndOfTableLine
"""What a reader passes on; the frame around it is checked on the way."""
Kind = TypeVar("Kind", bound=_ArchiveLine)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(ArchiveLine)


# -- writing ---------------------------------------------------------------------------------------------------------
class ArchiveWriter:
    """Writes sections one after the other and sums them up."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.tables = self.events = 0
        self._whole = hashlib.sha256()
        self._section = hashlib.sha256()
        self._events = 0
        self._write(HeaderLine())

    def table(self, line: TableLine) -> None:
        self._section, self._events = hashlib.sha256(), 0
        self._write(line)

    def event(self, sequence: int, body: bytes) -> None:
        self._write(EventLine(sequence, msgspec.Raw(body)))
        self._events += 1

    def record(self, finished: int, body: bytes) -> None:
        self._write(RecordLine(finished, msgspec.Raw(body)))

    def end_table(self) -> None:
        self._write(EndOfTableLine(self._events, self._section.hexdigest()))
        self.tables, self.events = self.tables + 1, self.events + self._events

    def end(self) -> None:
        self._write(EndLine(self.tables, self._whole.hexdigest()))

    def _write(self, line: ArchiveLine) -> None:
        raw = _encoder.encode(line) + b"\n"
        self._section.update(raw)
        self._whole.update(raw)
        self.file.write(raw)


# -- reading ---------------------------------------------------------------------------------------------------------
def read_archive(path: str | Path) -> Iterator[Content]:
    """The sections' lines, each checked and in order. A wrong sum is told when it is reached: read to the end before
    you believe the beginning."""
    with open_file(path) as file:
        reader = _ArchiveReader(file)
        try:
            yield from reader.lines()
        except (BadEntry, _BadLine) as error:
            raise BadArchive(error.code, f"{quote(str(path))}, line {reader.number}: {error.sentence}") from None


class _BadLine(StoreError):
    """What is wrong with a line; where it stands is said by who knows the file."""


class _ArchiveReader:
    """Keeps count of lines, tables and sums while it goes through a file once."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.number = 0
        self.raw = b""
        self._whole = hashlib.sha256()
        self._section = hashlib.sha256()
        self._ids: set[str] = set()

    def lines(self) -> Iterator[Content]:
        header = self._next(HeaderLine)
        if header.version != VERSION:
            raise _BadLine("archive/version", f"an export of version {header.version}; this program reads {VERSION}")
        while not isinstance(line := self._next(TableLine | EndLine), EndLine):
            yield from self._table(line)
        self._check_sum(line.sha256, self._whole)
        if line.tables != len(self._ids):
            raise _BadLine("archive/count", f"{line.tables} tables are announced; there are {len(self._ids)}")
        if self.file.read(1):
            self.number += 1
            raise _BadLine("archive/end", "something follows after the end")

    def _table(self, table: TableLine) -> Iterator[Content]:
        self._check_table(table)
        yield table
        events, line = 0, self._next(EventLine | RecordLine | EndOfTableLine)
        while isinstance(line, EventLine):
            events += 1
            self._check_event(line, events)
            yield line
            line = self._next(EventLine | RecordLine | EndOfTableLine)
        if isinstance(line, RecordLine):
            self._check_record(line, table)
            yield line
            line = self._next(EndOfTableLine)
        self._check_sum(line.sha256, self._section)
        if line.events != events:
            raise _BadLine("archive/count", f"{line.events} events are announced; there are {events}")
        yield line

    def _check_table(self, table: TableLine) -> None:
        check_id(table.id)
        if table.id in self._ids:
            raise _BadLine("archive/twice", f"table {quote(table.id)} is here a second time")
        self._ids.add(table.id)
        self._section = hashlib.sha256()
        for name in (table.game, *(seat.name for seat in table.seats)):
            check_text(name, MAX_NAME_LENGTH, "name")
        seats = [seat.seat for seat in table.seats]
        if seats != sorted(set(seats)):
            raise _BadLine("archive/seats", f"the seats {quote(seats)} are not in order")
        check_settings(table.options)

    def _check_event(self, line: EventLine, expected: int) -> None:
        if line.sequence != expected:
            raise _BadLine("archive/sequence", f"event {line.sequence} stands where event {expected} should")
        check_body(bytes(line.body))

    def _check_record(self, line: RecordLine, table: TableLine) -> None:
        check_body(bytes(line.body), MAX_RECORD_BYTES)
        try:
            record = read_record(bytes(line.body))
        except NiwashiError as error:
            raise _BadLine(error.code, error.sentence) from None
        if record.game != table.game:
            raise _BadLine("archive/game", f"a record of {quote(record.game)} in a table of {quote(table.game)}")

    def _check_sum(self, said: str, found: Any) -> None:
        # The line that says the sum is no part of it: a line is added to the sums when the next one is read.
        if said != found.hexdigest():
            raise _BadLine("archive/sum", f"the checksum is not {quote(said)}; the file was changed or damaged")

    def _next(self, kind: type[Kind] | Any) -> Any:
        self._section.update(self.raw)
        self._whole.update(self.raw)
        self.raw = self.file.readline(MAX_LINE_BYTES + 1)
        self.number += 1
        if not self.raw.endswith(b"\n"):
            raise self._unfinished()
        try:
            line = _decoder.decode(self.raw)
            self.raw.decode()
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise _BadLine("archive/line", f"this is no line of an export: {_shorten(error)}") from None
        if not isinstance(line, kind):
            raise _BadLine("archive/order", f"{quote(_tag(line))} may not stand here")
        return line

    def _unfinished(self) -> _BadLine:
        if len(self.raw) > MAX_LINE_BYTES:
            return _BadLine("archive/size", f"a line has at most {MAX_LINE_BYTES:,} bytes")
        return _BadLine("archive/short", "the file ends here, before its end; it is not whole")


def _tag(line: ArchiveLine) -> str:
    return str(type(line).__struct_config__.tag)


def _shorten(error: Exception) -> str:
    return printable(" ".join(str(error)[:160].split())) or type(error).__name__


# -- telling how far ---------------------------------------------------------------------------------------------------
Progress = Callable[[int, int], None]
"""Called with how many (tables, pages) are done, and of how many."""


def no_progress(done: int, of: int) -> None:
    """For who does not want to know."""
