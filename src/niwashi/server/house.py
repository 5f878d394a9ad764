"""Everything that a server is made of, put together once and handed to whoever needs it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import structlog

from niwashi.server.clock import Clock
from niwashi.server.figures import Figures
from niwashi.server.keeper import Keeper
from niwashi.server.limits import Buckets, Rate
from niwashi.server.lobby import Lobby
from niwashi.server.people import People
from niwashi.server.running import Tools
from niwashi.server.settings import Settings
from niwashi.server.thinking import Thinkers
from niwashi.server.tickets import Tickets
from niwashi.server.warming import spare_the_collector, warm_up
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


class House:
    """`store`, `keeper` and `people` are there while it is open."""

    store: Store
    keeper: Keeper
    people: People

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self.settings, self.clock = settings, clock or Clock()
        self.figures, self.lobby = Figures(), Lobby()
        self.limits = Limits(settings, self.clock)
        self.tickets = Tickets(self.clock.seconds)
        self.sockets = 0
        self.ready = False

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        thinkers = Thinkers(self.settings.thinkers)
        async with open_store(self.settings.store) as self.store:
            self.people = People(self.store.database, self.settings)
            tools = Tools(self.store.log, self.clock, thinkers, self.figures)
            self._watch_disk()
            self.keeper = Keeper(self.store, self.settings, tools, self.lobby)
            await asyncio.to_thread(warm_up)
            spare_the_collector()
            log.info("resumed", tables=await self.keeper.resume_all())
            chores = [asyncio.create_task(self.keeper.keep_leases()), asyncio.create_task(self._tidy_up())]
            self.ready = True
            try:
                yield
            finally:
                await self.close()
                await _cancelled(chores)
                self.people.close()
                thinkers.close()

    def _watch_disk(self) -> None:
        appends = self.store.log
        self.figures.committing.set_function(lambda: appends.figures.seconds_committing)
        appends.when_slow = lambda seconds: log.warning(
            "slow commit", began=self.clock.now() - round(1000 * seconds), seconds=round(seconds, 4)
        )

    async def close(self) -> None:
        """Twice does no harm: once before sockets are cut, once at the very end."""
        self.ready = False
        sentence = "the server is going down for a moment; come back"
        self.lobby.close(packed(bye=Bye(code="server/again", sentence=sentence, seconds=1)))
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
