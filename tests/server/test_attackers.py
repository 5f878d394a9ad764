"""Attackers that never read, flood, send halves or reconnect all the time: honest people are answered meanwhile."""

from __future__ import annotations

import pytest

from benchmarks.attack import ATTACKS
from benchmarks.attackers import honest_people, measure


@pytest.mark.more
async def test_every_honest_action_is_answered_while_somebody_attacks() -> None:
    async with honest_people() as one:
        for kind in ATTACKS:
            waits = await measure(one, kind, turns=1, seconds=1.0)
            (without,), (attacked,) = waits.off, waits.on
            assert len(without) == len(attacked) == 100, kind
            assert waits.cpu[True] > 0
        assert one.server.process is not None
        assert one.server.process.poll() is None
        assert "Traceback" not in one.server.log.read_text()
