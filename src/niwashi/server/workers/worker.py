"""`niwashi worker`: takes tasks out of the queue and does them in processes of its own, until it is asked to end."""

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
from niwashi.server.cluster.messages import Answered, to_bytes
from niwashi.server.cluster.redis_connection import FAILURES, channel_of
from niwashi.server.ops.logging_setup import write_logs
from niwashi.server.settings import Settings
from niwashi.server.settings_checks import shown_address
from niwashi.server.workers.pool import Pool
from niwashi.server.workers.precompile import tasks_of_every_kind
from niwashi.server.workers.queue import NUDGE, THINK, Slip, queue_at

log = structlog.get_logger()
PATIENCE = 10.0
"""Seconds for what is under way when we are asked to end."""
FIRST_WAIT, LONGEST_WAIT = 0.1, 5.0


def work(settings: Settings) -> None:
    """Until SIGTERM or Ctrl-C."""
    if settings.redis is None:
        raise BadOptions("options/redis", "a worker needs to know where the tasks are: --redis redis://…")
    write_logs(settings.log, settings.log_level)
    asyncio.run(Worker(settings, settings.redis).work())


class Worker:
    def __init__(self, settings: Settings, url: str) -> None:
        self._url, self._processes, self._task_seconds = url, settings.thinkers, settings.task_seconds
        self._pool = Pool(self._processes)
        self._end = asyncio.Event()

    async def work(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self._end.set)
        async with redis_connection.connected(self._url) as redis:
            await redis_connection.check(redis, self._url)
            await self._until_the_end(self._warm_up())
            await self._take_tasks(redis)
        await self._pool.close()
        log.info("closed")

    async def _until_the_end(self, work: Coroutine[Any, Any, None]) -> None:
        """A machine that compiles for a minute can be told to end, too."""
        tasks: list[asyncio.Task[Any]] = [asyncio.create_task(work), asyncio.create_task(self._end.wait())]
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        for task in ended:
            task.result()

    async def _warm_up(self) -> None:
        """Kernels are loaded, or on a new machine compiled, before anybody waits for them."""
        for task in tasks_of_every_kind():
            await self._pool.do(task)

    async def _take_tasks(self, redis: Redis) -> None:
        """Whenever Redis is there."""
        prefix, wait = redis_connection.prefix_of(redis), FIRST_WAIT
        while not self._end.is_set():
            broker = queue_at(self._url, prefix, self._task_seconds)
            self._register(broker, redis, prefix)
            try:
                await broker.startup()
                log.info("working", processes=self._processes, redis=shown_address(self._url))
                wait = FIRST_WAIT
                await self._listen(broker)
            except* FAILURES as lost:
                log.warning("redis lost", reason=redis_connection.reason(lost.exceptions[0]))
            finally:
                await broker.shutdown()
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._end.wait()
            wait = min(2 * wait, LONGEST_WAIT)

    async def _listen(self, broker: RedisStreamBroker) -> None:
        """Never more than we have processes for: what waits had better wait where another can take it."""
        receiver = Receiver(broker, max_async_tasks=self._processes, run_startup=False, wait_tasks_timeout=PATIENCE)
        await receiver.listen(self._end)

    def _register(self, broker: RedisStreamBroker, redis: Redis, prefix: str) -> None:
        async def think(raw: str) -> None:
            slip = msgspec.json.decode(raw, type=Slip)
            if time.time() < slip.until:
                answer = await self._done(slip)
                with suppress(*FAILURES):  # whoever waits hears that Redis was away, and asks again
                    await redis.publish(channel_of(prefix, slip.node), to_bytes(answer))

        async def nudge() -> None:
            pass

        broker.register_task(think, task_name=THINK)
        broker.register_task(nudge, task_name=NUDGE)

    async def _done(self, slip: Slip) -> Answered:
        try:
            return Answered(id=slip.number, body=await self._pool.do(slip.task))
        except NiwashiError as error:
            return Answered(id=slip.number, code=error.code, sentence=error.sentence, status=400)
        except Exception:
            log.exception("task failed", task=type(slip.task).__name__)
            return Answered(id=slip.number, code="server/mistake", sentence="a worker failed; send it again")
