"""What a bot works with: a game's loops, its weights, and one desk, used decision after decision."""

from __future__ import annotations

from niwashi.bots.loops import Loop, make_scratch
from niwashi.bots.loops.evaluation import evaluation_loops
from niwashi.bots.weights import load_weights
from niwashi.core.game import Position, Rules


class Evaluator:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.scratch = make_scratch(rules, *load_weights(rules))
        self.loops = evaluation_loops(rules.name)

    def legal(self, p: Position, seat: int) -> list[int]:
        count = self.rules.kernels.legal(p, seat, self.scratch.buffer)
        actions: list[int] = self.scratch.buffer[:count].tolist()
        return actions

    def evaluate_actions(self, p: Position, seat: int, actions: list[int]) -> list[float]:
        """The margin expected after each action."""
        return self._run_loop(self.loops.evaluate_all, p, seat, actions)

    def list_gains(self, p: Position, seat: int, actions: list[int]) -> list[float]:
        """The points at once of each action."""
        return self._run_loop(self.loops.gain_all, p, seat, actions)

    def _run_loop(self, loop: Loop, p: Position, seat: int, actions: list[int]) -> list[float]:
        self.scratch.buffer[: len(actions)] = actions
        loop(p, seat, len(actions), self.scratch)
        values: list[float] = self.scratch.values[: len(actions)].tolist()
        return values
