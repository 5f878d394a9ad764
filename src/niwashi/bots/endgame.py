"""Solving the end of the last round, within a budget."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from niwashi.bots.budget_meter import BudgetMeter
from niwashi.bots.evaluator import Evaluator
from niwashi.bots.loops.endgame import (
    CHANCE,
    ENTRY,
    FAR,
    FRAME,
    MAX_DEPTH,
    RUNNING,
    SOLVED,
    TABLE,
    EndgameState,
    endgame_loops,
)
from niwashi.core.game import Position, Rules

NODES_PER_CHECK = 2000
"""Positions and actions between two looks at the clock."""


@dataclass(frozen=True)
class Solution:
    """With best play of all seats: the margin of the seat to act, all seats' margins, and the way there."""

    action: int
    margins: tuple[float, ...]
    line: tuple[int, ...]
    nodes: int


class Solver:
    def __init__(self, rules: Rules, evaluator: Evaluator) -> None:
        self.rules, self.evaluator, self.loops = rules, evaluator, endgame_loops(rules.name)
        positions = np.zeros(MAX_DEPTH + 1, rules.position)
        self.endgame = EndgameState(
            positions,
            positions.view(np.uint8).reshape(MAX_DEPTH + 1, -1).view(np.uint64),
            np.zeros(MAX_DEPTH + 1, FRAME),
            np.zeros((MAX_DEPTH + 1, rules.most_legal), np.int32),
            np.zeros(TABLE, ENTRY),
            np.zeros(3, np.int64),
        )

    def actions_left(self, p: Position) -> int:
        """If nothing but the seats' own actions decides from here on; else 0. (As many as some way to the end has.)"""
        return int(self.loops.count_actions_to_end(p, self.evaluator.scratch))

    def solve(self, p: Position, seat: int, meter: BudgetMeter) -> Solution | None:
        """None if chance can still act, or the clock ran out. Only where `actions_left` says that there is an end."""
        endgame, scratch = self.endgame, self.evaluator.scratch
        endgame.table["kind"] = 0
        endgame.state[:] = 0
        endgame.positions[0] = p
        self.loops.open_frame(0, seat, -FAR, FAR, endgame, scratch)
        before, status = meter.nodes, RUNNING
        while status != SOLVED:
            if status == CHANCE or meter.is_spent():
                return None
            status = self.loops.resume_search(endgame, NODES_PER_CHECK, scratch)
            meter.nodes = before + int(endgame.state[1])
        root = endgame.frames[0]
        margins = tuple(float(margin) for margin in root["best"][: int(p.seats)])
        return Solution(int(root["choice"]), margins, self._line(p, seat), int(endgame.state[1]))

    def _line(self, p: Position, seat: int) -> tuple[int, ...]:
        """Best play as far as the table remembers it."""
        now, line = p.copy(), [int(self.endgame.frames[0]["choice"])]
        self.rules.kernels.play(now, seat, line[0])
        while len(line) < MAX_DEPTH and self.rules.kernels.to_act(now) > 0:
            self.endgame.positions[MAX_DEPTH] = now
            choice = int(self.loops.stored_action(self.endgame, MAX_DEPTH))
            if choice < 0:
                break
            acting = int(self.rules.kernels.to_act(now))
            self.rules.kernels.play(now, (acting & -acting).bit_length() - 1, choice)
            line.append(choice)
        return tuple(line)
