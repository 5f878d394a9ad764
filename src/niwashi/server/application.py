"""Everything that a server is made of, put together once and handed to whoever needs it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import structlog

from niwashi.server.access.accounts import People
from niwashi.server.access.bans import Bans
from niwashi.server.access.tickets import Tickets
from niwashi.server.backends import Surroundings, surroundings
from niwashi.server.clock import Clock
from niwashi.server.cluster.interface import Neighbours
from niwashi.server.cluster.messages import Turned
from niwashi.server.cluster_handler import Correspondence
from niwashi.server.errors import GOING_DOWN
from niwashi.server.notices import Heeding
from niwashi.server.ops.metrics import Figures
from niwashi.server.ops.rate_limits import Buckets, Rate
from niwashi.server.realtime.connections import Visits
from niwashi.server.realtime.lobby import Lobby
from niwashi.server.settings import Settings
from niwashi.server.tables.actor import Tools
from niwashi.server.tables.registry import Keeper
from niwashi.server.workers.advice import Adviser
from niwashi.server.workers.warmup import spare_the_collector, warm_up
from niwashi.store import Store, open_store, retention
from niwashi.store.errors import StoreError
from niwashi.wire.messages import Bye, Turn, encode_message

log = structlog.get_logger()
A_DAY = 24 * 60 * 60


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


class House:
    """What is not made by `__init__` is there while it is open."""

    store: Store
    neighbours: Neighbours
    tickets: Tickets
    lobby: Lobby
    adviser: Adviser
    keeper: Keeper
    people: People

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self.settings, self.clock = settings, clock or Clock()
        self.figures = Figures()
        self.limits = Limits(settings, self.clock)
        self.bans, self.visits = Bans(self.clock), Visits()
        self.untidy = asyncio.Event()
        """Time to tidy up."""
        self.sockets = 0
        self.ready = False
        self.opened = False
        """Prepared; it stays so while it goes down."""
        self._tasks: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """With its store and all that is around it; visitors can be let in once it is prepared, too."""
        async with open_store(self.settings.store) as self.store, AsyncExitStack() as self._held:
            self._around = await surroundings(self.settings, self.clock, self.figures)
            self._furnish(self._around)
            self._watch_disk()
            self._heeding = Heeding(self)
            await self._heeding.begin()
            try:
                yield
            finally:
                await self.close()
                await _cancelled(self._tasks)
                self.people.close()
                await self._around.thinkers.close()

    async def prepare(self) -> None:
        """Rules are loaded, on a new machine compiled, and running games go on."""
        await asyncio.to_thread(warm_up)
        spare_the_collector()
        await self._held.enter_async_context(self._around.reading(Correspondence(self.keeper, self.lobby, self.visits)))
        self._tasks += [asyncio.create_task(chore) for chore in [*self._chores(), self._heeding.go_on()]]
        log.info("resumed", tables=await self.keeper.resume_all())
        self.ready = self.opened = True

    def _furnish(self, around: Surroundings) -> None:
        self.neighbours, self.tickets = around.neighbours, around.tickets
        self.people = People(self.store.database, self.settings)
        self.lobby = Lobby(around.neighbours)
        self.adviser = Adviser(self.store.database, around.thinkers)
        tools = Tools(
            log=self.store.log,
            clock=self.clock,
            thinkers=around.thinkers,
            adviser=self.adviser,
            neighbours=around.neighbours,
            figures=self.figures,
            tell_turn=self._tell_turn,
            polling=self.settings.polling,
        )
        self.keeper = Keeper(self.store, self.settings, tools, self.lobby)

    def _tell_turn(self, person: str, turn: Turn) -> None:
        self.visits.tell_turn(person, turn)
        self.neighbours.broadcast(Turned(person=person, turn=turn))

    def _chores(self) -> list[Coroutine[Any, Any, None]]:
        """Until they are cancelled."""
        keeper = self.keeper
        together = [keeper.take_over(), keeper.watch_branches()] if self.settings.redis else []
        return [keeper.keep_leases(), self._tidy_up(), *together]

    def _watch_disk(self) -> None:
        appends = self.store.log
        self.figures.committing.set_function(lambda: appends.counters.commit_seconds)
        appends.on_slow_commit = lambda seconds: log.warning(
            "slow commit", began=self.clock.now() - round(1000 * seconds), seconds=round(seconds, 4)
        )

    async def close(self) -> None:
        """Twice does no harm: once before sockets are cut, once at the very end."""
        self.ready = False
        self.lobby.close(encode_message(bye=Bye(code="server/again", sentence=GOING_DOWN, seconds=1)))
        await self.adviser.close()
        await self.keeper.close()

    async def _tidy_up(self) -> None:
        """Once a day, or when the host has said anew how long things are kept: what is past its time goes."""
        while True:
            self.untidy.clear()
            try:
                swept = await retention.sweep(self.store.database)
                log.info("swept", **{what: count for what, count in swept.items() if count})
            except StoreError as error:
                log.warning("not swept", code=error.code)
            with suppress(TimeoutError):
                async with asyncio.timeout(A_DAY):  # Python 3.11's wait_for may swallow that we are cancelled
                    await self.untidy.wait()


async def _cancelled(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
