"""One-use tickets for sockets: a browser sends no header of ours with a WebSocket, and cookies alone prove nothing."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from niwashi.core.errors import NiwashiError
from niwashi.server.access.accounts import Person

TICKET_SECONDS = 30.0
MAX_TICKETS = 20_000
TOKEN_BYTES = 24


class BadTicket(NiwashiError):
    """Unknown, used, too old, or for another channel."""


def invalid_ticket() -> BadTicket:
    return BadTicket("ticket/void", "this ticket is used, too old or for another channel; ask for a new one")


@dataclass(frozen=True)
class Ticket:
    person: Person
    channel: str
    until: float


class Tickets(Protocol):
    async def issue(self, person: Person, channel: str) -> str:
        """For one socket at this channel, soon."""

    async def redeem(self, token: str, channel: str) -> Person:
        """Raises BadTicket."""


class MemoryTickets:
    """In the memory of a node that is alone."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._issued: dict[str, Ticket] = {}

    async def issue(self, person: Person, channel: str) -> str:
        self._forget_old()
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._issued[token] = Ticket(person, channel, self._seconds() + TICKET_SECONDS)
        return token

    def _forget_old(self) -> None:
        """Tickets are kept in the order of their issue, so the oldest come first."""
        now = self._seconds()
        for token in list(self._issued):
            if self._issued[token].until > now and len(self._issued) < MAX_TICKETS:
                return
            del self._issued[token]

    async def redeem(self, token: str, channel: str) -> Person:
        ticket = self._issued.pop(token, None)
        if ticket is None or ticket.channel != channel or ticket.until < self._seconds():
            raise invalid_ticket()
        return ticket.person
