"""The end of a game solved, where chance has no more say: each seat seeks its own margin, action by action."""

from __future__ import annotations

from dataclasses import dataclass

from niwashi.analysis.rollouts import final_scores
from niwashi.bots import Budget
from niwashi.bots.budget_meter import BudgetMeter
from niwashi.bots.endgame import Solver
from niwashi.bots.evaluator import Evaluator
from niwashi.core.bits import lowest_bit
from niwashi.core.game import CHANCE, OVER, Position, Rules

MAX_NODES = 400_000


@dataclass(frozen=True)
class Ending:
    """How the game ends with best play: final scores and the actions that lead there, with who takes them."""

    scores: list[int]
    line: tuple[tuple[int, int], ...] = ()

    def margin(self, seat: int) -> int:
        return self.scores[seat] - max(points for rival, points in enumerate(self.scores) if rival != seat)


class Endings:
    """One game's solver, and how the game ends after each of a seat's actions."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.evaluator = rules, Evaluator(rules)
        self.solver = Solver(rules, self.evaluator)

    def solve_all(self, p: Position, seat: int, nodes: int = MAX_NODES) -> dict[int, Ending] | None:
        """None where chance is still to come, or where there is too much to see."""
        if not self.solver.actions_left(p):
            return None
        meter, ends = BudgetMeter(Budget(nodes=nodes), 1.0), {}
        for action in self.evaluator.legal(p, seat):
            if (end := self._after(p, seat, action, meter)) is None:
                return None
            ends[action] = end
        return ends

    def _after(self, p: Position, seat: int, action: int, meter: BudgetMeter) -> Ending | None:
        """What follows an action with best play; solved anew at each step, since the solver forgets."""
        now, line = p.copy(), [(seat, action)]
        self.rules.kernels.play(now, seat, action)
        while (acting := int(self.rules.kernels.to_act(now))) != OVER:
            if acting == CHANCE or (solution := self.solver.solve(now, lowest_bit(acting), meter)) is None:
                return None
            line.append((lowest_bit(acting), solution.action))
            self.rules.kernels.play(now, *line[-1])
        return Ending(final_scores(self.rules, now), tuple(line))
