"""Keeps the tables that run here: opens them, brings them back from the store, and lets go of those nobody needs.

Tables that run on another node it knows, too, as `Elsewhere`.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

import msgspec
import structlog

from niwashi.core.errors import NiwashiError
from niwashi.core.record import Record
from niwashi.engine import catalog
from niwashi.engine.factory import start_from_record
from niwashi.server.access.accounts import Person
from niwashi.server.cluster.messages import Freed, Told
from niwashi.server.errors import GOING_DOWN, Busy, Moved, again
from niwashi.server.ops.logging_setup import shown_id
from niwashi.server.realtime.lobby import Lobby
from niwashi.server.settings import Settings
from niwashi.server.tables.actor import Running, Tools, stored
from niwashi.server.tables.remote import BROUGHT_BACK, Elsewhere
from niwashi.store import Store, answers_of, events_since, leases, records, tables
from niwashi.store.errors import Held, StoreError, Unknown
from niwashi.store.validation import check_id
from niwashi.table import PendingEntries, Table
from niwashi.table.chance import SECRET_BYTES
from niwashi.table.continuation import beginning_of
from niwashi.table.entries import Arranged, Emptied, Ended, Entry, Rematched, Sat, Started, from_body
from niwashi.wire import TableSettings
from niwashi.wire.messages import Bye, encode_message
from niwashi.wire.settings import SECOND

log = structlog.get_logger()
SEATING = (Sat, Emptied, Arranged, Started)
ID_BYTES = 16
"""Who knows a private table's id has been given its link: as long as a token, then."""
SILENCES = 3
"""Heartbeats after which a node that has not been heard of is thought to be gone."""
AnyTable: TypeAlias = Running | Elsewhere


class Unplayable(NiwashiError):
    """A log that today's rules do not replay."""


class Keeper:
    def __init__(self, store: Store, settings: Settings, tools: Tools, lobby: Lobby) -> None:
        self._store, self._settings, self._tools, self._lobby = store, settings, tools, lobby
        self._running: dict[str, Running] = {}
        self._coming: dict[str, asyncio.Task[AnyTable]] = {}
        self._elsewhere: dict[str, Elsewhere] = {}
        self._releasing: set[asyncio.Task[None]] = set()
        self._unkept: set[Running] = set()
        """Tables whose log is ahead of what is kept beside it."""
        self.closing = False
        self.freed = asyncio.Event()
        """Somebody has let go of games that are under way."""

    # -- opening -----------------------------------------------------------------------------------------------------
    async def open(
        self, host: Person, game: str, options: dict[str, Any], settings: TableSettings, visibility: str
    ) -> str:
        """A new table's id."""
        rules = catalog.rules(game)
        return await self._open(host, rules.name, visibility, settings=settings, **rules.options(options).as_dict())

    async def open_from(
        self, host: Person, record: Record, until: int | None, settings: TableSettings, visibility: str
    ) -> str:
        """The id of a table whose game goes on from a record."""
        game, begun = start_from_record(record), await asyncio.to_thread(beginning_of, record, until)
        components = {"game": game.name, "name": game.components.name, **game.components.content}
        given = {"settings": settings, "components": components, "begun": begun}
        return await self._open(host, game.name, visibility, **given, **game.options.as_dict())

    async def _open(self, host: Person, game: str, visibility: str, **given: Any) -> str:
        self._check_room()
        name, secret = "t" + secrets.token_hex(ID_BYTES), secrets.token_bytes(SECRET_BYTES)
        table, batch = Table.open(name, game, host=host.id, secret=secret, now=self._tools.clock.now(), **given)
        await self._found(table, batch, table.options, visibility)
        return table.id

    def _check_room(self) -> None:
        if self.closing:
            raise again(GOING_DOWN)
        if len(self._running) + len(self._coming) >= self._settings.most_tables:
            raise Busy("server/full", "this server has as many tables as it can hold; try again later")

    async def _found(self, table: Table, batch: PendingEntries, options: dict[str, Any], visibility: str) -> None:
        database = self._store.database
        clock = msgspec.to_builtins(table.settings.clock)
        await tables.create(database, table.id, table.played, options, visibility, clock)
        lease = await leases.acquire(database, table.id, self._settings.owner, self._settings.lease)
        await self._store.log.append(stored(batch, [from_body(body) for body in batch.bodies], lease.epoch))
        table.commit(batch)
        await self._keep_seats(table, lease.epoch)
        self._start(table, lease, None)
        self._lobby.tell_all(await tables.find(database, table.id))

    def _start(self, table: Table, lease: leases.Lease, since: int | None) -> Running:
        running = Running(table, lease, self._tools, self._follow)
        self._running[table.id] = running
        running.task = asyncio.create_task(running.run(since), name=f"table {table.id}")
        running.task.add_done_callback(lambda _: self._ended(running))
        self._tools.figures.tables.set(len(self._running))
        return running

    def _ended(self, running: Running) -> None:
        """Gone from memory; whoever asks next brings it back from the store."""
        self._unkept.discard(running)
        if self._running.get(running.table.id) is running:
            del self._running[running.table.id]
        self._tools.figures.tables.set(len(self._running))
        task = asyncio.get_running_loop().create_task(self._release(running.lease, running.asleep))
        self._releasing.add(task)
        task.add_done_callback(self._releasing.discard)

    async def _release(self, lease: leases.Lease, asleep: bool = False) -> None:
        with suppress(StoreError):
            await leases.release(self._store.database, lease, asleep)

    # -- finding -----------------------------------------------------------------------------------------------------
    async def find(self, table: str) -> AnyTable:
        """The table, wherever it runs; brought back where nobody runs it. Raises Unknown where there is none."""
        if self.closing:
            raise again(GOING_DOWN)
        running = self._running.get(table)
        if running is not None:
            if running.closed:
                raise again()
            return running
        elsewhere = self._elsewhere.get(table)
        if elsewhere is not None and not elsewhere.closed:
            return elsewhere
        coming = self._coming.get(table)
        if coming is None:
            self._check_room()
            coming = self._coming[table] = asyncio.create_task(self._bring_back(table))
            coming.add_done_callback(lambda _: self._coming.pop(table, None))
        return await asyncio.shield(coming)

    async def find_here(self, table: str) -> Running:
        """For another node, which thinks that we run it."""
        found = await self.find(table)
        if isinstance(found, Elsewhere):
            raise Moved("server/moved", "this table has moved to another server; send it again")
        return found

    async def _bring_back(self, table: str) -> AnyTable:
        database = self._store.database
        kept = await tables.find(database, check_id(table))
        until = await leases.held_until(database, kept.id)
        try:
            lease = await leases.acquire(database, kept.id, self._settings.owner, self._settings.lease)
        except Held as held:
            return self._look_at(kept.id, held.owner)
        try:
            return await self._rebuild(kept, lease, until)
        except BaseException:  # another node, or another program, may be able to
            await self._release(lease)
            raise

    async def _rebuild(self, kept: tables.Table, lease: leases.Lease, until: int | None) -> Running:
        database = self._store.database
        bodies = [event.body for event in await events_since(database, kept.id, limit=kept.newest + 1_000_000)]
        if not bodies:  # its opening was never written, so nobody was told of it
            await tables.remove(database, kept.id)
            raise NiwashiError("store/table", "there is no such table")
        answers = await answers_of(database, kept.id)
        rebuilt = await asyncio.to_thread(_rebuilt, kept, bodies, answers)  # a long game takes a while
        await self._heal(rebuilt, lease.epoch)
        running = self._start(rebuilt, lease, max(rebuilt.touched, self._last_sign(rebuilt, lease, until)))
        if rebuilt.rematched:
            running.rematch = _rematch_id(rebuilt)
        await running.awake.wait()
        return running

    def _look_at(self, table: str, owner: str) -> Elsewhere:
        tools, settings = self._tools, self._settings
        found = Elsewhere(table, owner, settings.owner, tools.neighbours, tools.clock, settings.heartbeat)
        self._elsewhere[table] = found
        return found

    def _last_sign(self, table: Table, lease: leases.Lease, until: int | None) -> int:
        """When its last owner renewed its lease. One that never came to run the table has not said anything by it."""
        ran = table.term == lease.epoch - 1
        return until - round(self._settings.lease * SECOND) if ran and until is not None else 0

    async def _heal(self, table: Table, epoch: int) -> None:
        """What is kept beside the log follows from it; a crash may have come in between."""
        await self._keep_seats(table, epoch)
        if table.phase == "over" and await records.record_of(self._store.database, table.id) is None:
            await self._keep_record(table, epoch)
        if table.rematched:
            await self._open_rematch(table)

    async def resume_all(self) -> int:
        """Every game that is under way and that nobody runs goes on here: bots, clocks, absences."""
        resumed = 0
        found = await tables.to_run(self._store.database, self._settings.owner)
        random.shuffle(found)  # where several nodes take over what one has left, each gets a share
        for table in found:
            if table in self._running or self.closing:
                continue
            try:
                resumed += isinstance(await self.find(table), Running)
            except Exception as error:  # one broken table is no reason to keep the others waiting
                self._tools.figures.failures.labels("resume").inc()
                log.error("table not resumed", table=shown_id(table), error=repr(error))
        return resumed

    # -- the host's will ---------------------------------------------------------------------------------------------
    async def put_down(self, table: str, bye: Bye | None = None) -> bool:
        """Out of memory, since the store says something else by now. Returns whether it was there."""
        if coming := self._coming.get(table):
            await asyncio.wait([coming])
        running = self._running.get(table)
        if running is None:
            return False
        running.stop(bye)
        if running.task:
            await asyncio.wait([running.task], timeout=5)
        return True

    async def take_up(self, table: str) -> None:
        """Into memory, unless another node was first."""
        try:
            await self.find(table)
        except NiwashiError as error:
            log.info("table not taken up", table=shown_id(table), code=error.code)

    # -- what follows from entries -----------------------------------------------------------------------------------
    async def _follow(self, running: Running, entries: Sequence[Entry]) -> None:
        """Seats, lobby, records, rematches; never in the way of the game."""
        if {type(entry) for entry in entries} & {*SEATING, Ended, Rematched}:
            await self._keep_beside(running)

    async def _keep_beside(self, running: Running) -> None:
        """Should the store fail, again when leases are renewed."""
        table = running.table
        try:
            await self._heal(table, running.lease.epoch)
            if table.rematched and running.rematch is None:
                running.rematch = _rematch_id(table)
                running.say(encode_message(rematch=running.rematch))
            self._lobby.tell_all(await tables.find(self._store.database, table.id))
            self._unkept.discard(running)
        except StoreError as error:
            self._unkept.add(running)
            self._tools.figures.failures.labels("follow").inc()
            log.warning("not kept beside the log", table=shown_id(table.id), code=error.code)

    async def _keep_seats(self, table: Table, epoch: int) -> None:
        shown = table.seats(0)
        seats = [
            tables.Seat(number, seat.name, person)
            for number, (seat, person) in enumerate(zip(shown, table.people, strict=True))
            if seat.held != "open"
        ]
        await tables.seat_all(self._store.database, table.id, seats, epoch)

    async def _keep_record(self, table: Table, epoch: int) -> None:
        ended = table.ending
        assert ended is not None, "a record is kept of a game that is over"
        shown = table.seats(0)
        results = [
            records.Result(number, ended.scores[number], ended.ranks[number], person, None if person else seat.bot)
            for number, (seat, person) in enumerate(zip(shown, table.people, strict=True))
        ]
        await records.keep_record(self._store.database, table.id, table.record().to_json(), results, epoch=epoch)

    async def _open_rematch(self, old: Table) -> str:
        """The next table's id follows from the old one's seed, so that after a crash it is not opened twice."""
        table, database = _rematch_id(old), self._store.database
        kept = await tables.find(database, old.id)
        with suppress(Unknown):
            if (await tables.find(database, table)).newest:
                return table
            await tables.remove(database, table)  # a crash came between its row and its opening
        secret = secrets.token_bytes(SECRET_BYTES)
        new, batch = old.rematch(table, secret=secret, now=self._tools.clock.now())
        await self._found(new, batch, kept.options, kept.visibility)
        return table

    # -- leases and the end ------------------------------------------------------------------------------------------
    async def keep_leases(self) -> None:
        """Until it is cancelled: renews what we have, and lets go of tables that nobody needs."""
        while True:
            await asyncio.sleep(self._settings.lease / 3)
            ours, settings = dict(self._running), self._settings  # what is opened meanwhile is not in the answer
            try:
                held = await leases.renew_all(self._store.database, settings.owner, settings.lease, list(ours))
            except StoreError as error:
                log.warning("leases not renewed", code=error.code, sentence=error.sentence)
                continue
            for running in list(self._unkept):
                await self._keep_beside(running)
            for running in ours.values():
                if held.get(running.table.id) != running.lease.epoch:
                    running.stop()
                elif self._is_quiet(running) and running.idle:
                    running.sleep()
            self._forget_elsewhere(lambda table: table.closed or (not table.audience and self._is_quiet(table)))

    def _is_quiet(self, table: AnyTable) -> bool:
        return self._tools.clock.seconds() - table.quiet_since > self._settings.quiet

    async def close(self) -> None:
        """No more joins; what waits is carried out and kept; clocks stand; then everybody is told to come back."""
        self.closing = True
        await asyncio.gather(*(self._put_to_rest(running) for running in list(self._running.values())))
        while self._releasing:
            await asyncio.gather(*self._releasing)
        self.let_go(GOING_DOWN)
        self._tools.neighbours.broadcast(Freed(node=self._settings.owner))

    async def _put_to_rest(self, running: Running) -> None:
        with suppress(NiwashiError):
            await running.rest()
        running.stop()
        if running.task:
            await asyncio.wait([running.task], timeout=5)

    # -- other nodes -------------------------------------------------------------------------------------------------
    async def take_over(self) -> None:
        """Until it is cancelled: games whose node has gone go on here, at once where it has said so."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._settings.lease / 3):
                    await self.freed.wait()
            self.freed.clear()
            try:
                if resumed := await self.resume_all():
                    log.info("taken over", tables=resumed)
            except StoreError as error:
                log.warning("nothing taken over", code=error.code, sentence=error.sentence)

    async def watch_branches(self) -> None:
        """Until it is cancelled: whoever looked on from a node that has died is gone."""
        while True:
            await asyncio.sleep(self._settings.heartbeat)
            for running in list(self._running.values()):
                if running.branches:
                    running.branches.forget_silent(SILENCES * self._settings.heartbeat)
                    await running.note_presence()

    def left_by(self, node: str) -> None:
        """A node has gone down in good order."""
        self._forget_elsewhere(lambda table: table.owner == node, BROUGHT_BACK)
        self.freed.set()

    def told(self, letter: Told) -> None:
        table = self._elsewhere.get(letter.table)
        if table is not None and not table.closed:
            table.told(letter)

    def heard(self, table: str, by: str, message: bytes) -> None:
        """Somebody has said something; those at this node hear it, whoever runs the table."""
        found = self._running.get(table) or self._elsewhere.get(table)
        if found is not None:
            found.audience.say(message, by=by)

    def mute(self, person: str, muted: frozenset[str]) -> None:
        found: list[AnyTable] = [*self._running.values(), *self._elsewhere.values()]
        for table in found:
            table.audience.mute(person, muted)

    def let_go(self, sentence: str) -> None:
        """Of all tables elsewhere: letters may have been lost, or we go down. Whoever looks on comes back."""
        self._forget_elsewhere(lambda _: True, sentence)

    def _forget_elsewhere(self, which: Callable[[Elsewhere], bool], sentence: str | None = None) -> None:
        for name, table in list(self._elsewhere.items()):
            if which(table):
                del self._elsewhere[name]
                table.close(sentence)


def _rebuilt(kept: tables.Table, bodies: Sequence[bytes], answers: dict[str, bytes]) -> Table:
    """Replayed by the rules that this program has, which may be others than those it was played by."""
    try:
        table = Table.rebuild(bodies, answers)
    except NiwashiError as error:
        sentence = f"this game was played by other rules than this server has, and cannot go on: {error.sentence}"
        raise Unplayable("table/rules", sentence) from None
    version = catalog.rules(table.played).version
    if table.rules != version:
        log.warning("table of other rules", table=shown_id(kept.id), state=kept.state, rules=table.rules, ours=version)
    return table


def _rematch_id(table: Table) -> str:
    seed = table.opening.seed if table.ending else ""
    return "t" + hashlib.sha256(f"{table.id}/rematch/{seed}".encode()).hexdigest()[: 2 * ID_BYTES]
