"""Runs jobs outside the event loop, so that no table waits for one: the interface, and a local process pool."""

from __future__ import annotations

import asyncio
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import ExitStack
from typing import Protocol

from niwashi.parallel.processes import defer_sigint, worker_pool
from niwashi.server.errors import RetryLater
from niwashi.server.workers.jobs import Job, run_job


class JobRunner(Protocol):
    async def run(self, job: Job) -> bytes:
        """Return the result as JSON. Raises RetryLater if no process could run it, and the job's own errors."""

    async def close(self) -> None:
        """Abandon running jobs."""


class ProcessPool:
    """Starts its processes with the first job, and again after one of them has died."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._open = ExitStack()
        self._workers: ProcessPoolExecutor | None = None

    async def run(self, job: Job) -> bytes:
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
