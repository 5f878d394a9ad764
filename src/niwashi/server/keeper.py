"""Keeps the tables that run here: opens them, brings them back from the store, and lets go of those nobody needs."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import structlog

from niwashi import catalog
from niwashi.core.errors import NiwashiError
from niwashi.server.lobby import Lobby
from niwashi.server.logs import shown_id
from niwashi.server.people import Person
from niwashi.server.running import Busy, Running, Tools, again
from niwashi.server.settings import Settings
from niwashi.store import Batch as StoredBatch
from niwashi.store import Store, answers_of, events_since, leases, records, tables
from niwashi.store.entries import check_id
from niwashi.store.errors import Held, StoreError, Taken
from niwashi.table import Batch, Table
from niwashi.table.chance import SECRET_BYTES
from niwashi.table.entries import Arranged, Emptied, Ended, Entry, Rematched, Sat, Started
from niwashi.wire import Settings as TableSettings
from niwashi.wire.messages import packed
from niwashi.wire.settings import SECOND

log = structlog.get_logger()
SEATING = (Sat, Emptied, Arranged, Started)
ID_BYTES = 16
"""Who knows a private table's id has been given its link: as long as a token, then."""
QUIET = 120.0
"""Seconds after which a table that nobody looks at, and where no game is under way, need not stay in memory."""


class Keeper:
    def __init__(self, store: Store, settings: Settings, tools: Tools, lobby: Lobby) -> None:
        self._store, self._settings, self._tools, self._lobby = store, settings, tools, lobby
        self._running: dict[str, Running] = {}
        self._coming: dict[str, asyncio.Task[Running]] = {}
        self._releasing: set[asyncio.Task[None]] = set()
        self.closing = False

    # -- opening -----------------------------------------------------------------------------------------------------
    async def open(
        self, host: Person, game: str, options: dict[str, Any], settings: TableSettings, visibility: str
    ) -> str:
        """A new table's id."""
        self._check_room()
        rules = catalog.rules(game)
        chosen = rules.options(options).as_dict()
        table, batch = Table.open(
            "t" + secrets.token_hex(ID_BYTES),
            rules.name,
            host=host.id,
            secret=secrets.token_bytes(SECRET_BYTES),
            now=self._tools.clock.now(),
            settings=settings,
            **chosen,
        )
        await self._found(table, batch, chosen, visibility)
        return table.id

    def _check_room(self) -> None:
        if self.closing:
            raise again("the server is going down for a moment; come back")
        if len(self._running) + len(self._coming) >= self._settings.most_tables:
            raise Busy("server/full", "this server has as many tables as it can hold; try again later")

    async def _found(self, table: Table, batch: Batch, options: dict[str, Any], visibility: str) -> None:
        database = self._store.database
        game = table.opening.game
        await tables.create(database, table.id, game, options, visibility)
        lease = await leases.acquire(database, table.id, self._settings.owner, self._settings.lease)
        await self._store.log.append(StoredBatch(table.id, lease.epoch, batch.first, batch.bodies))
        table.commit(batch)
        await self._keep_seats(table)
        self._start(table, lease, None)
        self._lobby.tell(await tables.find(database, table.id))

    def _start(self, table: Table, lease: leases.Lease, since: int | None) -> Running:
        running = Running(table, lease, self._tools, self._follow)
        self._running[table.id] = running
        running.task = asyncio.create_task(running.run(since), name=f"table {table.id}")
        running.task.add_done_callback(lambda _: self._ended(running))
        self._tools.figures.tables.set(len(self._running))
        return running

    def _ended(self, running: Running) -> None:
        """Gone from memory; whoever asks next brings it back from the store."""
        if self._running.get(running.table.id) is running:
            del self._running[running.table.id]
        self._tools.figures.tables.set(len(self._running))
        task = asyncio.get_running_loop().create_task(self._release(running.lease))
        self._releasing.add(task)
        task.add_done_callback(self._releasing.discard)

    async def _release(self, lease: leases.Lease) -> None:
        with suppress(StoreError):
            await leases.release(self._store.database, lease)

    # -- finding -----------------------------------------------------------------------------------------------------
    async def find(self, table: str) -> Running:
        """The table, brought back where it is not in memory. Raises Unknown where there is none."""
        if self.closing:
            raise again("the server is going down for a moment; come back")
        running = self._running.get(table)
        if running is not None:
            if running.closed:
                raise again()
            return running
        coming = self._coming.get(table)
        if coming is None:
            self._check_room()
            coming = self._coming[table] = asyncio.create_task(self._bring_back(table))
            coming.add_done_callback(lambda _: self._coming.pop(table, None))
        return await asyncio.shield(coming)

    async def _bring_back(self, table: str) -> Running:
        database = self._store.database
        kept = await tables.find(database, check_id(table))
        until = await leases.held_until(database, kept.id)
        try:
            lease = await leases.acquire(database, kept.id, self._settings.owner, self._settings.lease)
        except Held:
            raise again("this table is with another server for the moment") from None
        bodies = [event.body for event in await events_since(database, kept.id, limit=kept.newest + 1_000_000)]
        if not bodies:  # its opening was never written, so nobody was told of it
            await tables.remove(database, kept.id)
            raise NiwashiError("store/table", "there is no such table")
        rebuilt = Table.rebuild(bodies, await answers_of(database, kept.id))
        await self._heal(rebuilt)
        last_sign = 0 if until is None else until - round(self._settings.lease * SECOND)
        running = self._start(rebuilt, lease, max(rebuilt.touched, last_sign))
        if rebuilt.rematched:
            running.rematch = _rematch_id(rebuilt)
        await running.awake.wait()
        return running

    async def _heal(self, table: Table) -> None:
        """What is kept beside the log follows from it; a crash may have come in between."""
        await self._keep_seats(table)
        if table.phase == "over":
            await self._keep_record(table)
        if table.rematched:
            await self._open_rematch(table)

    async def resume_all(self) -> int:
        """Every game that is under way goes on: bots, clocks, absences."""
        resumed = 0
        for table in await tables.running(self._store.database):
            try:
                await self.find(table)
                resumed += 1
            except Exception as error:  # one broken table is no reason to keep the others waiting
                self._tools.figures.failures.labels("resume").inc()
                log.error("table not resumed", table=shown_id(table), error=repr(error))
        return resumed

    # -- what follows from entries -----------------------------------------------------------------------------------
    async def _follow(self, running: Running, entries: Sequence[Entry]) -> None:
        """Seats, lobby, records, rematches; never in the way of the game."""
        kinds = {type(entry) for entry in entries}
        table = running.table
        try:
            if kinds & {*SEATING}:
                await self._keep_seats(table)
            if Ended in kinds:
                await self._keep_record(table)
            if Rematched in kinds:
                running.rematch = await self._open_rematch(table)
                running.say(packed(rematch=running.rematch))
            if kinds & {*SEATING, Ended}:
                self._lobby.tell(await tables.find(self._store.database, table.id))
        except StoreError as error:
            self._tools.figures.failures.labels("follow").inc()
            log.warning("not kept beside the log", table=shown_id(table.id), code=error.code, sentence=error.sentence)

    async def _keep_seats(self, table: Table) -> None:
        shown = table.seats(0)
        seats = [
            tables.Seat(number, seat.name, person)
            for number, (seat, person) in enumerate(zip(shown, table.people, strict=True))
            if seat.held != "open"
        ]
        await tables.seat_all(self._store.database, table.id, seats)

    async def _keep_record(self, table: Table) -> None:
        ended = table.ending
        assert ended is not None, "a record is kept of a game that is over"
        shown = table.seats(0)
        results = [
            records.Result(number, ended.scores[number], ended.ranks[number], person, None if person else seat.bot)
            for number, (seat, person) in enumerate(zip(shown, table.people, strict=True))
        ]
        await records.keep_record(self._store.database, table.id, table.record().to_json(), results)

    async def _open_rematch(self, old: Table) -> str:
        """The next table's id follows from the old one's seed, so that after a crash it is not opened twice."""
        table = _rematch_id(old)
        kept = await tables.find(self._store.database, old.id)
        secret = secrets.token_bytes(SECRET_BYTES)
        new, batch = old.rematch(table, secret=secret, now=self._tools.clock.now())
        with suppress(Taken):
            await self._found(new, batch, kept.options, kept.visibility)
        return table

    # -- leases and the end ------------------------------------------------------------------------------------------
    async def keep_leases(self) -> None:
        """Until it is cancelled: renews what we have, and lets go of tables that nobody needs."""
        while True:
            await asyncio.sleep(self._settings.lease / 3)
            try:
                held = await leases.renew_all(self._store.database, self._settings.owner, self._settings.lease)
            except StoreError as error:
                log.warning("leases not renewed", code=error.code, sentence=error.sentence)
                continue
            for running in list(self._running.values()):
                if held.get(running.table.id) != running.lease.epoch or self._is_idle(running):
                    running.stop()

    def _is_idle(self, running: Running) -> bool:
        quiet = self._tools.clock.seconds() - running.quiet_since > QUIET
        return quiet and not running.listeners and running.table.phase in ("gathering", "over")

    async def close(self) -> None:
        """No more joins; what waits is carried out and kept; clocks stand; then everybody is told to come back."""
        self.closing = True
        await asyncio.gather(*(self._put_to_rest(running) for running in list(self._running.values())))
        while self._releasing:
            await asyncio.gather(*self._releasing)

    async def _put_to_rest(self, running: Running) -> None:
        with suppress(NiwashiError):
            await running.rest()
        running.stop()
        if running.task:
            await asyncio.wait([running.task], timeout=5)


def _rematch_id(table: Table) -> str:
    seed = table.opening.seed if table.ending else ""
    return "t" + hashlib.sha256(f"{table.id}/rematch/{seed}".encode()).hexdigest()[: 2 * ID_BYTES]
