"""Projections of a table's log in the store: seats, the finished game's record, the rematch, and the lobby's row.

The log is the truth. A projection that could not be written is written again later.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import structlog

from niwashi.core.errors import NiwashiError
from niwashi.server.errors import RetryLater
from niwashi.server.ops.logging_setup import short_id
from niwashi.server.ops.metrics import Metrics
from niwashi.server.realtime.lobby import Lobby
from niwashi.server.tables.actor import Committed, TableActor
from niwashi.server.tables.rematch import rematch_id
from niwashi.store import Database, records, tables
from niwashi.store.errors import Unavailable
from niwashi.table import Table
from niwashi.table.entries import Arranged, Emptied, Ended, Rematched, Renamed, Sat, Started

log = structlog.get_logger()
PROJECTED_ENTRIES = {Sat, Renamed, Emptied, Arranged, Started, Ended, Rematched}


class Projections:
    def __init__(
        self,
        database: Database,
        lobby: Lobby,
        metrics: Metrics,
        open_rematch: Callable[[Table], Awaitable[None]],
        load: Callable[[str], Awaitable[object]],
    ) -> None:
        self._database, self._lobby, self._metrics = database, lobby, metrics
        self._open_rematch, self._load = open_rematch, load
        self._dirty: set[TableActor] = set()
        """Tables whose log is ahead of their projections."""
        self._lost: set[str] = set()
        """The same, but their actors have ended."""

    def on_committed(self, committed: Committed) -> Coroutine[Any, Any, None] | None:
        """Returns the work that the entries cause."""
        changed = any(type(entry) in PROJECTED_ENTRIES for entry in committed.entries)
        return self._sync_or_mark(committed.actor) if changed else None

    async def retry_dirty(self) -> None:
        for actor in list(self._dirty):
            await self._sync_or_mark(actor)
        for table in list(self._lost):
            await self._load_again(table)

    async def _load_again(self, table: str) -> None:
        """Loading a table syncs it. Nobody else may ever ask for it: its game may be over."""
        try:
            await self._load(table)
        except (RetryLater, Unavailable) as error:
            log.warning("projections not updated", table=short_id(table), code=error.code)
        except NiwashiError:  # it is gone, or cannot be played any more
            self._lost.discard(table)
        else:
            self._lost.discard(table)

    def forget(self, actor: TableActor) -> None:
        if actor in self._dirty:
            self._dirty.discard(actor)
            self._lost.add(actor.table.id)

    async def _sync_or_mark(self, actor: TableActor) -> None:
        """A failing store delays projections and never the game."""
        table = actor.table
        try:
            await self.sync(table, actor.lease.epoch)
            if table.rematched:
                actor.stream.announce_rematch(rematch_id(table))
            self._lobby.publish(await tables.find(self._database, table.id))
            self._dirty.discard(actor)
        except NiwashiError as error:  # of the store, or of the process in which a rematch is opened
            self._dirty.add(actor)
            self._metrics.failures.labels("projections").inc()
            log.warning("projections not updated", table=short_id(table.id), code=error.code)

    async def sync(self, table: Table, epoch: int) -> None:
        await self.sync_seats(table, epoch)
        if table.phase == "over" and await records.load_record(self._database, table.id) is None:
            await self._sync_record(table, epoch)
        if table.rematched:
            await self._open_rematch(table)

    async def sync_seats(self, table: Table, epoch: int) -> None:
        seats = [
            tables.StoredSeat(number, seat.name, person)
            for number, (seat, person) in enumerate(zip(table.seats(0), table.people, strict=True))
            if seat.held != "open"
        ]
        await tables.replace_seats(self._database, table.id, seats, epoch)

    async def _sync_record(self, table: Table, epoch: int) -> None:
        ended = table.ending
        assert ended is not None, "only finished games have a stored record"
        results = [
            records.SeatResult(number, ended.scores[number], ended.ranks[number], person, None if person else seat.bot)
            for number, (seat, person) in enumerate(zip(table.seats(0), table.people, strict=True))
        ]
        await records.save_record(self._database, table.id, table.record().to_json(), results, epoch=epoch)
