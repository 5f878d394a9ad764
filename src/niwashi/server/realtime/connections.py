"""Every open socket: whose it is, where from and at which door; so that all of somebody's windows can be told."""

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
class Visit:
    person: Person
    address: str
    door: str
    """A table's id, or the lobby."""
    outbox: Outbox = field(default_factory=Outbox)
    error: NiwashiError | None = None
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    def end(self, error: NiwashiError) -> None:
        """They are told why, and the socket is closed."""
        self.error = error
        self.outbox.close()
        self.ended.set()


class Visits:
    def __init__(self) -> None:
        self._of: dict[str, set[Visit]] = {}

    @contextmanager
    def during(self, visit: Visit) -> Iterator[None]:
        own = self._of.setdefault(visit.person.id, set())
        own.add(visit)
        try:
            yield
        finally:
            own.discard(visit)
            if not own and self._of.get(visit.person.id) is own:
                del self._of[visit.person.id]

    def end(self, which: Callable[[Visit], bool], error: NiwashiError) -> int:
        """Returns how many."""
        found = [visit for own in self._of.values() for visit in own if which(visit)]
        for visit in found:
            visit.end(error)
        return len(found)

    def say(self, door: str, message: bytes) -> None:
        for own in self._of.values():
            for visit in own:
                if visit.door == door:
                    visit.outbox.offer(message)

    def tell_turn(self, person: str, turn: Turn) -> None:
        """In all windows but those at the table itself, which see it anyhow."""
        for visit in self._of.get(person, ()):
            if visit.door != turn.table:
                visit.outbox.offer(encode_message(turn=turn))
