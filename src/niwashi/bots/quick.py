"""The three lower levels, which look one action ahead: beginner, casual and club."""

from __future__ import annotations

from bisect import bisect
from itertools import accumulate

from niwashi.bots import Bot, Budget, Candidate, Decision
from niwashi.bots.evaluator import Evaluator
from niwashi.bots.loops.rollout import uniform
from niwashi.core.floats import exp
from niwashi.core.game import Position, Rules
from niwashi.core.rng import Generator

TEMPERATURE = 1.2
"""A beginner picks an action worth this many points less about a third as often."""
OVERLOOKED_SHARE = 0.35
"""The share of actions that a beginner does not notice."""
COMPARED = 2
"""Equally good actions that a casual player compares, unless hasty."""
HASTY_SHARE = 0.5
"""The share of decisions in which a casual player is hasty."""
MAX_CANDIDATES = 8


def beginner(rules: Rules) -> Bot:
    return Beginner(rules)


def casual(rules: Rules) -> Bot:
    return Casual(rules)


def club(rules: Rules) -> Bot:
    return Club(rules)


def rank_candidates(actions: list[int], values: list[float], chosen: int) -> tuple[Candidate, ...]:
    """The best actions, best first, including the chosen one."""
    candidates = sorted(map(Candidate, actions, values), key=lambda one: -one.value)
    best = candidates[:MAX_CANDIDATES]
    return tuple(best + [one for one in candidates[MAX_CANDIDATES:] if one.action == chosen])


class Beginner:
    """A softmax over the points at once, with some actions overlooked."""

    def __init__(self, rules: Rules) -> None:
        self.evaluator = Evaluator(rules)

    def choose(self, p: Position, seat: int, budget: Budget, rng: Generator) -> Decision:
        actions = self.evaluator.legal(p, seat)
        seen = [action for action in actions if uniform(rng) >= OVERLOOKED_SHARE] or actions
        gains = self.evaluator.list_gains(p, seat, seen)
        weights = [exp((gain - max(gains)) / TEMPERATURE) for gain in gains]
        chosen = _draw_index(weights, uniform(rng))
        action = seen[chosen]
        return Decision(action, gains[chosen], (action,), rank_candidates(seen, gains, action), len(seen))


def _draw_index(weights: list[float], mark: float) -> int:
    """The index that `mark`, from 0 to 1, falls on, by weight."""
    sums = list(accumulate(weights))
    return min(bisect(sums, mark * sums[-1]), len(weights) - 1)


class Casual:
    """The most points at once; among equals a random one, or the better of two."""

    def __init__(self, rules: Rules) -> None:
        self.evaluator = Evaluator(rules)

    def choose(self, p: Position, seat: int, budget: Budget, rng: Generator) -> Decision:
        actions = self.evaluator.legal(p, seat)
        gains = self.evaluator.list_gains(p, seat, actions)
        best = [action for action, gain in zip(actions, gains, strict=True) if gain == max(gains)]
        few = [best[int(uniform(rng) * len(best))] for _ in range(1 if uniform(rng) < HASTY_SHARE else COMPARED)]
        values = self.evaluator.evaluate_actions(p, seat, few)
        action = few[values.index(max(values))]
        return Decision(action, max(gains), (action,), rank_candidates(actions, gains, action), len(actions))


class Club:
    """The action with the best position after it, by the network. Rivals' prospects are among its features."""

    def __init__(self, rules: Rules) -> None:
        self.evaluator = Evaluator(rules)

    def choose(self, p: Position, seat: int, budget: Budget, rng: Generator) -> Decision:
        actions = self.evaluator.legal(p, seat)
        values = self.evaluator.evaluate_actions(p, seat, actions)
        action = actions[values.index(max(values))]
        return Decision(action, max(values), (action,), rank_candidates(actions, values, action), len(actions))
