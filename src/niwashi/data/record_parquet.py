"""Records in Parquet: one row a game, with columns to query by and the record itself, without loss."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa

from niwashi.core.errors import BadRecord, quote
from niwashi.core.files import atomic_file
from niwashi.core.record import read_record
from niwashi.data.interrupts import hold_interrupts
from niwashi.data.json_lines import Line
from niwashi.data.parquet import ROW_GROUP_BYTES, close_parquet, open_parquet, read_batches, read_parquet
from niwashi.engine import catalog

RECORD = "record"
"""The column with the whole record as JSON, and the only one that is read back."""
MAX_POINTS = 1 << 31
TEXTS = (pa.string(), pa.large_string(), pa.string_view())
"""What programs that filter a file make of a column of text."""
OPTION_TYPES = {bool: pa.bool_(), int: pa.int8(), str: pa.string()}

Row = dict[str, Any]


# -- columns -----------------------------------------------------------------------------------------------------------
@cache
def record_schema() -> pa.Schema:
    return pa.schema(
        [
            ("game", pa.string()),
            ("rules", pa.int32()),
            ("seats", pa.int8()),
            ("options", pa.struct(list(_option_types().items()))),
            ("components", pa.string()),
            ("names", pa.list_(pa.string())),
            ("seed", pa.string()),
            ("actions", pa.int32()),
            ("scores", pa.list_(pa.int32())),
            ("winners", pa.list_(pa.int32())),
            ("events", pa.list_(pa.struct([("who", pa.string()), ("what", pa.string())]))),
            (RECORD, pa.string()),
        ]
    )


def _option_types() -> dict[str, pa.DataType]:
    """The options of all games: those that a game does not have are null in its rows."""
    found: dict[str, pa.DataType] = {}
    for game in catalog.names():
        defaults = catalog.rules(game).options({})
        for field in fields(defaults):
            found.setdefault(field.name, OPTION_TYPES[type(getattr(defaults, field.name))])
    return found


def row_of(line: bytes) -> Row:
    """A record's row; raises its error."""
    record = read_record(line)
    options = catalog.rules(record.game).options(record.options)
    name, result = record.components.get("name"), record.result
    return {
        "game": record.game,
        "rules": _small(record.rules),
        "seats": options.seats,
        "options": options.as_dict(),
        "components": name if isinstance(name, str) else None,
        "names": record.names,
        "seed": record.seed,
        "actions": sum(isinstance(who, int) for who, _ in record.events),
        "scores": result and [_small(points) for points in result.scores],
        "winners": result and [_small(seat) for seat in result.winners],
        "events": [(str(who), what) for who, what in record.events],
        RECORD: line,
    }


def _small(number: int) -> int:
    if not -MAX_POINTS <= number < MAX_POINTS:
        raise BadRecord("record/number", f"{quote(number)} is too large for the version, points or a seat of a game")
    return number


# -- reading -----------------------------------------------------------------------------------------------------------
def read_lines(path: str | Path) -> Iterator[Line]:
    """Every record of a file, a few rows in memory at a time."""
    with read_parquet(path) as file:
        schema = file.schema_arrow
        if RECORD not in schema.names or schema.field(RECORD).type not in TEXTS:
            columns = quote(", ".join(schema.names))
            sentence = f"{quote(str(path))} has no records: its columns are {columns}, and none is “{RECORD}”, a text"
            raise BadRecord("data/columns", sentence)
        row = 0
        for batch in read_batches(file, [RECORD]):
            for line in batch.column(0).cast(pa.large_binary()).to_pylist():
                yield f"{path}, row {row}", line or b""
                row += 1


def count_rows(path: str | Path) -> int:
    with read_parquet(path) as file:
        rows: int = file.metadata.num_rows
        return rows


# -- writing -----------------------------------------------------------------------------------------------------------
class RecordWriter:
    """Writes a row group whenever enough records have come together."""

    def __init__(self, file: BinaryIO) -> None:
        self.games = 0
        self._parquet = open_parquet(file, record_schema())
        self._waiting: list[Row] = []
        self._bytes = 0

    def write(self, line: bytes) -> None:
        """A record's JSON, with or without the line break."""
        row = row_of(line.removesuffix(b"\n"))
        with hold_interrupts():
            self._waiting.append(row)
            self._bytes += len(line)
            self.games += 1
            if self._bytes >= ROW_GROUP_BYTES:
                self._flush()

    def _flush(self) -> None:
        if self._waiting:
            self._parquet.write_table(pa.Table.from_pylist(self._waiting, record_schema()))
        self._waiting, self._bytes = [], 0

    def close(self) -> None:
        with hold_interrupts():
            try:
                self._flush()
            finally:
                close_parquet(self._parquet)


@contextmanager
def record_writer(path: str | Path) -> Iterator[Callable[[bytes], None]]:
    """Writes records to a file that appears when all are written, or on Ctrl-C with the records so far."""
    interrupted = False
    with atomic_file(path) as file:
        writer = RecordWriter(file)
        try:
            yield writer.write
        except KeyboardInterrupt:
            if not writer.games:
                raise
            interrupted = True
        finally:
            writer.close()
    if interrupted:
        raise KeyboardInterrupt(f"{quote(str(path))} holds the games played before")
