"""Tickets that are good on any node: in Redis until they are used or too old."""

from __future__ import annotations

import secrets

import msgspec
from redis.asyncio import Redis

from niwashi.server.access.accounts import Person
from niwashi.server.access.tickets import SECONDS, TOKEN_BYTES, void
from niwashi.server.cluster.redis_connection import prefix_of, reaching


class _Kept(msgspec.Struct, frozen=True):
    person: Person
    door: str


class SharedTickets:
    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._prefix = f"{prefix_of(redis)}:ticket:"

    async def issue(self, person: Person, door: str) -> str:
        token = secrets.token_urlsafe(TOKEN_BYTES)
        with reaching():
            await self._redis.set(self._prefix + token, msgspec.json.encode(_Kept(person, door)), ex=round(SECONDS))
        return token

    async def redeem(self, token: str, door: str) -> Person:
        """Taken out in one step, so that two nodes cannot both have it."""
        with reaching():
            raw = await self._redis.getdel(self._prefix + token)
        kept = msgspec.json.decode(raw, type=_Kept) if raw else None
        if kept is None or kept.door != door:
            raise void()
        return kept.person
