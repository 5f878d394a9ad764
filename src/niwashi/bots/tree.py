"""Expert: the end of the last round solved; before it, a tree inside the round with foreseen leaves.

A tree pays where seats answer each other and leaves are cheap. Where several act at once, or a game has prospects, it
halves instead, as strong does, but foresees where continuations are cut.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from niwashi.bots import Bot, Budget, Candidate, Decision, forced_decision
from niwashi.bots.budget_meter import BudgetMeter
from niwashi.bots.endgame import Solver
from niwashi.bots.evaluator import Evaluator
from niwashi.bots.halving import Halving
from niwashi.bots.loops.mcts import MAX_EDGES, Tree, mcts_loops, new_tree
from niwashi.bots.loops.rollout import CLUB
from niwashi.core.game import Position, Rules
from niwashi.core.rng import Generator

HORIZON = 1
"""Continuations are cut, and foreseen, where chance is to act for the second time."""
SOLVER_SHARE = 0.6
"""The share of its budget that an exact search may take, before it is given up."""
MAX_SOLVER_ACTIONS = 14
"""With more actions left than this it would be in vain."""
DESCENTS_PER_CHECK = 4
"""Descents between two looks at the clock."""
DEFAULT_SECONDS = 1.0
"""Seconds, where a budget names none."""


def expert(rules: Rules) -> Bot:
    return Expert(rules)


class Expert:
    def __init__(self, rules: Rules) -> None:
        self.rules, self.evaluator = rules, Evaluator(rules)
        self.solver = Solver(rules, self.evaluator)
        self.halving = Halving(rules, use_prospects=True)
        self.loops, self.tree = mcts_loops(rules.name), new_tree()

    def choose(self, p: Position, seat: int, budget: Budget, rng: Generator) -> Decision:
        meter = BudgetMeter(budget, DEFAULT_SECONDS)
        actions = self.evaluator.legal(p, seat)
        if len(actions) == 1:
            return forced_decision(actions[0])
        if solved := self._solve(p, seat, meter):
            return solved
        if self.rules.has_prospects or int(self.rules.kernels.to_act(p)) != 1 << seat:
            return self.halving.decide(p, seat, meter, rng)
        self.loops.clear(self.tree)
        while self.tree.sizes[1] < MAX_EDGES:
            meter.nodes += self.loops.search(
                p, seat, DESCENTS_PER_CHECK, HORIZON, CLUB, self.tree, self.evaluator.scratch, rng
            )
            if meter.is_spent():
                break
        return decision_of(self.tree, meter.nodes)

    def _solve(self, p: Position, seat: int, meter: BudgetMeter) -> Decision | None:
        if not 0 < self.solver.actions_left(p) <= MAX_SOLVER_ACTIONS:
            return None
        if (solution := self.solver.solve(p, seat, meter.limited_to(SOLVER_SHARE))) is None:
            return None
        value = solution.margins[seat]
        candidates = (Candidate(solution.action, value, solution.nodes),)
        return Decision(solution.action, value, solution.line, candidates, solution.nodes)


def edges_of(tree: Tree, node: int) -> list[Any]:
    """A node's edges, the most visited first."""
    first, count = int(tree.nodes[node]["first"]), int(tree.nodes[node]["count"])
    edges = tree.edges[first : first + count]
    return [edges[i] for i in np.argsort(-edges["visits"], kind="stable")]


def decision_of(tree: Tree, nodes: int) -> Decision:
    """The action that was tried most often."""
    candidates = tuple(
        Candidate(int(edge["action"]), float(edge["total"]) / max(int(edge["visits"]), 1), int(edge["visits"]))
        for edge in edges_of(tree, 0)
    )
    return Decision(candidates[0].action, candidates[0].value, line_of(tree), candidates, nodes)


def line_of(tree: Tree) -> tuple[int, ...]:
    """The most visited way down."""
    line: list[int] = []
    node = 0
    while node >= 0 and int(tree.nodes[node]["count"]):
        best = edges_of(tree, node)[0]
        if not int(best["visits"]):
            break
        line.append(int(best["action"]))
        node = int(best["child"])
    return tuple(line)
