"""The format of an export: JSON lines in one section per table, with checksums.

{"is":"niwashi export","version":1}
{"is":"table","id":"t1","game":"miyabi","options":{…},…,"seats":[{"seat":0,"name":"Aki"}]}
{"is":"event","sequence":1,"body":…}                          as many as there are
{"is":"record","finished":…,"body":…}                         where the game is over
{"is":"end of table","events":1,"sha256":"…"}                 of the section's lines
{"is":"end","tables":1,"sha256":"…"}                          of all lines before

Equal stores give equal bytes, so two exports can be compared.
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
"""The permissions of exports and backups."""
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
"""The lines that a reader passes on; it checks the frame around them."""
Kind = TypeVar("Kind", bound=_ArchiveLine)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(ArchiveLine)


# -- writing ---------------------------------------------------------------------------------------------------------
class ArchiveWriter:
    """Writes one section after the other, with their checksums."""

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
    """The lines of all sections, checked and in order. A checksum can only be checked at the end of its section, so
    read to the end before you trust the beginning."""
    with open_file(path) as file:
        reader = _ArchiveReader(file)
        try:
            yield from reader.lines()
        except (BadEntry, _BadLine) as error:
            raise BadArchive(error.code, f"{quote(str(path))}, line {reader.number}: {error.sentence}") from None


class _BadLine(StoreError):
    """What is wrong with a line; `read_archive` adds the file and the line's number."""


class _ArchiveReader:
    """Reads a file once and keeps track of lines, tables and checksums."""

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
            raise _BadLine(
                "archive/version", f"this export has version {header.version}; this program reads version {VERSION}"
            )
        while not isinstance(line := self._next(TableLine | EndLine), EndLine):
            yield from self._table(line)
        self._check_sum(line.sha256, self._whole)
        if line.tables != len(self._ids):
            raise _BadLine("archive/count", f"the end line announces {line.tables} tables; there are {len(self._ids)}")
        if self.file.read(1):
            self.number += 1
            raise _BadLine("archive/end", "trailing data after the end line")

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
            raise _BadLine("archive/count", f"the section's end announces {line.events} events; there are {events}")
        yield line

    def _check_table(self, table: TableLine) -> None:
        check_id(table.id)
        if table.id in self._ids:
            raise _BadLine("archive/twice", f"table {quote(table.id)} appears twice")
        self._ids.add(table.id)
        self._section = hashlib.sha256()
        for name in (table.game, *(seat.name for seat in table.seats)):
            check_text(name, MAX_NAME_LENGTH, "name")
        seats = [seat.seat for seat in table.seats]
        if seats != sorted(set(seats)):
            raise _BadLine("archive/seats", f"seats must be in ascending order; got {quote(seats)}")
        check_settings(table.options)

    def _check_event(self, line: EventLine, expected: int) -> None:
        if line.sequence != expected:
            raise _BadLine("archive/sequence", f"expected event {expected}; got event {line.sequence}")
        check_body(bytes(line.body))

    def _check_record(self, line: RecordLine, table: TableLine) -> None:
        check_body(bytes(line.body), MAX_RECORD_BYTES)
        try:
            record = read_record(bytes(line.body))
        except NiwashiError as error:
            raise _BadLine(error.code, error.sentence) from None
        if record.game != table.game:
            raise _BadLine("archive/game", f"the record is of {quote(record.game)}, its table of {quote(table.game)}")

    def _check_sum(self, stated: str, computed: Any) -> None:
        # A checksum does not cover its own line: lines are added when the next one is read.
        if stated != computed.hexdigest():
            raise _BadLine(
                "archive/sum", f"the checksum {quote(stated)} does not match; the file was changed or damaged"
            )

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
            raise _BadLine("archive/line", f"not a line of an export: {_shorten(error)}") from None
        if not isinstance(line, kind):
            raise _BadLine("archive/order", f"unexpected line {quote(_tag(line))}")
        return line

    def _unfinished(self) -> _BadLine:
        if len(self.raw) > MAX_LINE_BYTES:
            return _BadLine("archive/size", f"a line has at most {MAX_LINE_BYTES:,} bytes")
        if self.number == 1:
            reason = "the first line has no end; the file is no export, or was cut off" if self.raw else "it is empty"
            return _BadLine("archive/short", reason)
        return _BadLine("archive/short", "the file is incomplete: it ends before its end line")


def _tag(line: ArchiveLine) -> str:
    return str(type(line).__struct_config__.tag)


def _shorten(error: Exception) -> str:
    return printable(" ".join(str(error)[:160].split())) or type(error).__name__


# -- progress ----------------------------------------------------------------------------------------------------------
Progress = Callable[[int, int], None]
"""Called with the number of tables or pages done, and of all."""


def no_progress(done: int, of: int) -> None:
    """A progress callback that does nothing."""
