"""A table's subscribers on this node."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from niwashi.server.access.accounts import Person
from niwashi.server.realtime.outbox import Outbox


@dataclass(eq=False)
class Subscriber:
    """A player or spectator, connected through one socket."""

    person: Person
    outbox: Outbox = field(default_factory=Outbox)


class Subscribers:
    def __init__(self) -> None:
        self._subscribers: set[Subscriber] = set()

    def __bool__(self) -> bool:
        return bool(self._subscribers)

    def add(self, subscriber: Subscriber) -> None:
        self._subscribers.add(subscriber)

    def discard(self, subscriber: Subscriber) -> None:
        self._subscribers.discard(subscriber)

    @property
    def people(self) -> set[str]:
        return {subscriber.person.id for subscriber in self._subscribers}

    def send(self, message: bytes, to: str | None = None, by: str | None = None) -> None:
        """Send to all or to one person, but never to those who have muted the author `by`."""
        for subscriber in self._subscribers:
            if to in (None, subscriber.person.id) and by not in subscriber.person.muted:
                subscriber.outbox.offer(message)

    def mute(self, person: str, muted: frozenset[str]) -> None:
        for subscriber in self._subscribers:
            if subscriber.person.id == person:
                subscriber.person = replace(subscriber.person, muted=muted)

    def close(self, last_message: bytes | None = None) -> None:
        if last_message is not None:
            self.send(last_message)
        for subscriber in self._subscribers:
            subscriber.outbox.close()
