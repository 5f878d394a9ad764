"""A yardstick: plain UCT with greedy rollouts, as one would write it for any game. It is no rung of the ladder."""

from __future__ import annotations

from niwashi.bots import Bot, Budget, Decision, only
from niwashi.bots.clock import Clock
from niwashi.bots.loops.growing import MOST_EDGES, growing_plainly, new_tree
from niwashi.bots.tree import decision_of
from niwashi.bots.workspace import Workspace
from niwashi.core.game import Position, Rules
from niwashi.core.rng import Generator

EXPLORATION = 0.3
"""In shares of the range of margins seen; the best of 0.1, 0.2, 0.3, 0.5 and 0.8 (docs/strength.md)."""
SLICE = 4
USUAL = 0.2


def uct(rules: Rules) -> Bot:
    return Uct(rules)


class Uct:
    def __init__(self, rules: Rules, exploration: float = EXPLORATION) -> None:
        self.work, self.exploration = Workspace(rules), exploration
        self.loops, self.tree = growing_plainly(rules.name), new_tree()

    def choose(self, p: Position, seat: int, budget: Budget, rng: Generator) -> Decision:
        clock = Clock(budget, USUAL)
        actions = self.work.legal(p, seat)
        if len(actions) == 1:
            return only(actions[0])
        self.loops.clear(self.tree)
        while self.tree.sizes[1] < MOST_EDGES:
            clock.nodes += self.loops.grow_plainly(p, seat, SLICE, self.exploration, self.tree, self.work.desk, rng)
            if clock.spent():
                break
        return decision_of(self.tree, clock.nodes)
