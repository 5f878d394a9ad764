"""Imports: reads an export back. The whole file is checked first; contradictions to the store are refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import func, insert, null, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from niwashi.core.errors import quote
from niwashi.core.files import open_file
from niwashi.engine import catalog
from niwashi.store import schema
from niwashi.store.archive import (
    Content,
    EndOfTableLine,
    EventLine,
    Progress,
    RecordLine,
    TableLine,
    no_progress,
    read_archive,
)
from niwashi.store.database import Database, now
from niwashi.store.errors import BadArchive
from niwashi.store.log import PAGE_SIZE, read_events

_row = schema.tables.c


@dataclass
class ImportCounts:
    new: int = 0
    """Tables that did not exist."""
    extended: int = 0
    """Tables that existed with a shorter log, or without their record."""
    same: int = 0
    events: int = 0

    @property
    def tables(self) -> int:
        return self.new + self.extended + self.same


async def import_file(database: Database, path: str | Path, progress: Progress = no_progress) -> ImportCounts:
    """Read the file twice: nothing is written before all of it has been checked.

    A table is written whole or not at all, and existing tables stay as they are. So an interrupted import can simply be
    repeated.
    """
    check_file(path)
    async with database.read_transaction() as connection:
        planned = await _compare_all(connection, path)
    done, lines = ImportCounts(), read_archive(path)
    for table in lines:
        assert isinstance(table, TableLine), "a section is read to its end before the next"
        await _write_table(database, table, lines, done)
        progress(done.tables, planned.tables)
    return done


def check_file(path: str | Path) -> None:
    """Raises if the path is not a file that can be read twice."""
    if Path(path).exists() and not Path(path).is_file():
        raise BadArchive("archive/pipe", f"{quote(str(path))} is not a file; an import reads its file twice")
    with open_file(path):
        pass


async def _compare_all(connection: AsyncConnection, path: str | Path) -> ImportCounts:
    planned, lines = ImportCounts(), read_archive(path)
    for table in lines:
        assert isinstance(table, TableLine)
        await _Section(connection, table, writes=False).take(lines, planned)
    return planned


async def _write_table(database: Database, table: TableLine, lines: Iterator[Content], done: ImportCounts) -> None:
    try:
        async with database.write_transaction() as connection:
            await _Section(connection, table, writes=True).take(lines, done)
    except IntegrityError:
        raise BadArchive(
            "archive/meanwhile", f"table {quote(table.id)} was changed during the import; try again"
        ) from None


class _Section:
    """Compares one table of the file with the same table of the store, if it exists, and writes the missing part."""

    def __init__(self, connection: AsyncConnection, table: TableLine, writes: bool) -> None:
        self.connection = connection
        self.table = table
        self.writes = writes
        self.newest = 0
        """The number of the last event in the store."""

    async def take(self, lines: Iterator[Content], into: ImportCounts) -> None:
        existing = await self._read_existing()
        self._refuse_other(existing)
        if existing is None:
            await self._write(insert(schema.tables), self._new_row())
        events, has_news = await self._take_parts(lines)
        if existing is None:
            into.new += 1
        elif events or has_news:
            _refuse_held(self.table.id, existing)
            into.extended += 1
        else:
            into.same += 1
        if events or existing is None:
            await self._move_head(events)
        into.events += events

    async def _take_parts(self, lines: Iterator[Content]) -> tuple[int, bool]:
        """The number of new events, and whether the record is new."""
        events, has_news = 0, False
        for part in _parts(lines):
            if isinstance(part, RecordLine):
                has_news = await self._take_record(part)
            else:
                events += await self._take_events(part)
        return events, has_news

    async def _read_existing(self) -> Any:
        held = func.coalesce(_row.lease_until > now(), False).label("held")
        wanted = select(_row.game, _row.options, _row.newest, _row.owner, held).where(_row.id == self.table.id)
        wanted = wanted.with_for_update() if self.writes else wanted
        existing = (await self.connection.execute(wanted)).one_or_none()
        self.newest = existing.newest if existing else 0
        return existing

    def _refuse_other(self, existing: Any) -> None:
        table = self.table
        if table.game not in catalog.names():
            known = ", ".join(catalog.names())
            sentence = f"table {quote(table.id)} plays the unknown game {quote(table.game)}; known: {known}"
            raise BadArchive("archive/unknown", sentence)
        if existing is not None and (existing.game, existing.options) != (table.game, table.options):
            sentence = f"table {quote(table.id)} already exists with another game or other options: {existing.game}"
            raise BadArchive("archive/other", sentence)

    async def _take_events(self, events: list[EventLine]) -> int:
        first = events[0].sequence
        there = (
            await read_events(self.connection, self.table.id, first - 1, len(events)) if first <= self.newest else []
        )
        for line, event in zip(events, there, strict=False):
            if bytes(line.body) != event.body:
                sentence = f"event {event.sequence} of table {quote(self.table.id)} differs from the store's"
                raise BadArchive("archive/contradiction", f"{sentence}: {quote(event.body.decode(errors='replace'))}")
        new = events[len(there) :]
        rows = [{"table_id": self.table.id, "sequence": line.sequence, "body": bytes(line.body)} for line in new]
        await self._write(insert(schema.events), *rows)
        return len(new)

    async def _take_record(self, line: RecordLine) -> bool:
        row = schema.records.c
        wanted = select(row.record).where(row.table_id == self.table.id)
        record = (await self.connection.execute(wanted)).scalar_one_or_none()
        if record is not None and bytes(record) != bytes(line.body):
            raise BadArchive(
                "archive/contradiction", f"the record of table {quote(self.table.id)} differs from the store's"
            )
        if record is None:
            new = {"table_id": self.table.id, "record": bytes(line.body), "finished": line.finished}
            await self._write(insert(schema.records), new)
        return record is None

    def _new_row(self) -> dict[str, Any]:
        table = self.table
        row = {"id": table.id, "game": table.game, "options": table.options, "visibility": table.visibility}
        times = {"created": table.created, "updated": table.updated}
        return {**row, **times, "closed": table.closed, "state": table.state, "newest": 0, "epoch": 0}

    async def _move_head(self, events: int) -> None:
        """Starts a new epoch: an owner that still holds the shorter log may not append to it."""
        moved = {"newest": self.newest + events, "state": self.table.state, "updated": self.table.updated}
        fenced = {"epoch": _row.epoch + 1, "owner": null(), "lease_until": null()}
        if self.writes:
            moving = update(schema.tables).where(_row.id == self.table.id)
            await self.connection.execute(moving.values(**moved, **fenced))
        await self._write(insert(schema.seats), *await self._missing_seats())

    async def _missing_seats(self) -> list[dict[str, Any]]:
        there = schema.seats.c
        taken = set(
            (await self.connection.execute(select(there.seat).where(there.table_id == self.table.id))).scalars()
        )
        new = [seat for seat in self.table.seats if seat.seat not in taken]
        return [{"table_id": self.table.id, "seat": seat.seat, "name": seat.name} for seat in new]

    async def _write(self, statement: Any, *rows: dict[str, Any]) -> None:
        if self.writes and rows:
            await self.connection.execute(statement, list(rows))


def _parts(lines: Iterator[Content]) -> Iterator[list[EventLine] | RecordLine]:
    """The rest of a section: its events in pages, then its record."""
    page: list[EventLine] = []
    for line in lines:
        if isinstance(line, EventLine):
            page.append(line)
        if page and (len(page) == PAGE_SIZE or not isinstance(line, EventLine)):
            yield page
            page = []
        if isinstance(line, RecordLine):
            yield line
        if isinstance(line, EndOfTableLine):
            return


def _refuse_held(table: str, existing: Any) -> None:
    if existing.held:
        sentence = f"table {quote(table)} is being run by {quote(existing.owner)}; stop that server first"
        raise BadArchive("archive/held", sentence)
