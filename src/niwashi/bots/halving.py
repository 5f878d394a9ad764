"""Strong: sequential halving at the root. Actions are tried in sampled continuations, and the worse half drops out."""

from __future__ import annotations

import math

import numpy as np

from niwashi.bots import Bot, Budget, Candidate, Decision, only
from niwashi.bots.clock import Clock
from niwashi.bots.loops.playing import CLUB, playing
from niwashi.bots.workspace import Workspace
from niwashi.core.game import Position, Rules
from niwashi.core.rng import GENERATOR, Generator

WIDEST = 16
"""So many actions, the best by the club's judgement, are tried at all."""
MOST_TRIALS = 4096
NOISE = 0.06
HORIZON = 1
"""Continuations are cut, and judged, where chance is to act for the second time."""
PRIOR = 2.0
"""The club's judgement counts as so many trials."""
BATCH = 4
USUAL = 0.1
"""Seconds, where a budget names none."""


def strong(rules: Rules) -> Bot:
    return Halving(rules)


class Halving:
    """Continuations are judged as the club judges, or foreseen, which takes longer and sees more."""

    def __init__(self, rules: Rules, foreseeing: bool = False) -> None:
        self.work, self.loops = Workspace(rules), playing(rules.name)
        self.foreseeing = foreseeing
        self.starts = np.zeros(2 * MOST_TRIALS + 2, GENERATOR)

    def choose(self, p: Position, seat: int, budget: Budget, rng: Generator) -> Decision:
        return self.decide(p, seat, Clock(budget, USUAL), rng)

    def decide(self, p: Position, seat: int, clock: Clock, rng: Generator) -> Decision:
        actions = self.work.legal(p, seat)
        if len(actions) == 1:
            return only(actions[0])
        values = self.work.judged(p, seat, actions)
        clock.nodes += len(actions)
        order = sorted(range(len(actions)), key=lambda i: -values[i])[:WIDEST]
        trials = _Trials(self, p, seat, [actions[i] for i in order], [values[i] for i in order], rng, clock)
        trials.run()
        return trials.decision()


class _Trials:
    """One decision's candidates, their sums and visits."""

    def __init__(
        self, bot: Halving, p: Position, seat: int, actions: list[int], prior: list[float], rng: Generator, clock: Clock
    ) -> None:
        self.bot, self.p, self.seat, self.actions, self.rng, self.clock = bot, p, seat, actions, rng, clock
        self.sums = [PRIOR * value for value in prior]
        self.visits = [0] * len(actions)
        self.sown = 0

    def value(self, i: int) -> float:
        return self.sums[i] / (PRIOR + self.visits[i])

    def run(self) -> None:
        """Rounds of equal cost; after each the worse half drops out. The last two are told apart to the end."""
        alive = list(range(len(self.actions)))
        rounds = max(1, math.ceil(math.log2(len(alive))))
        for number in range(1, rounds + 1):
            self._round(alive, number / rounds)
            alive.sort(key=lambda i: -self.value(i))
            alive = alive[: max(2, (len(alive) + 1) // 2)]

    def _round(self, alive: list[int], share: float) -> None:
        """All that are left are tried equally often, unless time is up altogether."""
        while not self.clock.spent(share) and self.visits[alive[0]] + BATCH <= MOST_TRIALS:
            for i in alive:
                self._try(i)
                if self.clock.spent():
                    return

    def _try(self, i: int) -> None:
        first, bot = self.visits[i], self.bot
        if first + BATCH > self.sown:
            bot.loops.sow(bot.starts, self.sown, first + BATCH, self.rng)
            self.sown = first + BATCH
        total, nodes = bot.loops.try_out(
            self.p, self.seat, self.actions[i], CLUB, NOISE, HORIZON, bot.foreseeing, first, first + BATCH,
            bot.starts, bot.work.desk,
        )  # fmt: skip
        self.sums[i] += total
        self.visits[i] += BATCH
        self.clock.nodes += nodes

    def decision(self) -> Decision:
        order = sorted(range(len(self.actions)), key=lambda i: (-self.visits[i], -self.value(i)))
        best = max((i for i in order if self.visits[i] == self.visits[order[0]]), key=self.value)
        ranked = [best, *(i for i in order if i != best)]
        alternatives = tuple(Candidate(self.actions[i], self.value(i), self.visits[i]) for i in ranked)
        return Decision(self.actions[best], self.value(best), (self.actions[best],), alternatives, self.clock.nodes)
