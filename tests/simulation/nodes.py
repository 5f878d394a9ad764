"""A server's whole inside on simulated time: the real application, keeper, tables and sockets, on a simulated disk."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, nullcontext
from contextvars import Context, ContextVar, copy_context
from dataclasses import replace
from hashlib import blake2b
from random import Random
from typing import Any, TypeVar, cast
from unittest.mock import patch

import numpy as np
from msgspec import json

from niwashi.core.game import Position, Rules
from niwashi.engine import catalog
from niwashi.server import application as applications
from niwashi.server.access.tickets import MemoryTickets
from niwashi.server.application import Application
from niwashi.server.backends import Backends
from niwashi.server.clock import Clock
from niwashi.server.cluster.interface import SingleNode
from niwashi.server.http.sockets import table_socket
from niwashi.server.ops.rate_limits import Rate
from niwashi.server.settings import Settings
from niwashi.server.tables import registry as registry
from niwashi.server.workers.jobs import BotMoveJob, Job
from niwashi.store import Log, Store
from niwashi.store.errors import StoreError
from niwashi.store.log import open_log
from tests.simulation.connections import Line
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
    """Any legal action, after a while; at times none."""

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


class SeededSecrets:
    """What a table's id and seed are made of here, so that a simulation can be told again, with another seed or not."""

    def __init__(self, seed: str, future: str) -> None:
        self._ids, self._seeds = Random(f"{seed}/ids"), Random(f"{seed}/seeds/{future}")

    def token_hex(self, count: int) -> str:
        return self._ids.randbytes(count).hex()

    def token_bytes(self, count: int) -> bytes:
        return self._seeds.randbytes(count)


NODE: ContextVar[Node] = ContextVar("node")
"""Whose code runs; tasks and callbacks inherit it from whoever starts them."""


class Node:
    """Lives until it is killed, asked to end, or cannot go on."""

    def __init__(self, disk: Disk, weather: Weather, random: Random) -> None:
        self._weather, self._random = weather, random
        self._access = Access(disk)
        self.application = Application(SETTINGS, SimulatedClock())
        self.tasks: list[asyncio.Task[Any]] = []
        self._lines: list[Line] = []
        self._handlers: list[asyncio.Task[Any]] = []
        self._ending = asyncio.Event()
        self.task = self._start(self._live())

    @property
    def gone(self) -> bool:
        """Killed, or ended by itself. What a killed one still has to tidy up is nobody's concern."""
        return self._access.cut_off or self.task.done()

    @property
    def serves(self) -> bool:
        return self.application.ready and not self.gone

    def _start(self, work: Coroutine[Any, Any, Given]) -> asyncio.Task[Given]:
        """A task of this node's, which dies with it, as do all that it starts."""
        context = copy_context()
        context.run(NODE.set, self)
        return asyncio.get_running_loop().create_task(work, context=context)

    async def _live(self) -> None:
        async with self.application.open():
            await self.application.prepare()
            await self._ending.wait()

    def backends(self) -> Backends:
        """A node that is alone, with bots of ours."""
        tickets, jobs = MemoryTickets(self.application.clock.seconds), SimulatedJobRunner(self._weather, self._random)
        return Backends(SingleNode(), tickets, jobs, lambda _: nullcontext())

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        async with open_log(self._access) as log:
            loads = asyncio.create_task(self._overload_at_times(log))
            try:
                yield Store(self._access, log)
            finally:
                loads.cancel()

    async def _overload_at_times(self, log: Log) -> None:
        usual = log.limits
        while True:
            await asyncio.sleep(self._random.expovariate(1 / self._weather.overload))
            log.limits = replace(usual, max_waiting=0)
            await asyncio.sleep(self._random.uniform(0.1, 3.0))
            log.limits = usual

    # -- what happens to it --------------------------------------------------------------------------------------------
    def receive(self, line: Line, query: str, table: str) -> None:
        """As uvicorn would: a connection ends with its handler."""
        self._lines.append(line)
        talking = cast(
            Coroutine[Any, Any, None], table_socket.fn(line.socket(query), application=self.application, table=table)
        )
        handler = self._start(talking)
        handler.add_done_callback(lambda _: line.cut())
        self._handlers.append(handler)

    async def did(self, work: Coroutine[Any, Any, Given]) -> Given | None:
        """What came of something that the node was asked to do; None if nothing did."""
        task = self._start(work)
        await asyncio.wait([task])
        return None if task.cancelled() or task.exception() else task.result()

    def kill(self) -> None:
        """Nothing that it does from here on reaches anybody."""
        self._access.cut_off = True
        self.application.ready = False
        self.cut_lines()
        for task in self.tasks:
            task.cancel()

    def cut_lines(self) -> None:
        for line in self._lines:
            line.cut()

    def raise_mistakes(self) -> None:
        """A node may be killed, or find no disk when it starts. Nothing else ends it, and nothing a handler."""
        for task in (self.task, *self._handlers):
            error = task.exception() if task.done() and not task.cancelled() else None
            if error is not None and not (task is self.task and isinstance(error, StoreError)):
                raise error

    def ask_to_end(self) -> None:
        self._ending.set()


def task_of_a_node(loop: asyncio.AbstractEventLoop, work: Any, /, **more: Any) -> asyncio.Task[Any]:
    """Every task is remembered by the node whose code started it."""
    task = asyncio.Task(work, loop=loop, **more)
    context: Context | None = more.get("context")
    node = context.get(NODE) if context else NODE.get(None)
    if node is not None:
        node.tasks.append(task)
    return task


async def _make_backends(*_: Any) -> Backends:
    return NODE.get().backends()


def _plain_view(_: Rules, position: Position) -> dict[str, Any]:
    """Two are the same if the positions are. How they are drawn takes most of the time and is nothing to us here."""
    return {"position": blake2b(position.tobytes(), digest_size=12).hexdigest()}


@contextmanager
def simulated_parts(seed: str, future: str) -> Iterator[None]:
    """Houses are put together by their own code, out of the parts of the node that they belong to."""
    with ExitStack() as patches:
        for module, name, part in (
            (applications, "open_store", lambda _: NODE.get().store()),
            (applications, "make_backends", _make_backends),
            (applications, "warm_up", lambda: None),
            (applications, "tune_gc", lambda: None),
            (registry, "secrets", SeededSecrets(seed, future)),
            (registry, "random", Random(seed)),
            *((type(catalog.rules(game)), "points", lambda *_: ()) for game in catalog.names()),
            *((type(catalog.rules(game)), "view", _plain_view) for game in catalog.names()),
        ):
            patches.enter_context(patch.object(module, name, part))
        yield
