"""How fast bots think, and whether they keep to their time while another search runs beside them.

python -m benchmarks.bots beside GAME    searches until it is ended: the neighbour
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from time import perf_counter

import numpy as np

from niwashi import bots
from niwashi.batch.perft import random_walk
from niwashi.bots import Budget
from niwashi.core.game import Position, Rules
from niwashi.core.rng import seeded
from niwashi.engine import catalog, factory

SEARCHING = ("strong", "expert")
LOADING = 16
"""Positions, of beginnings and ends, after which everything that is compiled has been loaded."""


@dataclass(frozen=True)
class Thought:
    """Many decisions of one bot: nodes a second, and seconds a decision."""

    nodes: float
    median: float
    worst: float
    """Of 99 in 100 decisions."""
    longest: float


def moments(rules: Rules) -> Iterator[tuple[Position, int]]:
    """Positions all over many games, with a seat that has a choice to make."""
    for number in range(10_000):
        game = random_walk(factory.new(rules.name, seed=number), 5 + number * 7 % 50)
        if not game.over and len(game.legal(game.to_act[0])) > 1:
            yield game.position, game.to_act[0]


def measure(name: str, rules: Rules, seconds: float) -> Thought:
    bot, budget = bots.make(name, rules), bots.default_budget(name)
    taken: list[float] = []
    nodes = 0
    for p, seat in islice(moments(rules), LOADING):
        bot.choose(p, seat, Budget(nodes=300), seeded(0))
    for number, (p, seat) in enumerate(moments(rules)):
        start = perf_counter()
        nodes += bot.choose(p, seat, budget, seeded(number)).nodes
        taken.append(perf_counter() - start)
        if sum(taken) > seconds:
            break
    median, worst = np.percentile(taken, [50, 99]).tolist()
    return Thought(nodes / sum(taken), median, worst, max(taken))


@contextmanager
def neighbour(game: str) -> Iterator[None]:
    """Another process that searches all the while."""
    with subprocess.Popen([sys.executable, "-m", "benchmarks.bots", "beside", game], stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        try:
            yield
        finally:
            process.kill()


def search_beside(game: str) -> None:
    rules = catalog.rules(game)
    bot = bots.make("expert", rules)
    for number, (p, seat) in enumerate(moments(rules)):
        bot.choose(p, seat, Budget(seconds=0.2), seeded(number))
        if number == 0:
            print("searching", flush=True)


if __name__ == "__main__":
    search_beside(sys.argv[2])
