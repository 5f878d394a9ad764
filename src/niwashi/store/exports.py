"""Exports: tables with their logs and records in one file, which another store can import."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from niwashi.core.errors import quote
from niwashi.core.files import atomic_file
from niwashi.store import schema
from niwashi.store.archive import OWNER_ONLY, ArchiveWriter, Progress, SeatPart, TableLine, no_progress
from niwashi.store.database import Database
from niwashi.store.errors import Unknown
from niwashi.store.log import iterate_events
from niwashi.store.tables import StoredTable, read_tables

_row = schema.tables.c
PAGE_SIZE = 100


@dataclass(frozen=True)
class TableSelection:
    """The tables to export: by id, by game, by both, or all."""

    tables: Sequence[str] = ()
    games: Sequence[str] = ()

    @property
    def conditions(self) -> Sequence[ColumnElement[bool]]:
        by_id = [_row.id.in_(self.tables)] if self.tables else []
        return by_id + ([_row.game.in_(self.games)] if self.games else [])


@dataclass(frozen=True)
class ExportCounts:
    tables: int
    events: int
    bytes: int


async def _refuse_unknown(connection: AsyncConnection, chosen: TableSelection) -> None:
    known = set((await connection.execute(select(_row.id).where(_row.id.in_(chosen.tables)))).scalars())
    for table in chosen.tables:
        if table not in known:
            raise Unknown("store/table", f"there is no table {quote(table)}")


async def export(
    database: Database, path: str | Path, chosen: TableSelection | None = None, progress: Progress = no_progress
) -> ExportCounts:
    """Write a consistent copy while others go on writing.

    The file appears when it is complete. Only its owner can read it: it holds seeds of running games and ids of private
    tables.
    """
    with atomic_file(path, OWNER_ONLY) as file:
        writer = ArchiveWriter(file)
        async with database.read_transaction() as connection:
            async for table in _read_tables(connection, chosen or TableSelection(), progress):
                await _export_table(connection, writer, table)
        writer.end()
        return ExportCounts(writer.tables, writer.events, _sync(file))


async def export_records(
    database: Database, path: str | Path, chosen: TableSelection | None = None, progress: Progress = no_progress
) -> ExportCounts:
    """Write the records of finished games, one per line, for `niwashi check` and others. They cannot be imported.

    Only its owner can read the file: it has the names of people, who may have played in private.
    """
    row = schema.records.c
    records = 0
    with atomic_file(path, OWNER_ONLY) as file:
        async with database.read_transaction() as connection:
            async for table in _read_tables(connection, chosen or TableSelection(), progress):
                for record in (await connection.execute(select(row.record).where(row.table_id == table.id))).scalars():
                    file.write(bytes(record) + b"\n")
                    records += 1
        return ExportCounts(records, 0, _sync(file))


def _sync(file: Any) -> int:
    """Sync the file before it gets its name. Returns its size; 0 for a pipe."""
    file.flush()
    try:
        os.fsync(file.fileno())
        return int(file.tell())
    except OSError:
        return 0


async def _read_tables(
    connection: AsyncConnection, chosen: TableSelection, progress: Progress
) -> AsyncIterator[StoredTable]:
    await _refuse_unknown(connection, chosen)
    counting = select(func.count()).select_from(schema.tables).where(*chosen.conditions)
    done, of = 0, int((await connection.execute(counting)).scalar_one())
    wanted, last = select(schema.tables).where(*chosen.conditions).order_by(_row.id).limit(PAGE_SIZE), ""
    while page := await read_tables(connection, wanted.where(_row.id > last)):
        for table in page:
            yield table
            done += 1
            progress(done, of)
        last = page[-1].id


async def _export_table(connection: AsyncConnection, writer: ArchiveWriter, table: StoredTable) -> None:
    writer.table(_table_line(table))
    async for event in iterate_events(connection, table.id):
        writer.event(event.sequence, event.body)
    records = schema.records
    row = (await connection.execute(select(records).where(records.c.table_id == table.id))).one_or_none()
    if row is not None:
        writer.record(row.finished, bytes(row.record))
    writer.end_table()


def _table_line(table: StoredTable) -> TableLine:
    """Without accounts, which belong to this host only."""
    return TableLine(
        id=table.id,
        game=table.game,
        options=table.options,
        state=table.state,  # type: ignore[arg-type]  # a constraint of the column says the same
        visibility=table.visibility,  # type: ignore[arg-type]  # likewise
        created=table.created,
        updated=table.updated,
        seats=tuple(SeatPart(seat.seat, seat.name) for seat in table.seats),
        closed=table.closed,
    )
