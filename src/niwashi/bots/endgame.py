"""Solving the end of the last round, within a budget."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from niwashi.bots.clock import Clock
from niwashi.bots.loops.endgame import CHANCE, DEEPEST, ENTRY, FAR, FRAME, RUNNING, SOLVED, TABLE, Stage, endgames
from niwashi.bots.workspace import Workspace
from niwashi.core.game import Position, Rules

SLICE = 2000
"""Positions and actions between two looks at the clock."""


@dataclass(frozen=True)
class Solution:
    """With best play of all seats: the margin of the seat to act, all seats' margins, and the way there."""

    action: int
    margins: tuple[float, ...]
    line: tuple[int, ...]
    nodes: int


class Solver:
    def __init__(self, rules: Rules, work: Workspace) -> None:
        self.rules, self.work, self.loops = rules, work, endgames(rules.name)
        positions = np.zeros(DEEPEST + 1, rules.position)
        self.stage = Stage(
            positions,
            positions.view(np.uint8).reshape(DEEPEST + 1, -1).view(np.uint64),
            np.zeros(DEEPEST + 1, FRAME),
            np.zeros((DEEPEST + 1, rules.most_legal), np.int32),
            np.zeros(TABLE, ENTRY),
            np.zeros(3, np.int64),
        )

    def actions_left(self, p: Position) -> int:
        """If nothing but the seats' own actions decides from here on; else 0. (As many as some way to the end has.)"""
        return int(self.loops.sure_end(p, self.work.desk))

    def solve(self, p: Position, seat: int, clock: Clock) -> Solution | None:
        """None if chance can still act, or the clock ran out. Only where `actions_left` says that there is an end."""
        stage, desk = self.stage, self.work.desk
        stage.table["kind"] = 0
        stage.state[:] = 0
        stage.positions[0] = p
        self.loops.open_frame(0, seat, -FAR, FAR, stage, desk)
        before, standing = clock.nodes, RUNNING
        while standing != SOLVED:
            if standing == CHANCE or clock.spent():
                return None
            standing = self.loops.search_on(stage, SLICE, desk)
            clock.nodes = before + int(stage.state[1])
        root = stage.frames[0]
        margins = tuple(float(margin) for margin in root["best"][: int(p.seats)])
        return Solution(int(root["choice"]), margins, self._line(p, seat), int(stage.state[1]))

    def _line(self, p: Position, seat: int) -> tuple[int, ...]:
        """Best play as far as the table remembers it."""
        now, line = p.copy(), [int(self.stage.frames[0]["choice"])]
        self.rules.kernels.play(now, seat, line[0])
        while len(line) < DEEPEST and self.rules.kernels.to_act(now) > 0:
            self.stage.positions[DEEPEST] = now
            choice = int(self.loops.remembered(self.stage, DEEPEST))
            if choice < 0:
                break
            acting = int(self.rules.kernels.to_act(now))
            self.rules.kernels.play(now, (acting & -acting).bit_length() - 1, choice)
            line.append(choice)
        return tuple(line)
