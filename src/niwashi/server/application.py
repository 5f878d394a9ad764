"""The application: builds all services of a server, and runs its background tasks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from typing import Any, TypeAlias

import structlog
from sqlalchemy import text

from niwashi.server.access.accounts import AccountService
from niwashi.server.access.bans import Bans
from niwashi.server.access.known_sessions import KnownSessions
from niwashi.server.access.limits import RateLimits
from niwashi.server.access.tickets import Tickets
from niwashi.server.backends import Backends, make_backends
from niwashi.server.clock import Clock
from niwashi.server.cluster.interface import Cluster
from niwashi.server.cluster.messages import TurnUpdate
from niwashi.server.cluster.placement import SEPARATOR
from niwashi.server.cluster_handler import ClusterHandler, NodeServices
from niwashi.server.entropy import Entropy
from niwashi.server.errors import SHUTTING_DOWN
from niwashi.server.halts import HaltWatch
from niwashi.server.notices import NoticeWatcher
from niwashi.server.ops.metrics import Metrics
from niwashi.server.ops.store_health import StoreHealth
from niwashi.server.processes.supervisor import TableProcesses
from niwashi.server.realtime.connections import ConnectionRegistry
from niwashi.server.realtime.lobby import Lobby
from niwashi.server.realtime.round_trips import RoundTrips
from niwashi.server.settings import Settings
from niwashi.server.tables.actor import Committed
from niwashi.server.tables.maintenance import TableMaintenance
from niwashi.server.tables.registry import TableRegistry
from niwashi.server.tables.services import TableServices
from niwashi.server.workers.advice import AdviceService
from niwashi.server.workers.browser_studies import BrowserStudies
from niwashi.server.workers.daily import DailyGames
from niwashi.server.workers.warmup import prepare_process
from niwashi.store import Store, leases, open_store, retention
from niwashi.store.errors import StoreError
from niwashi.wire.messages import Bye, Turn, encode_message

log = structlog.get_logger()
DAY_SECONDS = 24 * 60 * 60
RETRY_SECONDS = 1.0
Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]
OpenStore: TypeAlias = Callable[[str | None], AbstractAsyncContextManager[Store]]
MakeBackends: TypeAlias = Callable[[Settings, Clock, Metrics], Awaitable[Backends]]


class Application:
    """Attributes without a value in `__init__` exist only while `open()` is active."""

    store: Store
    cluster: Cluster
    tickets: Tickets
    lobby: Lobby
    advice: AdviceService
    studies: BrowserStudies
    daily: DailyGames
    registry: TableRegistry
    accounts: AccountService
    processes: TableProcesses | None

    def __init__(
        self,
        settings: Settings,
        clock: Clock | None = None,
        *,
        open_store: OpenStore = open_store,
        make_backends: MakeBackends = make_backends,
        entropy: Entropy | None = None,
        prepare: Callable[[], None] = prepare_process,
    ) -> None:
        self.settings, self.clock = settings, clock or Clock()
        self._open_store, self._make_backends = open_store, make_backends
        self._entropy, self._prepare = entropy or Entropy(), prepare
        self.metrics = Metrics()
        self.limits = RateLimits(settings, self.clock)
        self.bans = Bans(self.clock)
        self.connections = ConnectionRegistry(lambda one: self.limits.addresses.charge(one.address, one.excess))
        self.round_trips, self.store_health = RoundTrips(settings), StoreHealth()
        self._halts = HaltWatch(self.clock)
        self.retention_due = asyncio.Event()
        """Set to apply the retention periods now."""
        self.sockets = 0
        self.ready = False
        """Clients can be served."""
        self.prepared = False
        """The rules are loaded. Unlike `ready`, this stays so during the shutdown."""
        self._tasks: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Open the store and build the services. Clients can be served after `prepare()`."""
        async with self._open_store(self.settings.store) as self.store, AsyncExitStack() as self._stack:
            self._backends = await self._make_backends(self.settings, self.clock, self.metrics)
            self._build_services(self._backends)
            self._observe_commits()
            await self._notices.start()
            try:
                yield
            finally:
                await self.close()
                await _cancel(self._tasks)
                self.accounts.close()
                await self._backends.jobs.close()

    async def prepare(self) -> None:
        """Load the rules, or compile them on a new machine. Running games are resumed while clients are served."""
        await asyncio.to_thread(self._prepare)
        services = NodeServices(self._backends.jobs, self.metrics, self.check_store)
        handler = ClusterHandler(self.registry, self.lobby, self.connections, services)
        await self._stack.enter_async_context(self._backends.listen(handler))
        await self._start_processes()
        self._tasks += [asyncio.create_task(self._keep_running(work)) for work in self._background_work()]
        self.ready = self.prepared = True

    async def _start_processes(self) -> None:
        """Nobody else has this node's name, so tables that its former processes held are free."""
        if self._backends.is_table_process:
            return
        owner = self.settings.owner
        try:
            await leases.free(self.store.database, owner if self.processes else "", owner + SEPARATOR)
        except StoreError as error:  # then their leases expire
            log.warning("leases not freed", code=error.code, sentence=error.sentence)
        if self.processes is not None:
            await self._stack.enter_async_context(self.processes.run())

    def _build_services(self, backends: Backends) -> None:
        database = self.store.database
        self.cluster, self.tickets, self.processes = backends.cluster, backends.tickets, backends.processes
        known = KnownSessions(self.clock.now)
        self.accounts = AccountService(database, self.settings, known)
        self.lobby = Lobby(backends.cluster)
        self.advice = AdviceService(database, backends.jobs, self.metrics)
        self.studies = BrowserStudies(self.advice.compiled, self.metrics)
        self.daily = DailyGames(backends.jobs, self.clock)
        services = TableServices(
            log=self.store.log,
            clock=self.clock,
            jobs=backends.jobs,
            advice=self.advice,
            cluster=backends.cluster,
            metrics=self.metrics,
            halts=self._halts,
            polling=self.settings.polling,
            entropy=self._entropy,
            store_health=self.store_health,
            placement=backends.placement,
        )
        self.registry = TableRegistry(self.store, self.settings, services, self.lobby, self._notify_turns)
        self._notices = NoticeWatcher(
            database, self.bans, self.registry, self.lobby, self.connections, self.metrics, self.retention_due, known
        )

    def _notify_turns(self, committed: Committed) -> None:
        """Tell people, on whichever page and node they are, that a table waits for them or no longer does."""
        table = committed.actor.table
        for person, yours in committed.turns.items():
            turn = Turn(table=table.id, game=table.game_name, yours=yours, at=self.clock.now())
            self.connections.notify_turn(person, turn)
            self.cluster.broadcast(TurnUpdate(person=person, turn=turn))

    def _background_work(self) -> list[Work]:
        maintenance = TableMaintenance(self.registry, self.settings, self.clock)
        work: list[Work] = [maintenance.resume, maintenance.renew_leases, self._halts.run]
        if not self._backends.is_table_process:
            work.append(self._apply_retention)
        if self.settings.redis:
            work += [maintenance.take_over, maintenance.expire_subscriptions]
        return [*work, self._notices.run]

    async def _keep_running(self, work: Work) -> None:
        """Work that a mistake ends begins again: without it leases would expire, or bans be overlooked."""
        while True:
            try:
                return await work()
            except Exception as error:
                log.error("background work failed", work=work.__qualname__, exc_info=error)
                self.metrics.failures.labels("background").inc()
                await asyncio.sleep(RETRY_SECONDS)

    def _observe_commits(self) -> None:
        appends = self.store.log
        self.metrics.committing.set_function(lambda: appends.counters.commit_seconds)
        appends.on_slow_commit = lambda seconds: log.warning(
            "slow commit", began=self.clock.now() - round(1000 * seconds), seconds=round(seconds, 4)
        )

    async def check_store(self) -> None:
        """Raises while the store does not answer, or takes nothing."""
        async with self.store.database.read_transaction() as connection:
            await connection.execute(text("SELECT 1"))
        await self.store_health.check(self.store.database)

    async def close(self) -> None:
        """Called before sockets are closed and again at the end; the second call does nothing."""
        self.ready = False
        self.lobby.close(encode_message(bye=Bye(code="server/again", sentence=SHUTTING_DOWN, seconds=1)))
        if self.processes is not None:
            await self.processes.stop()
        await self.advice.close()
        await self.registry.close()

    async def _apply_retention(self) -> None:
        """Delete expired data daily, and when an admin has changed a retention period."""
        while True:
            self.retention_due.clear()
            try:
                swept = await retention.sweep(self.store.database)
                log.info("swept", **{what: count for what, count in swept.items() if count})
            except StoreError as error:
                log.warning("not swept", code=error.code)
            with suppress(TimeoutError):
                async with asyncio.timeout(DAY_SECONDS):  # Python 3.11's wait_for may swallow a cancellation
                    await self.retention_due.wait()


async def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
