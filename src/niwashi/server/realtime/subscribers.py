"""Who looks on at a table from this node."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from niwashi.server.access.accounts import Person
from niwashi.server.realtime.outbox import Outbox


@dataclass(eq=False)
class Listener:
    """Somebody who looks on, at a seat or not, through one socket; the table tells `outbox`."""

    person: Person
    outbox: Outbox = field(default_factory=Outbox)


class Audience:
    def __init__(self) -> None:
        self._listeners: set[Listener] = set()

    def __bool__(self) -> bool:
        return bool(self._listeners)

    def add(self, listener: Listener) -> None:
        self._listeners.add(listener)

    def discard(self, listener: Listener) -> None:
        self._listeners.discard(listener)

    @property
    def people(self) -> set[str]:
        return {listener.person.id for listener in self._listeners}

    def say(self, message: bytes, to: str | None = None, by: str | None = None) -> None:
        """To everybody or to one person; what somebody says, not to those who have muted them."""
        for listener in self._listeners:
            if to in (None, listener.person.id) and by not in listener.person.muted:
                listener.outbox.offer(message)

    def mute(self, person: str, muted: frozenset[str]) -> None:
        for listener in self._listeners:
            if listener.person.id == person:
                listener.person = replace(listener.person, muted=muted)

    def close(self, last_word: bytes | None = None) -> None:
        if last_word is not None:
            self.say(last_word)
        for listener in self._listeners:
            listener.outbox.close()
