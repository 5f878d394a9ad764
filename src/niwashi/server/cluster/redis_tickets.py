"""Tickets that are valid on any node: kept in Redis until they are used or expire."""

from __future__ import annotations

import secrets

import msgspec
from redis.asyncio import Redis

from niwashi.server.access.accounts import Person
from niwashi.server.access.tickets import TICKET_SECONDS, TOKEN_BYTES, invalid_ticket
from niwashi.server.cluster.redis_connection import prefix_of, translate_errors


class _StoredTicket(msgspec.Struct, frozen=True):
    person: Person
    channel: str = msgspec.field(name="door")


class RedisTickets:
    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._prefix = f"{prefix_of(redis)}:ticket:"

    async def issue(self, person: Person, channel: str) -> str:
        token = secrets.token_urlsafe(TOKEN_BYTES)
        ticket = msgspec.json.encode(_StoredTicket(person, channel))
        with translate_errors():
            await self._redis.set(self._prefix + token, ticket, ex=round(TICKET_SECONDS))
        return token

    async def redeem(self, token: str, channel: str) -> Person:
        """Read and deleted in one step, so that two nodes cannot both accept it."""
        with translate_errors():
            raw = await self._redis.getdel(self._prefix + token)
        ticket = msgspec.json.decode(raw, type=_StoredTicket) if raw else None
        if ticket is None or ticket.channel != channel:
            raise invalid_ticket()
        return ticket.person
