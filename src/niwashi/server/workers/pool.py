"""Runs jobs outside the event loop, so that no table waits for one: the interface, and a local process pool."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from heapq import heappop, heappush
from itertools import count
from typing import Protocol

from niwashi.parallel.processes import defer_sigint, worker_pool
from niwashi.server.errors import RetryLater
from niwashi.server.workers.jobs import Job, lane_of, run_job


class JobRunner(Protocol):
    async def run(self, job: Job) -> bytes:
        """Return the result as JSON. Raises RetryLater if no process could run it, and the job's own errors."""

    async def close(self) -> None:
        """Abandon running jobs."""


class Lanes:
    """So many at once; of those who wait, whoever has the lowest lane goes first, and in a lane the first to come."""

    def __init__(self, places: int) -> None:
        self._free, self._numbers = places, count()
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def place(self, lane: int) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        else:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heappush(self._waiting, (lane, next(self._numbers), turn))
            await self._wait(turn)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, turn: asyncio.Future[None]) -> None:
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the place was given at the same moment
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        while self._waiting:
            _, _, turn = heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class ProcessPool:
    """Starts its processes with the first job, and again after one of them has died.

    Bots go before hints, and hints before reviews: at most one job that has begun is in a bot's way.
    """

    def __init__(self, processes: int) -> None:
        self._processes, self._lanes = processes, Lanes(processes)
        self._open = ExitStack()
        self._workers: ProcessPoolExecutor | None = None

    async def run(self, job: Job) -> bytes:
        async with self._lanes.place(lane_of(job)):
            return await self._run(job)

    async def _run(self, job: Job) -> bytes:
        if self._workers is None:
            self._workers = self._open.enter_context(worker_pool(self._processes))
        workers = self._workers
        try:
            with defer_sigint():  # only the server handles Ctrl-C
                result = workers.submit(run_job, job)
            return await asyncio.wrap_future(result)
        except BrokenExecutor:
            if self._workers is workers:
                await self.close()
            raise RetryLater("server/thinking", "the worker process died; try again") from None

    async def close(self) -> None:
        self._workers = None
        self._open.close()
