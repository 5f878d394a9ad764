"""What a bot works with: a game's loops, its weights, and one desk, used decision after decision."""

from __future__ import annotations

from niwashi.bots.loops import Loop, desk
from niwashi.bots.loops.judging import judging
from niwashi.bots.weights import load_weights
from niwashi.core.game import Position, Rules


class Workspace:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.desk = desk(rules, *load_weights(rules))
        self.loops = judging(rules.name)

    def legal(self, p: Position, seat: int) -> list[int]:
        count = self.rules.kernels.legal(p, seat, self.desk.buffer)
        actions: list[int] = self.desk.buffer[:count].tolist()
        return actions

    def judged(self, p: Position, seat: int, actions: list[int]) -> list[float]:
        """The margin expected after each action."""
        return self._valued(self.loops.judge_all, p, seat, actions)

    def gains(self, p: Position, seat: int, actions: list[int]) -> list[float]:
        """The points at once of each action."""
        return self._valued(self.loops.gain_all, p, seat, actions)

    def _valued(self, loop: Loop, p: Position, seat: int, actions: list[int]) -> list[float]:
        self.desk.buffer[: len(actions)] = actions
        loop(p, seat, len(actions), self.desk)
        values: list[float] = self.desk.values[: len(actions)].tolist()
        return values
