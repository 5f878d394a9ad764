"""`niwashi worker`: takes jobs from the Redis queues and runs them in a process pool."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from typing import Any

import msgspec
import structlog
from redis.asyncio import Redis
from taskiq.receiver import Receiver

from niwashi.core.errors import BadOptions, NiwashiError
from niwashi.server.cluster import redis_connection
from niwashi.server.cluster.messages import RpcResponse, to_bytes
from niwashi.server.cluster.redis_connection import FAILURES, channel_of
from niwashi.server.ops.logging_setup import configure_logging
from niwashi.server.settings import Settings, redact_address
from niwashi.server.workers.jobs import BOTS, LANES
from niwashi.server.workers.pool import ProcessPool
from niwashi.server.workers.precompile import warmup_jobs
from niwashi.server.workers.queue import RUN_JOB, LanesBroker, QueuedJob, make_broker

log = structlog.get_logger()
SHUTDOWN_SECONDS = 10.0
"""How long running jobs may take after a signal to stop."""
FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS = 0.1, 5.0


def run_worker(settings: Settings) -> None:
    """Run until SIGTERM or Ctrl-C."""
    if settings.redis is None:
        raise BadOptions("options/redis", "a worker needs the address of a Redis: --redis redis://…")
    configure_logging(settings.log, settings.log_level)
    asyncio.run(Worker(settings, settings.redis).run())


@dataclass(frozen=True)
class Slots:
    """How many jobs run at once, and of which lanes."""

    count: int
    lanes: Sequence[int]


def divide(processes: int) -> list[Slots]:
    """Where there are several processes, one of them is for bots alone."""
    if processes == 1:
        return [Slots(1, LANES)]
    return [Slots(1, [BOTS]), Slots(processes - 1, LANES)]


class Worker:
    def __init__(self, settings: Settings, url: str) -> None:
        self._url, self._processes, self._task_seconds = url, settings.worker_count, settings.task_seconds
        self._pool, self._slots = ProcessPool(self._processes), divide(self._processes)
        self._stopping = asyncio.Event()

    async def run(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self._stopping.set)
        async with redis_connection.connect(self._url) as redis:
            await redis_connection.check_reachable(redis, self._url)
            await self._run_until_stopped(self._warm_up())
            await self._take_jobs(redis)
        await self._pool.close()
        log.info("closed")

    async def _run_until_stopped(self, work: Coroutine[Any, Any, None]) -> None:
        """A signal also ends a worker that is still compiling."""
        tasks: list[asyncio.Task[Any]] = [asyncio.create_task(work), asyncio.create_task(self._stopping.wait())]
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        for task in ended:
            task.result()

    async def _warm_up(self) -> None:
        """Load the kernels, or compile them on a new machine, before taking jobs."""
        for job in warmup_jobs():
            await self._pool.run(job)

    async def _take_jobs(self, redis: Redis) -> None:
        """Reconnect whenever Redis is lost."""
        wait = FIRST_RETRY_SECONDS
        while not self._stopping.is_set():
            try:
                async with AsyncExitStack() as brokers, asyncio.TaskGroup() as listening:
                    for receiver in [await self._open_receiver(redis, slots, brokers) for slots in self._slots]:
                        listening.create_task(receiver.listen(self._stopping))
                    log.info("working", processes=self._processes, redis=redact_address(self._url))
                    wait = FIRST_RETRY_SECONDS
            except* FAILURES as lost:
                log.warning("redis lost", reason=redis_connection.describe_error(_first_error(lost)))
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._stopping.wait()
            wait = min(2 * wait, MAX_RETRY_SECONDS)

    async def _open_receiver(self, redis: Redis, slots: Slots, brokers: AsyncExitStack) -> Receiver:
        """Takes only as many jobs as it has slots; the rest stay in the queues for other workers."""
        prefix = redis_connection.prefix_of(redis)
        broker = make_broker(self._url, prefix, self._task_seconds, slots.lanes, self._stopping)
        brokers.push_async_callback(broker.shutdown)
        self._register(broker, redis, prefix)
        await broker.startup()
        return Receiver(broker, max_async_tasks=slots.count, run_startup=False, wait_tasks_timeout=SHUTDOWN_SECONDS)

    def _register(self, broker: LanesBroker, redis: Redis, prefix: str) -> None:
        async def run_queued(raw: str) -> None:
            queued = msgspec.json.decode(raw, type=QueuedJob)
            if time.time() < queued.until:
                answer = await self._response_to(queued)
                with suppress(*FAILURES):  # the caller sees that Redis is down, and tries again
                    await redis.publish(channel_of(prefix, queued.node), to_bytes(answer))

        broker.register_task(run_queued, task_name=RUN_JOB)

    async def _response_to(self, queued: QueuedJob) -> RpcResponse:
        try:
            return RpcResponse(id=queued.number, body=await self._pool.run(queued.job))
        except NiwashiError as error:
            return RpcResponse(id=queued.number, code=error.code, sentence=error.sentence, status=400)
        except Exception:
            log.exception("job failed", job=type(queued.job).__name__)
            return RpcResponse(id=queued.number, code="server/mistake", sentence="a worker failed; try again")


def _first_error(group: BaseExceptionGroup[BaseException]) -> BaseException:
    first = group.exceptions[0]
    return _first_error(first) if isinstance(first, BaseExceptionGroup) else first
