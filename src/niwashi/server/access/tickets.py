"""One-use tickets for sockets: a browser sends no header of ours with a WebSocket, and cookies alone prove nothing."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from niwashi.core.errors import NiwashiError
from niwashi.server.access.accounts import Person

SECONDS = 30.0
MOST = 20_000
TOKEN_BYTES = 24


class BadTicket(NiwashiError):
    """Unknown, used, too old, or for another door."""


def void() -> BadTicket:
    return BadTicket("ticket/void", "this ticket is used, too old or for another door; ask for a new one")


@dataclass(frozen=True)
class Ticket:
    person: Person
    door: str
    until: float


class Tickets(Protocol):
    async def issue(self, person: Person, door: str) -> str:
        """For one socket at this door, soon."""

    async def redeem(self, token: str, door: str) -> Person:
        """Raises BadTicket."""


class OwnTickets:
    """In the memory of a node that is alone."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._issued: dict[str, Ticket] = {}

    async def issue(self, person: Person, door: str) -> str:
        self._forget_old()
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._issued[token] = Ticket(person, door, self._seconds() + SECONDS)
        return token

    def _forget_old(self) -> None:
        """Tickets are kept in the order of their issue, so the oldest come first."""
        now = self._seconds()
        for token in list(self._issued):
            if self._issued[token].until > now and len(self._issued) < MOST:
                return
            del self._issued[token]

    async def redeem(self, token: str, door: str) -> Person:
        ticket = self._issued.pop(token, None)
        if ticket is None or ticket.door != door or ticket.until < self._seconds():
            raise void()
        return ticket.person
