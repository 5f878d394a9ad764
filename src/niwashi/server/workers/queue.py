"""Runs jobs on workers, through queues in Redis (taskiq), one for each lane. Results come back over the message bus.

If a worker dies, its job goes to another one.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncGenerator, Sequence
from typing import Any

import msgspec
from redis.asyncio import Redis
from taskiq import AckableMessage
from taskiq.exceptions import SendTaskError
from taskiq.kicker import AsyncKicker
from taskiq_redis import RedisStreamBroker

from niwashi import __version__
from niwashi.server.cluster.bus import RedisBus
from niwashi.server.cluster.redis_connection import FAILURES, no_retry
from niwashi.server.errors import cluster_unavailable
from niwashi.server.workers.jobs import LANES, Job, lane_of

RUN_JOB = "think"
GROUP = "workers"
"""Each job goes to one of them."""
NEW, FIRST = ">", "0-0"
JOB_TIMEOUT_SECONDS = 120.0
"""After this the node no longer waits for a job, and no worker starts it."""
MAX_QUEUE_LENGTH = 1000
"""Jobs in a lane, including finished ones. Beyond that the oldest are dropped, and their callers try again."""


class QueuedJob(msgspec.Struct, frozen=True, kw_only=True):
    """A job, with the node and the id to which its result is sent."""

    node: str
    number: str
    until: float
    job: Job = msgspec.field(name="task")


class LanesBroker(RedisStreamBroker):
    """A stream for each lane. taskiq takes one job at a time from it, when a process is free for it: the oldest of the
    lowest lane that has any, first those of dead workers."""

    def __init__(self, url: str, streams: Sequence[str], task_seconds: float, stopping: asyncio.Event) -> None:
        super().__init__(
            url,
            queue_name=streams[0],
            additional_streams=dict.fromkeys(streams[1:], NEW),
            consumer_group_name=GROUP,
            consumer_id="0",
            xread_count=1,
            maxlen=MAX_QUEUE_LENGTH,
            idle_timeout=round(task_seconds * 1000),
            retry=no_retry(),
        )
        self._searched_to = dict.fromkeys(streams, FIRST)
        self._stopping = stopping

    async def listen(self) -> AsyncGenerator[AckableMessage, None]:
        """Until it is to stop. taskiq cancels it then, but a read may swallow the cancellation (Python 3.11)."""
        async with Redis(connection_pool=self.connection_pool) as redis:
            while not self._stopping.is_set():
                waiting = await self._take_first(redis) or await self._read(redis, *self._searched_to, block=self.block)
                for message in waiting:
                    yield message

    async def _take_first(self, redis: Redis) -> list[AckableMessage]:
        for stream in self._searched_to:
            if found := await self._claim_abandoned(redis, stream) or await self._read(redis, stream):
                return found
        return []

    async def _claim_abandoned(self, redis: Redis, stream: str) -> list[AckableMessage]:
        """Redis looks at a few jobs that were taken and not finished, and says where to go on the next time."""
        searched_to, found, *_ = await redis.xautoclaim(
            stream, GROUP, self.consumer_name, self.idle_timeout, self._searched_to[stream], count=1
        )
        self._searched_to[stream] = searched_to
        return [self._message(stream, *job) for job in found if job[1]]  # Redis 6.2 also names jobs that were dropped

    async def _read(self, redis: Redis, *streams: str, block: int | None = None) -> list[AckableMessage]:
        """With `block`, wait so many milliseconds for the next job in any of the streams."""
        found: Any = await redis.xreadgroup(
            GROUP, self.consumer_name, dict.fromkeys(streams, NEW), count=1, block=block
        )
        return [self._message(stream, *job) for stream, jobs in found for job in jobs]

    def _message(self, stream: str, number: str, fields: dict[bytes, bytes]) -> AckableMessage:
        return AckableMessage(data=fields[b"data"], ack=self._ack_generator(number, stream))


def stream_of(prefix: str, lane: int) -> str:
    """Streams of their own for each version, because another version's positions may have another layout."""
    return f"{prefix}:tasks:{__version__}:{lane}"


def make_broker(
    url: str, prefix: str, task_seconds: float, lanes: Sequence[int] = LANES, stopping: asyncio.Event | None = None
) -> LanesBroker:
    streams = [stream_of(prefix, lane) for lane in lanes]
    return LanesBroker(url, streams, task_seconds, stopping or asyncio.Event())


class RedisJobRunner:
    def __init__(self, bus: RedisBus, task_seconds: float) -> None:
        self._bus = bus
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
        try:
            await self._send(queued)
            return await response
        finally:
            response.cancel()

    async def _send(self, queued: QueuedJob) -> None:
        stream = stream_of(self._bus.prefix, lane_of(queued.job))
        try:
            kicker: AsyncKicker[Any, None] = AsyncKicker(RUN_JOB, self._broker, {"queue_name": stream})
            await kicker.kiq(msgspec.json.encode(queued).decode())
        except (SendTaskError, *FAILURES):
            raise cluster_unavailable() from None

    async def close(self) -> None:
        await self._broker.shutdown()
