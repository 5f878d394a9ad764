"""The registry of tables: opens them, loads them from the store on demand, and finds the node that runs each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from heapq import nsmallest
from typing import Any, NamedTuple

import msgspec
import structlog

from niwashi.core.errors import NiwashiError
from niwashi.core.record import Record, read_record
from niwashi.engine import catalog
from niwashi.engine.factory import start_from_record
from niwashi.server.access.accounts import Person
from niwashi.server.cluster.messages import NodeDown, OpenRematch, OpenTable, TableMessage
from niwashi.server.cluster.placement import node_of
from niwashi.server.errors import RECOVERING, SHUTTING_DOWN, NotOwner, RetryLater, retry_later
from niwashi.server.ops.logging_setup import short_id
from niwashi.server.realtime.lobby import Lobby
from niwashi.server.settings import Settings
from niwashi.server.tables.actor import Committed, TableActor
from niwashi.server.tables.appends import to_append
from niwashi.server.tables.handle import TableHandle
from niwashi.server.tables.leases import TableLeases
from niwashi.server.tables.projections import Projections
from niwashi.server.tables.rematch import ID_BYTES, rematch_id
from niwashi.server.tables.remote import RemoteTable
from niwashi.server.tables.replay import Unplayable, replay
from niwashi.server.tables.services import TableServices
from niwashi.store import Store, load_answers, load_events, tables
from niwashi.store.errors import Held, StoreError, Unknown
from niwashi.store.leases import Lease
from niwashi.store.tables import missing_entries
from niwashi.store.validation import check_id
from niwashi.table import PendingEntries, Table
from niwashi.table.continuation import extract_beginning
from niwashi.table.entries import SECRET_BYTES
from niwashi.wire import TableSettings
from niwashi.wire.messages import Bye

log = structlog.get_logger()
STOP_SECONDS = 5.0
MAX_ASKED_TO_SLEEP = 100
"""When the server is full, one of so many tables that were not used for longest is unloaded for a new one."""
MAX_ENTRIES = 1_000_000
"""Read beyond the newest known entry, in case the table has grown since."""


class Resumed(NamedTuple):
    tables: int
    failed: int
    """Those that may come back at the next attempt."""


class TableRegistry:
    def __init__(
        self,
        store: Store,
        settings: Settings,
        services: TableServices,
        lobby: Lobby,
        on_committed: Callable[[Committed], None] = lambda _: None,
    ) -> None:
        self._store, self._settings, self._services, self._lobby = store, settings, services, lobby
        self._actors: dict[str, TableActor] = {}
        self._loading: dict[str, asyncio.Task[TableHandle]] = {}
        self._replaying = asyncio.Semaphore(1)
        """Threads that compute beside the event loop slow it down, and several are no faster than one."""
        self._remote: dict[str, RemoteTable] = {}
        self.leases = TableLeases(store.database, settings)
        self.projections = Projections(store.database, lobby, services.metrics, self._open_rematch, self.find)
        self._on_committed = on_committed
        self.closing = False
        self.node_down = asyncio.Event()
        """Set when another node has released running games."""

    @property
    def actors(self) -> Mapping[str, TableActor]:
        """Tables that this node runs."""
        return self._actors

    # -- opening -----------------------------------------------------------------------------------------------------
    async def open(
        self,
        host: Person,
        game: str,
        options: dict[str, Any],
        settings: TableSettings,
        visibility: str,
        components: Mapping[str, Any] | None = None,
    ) -> str:
        """Open a table and return its id. `components` is the content of the host's own component file."""
        rules = catalog.rules(game)
        return await self._place(
            OpenTable(
                table=self._new_id(),
                host=host.id,
                game=rules.name,
                options=rules.options(options).as_dict(),
                settings=settings,
                visibility=visibility,
                components=None if components is None else dict(components),
            )
        )

    async def open_from(
        self, host: Person, record: Record, until: int | None, settings: TableSettings, visibility: str
    ) -> str:
        """Open a table whose game continues a record, and return its id."""
        return await self._place(
            OpenTable(
                table=self._new_id(),
                host=host.id,
                game=record.game,
                settings=settings,
                visibility=visibility,
                record=record.to_json(),
                until=until,
            )
        )

    def _new_id(self) -> str:
        return "t" + self._services.entropy.token_hex(ID_BYTES)

    async def _place(self, wanted: OpenTable) -> str:
        """Open the table in the process that it belongs to."""
        owner = self._process_of(wanted.table)
        if owner is None:
            await self.open_here(wanted)
        else:
            await self._services.cluster.call(owner, wanted)
        return wanted.table

    async def open_here(self, wanted: OpenTable) -> None:
        self._check_capacity()
        given = {"settings": wanted.settings, **await _beginning(wanted)}
        secret, now = self._services.entropy.token_bytes(SECRET_BYTES), self._services.clock.now()
        table, batch = Table.open(wanted.table, wanted.game, host=wanted.host, secret=secret, now=now, **given)
        await self._create(table, batch, table.options, wanted.visibility)

    def _process_of(self, table: str) -> str | None:
        """The process of this node that should run the table; None if it is this one."""
        placement = self._services.placement
        owner = placement.owner_of(table) if placement else self._settings.owner
        return None if owner == self._settings.owner else owner

    def _check_open(self) -> None:
        if self.closing:
            raise retry_later(SHUTTING_DOWN)

    def _check_capacity(self) -> None:
        self._check_open()
        if len(self._actors) + len(self._loading) < self._settings.most_tables:
            return
        quietest = nsmallest(MAX_ASKED_TO_SLEEP, self._actors.values(), key=lambda actor: actor.used_at)
        if sleeper := next((actor for actor in quietest if not actor.closed and actor.may_sleep), None):
            sleeper.unload_idle()
        else:
            raise RetryLater("server/full", "this server has reached its limit of tables; try again later")

    async def _create(self, table: Table, batch: PendingEntries, options: dict[str, Any], visibility: str) -> None:
        database = self._store.database
        clock = msgspec.to_builtins(table.settings.clock)
        own = table.component_set.name if table.component_set.own else None
        await tables.create(database, table.id, table.game_name, options, visibility, clock, own)
        lease = await self.leases.acquire(table.id)
        await self._store.log.append(to_append(batch, lease.epoch))
        table.commit(batch)
        await self.projections.sync_seats(table, lease.epoch)
        self._start(table, lease, None)
        self._lobby.publish(await tables.find(database, table.id))

    async def _open_rematch(self, old: Table) -> None:
        """Does nothing if the rematch is open already."""
        table, database = rematch_id(old), self._store.database
        if owner := self._process_of(table):
            await self._services.cluster.call(owner, OpenRematch(table=table, old=old.id))
            return
        stored = await tables.find(database, old.id)
        with suppress(Unknown):
            if (await tables.find(database, table)).newest:
                await self.load(table)  # a crash may have come before its seats were stored
                return
            await tables.remove(database, table)  # a crash came between creating its row and its first entry
        secret = self._services.entropy.token_bytes(SECRET_BYTES)
        new, batch = old.rematch(table, secret=secret, now=self._services.clock.now())
        await self._create(new, batch, stored.options, stored.visibility)

    async def open_rematch_of(self, old: str) -> None:
        """For another process of this node, which runs the old table."""
        stored = await tables.find(self._store.database, check_id(old))
        bodies = [event.body for event in await load_events(self._store.database, old, limit=MAX_ENTRIES)]
        await self._open_rematch(await asyncio.to_thread(replay, stored, bodies, {}))

    def _start(self, table: Table, lease: Lease, since: int | None) -> TableActor:
        actor = TableActor(table, lease, self._services, self._publish_commit, self._on_ended)
        self._actors[table.id] = actor
        self._services.metrics.tables.set(len(self._actors))
        actor.start(since)
        return actor

    def _publish_commit(self, committed: Committed) -> Coroutine[Any, Any, None] | None:
        self._on_committed(committed)
        return self.projections.on_committed(committed)

    def _on_ended(self, actor: TableActor) -> None:
        """The next request loads the table again."""
        self.projections.forget(actor)
        if self._actors.get(actor.table.id) is actor:
            del self._actors[actor.table.id]
        self._services.metrics.tables.set(len(self._actors))
        self.leases.release_soon(actor.lease, actor.unloaded_idle)

    # -- finding -----------------------------------------------------------------------------------------------------
    async def find(self, table: str) -> TableHandle:
        """Return the table wherever it runs, loading it if no node runs it. Raises `Unknown` if there is none."""
        self._check_open()
        if process := self._process_of(table):
            return await self._find_in(process, check_id(table))
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
            self._check_capacity()
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _find_in(self, process: str, table: str) -> TableHandle:
        """A table that another process of this node runs, unless another node does."""
        if self._settings.redis:
            holder = await self.leases.holder(table)
            process = process if holder is None or self._is_of_this_node(holder) else holder
        return self._make_remote(table, process)

    async def node_of(self, table: str) -> str | None:
        """The node that runs the table; None if nobody does."""
        holder = await self.leases.holder(check_id(table))
        return None if holder is None else node_of(holder)

    def _is_of_this_node(self, owner: str) -> bool:
        placement = self._services.placement
        return placement is not None and owner in (placement.node, *placement.names)

    async def find_here(self, table: str) -> TableActor:
        """For another node, which takes this one for the owner."""
        found = await self.find(table)
        if not isinstance(found, TableActor):
            raise NotOwner("server/moved", "this table has moved to another server; try again")
        return found

    async def _load(self, table: str) -> TableHandle:
        stored = await tables.find(self._store.database, check_id(table))
        held_until = await self.leases.held_until(stored.id)
        try:
            lease = await self.leases.acquire(stored.id)
        except Held as held:
            return self._add_remote(stored.id, held.owner)
        try:
            return await self._rebuild(stored, lease, held_until)
        except BaseException:  # another node, perhaps of another version, may be able to
            await self.leases.release(lease)
            raise

    async def _rebuild(self, stored: tables.StoredTable, lease: Lease, held_until: int | None) -> TableActor:
        database = self._store.database
        bodies = [event.body for event in await load_events(database, stored.id, limit=stored.newest + MAX_ENTRIES)]
        if len(bodies) < stored.newest:
            raise Unplayable("table/rules", f"this game cannot go on: {missing_entries(len(bodies), stored.newest)}")
        if not bodies:  # its first entry was never written, so no client knows of it
            await tables.remove(database, stored.id)
            raise NiwashiError("store/table", "there is no such table")
        answers = await load_answers(database, stored.id)
        async with self._replaying:
            self._check_open()
            table = await asyncio.to_thread(replay, stored, bodies, answers)  # slow for a long game
        await self.projections.sync(table, lease.epoch)
        self._check_open()
        stopped_at = max(table.last_entry_at, self.leases.last_heartbeat(table, lease, held_until))
        actor = self._start(table, lease, stopped_at)
        actor.idle_since -= self._settings.quiet  # it sleeps again unless somebody with a session uses it
        if table.rematched:
            actor.stream.rematch = rematch_id(table)
        await actor.resumed.wait()
        return actor

    def _add_remote(self, table: str, owner: str) -> RemoteTable:
        remote = self._remote[table] = self._make_remote(table, owner)
        return remote

    def _make_remote(self, table: str, owner: str) -> RemoteTable:
        services, settings = self._services, self._settings
        return RemoteTable(table, owner, settings.owner, services.cluster, services.clock, settings.heartbeat)

    async def resume_all(self) -> Resumed:
        """Load every running game that has no owner, for its bots, clocks and absences.

        It rests as long as it works, since clients are served meanwhile.
        """
        resumed = failed = 0
        names = await tables.list_resumable(self._store.database, self._settings.owner)
        self._services.entropy.shuffle(names)  # several nodes that take over from one share its tables
        for table in names:
            if table in self._actors or self.closing or self._process_of(table):
                continue
            began = self._services.clock.seconds()
            try:
                resumed += self._await_people(await self.find(table))
            except Exception as error:  # one broken table must not delay the others
                failed += isinstance(error, RetryLater | StoreError)
                self._services.metrics.failures.labels("resume").inc()
                log.error("table not resumed", table=short_id(table), error=repr(error))
            await asyncio.sleep(self._services.clock.seconds() - began)
        return Resumed(resumed, failed)

    def _await_people(self, found: TableHandle) -> bool:
        """A resumed game stays in memory for the usual time, since its people are about to come back."""
        if not isinstance(found, TableActor):
            return False
        found.idle_since = self._services.clock.seconds()
        return True

    # -- unloading ---------------------------------------------------------------------------------------------------
    async def unload(self, table: str, bye: Bye | None = None) -> bool:
        """Drop a table from memory after an admin has changed it in the store. Returns whether it was loaded."""
        if loading := self._loading.get(table):
            await asyncio.wait([loading])
        actor = self._actors.get(table)
        if actor is None:
            return False
        await _stop(actor, bye)
        return True

    async def load(self, table: str) -> None:
        """Load a table unless another node has done so."""
        try:
            await self.find(table)
        except NiwashiError as error:
            log.info("table not loaded", table=short_id(table), code=error.code)

    async def close(self) -> None:
        """Finish queued work, stop all clocks, release every table and ask its clients to reconnect."""
        self.closing = True
        if self._loading:
            await asyncio.wait(self._loading.values())
        await asyncio.gather(*(_suspend(actor) for actor in list(self._actors.values())))
        await self.leases.wait_released()
        self.drop_remote(SHUTTING_DOWN)
        self._services.cluster.broadcast(NodeDown(node=self._settings.owner))

    # -- other nodes -------------------------------------------------------------------------------------------------
    def on_node_down(self, node: str) -> None:
        self.drop_remote(RECOVERING, lambda table: table.owner == node)
        self.node_down.set()

    def deliver(self, message: TableMessage) -> None:
        remote = self._remote.get(message.table)
        if remote is not None and not remote.closed:
            remote.deliver(message)

    def deliver_chat(self, table: str, by: str, payload: bytes) -> None:
        """Send a chat line to this node's subscribers, whichever node runs the table."""
        handle = self._actors.get(table) or self._remote.get(table)
        if handle is not None:
            handle.subscribers.send(payload, by=by)

    def mute(self, person: str, muted: frozenset[str]) -> None:
        handles: list[TableHandle] = [*self._actors.values(), *self._remote.values()]
        for handle in handles:
            handle.subscribers.mute(person, muted)

    def drop_remote(self, sentence: str | None, which: Callable[[RemoteTable], bool] = lambda _: True) -> None:
        """Forget tables that other nodes run; their clients reconnect with this sentence."""
        for name, table in list(self._remote.items()):
            if which(table):
                del self._remote[name]
                table.close(sentence)


async def _beginning(wanted: OpenTable) -> dict[str, Any]:
    if wanted.record is None:
        return {"components": wanted.components, **wanted.options}
    record = read_record(wanted.record)
    game, begun = start_from_record(record), await asyncio.to_thread(extract_beginning, record, wanted.until)
    components = {"game": game.name, "name": game.components.name, **game.components.content}
    return {"components": components, "begun": begun, **game.options.as_dict()}


async def _suspend(actor: TableActor) -> None:
    with suppress(NiwashiError):
        await actor.suspend()
    await _stop(actor)


async def _stop(actor: TableActor, bye: Bye | None = None) -> None:
    actor.stop(bye)
    with suppress(TimeoutError):
        async with asyncio.timeout(STOP_SECONDS):
            await actor.ended.wait()
