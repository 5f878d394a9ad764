"""Tasks go to workers through a queue in Redis (taskiq's), and what came of them comes back by letter.

A task that was taken and not finished, since its worker died, is given to another.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress
from typing import Any

import msgspec
from taskiq.exceptions import SendTaskError
from taskiq.kicker import AsyncKicker
from taskiq_redis import RedisStreamBroker

from niwashi import __version__
from niwashi.server.cluster.bus import Post
from niwashi.server.cluster.redis_connection import FAILURES, at_once
from niwashi.server.errors import Away, away
from niwashi.server.workers.jobs import Task

THINK, NUDGE = "think", "nudge"
GIVEN_UP = 120.0
"""Seconds after which nobody waits for a task any more, and nobody begins it."""
MOST_KEPT = 1000
"""Tasks in the queue, done ones among them. Of more the oldest are dropped, and whoever waits for one asks again."""


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """A task on its way, with the node and the number that its result is wanted under."""

    node: str
    number: str
    until: float
    task: Task


def queue_at(url: str, prefix: str, task_seconds: float) -> RedisStreamBroker:
    """The same for all nodes and workers of one version: positions of another may look different."""
    return RedisStreamBroker(
        url,
        queue_name=f"{prefix}:tasks:{__version__}",
        consumer_group_name="workers",
        consumer_id="0",
        xread_count=1,
        maxlen=MOST_KEPT,
        idle_timeout=round(task_seconds * 1000),
        unacknowledged_lock_timeout=task_seconds,
        retry=at_once(),
    )


class Queue:
    """Workers elsewhere, as `Thinkers`."""

    def __init__(self, post: Post, task_seconds: float) -> None:
        self._post, self._task_seconds = post, task_seconds
        self._broker = queue_at(post.url, post.prefix, task_seconds)

    async def do(self, task: Task) -> bytes:
        if not self._post.up:
            raise away()
        number = secrets.token_hex(8)
        slip = Slip(node=self._post.node, number=number, until=time.time() + GIVEN_UP, task=task)
        coming = asyncio.create_task(self._post.expect(number, GIVEN_UP))
        coming.add_done_callback(lambda done: done.cancelled() or done.exception())  # Redis may fail both of us
        nudging = asyncio.create_task(self._nudge())
        try:
            await self._send(THINK, msgspec.json.encode(slip).decode())
            return await coming
        finally:
            coming.cancel()
            nudging.cancel()

    async def _nudge(self) -> None:
        """taskiq looks for tasks that a dead worker left whenever a new one comes; where none does, this is it."""
        while True:
            await asyncio.sleep(self._task_seconds)
            with suppress(Away):
                await self._send(NUDGE)

    async def _send(self, what: str, *words: str) -> None:
        try:
            kicker: AsyncKicker[Any, None] = AsyncKicker(what, self._broker, {})
            await kicker.kiq(*words)
        except (SendTaskError, *FAILURES):
            raise away() from None

    async def close(self) -> None:
        await self._broker.shutdown()
