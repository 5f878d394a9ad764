"""One-use tickets for sockets: a browser cannot add headers to a WebSocket, and a cookie does not prove the origin."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from niwashi.core.errors import NiwashiError
from niwashi.server.access.accounts import Person

LOBBY = "lobby"
"""The lobby's channel; every other channel is a table's id."""
TICKET_SECONDS = 30.0
MAX_TICKETS = 20_000
TOKEN_BYTES = 24


class BadTicket(NiwashiError):
    """Unknown, used, expired, or for another channel."""


def invalid_ticket() -> BadTicket:
    return BadTicket("ticket/void", "this ticket is used, expired or for another channel; request a new one")


@dataclass(frozen=True)
class Ticket:
    person: Person
    channel: str
    until: float


class Tickets(Protocol):
    async def issue(self, person: Person, channel: str) -> str:
        """Valid for one socket on this channel, for `TICKET_SECONDS`."""

    async def redeem(self, token: str, channel: str) -> Person:
        """Raises BadTicket."""


class MemoryTickets:
    """For a single node."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._issued: dict[str, Ticket] = {}

    async def issue(self, person: Person, channel: str) -> str:
        self._drop_expired()
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._issued[token] = Ticket(person, channel, self._seconds() + TICKET_SECONDS)
        return token

    def _drop_expired(self) -> None:
        """The dictionary is in order of issue, so the oldest come first."""
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
