"""Workers take the most urgent job first, from a real Redis."""

from __future__ import annotations

import asyncio
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
from taskiq import AckableMessage
from taskiq.kicker import AsyncKicker
from taskiq.receiver import Receiver

import niwashi
from niwashi.server.cluster.bus import RedisBus
from niwashi.server.cluster.interface import BusHandlers
from niwashi.server.cluster.messages import RpcCall, RpcResponse
from niwashi.server.ops.metrics import Metrics
from niwashi.server.workers.jobs import BOTS, HINTS, LANES, REVIEWS, HintJob, Job, JudgeJob, bot_move_job, lane_of
from niwashi.server.workers.precompile import compile_all
from niwashi.server.workers.queue import LanesBroker, RedisJobRunner, make_broker, stream_of
from niwashi.server.workers.worker import Slots, divide
from tests.server.cluster import WorkerProcess
from tests.server.process import PATIENCE
from tests.server.redis import Redis

PREFIX = "niwashi:test"


async def _no_answer(_: RpcCall) -> RpcResponse:
    raise AssertionError("nothing was asked")


@asynccontextmanager
async def _node(url: str) -> AsyncIterator[RedisBus]:
    bus = RedisBus(url, "a", Metrics())
    async with bus.open(BusHandlers(lambda _: None, _no_answer, lambda: None)):
        yield bus


def _jobs() -> list[Job]:
    """Eight hints, two reviews, and then a bot's move."""
    game = niwashi.new("miyabi", seed="worker")
    game.play(game.legal()[0])
    record = msgspec.structs.replace(game.record(), notes={}).to_json()
    hints = [HintJob(record=record, seat=game.to_act[0]) for _ in range(8)]
    reviews = [JudgeJob(record=record, number=0) for _ in range(2)]
    return [*hints, *reviews, bot_move_job(game, game.to_act[0], "club")]


async def test_a_bot_that_asks_after_many_hints_is_answered_before_them(redis: Redis, tmp_path: Path) -> None:
    compile_all()
    url, answered = redis.new_address(), list[int]()
    with _running_worker(tmp_path, url) as worker:
        async with _node(url) as bus:
            runner = RedisJobRunner(bus, task_seconds=60)

            async def ask(job: Job) -> None:
                await runner.run(job)
                answered.append(lane_of(job))

            jobs = _jobs()
            worker.send_signal(signal.SIGSTOP)
            asking = [asyncio.create_task(ask(job)) for job in jobs]
            while sum([await bus.redis.xlen(stream_of(bus.prefix, lane)) for lane in LANES]) < len(jobs):
                await asyncio.sleep(0.01)
            worker.send_signal(signal.SIGCONT)
            await asyncio.gather(*asking)
            await runner.close()
    # Redis may have handed the first job to the worker while it was stopped.
    expected = sorted(lane_of(job) for job in jobs)
    assert answered in (expected, [lane_of(jobs[0]), BOTS, *expected[2:]])


@contextmanager
def _running_worker(folder: Path, url: str) -> Iterator[subprocess.Popen[bytes]]:
    worker = WorkerProcess(folder, url)
    try:
        worker.start(NIWASHI_TASK_SECONDS="60")
        assert worker.process is not None
        yield worker.process
    finally:
        worker.end()


@asynccontextmanager
async def _broker(url: str, *lanes: int) -> AsyncIterator[LanesBroker]:
    broker = make_broker(url, PREFIX, 0.001, lanes)
    await broker.startup()
    yield broker
    await broker.shutdown()


async def _send(broker: LanesBroker, lane: int, word: str) -> None:
    kicker: AsyncKicker[[str], None] = AsyncKicker("job", broker, {"queue_name": stream_of(PREFIX, lane)})
    await kicker.kiq(word)


async def _take(jobs: AsyncIterator[AckableMessage]) -> str:
    message = await anext(jobs)
    acknowledged = message.ack()
    if acknowledged is not None:
        await acknowledged
    return str(msgspec.json.decode(message.data)["args"][0])


class _DeafBroker(LanesBroker):
    """Swallows cancellations, as reading from Redis may with Python 3.11."""

    reading: asyncio.Event

    async def _read(self, redis: Any, *streams: str, block: int | None = None) -> list[AckableMessage]:
        self.reading.set()
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(0 if block is None else 3600)
        return []


async def test_a_worker_stops_though_a_cancellation_is_lost(redis: Redis) -> None:
    stopping = asyncio.Event()
    broker = _DeafBroker(redis.new_address(), [stream_of(PREFIX, BOTS)], 1.0, stopping)
    broker.reading = asyncio.Event()
    await broker.startup()
    listening = asyncio.create_task(Receiver(broker, run_startup=False).listen(stopping))
    await broker.reading.wait()
    stopping.set()
    async with asyncio.timeout(PATIENCE):
        await listening
    await broker.shutdown()


async def test_a_slot_for_bots_takes_nothing_else(redis: Redis) -> None:
    async with _broker(redis.new_address(), BOTS) as broker:
        for lane in reversed(LANES):
            await _send(broker, lane, str(lane))
        await _send(broker, BOTS, "another")
        jobs = broker.listen()
        assert [await _take(jobs), await _take(jobs)] == [str(BOTS), "another"]


async def test_a_dead_workers_job_is_taken_though_nothing_new_arrives(redis: Redis) -> None:
    url = redis.new_address()
    async with _broker(url, *LANES) as dead, _broker(url, *LANES) as alive:
        await _send(dead, HINTS, "abandoned")
        await anext(dead.listen())
        assert await _take(alive.listen()) == "abandoned"


async def test_a_dead_workers_hint_waits_for_bots_and_goes_before_newer_hints(redis: Redis) -> None:
    url = redis.new_address()
    async with _broker(url, *LANES) as dead, _broker(url, *LANES) as alive:
        await _send(dead, HINTS, "abandoned")
        await anext(dead.listen())
        for lane, word in ((REVIEWS, "review"), (HINTS, "hint"), (BOTS, "bot")):
            await _send(dead, lane, word)
        await asyncio.sleep(0.01)  # more than the millisecond after which it counts as abandoned
        jobs = alive.listen()
        assert [await _take(jobs) for _ in range(4)] == ["bot", "abandoned", "hint", "review"]


def test_one_of_several_processes_is_for_bots_alone() -> None:
    assert divide(1) == [Slots(1, LANES)]
    assert divide(4) == [Slots(1, [BOTS]), Slots(3, LANES)]
