"""Tasks are done in processes of their own, so that no table waits for one: in a pool here, or by workers elsewhere."""

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
        """What came of it, as JSON. Raises RetryLater where nobody could do it, and what the task itself raises."""

    async def close(self) -> None:
        """What is being thought about is let go."""


class ProcessPool:
    """Processes that are started when the first task comes, and anew should one of them die."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._open = ExitStack()
        self._workers: ProcessPoolExecutor | None = None

    async def run(self, job: Job) -> bytes:
        if self._workers is None:
            self._workers = self._open.enter_context(worker_pool(self._processes))
        workers = self._workers
        try:
            with defer_sigint():  # Ctrl-C is the server's to heed
                coming = workers.submit(run_job, job)
            return await asyncio.wrap_future(coming)
        except BrokenExecutor:
            if self._workers is workers:
                await self.close()
            raise RetryLater("server/thinking", "the process that thought about this has died; send it again") from None

    async def close(self) -> None:
        self._workers = None
        self._open.close()
