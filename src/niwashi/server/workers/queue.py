"""Runs jobs on workers, through a Redis queue (taskiq). Results come back over the message bus.

If a worker dies, its job goes to another one.
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
from niwashi.server.cluster.bus import RedisBus
from niwashi.server.cluster.redis_connection import FAILURES, no_retry
from niwashi.server.errors import ClusterUnavailable, cluster_unavailable
from niwashi.server.workers.jobs import Job

RUN_JOB, WAKE = "think", "nudge"
JOB_TIMEOUT_SECONDS = 120.0
"""After this the node no longer waits for a job, and no worker starts it."""
MAX_QUEUE_LENGTH = 1000
"""Jobs in the queue, including finished ones. Beyond that the oldest are dropped, and their callers try again."""


class QueuedJob(msgspec.Struct, frozen=True, kw_only=True):
    """A job, with the node and the id to which its result is sent."""

    node: str
    number: str
    until: float
    job: Job = msgspec.field(name="task")


def make_broker(url: str, prefix: str, task_seconds: float) -> RedisStreamBroker:
    """One queue per version, because another version's positions may have another layout."""
    return RedisStreamBroker(
        url,
        queue_name=f"{prefix}:tasks:{__version__}",
        consumer_group_name="workers",
        consumer_id="0",
        xread_count=1,
        maxlen=MAX_QUEUE_LENGTH,
        idle_timeout=round(task_seconds * 1000),
        unacknowledged_lock_timeout=task_seconds,
        retry=no_retry(),
    )


class RedisJobRunner:
    def __init__(self, bus: RedisBus, task_seconds: float) -> None:
        self._bus, self._task_seconds = bus, task_seconds
        self._broker = make_broker(bus.url, bus.prefix, task_seconds)

    async def run(self, job: Job) -> bytes:
        if not self._bus.up:
            raise cluster_unavailable()
        number = secrets.token_hex(8)
        queued = QueuedJob(node=self._bus.node, number=number, until=time.time() + JOB_TIMEOUT_SECONDS, job=job)
        response = asyncio.create_task(self._bus.wait_for_response(number, JOB_TIMEOUT_SECONDS))
        response.add_done_callback(
            lambda done: done.cancelled() or done.exception()
        )  # if Redis fails, both tasks raise
        waking = asyncio.create_task(self._wake_workers())
        try:
            await self._send(RUN_JOB, msgspec.json.encode(queued).decode())
            return await response
        finally:
            response.cancel()
            waking.cancel()

    async def _wake_workers(self) -> None:
        """taskiq looks for a dead worker's jobs only when a new one arrives, so send an empty one periodically."""
        while True:
            await asyncio.sleep(self._task_seconds)
            with suppress(ClusterUnavailable):
                await self._send(WAKE)

    async def _send(self, what: str, *words: str) -> None:
        try:
            kicker: AsyncKicker[Any, None] = AsyncKicker(what, self._broker, {})
            await kicker.kiq(*words)
        except (SendTaskError, *FAILURES):
            raise cluster_unavailable() from None

    async def close(self) -> None:
        await self._broker.shutdown()
