"""The load of `scripts/bench server` at a tiny scale: its measurements are right, and every client is served."""

from __future__ import annotations

import asyncio
import math
import sys
from pathlib import Path

import pytest

from benchmarks import generator
from benchmarks.server import (
    MEDIAN,
    OVERLOAD,
    P99,
    SEVENTY,
    STEADY,
    Measured,
    Scale,
    Variant,
    _stalls,
    compare,
    databases,
    quantile,
)
from benchmarks.wire_client import Refused, request
from tests.server.process import ServerProcess

TINY = Scale(tables=4, sockets=14, rate=40, overload=80, seconds=1.0, rounds=1, back_in=0.3)
SLOW = [sys.executable, "-m", "benchmarks.slow_generator"]


@pytest.mark.more
@pytest.mark.parametrize("language", ["C", pytest.param("Python", marks=pytest.mark.full)])
def test_a_tiny_load_is_answered_and_heard_by_all(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if language == "Python":
        monkeypatch.setattr(generator, "compile_generator", lambda: None)
        assert generator.command()[0] == SLOW
    found: dict[str, Measured] = {}
    with databases(["SQLite"]) as places:
        asyncio.run(compare([Variant("ours")], places["SQLite"], TINY, found, say=lambda _: None))
    measured = found["ours"]
    for name, count in ((STEADY, 40), (OVERLOAD, 80)):
        (load,) = measured.slices[name]
        assert load.due == load.done == len(load.heard) == count
        assert load.refused == load.impossible == 0
        assert 0 < quantile(load.answered, MEDIAN) <= quantile(load.answered, P99)
        assert len(load.unstalled) <= count
        assert load.server_cpu > 0
        assert {"front", "writer", "generator"} <= load.cpu.keys()
        assert max(load.holds.values()) > 0
    assert measured.slices[SEVENTY][0].done > 0
    assert measured.ceiling == measured.slices[OVERLOAD][0].rate > 0
    assert measured.reconnection is not None
    assert len(measured.reconnection.waits) == measured.reconnection.sockets == 14
    assert min(measured.reconnection.waits) > 0
    assert measured.memory["empty"] > 0


async def test_the_load_hears_of_a_refusal(server: ServerProcess) -> None:
    with pytest.raises(Refused, match="401"):
        await request(server.port, "POST", "/api/tables", {"game": "miyabi"})


def test_a_quantile_of_nothing_is_no_number() -> None:
    assert math.isnan(quantile([], MEDIAN))
    assert quantile([0.001, 0.002, 0.003], MEDIAN) == pytest.approx(2.0)


def test_a_stall_is_told_by_the_stores_writer(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    server.log.write_text('{"event": "slow commit", "began": 1000, "seconds": 0.25}\n')
    ((began, seconds),) = _stalls(server, -1e12)
    assert seconds == 0.25
    assert began < 0
    assert _stalls(server, 0.0) == []
