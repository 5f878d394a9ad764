"""The load of `scripts/bench server` at a tiny scale: its measurements are right, and every client is served."""

from __future__ import annotations

import asyncio
import math

import pytest

from benchmarks.server import MEDIAN, P99, Scale, Stall, measure, quantile
from benchmarks.wire_client import Refused, request
from tests.server.process import ServerProcess

TINY = Scale(tables=4, sockets=14, rates=(40, 80), seconds=1.0, warm_up=0.2, back_in=0.3)


@pytest.mark.more
def test_a_tiny_load_is_answered_and_heard_by_all() -> None:
    found = measure(None, TINY)
    for load in found.loads:
        assert load.due == load.asked == 40
        assert load.problems == 0
        assert len(load.answered) == len(load.heard) == 40
        assert 0 < quantile(load.answered, MEDIAN) <= quantile(load.answered, P99)
        assert len(load.unstalled) <= 40
        assert load.rate > 0
        spent = load.server
        assert 0 < spent["validation"] < spent["until durable"]
        assert 0 < spent["in COMMIT"] < spent["until durable"]
        assert spent["fan-out"] > 0
        assert spent["computing"] > 0
    assert found.returned is not None
    assert found.returned.resumed == found.returned.sockets == 14
    assert min(found.returned.waits) > 0


async def test_the_load_hears_of_a_refusal(server: ServerProcess) -> None:
    with pytest.raises(Refused, match="401"):
        await request(server.port, "POST", "/api/tables", {"game": "miyabi"})


def test_a_quantile_of_nothing_is_no_number() -> None:
    assert math.isnan(quantile([], MEDIAN))
    assert quantile([0.001, 0.002, 0.003], MEDIAN) == pytest.approx(2.0)


async def test_a_stall_is_told_by_the_stores_writer(server: ServerProcess) -> None:
    from benchmarks.server import _stalls

    line = b'{"event": "slow commit", "began": 1000, "seconds": 0.25}\n'
    with server.log.open("ab") as log:
        log.write(line)
    (stall,) = [found for found in _stalls(server, -1e12) if found.seconds == 0.25]
    assert isinstance(stall, Stall)
    assert stall.began < asyncio.get_running_loop().time()
