"""Files of records, Parquet or JSON lines by their name: read, written, converted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from types import ModuleType

from niwashi.core.errors import BadOptions, BadRecord, NiwashiError, quote
from niwashi.core.record import Record, read_record
from niwashi.data import json_lines
from niwashi.data.json_lines import Line
from niwashi.engine import verification
from niwashi.engine.verification import Finding
from niwashi.parallel.extras import missing

SUFFIX = ".parquet"


def is_parquet(path: str | Path) -> bool:
    """By the name, which a file that is to be written has as well."""
    return Path(path).suffix.lower() == SUFFIX


def _parquet() -> ModuleType:
    try:
        from niwashi.data import record_parquet
    except ModuleNotFoundError as error:
        raise missing_extra(error) from None
    return record_parquet


def missing_extra(error: ModuleNotFoundError, extra: str = "data") -> BadOptions:
    return BadOptions("options/extra", missing(error.name, extra))


def record_lines(path: str | Path) -> Iterator[Line]:
    """The place and the JSON of every record, as it is written in the file. It may be wrong."""
    lines: Iterator[Line] = (_parquet() if is_parquet(path) else json_lines).read_lines(path)
    return lines


def read_records(path: str | Path) -> Iterator[tuple[str, Record | NiwashiError]]:
    """The place of each record and the record, or its error."""
    if not is_parquet(path):
        yield from verification.read_records(path)
        return
    for where, line in record_lines(path):
        try:
            yield where, read_record(line)
        except NiwashiError as error:
            yield where, error


def check_records(path: str | Path) -> Iterator[Finding]:
    """A finding for each record."""
    if not is_parquet(path):
        yield from verification.check_file(path)
        return
    for where, record in read_records(path):
        if isinstance(record, Record):
            yield verification.check_record(record, where)
        else:
            yield Finding(where, "", 0, record, None, False)


def record_writer(path: Path | None) -> AbstractContextManager[Callable[[bytes], None]]:
    """Writes records, each as one line, to a file that appears at the end, or on Ctrl-C with the records so far."""
    if path is None or not is_parquet(path):
        return json_lines.line_writer(path)
    writer: AbstractContextManager[Callable[[bytes], None]] = _parquet().record_writer(path)
    return writer


def count_records(path: str | Path) -> int:
    """For progress; about right, and 0 where it is not known."""
    count: int = _parquet().count_rows(path) if is_parquet(path) else json_lines.count_lines(path)
    return count


def convert(source: str | Path, target: str | Path, progress: Callable[[int], None] = lambda games: None) -> int:
    """Copy the records of a file to another, of either kind; returns how many. Every line stays what it was.

    A record that cannot be read is refused, and the target does not appear or stays as it was.
    """
    if Path(source).exists() and Path(target).exists() and Path(source).samefile(target):
        raise BadOptions("data/same-file", f"{quote(str(target))} is the file to read; give the other one another name")
    games = 0
    with record_writer(Path(target)) as write:
        for where, line in record_lines(source):
            try:
                read_record(line)
                write(line + b"\n")
            except NiwashiError as error:
                raise BadRecord(error.code, f"{where}: {error.sentence}") from None
            games += 1
            progress(1)
    return games
