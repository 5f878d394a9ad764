"""What a node has for itself when it is alone, and shares with other nodes and workers where there is a Redis."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass

from niwashi.server.access.tickets import OwnTickets, Tickets
from niwashi.server.clock import Clock
from niwashi.server.cluster.interface import Alone, Neighbours
from niwashi.server.cluster_handler import Correspondence
from niwashi.server.ops.metrics import Figures
from niwashi.server.settings import Settings
from niwashi.server.workers.pool import Pool, Thinkers


@dataclass(frozen=True)
class Surroundings:
    neighbours: Neighbours
    tickets: Tickets
    thinkers: Thinkers
    reading: Callable[[Correspondence], AbstractAsyncContextManager[None]]
    """Letters are read while this is open."""


async def surroundings(settings: Settings, clock: Clock, figures: Figures) -> Surroundings:
    if settings.redis is None:
        tickets = OwnTickets(clock.seconds)
        return Surroundings(Alone(), tickets, Pool(settings.thinkers), lambda _: nullcontext())
    return await _together(settings, settings.redis, figures)


async def _together(settings: Settings, redis: str, figures: Figures) -> Surroundings:
    # These need the extra “nodes”, which a node that is alone does not.
    from niwashi.server.cluster import redis_connection
    from niwashi.server.cluster.bus import Post, Reader
    from niwashi.server.cluster.redis_tickets import SharedTickets
    from niwashi.server.workers.queue import Queue

    post = Post(redis, settings.owner, figures)
    await redis_connection.check(post.redis, redis)

    def reading(letters: Correspondence) -> AbstractAsyncContextManager[None]:
        return post.open(Reader(letters.take, letters.answer, letters.back))

    return Surroundings(post, SharedTickets(post.redis), Queue(post, settings.task_seconds), reading)
