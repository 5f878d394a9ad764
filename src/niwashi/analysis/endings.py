"""The end of a game solved, where chance has no more say: each seat seeks its own margin, action by action."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from niwashi.analysis.continuing import final_scores
from niwashi.core.bits import lowest
from niwashi.core.game import CHANCE, OVER, Position, Rules

MOST_NODES = 2000


@dataclass(frozen=True)
class Ending:
    """How the game ends with best play: final scores and the actions that lead there, with who takes them."""

    scores: list[int]
    line: tuple[tuple[int, int], ...] = ()

    def margin(self, seat: int) -> int:
        return self.scores[seat] - max(points for rival, points in enumerate(self.scores) if rival != seat)


class _TooLarge(Exception):
    """Chance is still to come, or there is too much to look at."""


class _Solver:
    def __init__(self, rules: Rules, nodes: int) -> None:
        self.rules, self.nodes = rules, nodes

    def actions(self, p: Position, seat: int) -> list[int]:
        out = np.zeros(self.rules.most_legal, np.int64)
        count = self.rules.kernels.legal(p, seat, out)
        listed: list[int] = out[:count].tolist()
        return listed

    def after(self, p: Position, seat: int, action: int) -> Ending:
        self.nodes -= 1
        then = p.copy()
        self.rules.kernels.play(then, seat, action)
        end = self.best(then)
        return Ending(end.scores, ((seat, action), *end.line))

    def best(self, p: Position) -> Ending:
        """Max^n: the seat to act takes what is best for itself, the first of equals."""
        acting = int(self.rules.kernels.to_act(p))
        if acting == OVER:
            return Ending(final_scores(self.rules, p))
        if acting == CHANCE:
            raise _TooLarge
        seat = lowest(acting)
        actions = self.actions(p, seat)
        if len(actions) > self.nodes:
            raise _TooLarge
        return max((self.after(p, seat, action) for action in actions), key=lambda end: end.margin(seat))


def solved(rules: Rules, p: Position, seat: int, nodes: int = MOST_NODES) -> dict[int, Ending] | None:
    """How the game ends after each of a seat's actions; None where chance is still to come or it is too much to see."""
    solver = _Solver(rules, nodes)
    actions = solver.actions(p, seat)
    try:
        if len(actions) > nodes:
            raise _TooLarge
        return {action: solver.after(p, seat, action) for action in actions}
    except _TooLarge:
        return None
