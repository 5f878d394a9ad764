"""A yardstick: plain UCT with greedy rollouts, as one would write it for any game. It is no rung of the ladder."""

from __future__ import annotations

from niwashi.bots import Bot, Budget, Decision, forced_decision
from niwashi.bots.budget_meter import BudgetMeter
from niwashi.bots.evaluator import Evaluator
from niwashi.bots.loops.mcts import MAX_EDGES, new_tree, uct_loops
from niwashi.bots.tree import decision_of
from niwashi.core.game import Position, Rules
from niwashi.core.rng import Generator

EXPLORATION = 0.3
"""In shares of the range of margins seen; the best of 0.1, 0.2, 0.3, 0.5 and 0.8 (docs/strength.md)."""
DESCENTS_PER_CHECK = 4
DEFAULT_SECONDS = 0.2


def uct(rules: Rules) -> Bot:
    return Uct(rules)


class Uct:
    def __init__(self, rules: Rules, exploration: float = EXPLORATION) -> None:
        self.evaluator, self.exploration = Evaluator(rules), exploration
        self.loops, self.tree = uct_loops(rules.name), new_tree()

    def choose(self, p: Position, seat: int, budget: Budget, rng: Generator) -> Decision:
        meter = BudgetMeter(budget, DEFAULT_SECONDS)
        actions = self.evaluator.legal(p, seat)
        if len(actions) == 1:
            return forced_decision(actions[0])
        self.loops.clear(self.tree)
        while self.tree.sizes[1] < MAX_EDGES:
            meter.nodes += self.loops.search_uct(
                p, seat, DESCENTS_PER_CHECK, self.exploration, self.tree, self.evaluator.scratch, rng
            )
            if meter.is_spent():
                break
        return decision_of(self.tree, meter.nodes)
