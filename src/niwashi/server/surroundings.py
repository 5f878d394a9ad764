"""What a node has for itself when it is alone, and shares with other nodes and workers where there is a Redis."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass

from niwashi.server.answering import Correspondence
from niwashi.server.clock import Clock
from niwashi.server.figures import Figures
from niwashi.server.neighbours import Alone, Neighbours
from niwashi.server.settings import Settings
from niwashi.server.thinking import Pool, Thinkers
from niwashi.server.tickets import OwnTickets, Tickets


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
    # These need the extra «nodes», which a node that is alone does not.
    from niwashi.server import sharing
    from niwashi.server.post import Post, Reader
    from niwashi.server.queueing import Queue
    from niwashi.server.shared_tickets import SharedTickets

    post = Post(redis, settings.owner, figures)
    await sharing.check(post.redis, redis)

    def reading(letters: Correspondence) -> AbstractAsyncContextManager[None]:
        return post.open(Reader(letters.take, letters.answer, letters.back))

    return Surroundings(post, SharedTickets(post.redis), Queue(post, settings.task_seconds), reading)
