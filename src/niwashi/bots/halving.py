"""Strong: sequential halving at the root. Actions are tried in sampled continuations, and the worse half drops out."""

from __future__ import annotations

import math
from time import perf_counter

import numpy as np

from niwashi.bots import Bot, Budget, Candidate, Decision
from niwashi.bots.policies import CLUB
from niwashi.bots.workspace import Workspace
from niwashi.core.game import Position, Rules
from niwashi.core.rng import GENERATOR, Generator, next_word

WIDEST = 16
"""So many actions, the best by the club's judgement, are tried at all."""
MOST_TRIALS = 4096
NOISE = 0.06
HORIZON = 1
"""Continuations are cut, and judged, where chance is to act for the second time."""
PRIOR = 2.0
"""The club's judgement counts as so many trials."""
BATCH = 4


def strong(rules: Rules) -> Bot:
    return Halving(rules)


class Halving:
    def __init__(self, rules: Rules, horizon: int = HORIZON) -> None:
        self.work = Workspace(rules)
        self.horizon = horizon
        self.starts = np.zeros(MOST_TRIALS + 1, GENERATOR)

    def choose(self, p: Position, seat: int, budget: Budget, rng: Generator) -> Decision:
        start = perf_counter()
        actions = self.work.legal(p, seat)
        if len(actions) == 1:
            return Decision(actions[0], 0.0, (actions[0],), (Candidate(actions[0], 0.0),), 1)
        values = self.work.judged(p, seat, actions)
        order = sorted(range(len(actions)), key=lambda i: -values[i])[:WIDEST]
        trials = _Trials(self, p, seat, [actions[i] for i in order], [values[i] for i in order], rng)
        trials.nodes = len(actions)
        trials.run(budget, start)
        return trials.decision()


class _Trials:
    """One decision's candidates, their sums and visits."""

    def __init__(
        self, bot: Halving, p: Position, seat: int, actions: list[int], prior: list[float], rng: Generator
    ) -> None:
        self.bot, self.p, self.seat, self.actions = bot, p, seat, actions
        self.sums = [PRIOR * value for value in prior]
        self.visits = [0] * len(actions)
        self.nodes = 0
        self.rng = rng
        self.seeded = 0

    def value(self, i: int) -> float:
        return self.sums[i] / (PRIOR + self.visits[i])

    def run(self, budget: Budget, start: float) -> None:
        """Rounds of equal cost; after each the worse half drops out. The last two are told apart to the end."""
        alive = list(range(len(self.actions)))
        rounds = max(1, math.ceil(math.log2(len(alive))))
        for number in range(1, rounds + 1):
            self._round(alive, budget, start, number / rounds)
            alive.sort(key=lambda i: -self.value(i))
            alive = alive[: max(2, (len(alive) + 1) // 2)]

    def _round(self, alive: list[int], budget: Budget, start: float, share: float) -> None:
        while not _spent(budget, start, self.nodes, share) and self.visits[alive[0]] + BATCH <= MOST_TRIALS:
            for i in alive:
                self._try(i)
                if _spent(budget, start, self.nodes, 1.0):
                    return

    def _try(self, i: int) -> None:
        first = self.visits[i]
        self._seed(first + BATCH)
        work = self.bot.work
        total, nodes = work.loops.try_out(
            self.p, self.seat, int(self.p.seats), self.actions[i], CLUB, NOISE, self.bot.horizon, self.bot.starts,
            first, first + BATCH, work.net, work.x, work.after, work.stack, work.buffer, work.points,
        )  # fmt: skip
        self.sums[i] += total
        self.visits[i] += BATCH
        self.nodes += nodes

    def _seed(self, wanted: int) -> None:
        while self.seeded < wanted:
            self.bot.starts[self.seeded] = tuple(next_word(self.rng) for _ in range(4))
            self.seeded += 1

    def decision(self) -> Decision:
        order = sorted(range(len(self.actions)), key=lambda i: (-self.visits[i], -self.value(i)))
        best = max((i for i in order if self.visits[i] == self.visits[order[0]]), key=self.value)
        ranked = [best, *(i for i in order if i != best)]
        alternatives = tuple(Candidate(self.actions[i], self.value(i), self.visits[i]) for i in ranked)
        return Decision(self.actions[best], self.value(best), (self.actions[best],), alternatives, self.nodes)


def _spent(budget: Budget, start: float, nodes: int, share: float) -> bool:
    if budget.nodes is not None:
        return nodes >= budget.nodes * share
    return perf_counter() - start >= (budget.seconds or 0.1) * share
