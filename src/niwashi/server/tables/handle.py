"""What a request handler can do with a table, whichever node runs it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeAlias

from niwashi.core.errors import NiwashiError
from niwashi.server.realtime.subscribers import Subscriber, Subscribers
from niwashi.server.workers.jobs import HintJob
from niwashi.table import Command
from niwashi.wire import Answer, News, Snapshot

Reply: TypeAlias = Callable[[Answer | NiwashiError | None], None]
"""Takes the answer to a command, or the error that prevented one. It must not raise."""


class TableHandle(Protocol):
    """Implemented by `TableActor` on the owner and by `RemoteTable` on every other node."""

    @property
    def subscribers(self) -> Subscribers: ...

    @property
    def live(self) -> bool:
        """Cards are grabbed live, so each player's latency is measured."""

    @property
    def closed(self) -> bool: ...

    @property
    def idle_since(self) -> float:
        """When it was last used, in the clock's seconds."""

    def handle(self, command: Command, reply: Reply) -> None:
        """Calls `reply` once the effects of the command are durable. Raises nothing."""

    async def snapshot(self, person: str | None) -> Snapshot: ...

    async def news_since(self, since: int, person: str | None) -> list[News]: ...

    async def record(self) -> bytes: ...

    async def hint(self, person: str) -> bytes: ...

    async def hint_job(self, person: str) -> HintJob: ...

    async def review(self, person: str | None) -> bytes: ...

    async def ping(self, person: str, max_lag: int | None) -> bytes | None:
        """A latency probe for a seated person, whose messages travel at most so long; None for anyone else."""

    async def join(self, subscriber: Subscriber, since: int | None) -> None: ...

    async def leave(self, subscriber: Subscriber) -> None: ...

    def heartbeat(self) -> bytes: ...


async def ask(table: TableHandle, command: Command) -> Answer | None:
    """The answer to a command."""
    answer: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
    table.handle(command, reply_to(answer))
    return await answer


def reply_to(waiting: asyncio.Future[Answer | None]) -> Reply:
    def reply(given: Answer | NiwashiError | None) -> None:
        if waiting.done():  # whoever asked has gone
            return
        if isinstance(given, NiwashiError):
            waiting.set_exception(given)
        else:
            waiting.set_result(given)

    return reply
