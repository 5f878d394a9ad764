"""Everything that a server is made of, put cluster_tasks once and handed to whoever needs it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import structlog

from niwashi.server.access.accounts import AccountService
from niwashi.server.access.bans import Bans
from niwashi.server.access.tickets import Tickets
from niwashi.server.backends import Backends, make_backends
from niwashi.server.clock import Clock
from niwashi.server.cluster.interface import Cluster
from niwashi.server.cluster.messages import TurnUpdate
from niwashi.server.cluster_handler import ClusterHandler
from niwashi.server.errors import GOING_DOWN
from niwashi.server.notices import NoticeWatcher
from niwashi.server.ops.metrics import Metrics
from niwashi.server.ops.rate_limits import Buckets, Rate
from niwashi.server.realtime.connections import ConnectionRegistry
from niwashi.server.realtime.lobby import Lobby
from niwashi.server.settings import Settings
from niwashi.server.tables.actor import TableServices
from niwashi.server.tables.registry import TableRegistry
from niwashi.server.workers.advice import AdviceService
from niwashi.server.workers.warmup import tune_gc, warm_up
from niwashi.store import Store, open_store, retention
from niwashi.store.errors import StoreError
from niwashi.wire.messages import Bye, Turn, encode_message

log = structlog.get_logger()
DAY_SECONDS = 24 * 60 * 60


class Limits:
    """How much may be asked, by whom and of what."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        def buckets(rate: Rate) -> Buckets:
            return Buckets(rate, clock.seconds)

        self.people = buckets(settings.per_person)
        self.addresses = buckets(settings.per_address)
        self.sessions = buckets(settings.sessions_per_address)
        self.passwords = buckets(settings.passwords_per_address)
        self.tables = buckets(settings.tables_per_person)
        self.chat = buckets(settings.chat_per_person)
        self.hints = buckets(settings.hints_per_person)
        self.reviews = buckets(settings.reviews_per_person)
        self.studies = buckets(settings.studies_per_address)


class Application:
    """What is not made by `__init__` is there while it is open."""

    store: Store
    cluster: Cluster
    tickets: Tickets
    lobby: Lobby
    advice: AdviceService
    registry: TableRegistry
    accounts: AccountService

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self.settings, self.clock = settings, clock or Clock()
        self.metrics = Metrics()
        self.limits = Limits(settings, self.clock)
        self.bans, self.connections = Bans(self.clock), ConnectionRegistry()
        self.retention_due = asyncio.Event()
        """Time to tidy up."""
        self.sockets = 0
        self.ready = False
        self.prepared = False
        """Prepared; it stays so while it goes down."""
        self._tasks: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """With its store and all that is backends it; visitors can be let in once it is prepared, too."""
        async with open_store(self.settings.store) as self.store, AsyncExitStack() as self._stack:
            self._backends = await make_backends(self.settings, self.clock, self.metrics)
            self._build_services(self._backends)
            self._observe_commits()
            self._notices = NoticeWatcher(self)
            await self._notices.start()
            try:
                yield
            finally:
                await self.close()
                await _cancel(self._tasks)
                self.accounts.close()
                await self._backends.jobs.close()

    async def prepare(self) -> None:
        """Rules are loaded, on a new machine compiled, and running games go on."""
        await asyncio.to_thread(warm_up)
        tune_gc()
        await self._stack.enter_async_context(
            self._backends.listen(ClusterHandler(self.registry, self.lobby, self.connections))
        )
        self._tasks += [asyncio.create_task(work) for work in [*self._background_tasks(), self._notices.run()]]
        log.info("resumed", tables=await self.registry.resume_all())
        self.ready = self.prepared = True

    def _build_services(self, backends: Backends) -> None:
        self.cluster, self.tickets = backends.cluster, backends.tickets
        self.accounts = AccountService(self.store.database, self.settings)
        self.lobby = Lobby(backends.cluster)
        self.advice = AdviceService(self.store.database, backends.jobs)
        services = TableServices(
            log=self.store.log,
            clock=self.clock,
            jobs=backends.jobs,
            advice=self.advice,
            cluster=backends.cluster,
            metrics=self.metrics,
            tell_turn=self._tell_turn,
            polling=self.settings.polling,
        )
        self.registry = TableRegistry(self.store, self.settings, services, self.lobby)

    def _tell_turn(self, person: str, turn: Turn) -> None:
        self.connections.notify_turn(person, turn)
        self.cluster.broadcast(TurnUpdate(person=person, turn=turn))

    def _background_tasks(self) -> list[Coroutine[Any, Any, None]]:
        """Until they are cancelled."""
        registry = self.registry
        cluster_tasks = (
            [registry.take_over_forever(), registry.expire_subscriptions_forever()] if self.settings.redis else []
        )
        return [registry.renew_leases_forever(), self._run_retention(), *cluster_tasks]

    def _observe_commits(self) -> None:
        appends = self.store.log
        self.metrics.committing.set_function(lambda: appends.counters.commit_seconds)
        appends.on_slow_commit = lambda seconds: log.warning(
            "slow commit", began=self.clock.now() - round(1000 * seconds), seconds=round(seconds, 4)
        )

    async def close(self) -> None:
        """Twice does no harm: once before sockets are cut, once at the very end."""
        self.ready = False
        self.lobby.close(encode_message(bye=Bye(code="server/again", sentence=GOING_DOWN, seconds=1)))
        await self.advice.close()
        await self.registry.close()

    async def _run_retention(self) -> None:
        """Once a day, or when the host has said anew how long things are kept: what is past its time goes."""
        while True:
            self.retention_due.clear()
            try:
                swept = await retention.sweep(self.store.database)
                log.info("swept", **{what: count for what, count in swept.items() if count})
            except StoreError as error:
                log.warning("not swept", code=error.code)
            with suppress(TimeoutError):
                async with asyncio.timeout(DAY_SECONDS):  # Python 3.11's wait_for may swallow that we are cancelled
                    await self.retention_due.wait()


async def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
