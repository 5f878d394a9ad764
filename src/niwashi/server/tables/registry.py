"""Keeps the tables that run here: opens them, brings them back from the store, and lets go of those nobody needs.

Tables that run on another node it knows, too, as `RemoteTable`.
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
from niwashi.server.cluster.messages import NodeDown, TableMessage
from niwashi.server.errors import GOING_DOWN, NotOwner, RetryLater, retry_later
from niwashi.server.ops.logging_setup import short_id
from niwashi.server.realtime.lobby import Lobby
from niwashi.server.settings import Settings
from niwashi.server.tables.actor import TableActor, TableServices, to_append
from niwashi.server.tables.remote import RECOVERING, RemoteTable
from niwashi.store import Store, leases, load_answers, load_events, records, tables
from niwashi.store.errors import Held, StoreError, Unknown
from niwashi.store.validation import check_id
from niwashi.table import PendingEntries, Table
from niwashi.table.continuation import extract_beginning
from niwashi.table.entries import SECRET_BYTES, Arranged, Emptied, Ended, Entry, Rematched, Sat, Started, decode_entry
from niwashi.wire import TableSettings
from niwashi.wire.messages import Bye, encode_message
from niwashi.wire.settings import SECOND_MS

log = structlog.get_logger()
SEATING_ENTRIES = (Sat, Emptied, Arranged, Started)
ID_BYTES = 16
"""Who knows a private table's id has been given its link: as long as a token, then."""
MISSED_HEARTBEATS = 3
"""Heartbeats after which a node that has not been heard of is thought to be gone."""
TableHandle: TypeAlias = TableActor | RemoteTable


class Unplayable(NiwashiError):
    """A log that today's rules do not replay."""


class TableRegistry:
    def __init__(self, store: Store, settings: Settings, services: TableServices, lobby: Lobby) -> None:
        self._store, self._settings, self._services, self._lobby = store, settings, services, lobby
        self._actors: dict[str, TableActor] = {}
        self._loading: dict[str, asyncio.Task[TableHandle]] = {}
        self._remote: dict[str, RemoteTable] = {}
        self._releasing: set[asyncio.Task[None]] = set()
        self._dirty: set[TableActor] = set()
        """Tables whose log is ahead of what is kept beside it."""
        self.closing = False
        self.node_down = asyncio.Event()
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
        game, begun = start_from_record(record), await asyncio.to_thread(extract_beginning, record, until)
        components = {"game": game.name, "name": game.components.name, **game.components.content}
        given = {"settings": settings, "components": components, "begun": begun}
        return await self._open(host, game.name, visibility, **given, **game.options.as_dict())

    async def _open(self, host: Person, game: str, visibility: str, **given: Any) -> str:
        self._check_room()
        name, secret = "t" + secrets.token_hex(ID_BYTES), secrets.token_bytes(SECRET_BYTES)
        table, batch = Table.open(name, game, host=host.id, secret=secret, now=self._services.clock.now(), **given)
        await self._create(table, batch, table.options, visibility)
        return table.id

    def _check_room(self) -> None:
        if self.closing:
            raise retry_later(GOING_DOWN)
        if len(self._actors) + len(self._loading) >= self._settings.most_tables:
            raise RetryLater("server/full", "this server has as many tables as it can hold; try again later")

    async def _create(self, table: Table, batch: PendingEntries, options: dict[str, Any], visibility: str) -> None:
        database = self._store.database
        clock = msgspec.to_builtins(table.settings.clock)
        await tables.create(database, table.id, table.game_name, options, visibility, clock)
        lease = await leases.acquire(database, table.id, self._settings.owner, self._settings.lease)
        await self._store.log.append(to_append(batch, [decode_entry(body) for body in batch.bodies], lease.epoch))
        table.commit(batch)
        await self._sync_seats(table, lease.epoch)
        self._start(table, lease, None)
        self._lobby.publish(await tables.find(database, table.id))

    def _start(self, table: Table, lease: leases.Lease, since: int | None) -> TableActor:
        actor = TableActor(table, lease, self._services, self._on_committed)
        self._actors[table.id] = actor
        actor.task = asyncio.create_task(actor.run(since), name=f"table {table.id}")
        actor.task.add_done_callback(lambda _: self._ended(actor))
        self._services.metrics.tables.set(len(self._actors))
        return actor

    def _ended(self, actor: TableActor) -> None:
        """Gone from memory; whoever asks next brings it back from the store."""
        self._dirty.discard(actor)
        if self._actors.get(actor.table.id) is actor:
            del self._actors[actor.table.id]
        self._services.metrics.tables.set(len(self._actors))
        task = asyncio.get_running_loop().create_task(self._release(actor.lease, actor.unloaded_idle))
        self._releasing.add(task)
        task.add_done_callback(self._releasing.discard)

    async def _release(self, lease: leases.Lease, asleep: bool = False) -> None:
        with suppress(StoreError):
            await leases.release(self._store.database, lease, asleep)

    # -- finding -----------------------------------------------------------------------------------------------------
    async def find(self, table: str) -> TableHandle:
        """The table, wherever it runs; brought back where nobody runs it. Raises Unknown where there is none."""
        if self.closing:
            raise retry_later(GOING_DOWN)
        actor = self._actors.get(table)
        if actor is not None:
            if actor.closed:
                raise retry_later()
            return actor
        remote = self._remote.get(table)
        if remote is not None and not remote.closed:
            return remote
        loading = self._loading.get(table)
        if loading is None:
            self._check_room()
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def find_here(self, table: str) -> TableActor:
        """For another node, which thinks that we run it."""
        found = await self.find(table)
        if isinstance(found, RemoteTable):
            raise NotOwner("server/moved", "this table has moved to another server; send it again")
        return found

    async def _load(self, table: str) -> TableHandle:
        database = self._store.database
        kept = await tables.find(database, check_id(table))
        until = await leases.read_lease_end(database, kept.id)
        try:
            lease = await leases.acquire(database, kept.id, self._settings.owner, self._settings.lease)
        except Held as held:
            return self._remote_table(kept.id, held.owner)
        try:
            return await self._rebuild(kept, lease, until)
        except BaseException:  # another node, or another program, may be able to
            await self._release(lease)
            raise

    async def _rebuild(self, kept: tables.StoredTable, lease: leases.Lease, until: int | None) -> TableActor:
        database = self._store.database
        bodies = [event.body for event in await load_events(database, kept.id, limit=kept.newest + 1_000_000)]
        if not bodies:  # its opening was never written, so nobody was told of it
            await tables.remove(database, kept.id)
            raise NiwashiError("store/table", "there is no such table")
        answers = await load_answers(database, kept.id)
        rebuilt = await asyncio.to_thread(_replay, kept, bodies, answers)  # a long game takes a while
        await self._sync_projections(rebuilt, lease.epoch)
        actor = self._start(rebuilt, lease, max(rebuilt.last_entry_at, self._last_heartbeat(rebuilt, lease, until)))
        if rebuilt.rematched:
            actor.rematch = _rematch_id(rebuilt)
        await actor.resumed.wait()
        return actor

    def _remote_table(self, table: str, owner: str) -> RemoteTable:
        services, settings = self._services, self._settings
        found = RemoteTable(table, owner, settings.owner, services.cluster, services.clock, settings.heartbeat)
        self._remote[table] = found
        return found

    def _last_heartbeat(self, table: Table, lease: leases.Lease, until: int | None) -> int:
        """When its last owner renewed its lease. One that never came to run the table has not said anything by it."""
        ran = table.lease_epoch == lease.epoch - 1
        return until - round(self._settings.lease * SECOND_MS) if ran and until is not None else 0

    async def _sync_projections(self, table: Table, epoch: int) -> None:
        """What is kept beside the log follows from it; a crash may have come in between."""
        await self._sync_seats(table, epoch)
        if table.phase == "over" and await records.load_record(self._store.database, table.id) is None:
            await self._sync_record(table, epoch)
        if table.rematched:
            await self._open_rematch(table)

    async def resume_all(self) -> int:
        """Every game that is under way and that nobody runs goes on here: bots, clocks, absences."""
        resumed = 0
        found = await tables.list_resumable(self._store.database, self._settings.owner)
        random.shuffle(found)  # where several nodes take over what one has left, each gets a share
        for table in found:
            if table in self._actors or self.closing:
                continue
            try:
                resumed += isinstance(await self.find(table), TableActor)
            except Exception as error:  # one broken table is no reason to keep the others waiting
                self._services.metrics.failures.labels("resume").inc()
                log.error("table not resumed", table=short_id(table), error=repr(error))
        return resumed

    # -- the host's will ---------------------------------------------------------------------------------------------
    async def unload(self, table: str, bye: Bye | None = None) -> bool:
        """Out of memory, since the store says something else by now. Returns whether it was there."""
        if loading := self._loading.get(table):
            await asyncio.wait([loading])
        actor = self._actors.get(table)
        if actor is None:
            return False
        actor.stop(bye)
        if actor.task:
            await asyncio.wait([actor.task], timeout=5)
        return True

    async def load(self, table: str) -> None:
        """Into memory, unless another node was first."""
        try:
            await self.find(table)
        except NiwashiError as error:
            log.info("table not taken up", table=short_id(table), code=error.code)

    # -- what follows from entries -----------------------------------------------------------------------------------
    async def _on_committed(self, actor: TableActor, entries: Sequence[Entry]) -> None:
        """Seats, lobby, records, rematches; never in the way of the game."""
        if {type(entry) for entry in entries} & {*SEATING_ENTRIES, Ended, Rematched}:
            await self._sync_or_retry(actor)

    async def _sync_or_retry(self, actor: TableActor) -> None:
        """Should the store fail, again when leases are renewed."""
        table = actor.table
        try:
            await self._sync_projections(table, actor.lease.epoch)
            if table.rematched and actor.rematch is None:
                actor.rematch = _rematch_id(table)
                actor.broadcast(encode_message(rematch=actor.rematch))
            self._lobby.publish(await tables.find(self._store.database, table.id))
            self._dirty.discard(actor)
        except StoreError as error:
            self._dirty.add(actor)
            self._services.metrics.failures.labels("follow").inc()
            log.warning("not kept beside the log", table=short_id(table.id), code=error.code)

    async def _sync_seats(self, table: Table, epoch: int) -> None:
        shown = table.seats(0)
        seats = [
            tables.StoredSeat(number, seat.name, person)
            for number, (seat, person) in enumerate(zip(shown, table.people, strict=True))
            if seat.held != "open"
        ]
        await tables.replace_seats(self._store.database, table.id, seats, epoch)

    async def _sync_record(self, table: Table, epoch: int) -> None:
        ended = table.ending
        assert ended is not None, "a record is kept of a game that is over"
        shown = table.seats(0)
        results = [
            records.SeatResult(number, ended.scores[number], ended.ranks[number], person, None if person else seat.bot)
            for number, (seat, person) in enumerate(zip(shown, table.people, strict=True))
        ]
        await records.save_record(self._store.database, table.id, table.record().to_json(), results, epoch=epoch)

    async def _open_rematch(self, old: Table) -> str:
        """The next table's id follows from the old one's seed, so that after a crash it is not opened twice."""
        table, database = _rematch_id(old), self._store.database
        kept = await tables.find(database, old.id)
        with suppress(Unknown):
            if (await tables.find(database, table)).newest:
                return table
            await tables.remove(database, table)  # a crash came between its row and its opening
        secret = secrets.token_bytes(SECRET_BYTES)
        new, batch = old.rematch(table, secret=secret, now=self._services.clock.now())
        await self._create(new, batch, kept.options, kept.visibility)
        return table

    # -- leases and the end ------------------------------------------------------------------------------------------
    async def renew_leases_forever(self) -> None:
        """Until it is cancelled: renews what we have, and lets go of tables that nobody needs."""
        while True:
            await asyncio.sleep(self._settings.lease / 3)
            ours, settings = dict(self._actors), self._settings  # what is opened meanwhile is not in the answer
            try:
                held = await leases.renew_all(self._store.database, settings.owner, settings.lease, list(ours))
            except StoreError as error:
                log.warning("leases not renewed", code=error.code, sentence=error.sentence)
                continue
            for actor in list(self._dirty):
                await self._sync_or_retry(actor)
            for actor in ours.values():
                if held.get(actor.table.id) != actor.lease.epoch:
                    actor.stop()
                elif self._is_idle(actor) and actor.idle:
                    actor.unload_idle()
            self._drop_remote(lambda table: table.closed or (not table.subscribers and self._is_idle(table)))

    def _is_idle(self, table: TableHandle) -> bool:
        return self._services.clock.seconds() - table.idle_since > self._settings.quiet

    async def close(self) -> None:
        """No more joins; what waits is carried out and kept; clocks stand; then everybody is told to come back."""
        self.closing = True
        await asyncio.gather(*(self._suspend(actor) for actor in list(self._actors.values())))
        while self._releasing:
            await asyncio.gather(*self._releasing)
        self.drop_remote_tables(GOING_DOWN)
        self._services.cluster.broadcast(NodeDown(node=self._settings.owner))

    async def _suspend(self, actor: TableActor) -> None:
        with suppress(NiwashiError):
            await actor.suspend()
        actor.stop()
        if actor.task:
            await asyncio.wait([actor.task], timeout=5)

    # -- other nodes -------------------------------------------------------------------------------------------------
    async def take_over_forever(self) -> None:
        """Until it is cancelled: games whose node has gone go on here, at once where it has said so."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._settings.lease / 3):
                    await self.node_down.wait()
            self.node_down.clear()
            try:
                if resumed := await self.resume_all():
                    log.info("taken over", tables=resumed)
            except StoreError as error:
                log.warning("nothing taken over", code=error.code, sentence=error.sentence)

    async def expire_subscriptions_forever(self) -> None:
        """Until it is cancelled: whoever looked on from a node that has died is gone."""
        while True:
            await asyncio.sleep(self._settings.heartbeat)
            for actor in list(self._actors.values()):
                if actor.subscriptions:
                    actor.subscriptions.drop_stale(MISSED_HEARTBEATS * self._settings.heartbeat)
                    await actor.sync_presence()

    def on_node_down(self, node: str) -> None:
        """A node has gone down in good order."""
        self._drop_remote(lambda table: table.owner == node, RECOVERING)
        self.node_down.set()

    def deliver(self, update: TableMessage) -> None:
        table = self._remote.get(update.table)
        if table is not None and not table.closed:
            table.deliver(update)

    def deliver_chat(self, table: str, by: str, message: bytes) -> None:
        """Somebody has said something; those at this node hear it, whoever runs the table."""
        found = self._actors.get(table) or self._remote.get(table)
        if found is not None:
            found.subscribers.send(message, by=by)

    def mute(self, person: str, muted: frozenset[str]) -> None:
        found: list[TableHandle] = [*self._actors.values(), *self._remote.values()]
        for table in found:
            table.subscribers.mute(person, muted)

    def drop_remote_tables(self, sentence: str) -> None:
        """Of all tables remote: letters may have been lost, or we go down. Whoever looks on comes back."""
        self._drop_remote(lambda _: True, sentence)

    def _drop_remote(self, which: Callable[[RemoteTable], bool], sentence: str | None = None) -> None:
        for name, table in list(self._remote.items()):
            if which(table):
                del self._remote[name]
                table.close(sentence)


def _replay(kept: tables.StoredTable, bodies: Sequence[bytes], answers: dict[str, bytes]) -> Table:
    """Replayed by the rules that this program has, which may be others than those it was played by."""
    try:
        table = Table.rebuild(bodies, answers)
    except NiwashiError as error:
        sentence = f"this game was played by other rules than this server has, and cannot go on: {error.sentence}"
        raise Unplayable("table/rules", sentence) from None
    version = catalog.rules(table.game_name).version
    if table.rules_version != version:
        log.warning(
            "table of other rules", table=short_id(kept.id), state=kept.state, rules=table.rules_version, ours=version
        )
    return table


def _rematch_id(table: Table) -> str:
    seed = table.opening.seed if table.ending else ""
    return "t" + hashlib.sha256(f"{table.id}/rematch/{seed}".encode()).hexdigest()[: 2 * ID_BYTES]
