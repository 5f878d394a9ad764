"""The garbage collector never stops a busy server for long: it visits young objects only, and the rest when idle."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from niwashi.server.ops.garbage import (
    CHECK_SECONDS,
    GROWN_BYTES,
    IDLE_CHECKS,
    MAX_SECONDS,
    MIN_SECONDS,
    YOUNG_OBJECTS,
    IdleCollector,
    freeze_startup_objects,
    measure_collections,
    peak_memory,
)
from niwashi.server.ops.metrics import Metrics

FULL = 2
BUSY, IDLE = 0.05, 0.0001
"""CPU seconds between two checks."""


@pytest.fixture(autouse=True)
def tuned() -> Iterator[None]:
    """As a server tunes this process, and as it was afterwards."""
    before = gc.get_threshold()
    freeze_startup_objects()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@contextmanager
def collected() -> Iterator[list[int]]:
    """The generations that are collected meanwhile."""
    generations: list[int] = []

    def note(phase: str, info: dict[str, Any]) -> None:
        if phase == "start":
            generations.append(info["generation"])

    gc.callbacks.append(note)
    try:
        yield generations
    finally:
        gc.callbacks.remove(note)


class Server:
    """A collector whose checks come on time, and cost what they are said to cost."""

    def __init__(self) -> None:
        self.time = self.cpu = 0.0
        self.memory = 1 << 30
        self.metrics = Metrics()
        self.collector = IdleCollector(self.metrics, lambda: self.time, lambda: self.cpu, lambda: self.memory)

    def live(self, seconds: float, cpu: float, late: float = 0.0) -> int:
        """The number of full collections."""
        with collected() as generations:
            for _ in range(round(seconds / CHECK_SECONDS)):
                self.time += CHECK_SECONDS + late
                self.cpu += cpu
                self.collector.check()
        return generations.count(FULL)


def test_however_many_objects_are_made_only_young_ones_are_collected() -> None:
    with collected() as generations:
        kept = [[number] for number in range(50 * YOUNG_OBJECTS)]
    assert len(kept) == 50 * YOUNG_OBJECTS
    assert len(generations) >= 40
    assert set(generations) == {0}


def test_a_busy_server_never_collects_everything() -> None:
    assert Server().live(MAX_SECONDS - 1, BUSY) == 0


def test_a_server_that_is_idle_for_a_while_collects_everything_once() -> None:
    server = Server()
    assert server.live(MIN_SECONDS, BUSY) == 0
    assert server.live((IDLE_CHECKS - 2) * CHECK_SECONDS, IDLE) == 0
    assert server.live(10, IDLE) == 1
    assert server.live(MIN_SECONDS / 2, IDLE) == 0


def test_a_short_break_is_not_idleness() -> None:
    server = Server()
    server.live(MIN_SECONDS, BUSY)
    for _ in range(20):
        assert server.live((IDLE_CHECKS - 2) * CHECK_SECONDS, IDLE) + server.live(CHECK_SECONDS, BUSY) == 0


def test_a_server_that_is_never_idle_collects_everything_only_if_its_memory_grows() -> None:
    server = Server()
    assert server.live(MAX_SECONDS + 1, BUSY) == 0
    server.memory += GROWN_BYTES
    assert server.live(CHECK_SECONDS, BUSY) == 1
    assert server.live(MAX_SECONDS + 1, BUSY) == 0, "what it has grown to is usual now"


def test_memory_is_counted_in_bytes() -> None:
    assert 1 << 25 < peak_memory() < 1 << 40


def test_an_idle_server_frees_cycles() -> None:
    class Cycle:
        def __init__(self) -> None:
            self.own = self

    server, old = Server(), Cycle()
    gone = weakref.ref(old)
    gc.collect(0)  # from here on it is not young
    del old
    gc.collect(0)
    assert gone() is not None
    assert server.live(MIN_SECONDS + 10, IDLE) == 1
    assert gone() is None


def test_the_lag_of_the_event_loop_is_measured() -> None:
    server = Server()
    server.live(1, BUSY)
    server.live(CHECK_SECONDS, BUSY, late=0.03)
    text = server.metrics.text().decode()
    assert 'niwashi_loop_lag_seconds_bucket{le="0.01"} 10.0' in text
    assert 'niwashi_loop_lag_seconds_bucket{le="0.05"} 11.0' in text


def test_every_collection_is_measured_by_its_generation() -> None:
    metrics = Metrics()
    with measure_collections(metrics):
        gc.collect(0)
        gc.collect(0)
        gc.collect()
    gc.collect()
    text = metrics.text().decode()
    assert 'niwashi_gc_seconds_count{generation="0"} 2.0' in text
    assert 'niwashi_gc_seconds_count{generation="2"} 1.0' in text
