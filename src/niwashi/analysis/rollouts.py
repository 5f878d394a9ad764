"""Positions continued to the end of the game at club level, by common chance.

The n-th trial meets the same chance whatever is tried in it: its generators are keyed by the seed, the trial and the
number of the chance event. So two actions are compared in the same weather, and their difference is far less noisy
than either value.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import NamedTuple

import numpy as np

from niwashi.bots.evaluator import Evaluator
from niwashi.bots.loops.rollout import CLUB, rollout_loops
from niwashi.core.bits import lowest_bit
from niwashi.core.game import CHANCE, OVER, Position, Rules
from niwashi.core.rng import GENERATOR, Generator, seeded

SLIPS = 0.06
"""How often a seat acts at random. Without slips all trials would go one and the same way up to the next chance event,
and a value would hang on that one way."""
UP_TO_CHANCE = 0


class GameNode(NamedTuple):
    """Where a game stands: the position, how many chance events have led here, and who has given up."""

    position: Position
    chances: int = 0
    resigned: frozenset[int] = frozenset()


class Rollouts:
    """One game's continuations from one seed."""

    def __init__(self, rules: Rules, seed: str) -> None:
        self.rules = rules
        self.seed = seed
        self.evaluator, self.loops = Evaluator(rules), rollout_loops(rules.name)
        self.scratch = self.evaluator.scratch
        self.trial = np.zeros(1, rules.position)
        self.keyed = cache(lambda trial, chances, what: seeded(f"{seed}/{trial}/{chances}/{what}"))
        self.rng = np.zeros(1, GENERATOR)

    def _generator(self, trial: int, chances: int, what: str) -> Generator:
        """As it is when nothing has been drawn from it; valid until the next one is asked for."""
        self.rng[0] = self.keyed(trial, chances, what)
        fresh: Generator = self.rng[0]
        return fresh

    def after(self, now: GameNode, seat: int, action: int) -> GameNode:
        position = now.position.copy()
        self.rules.kernels.play(position, seat, action)
        return now._replace(position=position)

    def over(self, p: Position) -> bool:
        return int(self.rules.kernels.to_act(p)) == OVER

    def ends(self, now: GameNode, trials: range) -> Iterator[Position]:
        """The last position of each trial; it is overwritten by the next. A game that is over has one end only."""
        for trial in trials[:1] if self.over(now.position) else trials:
            self.trial[0] = now.position
            p: Position = self.trial[0]
            for chances in count(now.chances):
                self._play_on(p, self._generator(trial, chances, "hands"))
                if self.over(p):
                    break
                self._reveal(p, self._generator(trial, chances, "chance"))
            yield p

    def _play_on(self, p: Position, rng: Generator) -> None:
        """Until chance is to act or the game is over."""
        self.loops.rollout(p, CLUB, SLIPS, UP_TO_CHANCE, self.scratch, rng, rng)

    def _reveal(self, p: Position, rng: Generator) -> None:
        self.loops.reveal(p, self.scratch.buffer, self.loops.draw(p, rng, self.scratch.buffer))

    # -- what is expected next -------------------------------------------------------------------------------------
    def replies(self, p: Position, seat: int) -> list[tuple[int, int]]:
        """Who is expected to do what before the seat acts again or chance does. The position is played on."""
        made: list[tuple[int, int]] = []
        rng = self._generator(0, 0, "replies")
        while (acting := int(self.rules.kernels.to_act(p))) not in (OVER, CHANCE) and not acting >> seat & 1:
            rival = lowest_bit(acting)
            action = self._pick(p, rival, rng)
            made.append((rival, action))
            self.rules.kernels.play(p, rival, action)
        return made

    def _pick(self, p: Position, seat: int, rng: Generator) -> int:
        return int(self.loops.pick_action(p, seat, CLUB, self.scratch, rng))


def final_scores(rules: Rules, p: Position) -> list[int]:
    out = np.zeros(max(rules.seats), np.int64)
    rules.kernels.scores(p, out)
    points: list[int] = out[: int(p["seats"])].tolist()
    return points
