"""Processes on simulated time: the real application, tables and sockets, on a simulated disk."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from contextvars import Context, ContextVar, copy_context
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

import numpy as np
from msgspec import json

from niwashi.engine import catalog
from niwashi.server.application import Application
from niwashi.server.clock import Clock
from niwashi.server.entropy import Entropy
from niwashi.server.http.sockets import table_socket
from niwashi.server.ops.rate_limits import Rate
from niwashi.server.settings import Settings
from niwashi.server.workers.jobs import BotMoveJob, Job
from niwashi.store import Log, Store
from niwashi.store.errors import StoreError
from niwashi.store.log import open_log
from tests.simulation.connections import SimulatedConnection
from tests.simulation.disk import EPOCH, Access, Disk
from tests.simulation.weather import Weather

Given = TypeVar("Given")
FREELY = Rate(1e6, 1e6)
SETTINGS = Settings(
    node="node",
    store="simulated.sqlite",
    workers=1,
    lease=15.0,
    heartbeat=4.0,
    polling=5.0,
    quiet=1.0,
    argon2_time=1,
    argon2_memory=64,
    per_connection=FREELY,
    per_person=FREELY,
    per_address=FREELY,
)


class SimulatedClock(Clock):
    def now(self) -> int:
        return EPOCH + int(self.seconds() * 1000)

    def seconds(self) -> float:
        return asyncio.get_running_loop().time()


class SimulatedJobRunner:
    """Returns a random legal action after a delay, and fails at times."""

    def __init__(self, weather: Weather, random: Random) -> None:
        self._weather, self._random = weather, random

    async def run(self, job: Job) -> bytes:
        assert isinstance(job, BotMoveJob), "nobody asks for advice here"
        await asyncio.sleep(self._random.expovariate(1 / 0.1))
        if self._random.random() < self._weather.bot_fails:
            raise RuntimeError("a simulated bot gave up")
        rules = catalog.rules(job.game)
        position = np.frombuffer(bytearray(job.position), rules.position)[0]
        legal = np.empty(rules.most_legal, np.int64)
        count = rules.kernels.legal(position, job.seat, legal)
        return json.encode(rules.action_text(position, job.seat, int(legal[self._random.randrange(count)])))

    async def close(self) -> None:
        pass


class SeededEntropy(Entropy):
    """Makes a simulation repeatable. Another `future` changes the tables' seeds and nothing else."""

    def __init__(self, seed: str, future: str) -> None:
        self._ids, self._seeds = Random(f"{seed}/ids"), Random(f"{seed}/seeds/{future}")
        self._order = Random(seed)

    def token_hex(self, size: int) -> str:
        return self._ids.randbytes(size).hex()

    def token_bytes(self, size: int) -> bytes:
        return self._seeds.randbytes(size)

    def shuffle(self, items: list[Any]) -> None:
        self._order.shuffle(items)


PROCESS: ContextVar[SimulatedProcess] = ContextVar("process")
"""The process whose code runs; tasks and callbacks inherit it."""


class SimulatedProcess:
    """Runs an application until it is killed, stopped, or fails."""

    application: Application

    def __init__(self, disk: Disk, weather: Weather, random: Random, entropy: Entropy) -> None:
        self.weather, self.random, self.entropy, self.disk = weather, random, entropy, disk
        self._access = Access(disk)
        self.tasks: list[asyncio.Task[Any]] = []
        self._connections: list[SimulatedConnection] = []
        self._handlers: list[asyncio.Task[Any]] = []
        self.task: asyncio.Task[None] | None = None

    @property
    def gone(self) -> bool:
        """Killed, or ended by itself. The clean-up of a killed process has no effect."""
        return self._access.cut_off or (self.task is not None and self.task.done())

    @property
    def serves(self) -> bool:
        return self.application.ready and not self.gone

    def start(self, work: Coroutine[Any, Any, Given]) -> asyncio.Task[Given]:
        """Start a task that dies with this process, as do all tasks that it starts."""
        return asyncio.get_running_loop().create_task(work, context=self.context())

    def context(self) -> Context:
        context = copy_context()
        context.run(PROCESS.set, self)
        return context

    @asynccontextmanager
    async def open_store(self) -> AsyncIterator[Store]:
        async with open_log(self._access) as log:
            loads = asyncio.create_task(self._overload_at_times(log))
            try:
                yield Store(self._access, log)
            finally:
                loads.cancel()

    async def _overload_at_times(self, log: Log) -> None:
        usual = log.limits
        while True:
            await asyncio.sleep(self.random.expovariate(1 / self.weather.overload))
            log.limits = replace(usual, max_waiting=0)
            await asyncio.sleep(self.random.uniform(0.1, 3.0))
            log.limits = usual

    # -- what happens to it --------------------------------------------------------------------------------------------
    def serve(self, connection: SimulatedConnection, query: str, table: str) -> asyncio.Task[None]:
        """As in uvicorn, a connection ends with its handler, unless it was given to another process."""
        self._connections.append(connection)
        handler = self.start(table_socket(connection.socket(query), self.application, table))
        handler.add_done_callback(lambda _: connection.cut() if connection in self._connections else None)
        self._handlers.append(handler)
        return handler

    def release(self, connection: SimulatedConnection) -> None:
        """It goes to another process."""
        self._connections.remove(connection)

    async def did(self, work: Coroutine[Any, Any, Given]) -> Given | None:
        """Run work in this process; None if it failed."""
        task = self.start(work)
        await asyncio.wait([task])
        return None if task.cancelled() or task.exception() else task.result()

    def kill(self) -> None:
        """From here on the process has no effect on the disk or on clients."""
        self._access.cut_off = True
        self.application.ready = False
        self.cut_connections()
        for task in self.tasks:
            task.cancel()

    def cut_connections(self) -> None:
        for connection in self._connections:
            connection.cut()

    def raise_mistakes(self) -> None:
        """Only a kill, or a failing disk at the start, may end a process; no error may end a handler."""
        for task in (self.task, *self._handlers):
            error = task.exception() if task and task.done() and not task.cancelled() else None
            if error is not None and not (task is self.task and isinstance(error, StoreError)):
                raise error


def task_of_a_process(loop: asyncio.AbstractEventLoop, work: Any, /, **more: Any) -> asyncio.Task[Any]:
    """Records every task with the process whose code started it."""
    task = asyncio.Task(work, loop=loop, **more)
    context: Context | None = more.get("context")
    process = context.get(PROCESS) if context else PROCESS.get(None)
    if process is not None:
        process.tasks.append(task)
    return task
