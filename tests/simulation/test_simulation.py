"""A table, its players, nodes and disk on simulated time, with faults: the log is the truth."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import SystemRandom

import pytest

from tests.simulation.weather import Weather
from tests.simulation.world import PARTS, World, simulate

QUICK, MORE, FULL, SOMEWHERE_NEW, AT_ONCE = 20, 200, 5000, 500, 10
QUICK_PARTS, MORE_PARTS = 10, 60
MOST_STEPS, BAD_SECONDS = 2000, 1.0
FAILED_ONCE = Path(__file__).with_name("failed_once.txt")
LAST = 60
"""Lines of a failed simulation's trace that are shown."""


def run(world: World) -> World:
    try:
        return simulate(world)
    except Exception as error:
        diary = "\n".join(f"{time:9.3f}  {what}" for time, what in world.trace[-LAST:])
        kept = f"seed {world.seed} fails; it belongs in {FAILED_ONCE.name}, and is played again by\n"
        command = f"  python -m tests.simulation.again {world.seed}"
        raise AssertionError(f"{kept}{command}\n{error!r}\n{diary}") from error


def kept_seeds() -> list[str]:
    seeds = [line.partition("#")[0].strip() for line in FAILED_ONCE.read_text().splitlines()]
    return [seed for seed in seeds if seed]


def several(first: int, last: int) -> list[range]:
    return [range(start, min(start + AT_ONCE, last)) for start in range(first, last, AT_ONCE)]


@pytest.mark.parametrize("seed", kept_seeds())
def test_what_failed_once_does_not_fail_again(seed: str) -> None:
    run(World(seed))


@pytest.mark.parametrize(
    "seeds",
    [
        *several(0, QUICK),
        *(pytest.param(some, marks=pytest.mark.more) for some in several(QUICK, MORE)),
        *(pytest.param(some, marks=pytest.mark.full) for some in several(MORE, FULL)),
    ],
    ids=lambda some: f"{some.start}-{some.stop - 1}",
)
def test_whatever_happens_the_log_is_the_truth(seeds: range) -> None:
    for seed in seeds:
        run(World(str(seed)))


@pytest.mark.parametrize(
    "seeds",
    [
        *several(0, QUICK_PARTS),
        *(pytest.param(some, marks=pytest.mark.more) for some in several(QUICK_PARTS, MORE_PARTS)),
        *(pytest.param(some, marks=pytest.mark.full) for some in several(MORE_PARTS, FULL)),
    ],
    ids=lambda some: f"{some.start}-{some.stop - 1}",
)
def test_so_it_is_whichever_process_dies(seeds: range) -> None:
    """With a front and table processes, and people who are gone for good once a game is over."""
    for seed in seeds:
        run(World(f"{PARTS}{seed}"))


@pytest.mark.full
def test_so_it_is_somewhere_new() -> None:
    for _ in range(SOMEWHERE_NEW):
        number = SystemRandom().randrange(1 << 60)
        run(World(str(number)))
        run(World(f"{PARTS}{number}"))


def test_the_same_seed_is_the_same_history() -> None:
    """Otherwise a failing seed could not be repeated."""
    first, second = (run(World("history")) for _ in range(2))
    assert first.trace == second.trace
    assert [player.follower.known for player in first.players] == [player.follower.known for player in second.players]


COURSES = ("rematch 87", "live 8")
"""Short courses without faults: the end of a game and a rematch, and the first rounds of a live game."""


def fine(course: str) -> World:
    return World(course, Weather())


@pytest.mark.parametrize("course", COURSES)
@pytest.mark.parametrize("trouble", ["crash", "cut"])
@pytest.mark.parametrize(
    "how_many", [4, pytest.param(12, marks=pytest.mark.more), pytest.param(None, marks=pytest.mark.full)]
)
def test_nothing_is_lost_by_trouble_between_any_two_steps(course: str, trouble: str, how_many: int | None) -> None:
    """A crash, or the loss of all connections, comes before every stretch of code between two awaits."""
    steps = run(fine(course)).steps
    for step in range(1, steps, max(steps // how_many, 1) if how_many else 1):
        world = fine(course)
        world.at_step[step] = world.crash if trouble == "crash" else world.cut
        try:
            run(world)
        except AssertionError as error:
            raise AssertionError(f"{trouble} at step {step} of {course}: {error}") from None


class BadEnd(World):
    """The disk fails at the moment the game has ended: everybody is told, and the record is not stored."""

    def __init__(self, then: Callable[[World], None]) -> None:
        super().__init__("parts end 99", Weather())
        self._then = then
        self.at_step = dict.fromkeys(range(1, MOST_STEPS), self._fail_once_it_has_ended)
        self.failed = False

    def _fail_once_it_has_ended(self) -> None:
        if not self.failed and self.running is not None and self.running.table.phase == "over":
            self.failed, self.weather.disk_fails = True, 1.0
            asyncio.get_running_loop().call_later(BAD_SECONDS, self._recover)

    def _recover(self) -> None:
        self._then(self)
        self.weather.disk_fails = 0.0


def lose_the_table(world: World) -> None:
    """As a failing append does."""
    assert world.running is not None
    world.running.stop()


@pytest.mark.parametrize("then", [World.crash, lose_the_table], ids=["server killed", "table lost"])
def test_the_record_of_a_game_is_stored_although_nobody_comes_back(then: Callable[[World], None]) -> None:
    world = BadEnd(then)
    assert world.leaves
    run(world)
    assert world.failed
