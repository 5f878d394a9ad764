"""Every open socket: whose it is, where from and at which channel; so that all of somebody's windows can be told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from niwashi.core.errors import NiwashiError
from niwashi.server.access.accounts import Person
from niwashi.server.realtime.outbox import Outbox
from niwashi.wire.messages import Turn, encode_message


@dataclass(eq=False)
class Connection:
    person: Person
    address: str
    channel: str
    """A table's id, or the lobby."""
    outbox: Outbox = field(default_factory=Outbox)
    error: NiwashiError | None = None
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    def end(self, error: NiwashiError) -> None:
        """They are told why, and the socket is closed."""
        self.error = error
        self.outbox.close()
        self.ended.set()


class ConnectionRegistry:
    def __init__(self) -> None:
        self._of: dict[str, set[Connection]] = {}

    @contextmanager
    def track(self, connection: Connection) -> Iterator[None]:
        own = self._of.setdefault(connection.person.id, set())
        own.add(connection)
        try:
            yield
        finally:
            own.discard(connection)
            if not own and self._of.get(connection.person.id) is own:
                del self._of[connection.person.id]

    def end(self, which: Callable[[Connection], bool], error: NiwashiError) -> int:
        """Returns how many."""
        found = [connection for own in self._of.values() for connection in own if which(connection)]
        for connection in found:
            connection.end(error)
        return len(found)

    def send(self, channel: str, message: bytes) -> None:
        for own in self._of.values():
            for connection in own:
                if connection.channel == channel:
                    connection.outbox.offer(message)

    def notify_turn(self, person: str, turn: Turn) -> None:
        """In all windows but those at the table itself, which see it anyhow."""
        for connection in self._of.get(person, ()):
            if connection.channel != turn.table:
                connection.outbox.offer(encode_message(turn=turn))
