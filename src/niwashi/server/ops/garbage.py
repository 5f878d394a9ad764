"""Garbage collection that nobody waits for: young objects at any time, all of them only while the server is idle.

A server that is never idle keeps its cycles, unless its memory grows.
"""

from __future__ import annotations

import asyncio
import gc
import resource
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from niwashi.server.ops.metrics import Metrics

YOUNG_OBJECTS = 2000
"""New objects, less those freed, after which the youngest generation is collected: that takes a millisecond or two."""
NEVER = 1 << 30
CHECK_SECONDS = 0.1
"""Between two measurements of the event loop's lag."""
IDLE_SHARE = 0.01
"""The server is idle while it computes less than this share of the time."""
IDLE_CHECKS = 10
"""Checks in a row that must find the server idle."""
MIN_SECONDS, MAX_SECONDS = 60.0, 3600.0
"""Between two full collections. After the longer time one runs even if the server was never idle, but only if …"""
GROWN_BYTES = 256 << 20
"""… its memory has grown by so much since the last one. With 300 tables it would stop everybody for 0.15 s."""


def freeze_startup_objects() -> None:
    """Exclude everything loaded so far from garbage collection, and collect only young objects automatically.

    Reference counts free nearly everything: views and choices are thousands of short-lived lists without cycles. A
    collection of the older generations visits every object of every table, and takes a tenth of a second to find
    nothing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, NEVER, NEVER)


def peak_memory() -> int:
    """The most bytes that this process has had in memory. Whatever piles up raises it in the end."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


class IdleCollector:
    """Collects all garbage when the server has been idle for a while, and measures the event loop's lag."""

    def __init__(
        self,
        metrics: Metrics,
        clock: Callable[[], float] = time.monotonic,
        cpu_clock: Callable[[], float] = time.process_time,
        memory: Callable[[], int] = peak_memory,
    ) -> None:
        self._metrics, self._clock, self._cpu_clock, self._memory = metrics, clock, cpu_clock, memory
        self._checked, self._computed = clock(), cpu_clock()
        self._collected, self._memory_then = self._checked, memory()
        self._idle_checks = 0

    async def run(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            self.check()

    def check(self) -> None:
        """Called every `CHECK_SECONDS`, or later if something held the event loop."""
        elapsed, computed = self._clock() - self._checked, self._cpu_clock() - self._computed
        self._metrics.loop_lag.observe(max(elapsed - CHECK_SECONDS, 0.0))
        self._idle_checks = self._idle_checks + 1 if computed < IDLE_SHARE * elapsed else 0
        self._collect()
        self._checked, self._computed = self._clock(), self._cpu_clock()

    def _collect(self) -> None:
        if self._is_full_due():
            gc.collect()
            self._collected, self._memory_then, self._idle_checks = self._clock(), self._memory(), 0
        elif not self._idle_checks:  # old objects that are freed hide new ones from the threshold, which would pile up
            gc.collect(0)

    def _is_full_due(self) -> bool:
        since = self._clock() - self._collected
        if since >= MIN_SECONDS and self._idle_checks >= IDLE_CHECKS:
            return True
        return since >= MAX_SECONDS and self._memory() - self._memory_then >= GROWN_BYTES


@asynccontextmanager
async def collect_when_idle(metrics: Metrics) -> AsyncIterator[None]:
    """Runs an `IdleCollector` while the context is open."""
    with measure_collections(metrics):
        task = asyncio.create_task(IdleCollector(metrics).run())
        try:
            yield
        finally:
            task.cancel()


@contextmanager
def measure_collections(metrics: Metrics) -> Iterator[None]:
    """Observe how long each collection stops this process, by generation."""
    start = 0.0

    def observe(phase: str, info: dict[str, Any]) -> None:
        nonlocal start
        if phase == "start":
            start = time.perf_counter()
        else:
            metrics.collecting.labels(str(info["generation"])).observe(time.perf_counter() - start)

    gc.callbacks.append(observe)
    try:
        yield
    finally:
        gc.callbacks.remove(observe)
