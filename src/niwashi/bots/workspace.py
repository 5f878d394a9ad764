"""What a bot's kernels work in: one set of buffers, used decision after decision."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from niwashi.bots.policies import policies
from niwashi.bots.weights import HIDDEN, load_weights
from niwashi.core.game import Position, Rules


@dataclass
class Workspace:
    rules: Rules
    net: NDArray[np.float32] = field(init=False)
    loops: Any = field(init=False)

    def __post_init__(self) -> None:
        rules, inputs = self.rules, len(self.rules.feature_names)
        self.net = load_weights(rules.name, inputs)
        self.loops = policies(rules.name)
        self.x = np.zeros(inputs + HIDDEN, np.float32)
        self.after = np.zeros(1, rules.position)
        self.stack = np.zeros(1, rules.position)
        self.buffer = np.zeros(max(rules.most_legal, rules.longest_outcome), np.int64)
        self.points = np.zeros(max(rules.seats), np.int64)
        self.values = np.zeros(rules.most_legal, np.float64)

    def legal(self, p: Position, seat: int) -> list[int]:
        count = self.rules.kernels.legal(p, seat, self.buffer)
        actions: list[int] = self.buffer[:count].tolist()
        return actions

    def judged(self, p: Position, seat: int, actions: list[int]) -> list[float]:
        """The margin expected after each action."""
        self.buffer[: len(actions)] = actions
        given = (self.net, self.x, self.after, self.buffer, len(actions), self.points, self.values)
        self.loops.judge_all(p, seat, int(p.seats), *given)
        values: list[float] = self.values[: len(actions)].tolist()
        return values
