"""Everything that a server is made of, put together once and handed to whoever needs it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog

from niwashi.server.advising import Adviser
from niwashi.server.answering import Correspondence
from niwashi.server.busy import GOING_DOWN
from niwashi.server.clock import Clock
from niwashi.server.figures import Figures
from niwashi.server.keeper import Keeper
from niwashi.server.limits import Buckets, Rate
from niwashi.server.lobby import Lobby
from niwashi.server.neighbours import Neighbours
from niwashi.server.people import People
from niwashi.server.running import Tools
from niwashi.server.settings import Settings
from niwashi.server.surroundings import Surroundings, surroundings
from niwashi.server.tickets import Tickets
from niwashi.server.warming import warm_up
from niwashi.store import Store, open_store, retention
from niwashi.store.errors import StoreError
from niwashi.wire.messages import Bye, packed

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
        self.sockets = 0
        self.ready = False

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        async with open_store(self.settings.store) as self.store:
            around = await surroundings(self.settings, self.clock, self.figures)
            self._furnish(around)
            await asyncio.to_thread(warm_up)
            async with around.reading(Correspondence(self.keeper, self.lobby, self.store.database)):
                chores = [asyncio.create_task(chore) for chore in self._chores()]
                log.info("resumed", tables=await self.keeper.resume_all())
                self.ready = True
                try:
                    yield
                finally:
                    await self.close()
                    await _cancelled(chores)
                    self.people.close()
                    await around.thinkers.close()

    def _furnish(self, around: Surroundings) -> None:
        self.neighbours, self.tickets = around.neighbours, around.tickets
        self.people = People(self.store.database, self.settings)
        self.lobby = Lobby(around.neighbours)
        self.adviser = Adviser(self.store.database, around.thinkers)
        tools = Tools(self.store.log, self.clock, around.thinkers, self.adviser, around.neighbours, self.figures)
        self.keeper = Keeper(self.store, self.settings, tools, self.lobby)

    def _chores(self) -> list[Coroutine[Any, Any, None]]:
        """Until they are cancelled."""
        keeper = self.keeper
        together = [keeper.take_over(), keeper.watch_branches()] if self.settings.redis else []
        return [keeper.keep_leases(), self._tidy_up(), *together]

    async def close(self) -> None:
        """Twice does no harm: once before sockets are cut, once at the very end."""
        self.ready = False
        self.lobby.close(packed(bye=Bye(code="server/again", sentence=GOING_DOWN, seconds=1)))
        await self.adviser.close()
        await self.keeper.close()

    async def _tidy_up(self) -> None:
        """Once a day: what is past its time goes."""
        while True:
            try:
                log.info("swept", **await retention.sweep(self.store.database))
            except StoreError as error:
                log.warning("not swept", code=error.code)
            await asyncio.sleep(A_DAY)


async def _cancelled(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
