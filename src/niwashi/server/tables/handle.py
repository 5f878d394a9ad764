"""What a request handler can do with a table, whichever node runs it."""

from __future__ import annotations

from typing import Protocol

from niwashi.server.realtime.subscribers import Subscriber, Subscribers
from niwashi.table import Command
from niwashi.wire import Answer, News, Snapshot


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

    async def handle(self, command: Command) -> Answer | None: ...

    async def snapshot(self, person: str | None) -> Snapshot: ...

    async def news_since(self, since: int, person: str | None) -> list[News]: ...

    async def record(self) -> bytes: ...

    async def hint(self, person: str) -> bytes: ...

    async def review(self, person: str | None) -> bytes: ...

    async def ping(self, person: str, max_lag: int | None) -> bytes | None:
        """A latency probe for a seated person, whose messages travel at most so long; None for anyone else."""

    async def join(self, subscriber: Subscriber, since: int | None) -> None: ...

    async def leave(self, subscriber: Subscriber) -> None: ...

    def heartbeat(self) -> bytes: ...
