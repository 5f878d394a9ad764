"""Reads an export back: all of it is checked first, and what contradicts what is there is refused."""

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
    """Tables that were not there."""
    extended: int = 0
    """Tables that were there with a shorter log, or without their record."""
    same: int = 0
    events: int = 0

    @property
    def tables(self) -> int:
        return self.new + self.extended + self.same


async def import_file(database: Database, path: str | Path, progress: Progress = no_progress) -> ImportCounts:
    """Twice through the file: nothing is written before all of it was found right.

    A table is written whole or not at all, and one that is there already is left as it is; so an import that was cut
    short can simply be done again.
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
    """Raises where there is no file that can be read twice."""
    if Path(path).exists() and not Path(path).is_file():
        raise BadArchive("archive/pipe", f"{quote(str(path))} is no file; an import reads it twice")
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
        raise BadArchive("archive/meanwhile", f"table {quote(table.id)} was changed meanwhile; try again") from None


class _Section:
    """One table of the file beside the same table of the store, if it is there."""

    def __init__(self, connection: AsyncConnection, table: TableLine, writes: bool) -> None:
        self.connection = connection
        self.table = table
        self.writes = writes
        self.newest = 0
        """The number of the last event that is there."""

    async def take(self, lines: Iterator[Content], into: ImportCounts) -> None:
        found = await self._found()
        self._refuse_other(found)
        if found is None:
            await self._write(insert(schema.tables), self._new_row())
        events, has_news = await self._take_parts(lines)
        if found is None:
            into.new += 1
        elif events or has_news:
            _refuse_held(self.table.id, found)
            into.extended += 1
        else:
            into.same += 1
        if events or found is None:
            await self._move_head(events)
        into.events += events

    async def _take_parts(self, lines: Iterator[Content]) -> tuple[int, bool]:
        """How many events are new, and whether the record is."""
        events, has_news = 0, False
        for part in _parts(lines):
            if isinstance(part, RecordLine):
                has_news = await self._take_record(part)
            else:
                events += await self._take_events(part)
        return events, has_news

    # -- what is there -------------------------------------------------------------------------------------------------
    async def _found(self) -> Any:
        held = func.coalesce(_row.lease_until > now(), False).label("held")
        wanted = select(_row.game, _row.options, _row.newest, _row.owner, held).where(_row.id == self.table.id)
        wanted = wanted.with_for_update() if self.writes else wanted
        found = (await self.connection.execute(wanted)).one_or_none()
        self.newest = found.newest if found else 0
        return found

    def _refuse_other(self, found: Any) -> None:
        table = self.table
        if table.game not in catalog.names():
            sentence = f"table {quote(table.id)} plays {quote(table.game)}; known are {', '.join(catalog.names())}"
            raise BadArchive("archive/unknown", sentence)
        if found is not None and (found.game, found.options) != (table.game, table.options):
            raise BadArchive("archive/other", f"table {quote(table.id)} is another one here: {found.game}")

    async def _take_events(self, events: list[EventLine]) -> int:
        first = events[0].sequence
        there = (
            await read_events(self.connection, self.table.id, first - 1, len(events)) if first <= self.newest else []
        )
        for line, event in zip(events, there, strict=False):
            if bytes(line.body) != event.body:
                sentence = f"event {event.sequence} of table {quote(self.table.id)} is another one here"
                raise BadArchive("archive/contradiction", f"{sentence}: {quote(event.body.decode(errors='replace'))}")
        new = events[len(there) :]
        rows = [{"table_id": self.table.id, "sequence": line.sequence, "body": bytes(line.body)} for line in new]
        await self._write(insert(schema.events), *rows)
        return len(new)

    async def _take_record(self, line: RecordLine) -> bool:
        kept = schema.records.c
        wanted = select(kept.record).where(kept.table_id == self.table.id)
        found = (await self.connection.execute(wanted)).scalar_one_or_none()
        if found is not None and bytes(found) != bytes(line.body):
            raise BadArchive("archive/contradiction", f"the record of table {quote(self.table.id)} is another one here")
        if found is None:
            row = {"table_id": self.table.id, "record": bytes(line.body), "finished": line.finished}
            await self._write(insert(schema.records), row)
        return found is None

    # -- what is written -----------------------------------------------------------------------------------------------
    def _new_row(self) -> dict[str, Any]:
        table = self.table
        row = {"id": table.id, "game": table.game, "options": table.options, "visibility": table.visibility}
        times = {"created": table.created, "updated": table.updated}
        return {**row, **times, "closed": table.closed, "state": table.state, "newest": 0, "epoch": 0}

    async def _move_head(self, events: int) -> None:
        """A new epoch: whoever still has the shorter log in mind may not go on from there."""
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
    """The rest of a section: its events by the page, then its record."""
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


def _refuse_held(table: str, found: Any) -> None:
    if found.held:
        raise BadArchive("archive/held", f"table {quote(table)} is being played by {quote(found.owner)}; stop it first")
