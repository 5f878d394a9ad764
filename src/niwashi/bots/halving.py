"""Strong: sequential halving at the root. Actions are tried in sampled continuations, and the worse half drops out."""

from __future__ import annotations

import math

import numpy as np

from niwashi.bots import Bot, Budget, Candidate, Decision, forced_decision
from niwashi.bots.budget_meter import BudgetMeter
from niwashi.bots.evaluator import Evaluator
from niwashi.bots.loops.rollout import CLUB, rollout_loops
from niwashi.core.game import Position, Rules
from niwashi.core.rng import GENERATOR, Generator

MAX_WIDTH = 16
"""So many actions, the best by the club's judgement, are tried at all."""
MAX_TRIALS = 4096
NOISE = 0.06
HORIZON = 1
"""Continuations are cut, and judged, where chance is to act for the second time."""
PRIOR = 2.0
"""The club's judgement counts as so many trials."""
BATCH = 4
DEFAULT_SECONDS = 0.1
"""Seconds, where a budget names none."""


def strong(rules: Rules) -> Bot:
    return Halving(rules)


class Halving:
    """Continuations are judged as the club judges, or foreseen, which takes longer and sees more."""

    def __init__(self, rules: Rules, use_prospects: bool = False) -> None:
        self.evaluator, self.loops = Evaluator(rules), rollout_loops(rules.name)
        self.use_prospects = use_prospects
        self.generators = np.zeros(2 * MAX_TRIALS + 2, GENERATOR)

    def choose(self, p: Position, seat: int, budget: Budget, rng: Generator) -> Decision:
        return self.decide(p, seat, BudgetMeter(budget, DEFAULT_SECONDS), rng)

    def decide(self, p: Position, seat: int, meter: BudgetMeter, rng: Generator) -> Decision:
        actions = self.evaluator.legal(p, seat)
        if len(actions) == 1:
            return forced_decision(actions[0])
        values = self.evaluator.evaluate_actions(p, seat, actions)
        meter.nodes += len(actions)
        order = sorted(range(len(actions)), key=lambda i: -values[i])[:MAX_WIDTH]
        trials = _Trials(self, p, seat, [actions[i] for i in order], [values[i] for i in order], rng, meter)
        trials.run()
        return trials.decision()


class _Trials:
    """One decision's candidates, their sums and visits."""

    def __init__(
        self,
        bot: Halving,
        p: Position,
        seat: int,
        actions: list[int],
        prior: list[float],
        rng: Generator,
        meter: BudgetMeter,
    ) -> None:
        self.bot, self.p, self.seat, self.actions, self.rng, self.meter = bot, p, seat, actions, rng, meter
        self.sums = [PRIOR * value for value in prior]
        self.visits = [0] * len(actions)
        self.seeded_trials = 0

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
        while not self.meter.is_spent(share) and self.visits[alive[0]] + BATCH <= MAX_TRIALS:
            for i in alive:
                self._try(i)
                if self.meter.is_spent():
                    return

    def _try(self, i: int) -> None:
        first, bot = self.visits[i], self.bot
        if first + BATCH > self.seeded_trials:
            bot.loops.seed_rollouts(bot.generators, self.seeded_trials, first + BATCH, self.rng)
            self.seeded_trials = first + BATCH
        total, nodes = bot.loops.run_rollouts(
            self.p, self.seat, self.actions[i], CLUB, NOISE, HORIZON, bot.use_prospects, first, first + BATCH,
            bot.generators, bot.evaluator.scratch,
        )  # fmt: skip
        self.sums[i] += total
        self.visits[i] += BATCH
        self.meter.nodes += nodes

    def decision(self) -> Decision:
        order = sorted(range(len(self.actions)), key=lambda i: (-self.visits[i], -self.value(i)))
        best = max((i for i in order if self.visits[i] == self.visits[order[0]]), key=self.value)
        ranked = [best, *(i for i in order if i != best)]
        alternatives = tuple(Candidate(self.actions[i], self.value(i), self.visits[i]) for i in ranked)
        return Decision(self.actions[best], self.value(best), (self.actions[best],), alternatives, self.meter.nodes)
