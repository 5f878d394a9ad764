"""Tickets that are good on any node: in Redis until they are used or too old."""

from __future__ import annotations

import secrets

import msgspec
from redis.asyncio import Redis

from niwashi.server.access.accounts import Person
from niwashi.server.access.tickets import TICKET_SECONDS, TOKEN_BYTES, invalid_ticket
from niwashi.server.cluster.redis_connection import prefix_of, translate_errors


class _Kept(msgspec.Struct, frozen=True):
    person: Person
    channel: str = msgspec.field(name="door")


class RedisTickets:
    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._prefix = f"{prefix_of(redis)}:ticket:"

    async def issue(self, person: Person, channel: str) -> str:
        token = secrets.token_urlsafe(TOKEN_BYTES)
        with translate_errors():
            await self._redis.set(
                self._prefix + token, msgspec.json.encode(_Kept(person, channel)), ex=round(TICKET_SECONDS)
            )
        return token

    async def redeem(self, token: str, channel: str) -> Person:
        """Taken out in one step, so that two nodes cannot both have it."""
        with translate_errors():
            raw = await self._redis.getdel(self._prefix + token)
        kept = msgspec.json.decode(raw, type=_Kept) if raw else None
        if kept is None or kept.channel != channel:
            raise invalid_ticket()
        return kept.person
