"""`niwashi worker`: takes jobs from the Redis queue and runs them in a process pool."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import msgspec
import structlog
from redis.asyncio import Redis
from taskiq.receiver import Receiver
from taskiq_redis import RedisStreamBroker

from niwashi.core.errors import BadOptions, NiwashiError
from niwashi.server.cluster import redis_connection
from niwashi.server.cluster.messages import RpcResponse, to_bytes
from niwashi.server.cluster.redis_connection import FAILURES, channel_of
from niwashi.server.ops.logging_setup import configure_logging
from niwashi.server.settings import Settings, redact_address
from niwashi.server.workers.pool import ProcessPool
from niwashi.server.workers.precompile import warmup_jobs
from niwashi.server.workers.queue import RUN_JOB, WAKE, QueuedJob, make_broker

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


class Worker:
    def __init__(self, settings: Settings, url: str) -> None:
        self._url, self._processes, self._task_seconds = url, settings.worker_count, settings.task_seconds
        self._pool = ProcessPool(self._processes)
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
        prefix, wait = redis_connection.prefix_of(redis), FIRST_RETRY_SECONDS
        while not self._stopping.is_set():
            broker = make_broker(self._url, prefix, self._task_seconds)
            self._register(broker, redis, prefix)
            try:
                await broker.startup()
                log.info("working", processes=self._processes, redis=redact_address(self._url))
                wait = FIRST_RETRY_SECONDS
                await self._listen(broker)
            except* FAILURES as lost:
                log.warning("redis lost", reason=redis_connection.describe_error(lost.exceptions[0]))
            finally:
                await broker.shutdown()
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._stopping.wait()
            wait = min(2 * wait, MAX_RETRY_SECONDS)

    async def _listen(self, broker: RedisStreamBroker) -> None:
        """Take only as many jobs as there are processes; the rest stay in the queue for other workers."""
        receiver = Receiver(
            broker, max_async_tasks=self._processes, run_startup=False, wait_tasks_timeout=SHUTDOWN_SECONDS
        )
        await receiver.listen(self._stopping)

    def _register(self, broker: RedisStreamBroker, redis: Redis, prefix: str) -> None:
        async def run_queued(raw: str) -> None:
            queued = msgspec.json.decode(raw, type=QueuedJob)
            if time.time() < queued.until:
                answer = await self._response_to(queued)
                with suppress(*FAILURES):  # the caller sees that Redis is down, and tries again
                    await redis.publish(channel_of(prefix, queued.node), to_bytes(answer))

        async def wake() -> None:
            pass

        broker.register_task(run_queued, task_name=RUN_JOB)
        broker.register_task(wake, task_name=WAKE)

    async def _response_to(self, queued: QueuedJob) -> RpcResponse:
        try:
            return RpcResponse(id=queued.number, body=await self._pool.run(queued.job))
        except NiwashiError as error:
            return RpcResponse(id=queued.number, code=error.code, sentence=error.sentence, status=400)
        except Exception:
            log.exception("job failed", job=type(queued.job).__name__)
            return RpcResponse(id=queued.number, code="server/mistake", sentence="a worker failed; try again")
