"""The registry of open sockets: by person, address and channel, so that each can be notified or closed."""

from __future__ import annotations

import asyncio
from collections import Counter
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
    excess: int = 0
    """Messages beyond its rate. They count against its address when it has ended."""
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    """Nothing more is to be read or written; the socket is to be closed."""

    def __post_init__(self) -> None:
        self.outbox.on_end = self.ended.set

    def close(self, error: NiwashiError) -> None:
        """Send the error, then close the socket."""
        self.error = error
        self.outbox.close()
        self.ended.set()


class ConnectionRegistry:
    def __init__(self, on_closed: Callable[[Connection], None] = lambda _: None) -> None:
        self._on_closed = on_closed
        self._by_person: dict[str, set[Connection]] = {}
        self._by_address: Counter[str] = Counter()

    @contextmanager
    def track(self, connection: Connection) -> Iterator[None]:
        self.add(connection)
        try:
            yield
        finally:
            self.discard(connection)

    def add(self, connection: Connection) -> None:
        self._by_person.setdefault(connection.person.id, set()).add(connection)
        self._by_address[connection.address] += 1

    def discard(self, connection: Connection) -> None:
        person, own = connection.person.id, self._by_person.get(connection.person.id, set())
        own.discard(connection)
        self._by_address[connection.address] -= 1
        if not self._by_address[connection.address]:
            del self._by_address[connection.address]
        if not own:
            self._by_person.pop(person, None)
        self._on_closed(connection)

    def list_of_person(self, person: str) -> list[Connection]:
        return list(self._by_person.get(person, ()))

    def of_person(self, person: str) -> int:
        return len(self._by_person.get(person, ()))

    def is_alone(self, connection: Connection) -> bool:
        """Whether it is this person's only one on its channel."""
        return sum(one.channel == connection.channel for one in self._by_person.get(connection.person.id, ())) == 1

    def of_address(self, address: str) -> int:
        return self._by_address[address]

    def close(self, which: Callable[[Connection], bool], error: NiwashiError) -> None:
        matching = [connection for own in self._by_person.values() for connection in own if which(connection)]
        for connection in matching:
            connection.close(error)

    def reconnect(self, which: Callable[[Connection], bool]) -> None:
        """Close without an error: whoever still has a session comes back with it."""
        for connection in [one for own in self._by_person.values() for one in own if which(one)]:
            connection.outbox.close()

    def send(self, channel: str, message: bytes) -> None:
        for own in self._by_person.values():
            for connection in own:
                if connection.channel == channel:
                    connection.outbox.offer(message)

    def notify_turn(self, person: str, turn: Turn) -> None:
        """Send to all of a person's sockets except those at the table itself, which receive its news."""
        for connection in self._by_person.get(person, ()):
            if connection.channel != turn.table:
                connection.outbox.offer(encode_message(turn=turn))
