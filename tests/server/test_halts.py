"""The time for which the process is halted is charged to nobody: a virtual machine's pause ends no game."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from structlog.testing import capture_logs

from niwashi.server.clock import Clock
from niwashi.server.halts import BEAT_SECONDS, HaltWatch
from niwashi.wire import TableSettings
from niwashi.wire.settings import TurnClock
from tests.server.test_upgrades import keeping
from tests.table.owners import Owner

TURN = 5
HALT = 9.0


class SteppedClock(Clock):
    """Time that passes only when told to."""

    def __init__(self, start_ms: int) -> None:
        self._start_ms, self.passed = start_ms, 0.0

    def now(self) -> int:
        return self._start_ms + round(1000 * self.passed)

    def seconds(self) -> float:
        return self.passed


async def turns_left_after(place: Path, gaps: list[float]) -> list[int | None]:
    """Each seat's time on the clock after these seconds, between which the process beats; None for one who lost."""
    owner = Owner("miyabi", seats=2, settings=TableSettings(clock=TurnClock(seconds=TURN), grace=None))
    owner.begin(2)
    clock = SteppedClock(owner.now)
    halts = HaltWatch(clock)
    beating = asyncio.create_task(halts.run())
    async with keeping(place, {"t": tuple(owner.bodies)}, clock, halts) as (registry, _):
        actor = await registry.find_here("t")
        for gap in gaps:
            clock.passed += gap
            await actor.submit(lambda table, now: table.set_presence("aki", True, now))
        seats = actor.table.snapshot(None, clock.now()).seats
    beating.cancel()
    with suppress(asyncio.CancelledError):
        await beating
    return [None if seat.resigned else seat.clock for seat in seats]


async def test_a_halt_longer_than_a_turn_costs_no_time(tmp_path: Path) -> None:
    with capture_logs() as said:
        left = await turns_left_after(tmp_path / "store.sqlite", [1.0, HALT])
    assert left == [1000 * (TURN - 1), 1000 * TURN]
    assert [one["seconds"] for one in said if one["event"] == "halted"] == [HALT]


async def test_time_in_which_the_server_runs_counts(tmp_path: Path) -> None:
    steps = [BEAT_SECONDS] * round(HALT / BEAT_SECONDS)
    assert None in await turns_left_after(tmp_path / "store.sqlite", steps)


async def test_a_halt_is_made_good_once(tmp_path: Path) -> None:
    left = await turns_left_after(tmp_path / "store.sqlite", [HALT, 1.0, 1.0])
    assert left == [1000 * (TURN - 2), 1000 * TURN]
