"""Kills at random moments under load. After each one the store and everybody's view are compared with the ledger."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.kills.ledger import Ledger, count_done
from tests.kills.nursery import Nursery
from tests.kills.people import Acknowledgements, Company
from tests.kills.worlds import PLACES, STARTED_BY_US, WORLDS, World

COMPANIES = 4
LONGEST_LIFE = 30
"""Acknowledged commands between two kills."""
RIGHT_AFTER_A_SEND = 0.008
ALSO_THE_SERVER, WHILE_STARTING = 0.1, 0.1
"""How often a server is killed together with something else, and again while it starts."""
STAYS_AWAY, LONGEST_AWAY = 0.3, 1.0
"""How often what was killed is not started again at once, and for how many seconds."""
PATIENCE = 60.0
LAST_OF_THE_LOG = 5000
"""Characters that are shown after a failure."""
SEASON = 25
"""Cycles on one store."""
WEIGHTS = {
    "server": 2,
    "front": 1,
    "tables": 3,
    "template": 0.5,
    "writer": 3,
    "postgres": 1.5,
    "redis": 1.5,
    "nothing": 3,
}


@dataclass
class Tally:
    """What has happened so far."""

    kills: dict[str, int] = field(default_factory=dict)
    gaps: dict[str, list[float]] = field(default_factory=dict)
    """By kind, seconds from a kill until every company had an acknowledged command again."""
    commands: int = 0
    games: int = 0
    silences: int = 0

    @property
    def cycles(self) -> int:
        return sum(self.kills.values())

    def note(self, kind: str, gap: float) -> None:
        self.kills[kind] = self.kills.get(kind, 0) + 1
        self.gaps.setdefault(kind, []).append(gap)

    def add(self, other: Tally) -> None:
        for kind, gaps in other.gaps.items():
            for gap in gaps:
                self.note(kind, gap)
        self.commands += other.commands
        self.games += other.games
        self.silences += other.silences


@dataclass(frozen=True)
class Plan:
    """A season: the world, and what is killed in turn. `seed` alone decides the rest."""

    number: int
    where: str
    kinds: tuple[str, ...]
    seed: str


@dataclass
class Season:
    """Some cycles in one world."""

    world: World
    random: Random
    companies: list[Company]
    acknowledgements: Acknowledgements
    ledger: Ledger

    async def cycle(self, kind: str) -> tuple[str, float]:
        """The kind with what else was killed, and how long somebody had to wait."""
        await self._reach_the_moment()
        killed = [kind]
        if kind in ("postgres", "redis") and self.random.random() < ALSO_THE_SERVER:
            killed.append("server")
        at = asyncio.get_running_loop().time()
        for one in killed:
            self.world.kills[one]()
        for company in self.companies:
            company.await_done()
        if any(one in STARTED_BY_US for one in killed) and self.random.random() < WHILE_STARTING:
            killed.append("again")
            await self._kill_while_starting()
        if self.random.random() < STAYS_AWAY:
            await asyncio.sleep(self.random.uniform(0, LONGEST_AWAY))
        await self.world.mend()
        await self._patiently(lambda: all(company.first_done for company in self.companies))
        gap = max(company.first_done for company in self.companies) - at
        await self.settle_and_check()
        return "+".join(killed), gap

    async def _reach_the_moment(self) -> None:
        wanted = self.acknowledgements.done + self.random.randint(1, LONGEST_LIFE)
        await self._patiently(lambda: self.acknowledgements.done >= wanted)
        if self.random.random() < 0.5:
            async with asyncio.timeout(PATIENCE):
                await self.acknowledgements.next_sent()
            await asyncio.sleep(self.random.uniform(0, RIGHT_AFTER_A_SEND))

    async def _kill_while_starting(self) -> None:
        self.world.begin_to_mend()
        await asyncio.sleep(self.random.uniform(0, 1.0))
        for server in self.world.servers:
            server.kill()

    async def settle_and_check(self, resume: bool = True) -> None:
        """Nobody acts until everybody knows the same, and the store has exactly that."""
        for company in self.companies:
            company.quiet = True
        end = time.monotonic() + PATIENCE
        while True:
            await self._patiently(lambda: all(company.settled for company in self.companies))
            if not (missing := self.ledger.check(self.companies)):
                break
            assert time.monotonic() < end, missing
            await asyncio.sleep(0.01)
        for company in self.companies if resume else ():
            company.resume()

    async def _patiently(self, reached: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not reached():
            for company in self.companies:
                if company.failure is not None:
                    raise company.failure
            assert time.monotonic() < end, self._who_is_stuck()
            await asyncio.sleep(0.005)

    def _who_is_stuck(self) -> str:
        people = [person for company in self.companies for person in company.people]
        return "nothing goes on:\n" + "\n".join(f"{one.name}: {one.state}" for one in people)


@asynccontextmanager
async def season(world: World, random: Random) -> AsyncIterator[Season]:
    acknowledgements, ledger = Acknowledgements(), Ledger(world.place)
    companies = [Company(number, world.ports, acknowledgements) for number in range(COMPANIES)]
    playing = [asyncio.create_task(company.play(ledger.check_end)) for company in companies]
    try:
        yield Season(world, random, companies, acknowledgements, ledger)
        for company in companies:
            company.stops = True
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*playing)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


async def run_season(nursery: Nursery, plan: Plan, say: Callable[[str], None]) -> Tally:
    tally, random = Tally(), Random(plan.seed)
    with (
        tempfile.TemporaryDirectory(prefix="niwashi-kills-") as folder,
        WORLDS[plan.where](nursery, Path(folder), random) as world,
    ):
        try:
            world.start()
            async with season(world, random) as played:
                for kind in plan.kinds:
                    killed, gap = await played.cycle(kind)
                    tally.note(killed, gap)
                    say(f"{plan.where}: {killed}, on again after {gap:.2f} s")
                tally.commands += played.ledger.commands + sum(
                    count_done(one) for company in played.companies for one in company.people
                )
                tally.games += played.ledger.games
                tally.silences += played.acknowledgements.silences
            world.end()
            _, traceback, after = world.logs().partition("Traceback")
            assert not traceback, f"a traceback in the logs: {after[:LAST_OF_THE_LOG]}"
        except BaseException:
            print(world.logs()[-LAST_OF_THE_LOG:], file=sys.stderr)
            raise
    return tally


def make_plans(cycles: int, seed: int, kinds: Sequence[str], where: Sequence[str]) -> list[Plan]:
    random = Random(seed)
    chosen = random.choices(kinds, [WEIGHTS[kind] for kind in kinds], k=cycles)
    places: dict[str, list[str]] = {where: [] for where in WORLDS}
    for kind in chosen:
        places[random.choice([one for one in PLACES[kind] if one in where])].append(kind)
    seasons = [(one, part[at : at + SEASON]) for one, part in places.items() for at in range(0, len(part), SEASON)]
    random.shuffle(seasons)
    return [Plan(n, where, tuple(part), f"{seed}/{n}") for n, (where, part) in enumerate(seasons)]
