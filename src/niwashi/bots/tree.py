"""Expert: the end of the last round solved; before it, a tree inside the round with foreseen leaves.

A tree pays where seats answer each other and leaves are cheap. Where several act at once, or a game has prospects, it
halves instead, as strong does, but foresees where continuations are cut.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from niwashi.bots import Bot, Budget, Candidate, Decision, only
from niwashi.bots.clock import Clock
from niwashi.bots.endgame import Solver
from niwashi.bots.halving import Halving
from niwashi.bots.loops.growing import MOST_EDGES, Tree, growing, new_tree
from niwashi.bots.loops.playing import CLUB
from niwashi.bots.workspace import Workspace
from niwashi.core.game import Position, Rules
from niwashi.core.rng import Generator

HORIZON = 1
"""Continuations are cut, and foreseen, where chance is to act for the second time."""
SOLVING = 0.6
"""The share of its budget that an exact search may take, before it is given up."""
FEW_LEFT = 14
"""With more actions left than this it would be in vain."""
SLICE = 4
"""Descents between two looks at the clock."""
USUAL = 1.0
"""Seconds, where a budget names none."""


def expert(rules: Rules) -> Bot:
    return Expert(rules)


class Expert:
    def __init__(self, rules: Rules) -> None:
        self.rules, self.work = rules, Workspace(rules)
        self.solver = Solver(rules, self.work)
        self.halving = Halving(rules, foreseeing=True)
        self.loops, self.tree = growing(rules.name), new_tree()

    def choose(self, p: Position, seat: int, budget: Budget, rng: Generator) -> Decision:
        clock = Clock(budget, USUAL)
        actions = self.work.legal(p, seat)
        if len(actions) == 1:
            return only(actions[0])
        if solved := self._solved(p, seat, clock):
            return solved
        if self.rules.has_prospects or int(self.rules.kernels.to_act(p)) != 1 << seat:
            return self.halving.decide(p, seat, clock, rng)
        self.loops.clear(self.tree)
        while self.tree.sizes[1] < MOST_EDGES:
            clock.nodes += self.loops.grow(p, seat, SLICE, HORIZON, CLUB, self.tree, self.work.desk, rng)
            if clock.spent():
                break
        return decision_of(self.tree, clock.nodes)

    def _solved(self, p: Position, seat: int, clock: Clock) -> Decision | None:
        if not 0 < self.solver.actions_left(p) <= FEW_LEFT:
            return None
        if (solution := self.solver.solve(p, seat, clock.until(SOLVING))) is None:
            return None
        value = solution.margins[seat]
        candidates = (Candidate(solution.action, value, solution.nodes),)
        return Decision(solution.action, value, solution.line, candidates, solution.nodes)


def children(tree: Tree, node: int) -> list[Any]:
    """A node's edges, the most visited first."""
    first, count = int(tree.nodes[node]["first"]), int(tree.nodes[node]["count"])
    edges = tree.edges[first : first + count]
    return [edges[i] for i in np.argsort(-edges["visits"], kind="stable")]


def decision_of(tree: Tree, nodes: int) -> Decision:
    """The action that was tried most often."""
    candidates = tuple(
        Candidate(int(edge["action"]), float(edge["total"]) / max(int(edge["visits"]), 1), int(edge["visits"]))
        for edge in children(tree, 0)
    )
    return Decision(candidates[0].action, candidates[0].value, line_of(tree), candidates, nodes)


def line_of(tree: Tree) -> tuple[int, ...]:
    """The most visited way down."""
    line: list[int] = []
    node = 0
    while node >= 0 and int(tree.nodes[node]["count"]):
        best = children(tree, node)[0]
        if not int(best["visits"]):
            break
        line.append(int(best["action"]))
        node = int(best["child"])
    return tuple(line)
