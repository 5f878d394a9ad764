"""Rollouts to the end of the game at club level, with common random numbers.

The n-th trial meets the same chance whatever action is tried in it: its generators are keyed by the seed, the trial and
the number of the chance event. So the difference between two actions is far less noisy than either value.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import count
from typing import NamedTuple

import numpy as np

from niwashi.bots.evaluator import Evaluator
from niwashi.bots.loops.rollout import CLUB, rollout_loops
from niwashi.core.bits import lowest_bit
from niwashi.core.game import CHANCE, OVER, Position, Rules
from niwashi.core.rng import GENERATOR, Generator, seeded

NOISE = 0.06
"""The share of random actions. Without them all trials would be identical up to the next chance event, and a value
would depend on that single line."""
UP_TO_CHANCE = 0


class GameNode(NamedTuple):
    """A node of the game tree: the position, the number of chance events so far, and the seats that have resigned."""

    position: Position
    chances: int = 0
    resigned: frozenset[int] = frozenset()


def node_after(rules: Rules, now: GameNode, seat: int, action: int) -> GameNode:
    position = now.position.copy()
    rules.kernels.play(position, seat, action)
    return now._replace(position=position)


def trial_generator(seed: str, trial: int, chances: int, what: str) -> Generator:
    """Of chance, or of the players, in a trial after so many chance events."""
    return seeded(f"{seed}/{trial}/{chances}/{what}")


class Rollouts:
    """One game's rollouts from one seed."""

    def __init__(self, rules: Rules, seed: str) -> None:
        self.rules = rules
        self.seed = seed
        self.evaluator, self.loops = Evaluator(rules), rollout_loops(rules.name)
        self.scratch = self.evaluator.scratch
        self.trial = np.zeros(1, rules.position)
        self.keyed = cache(partial(trial_generator, seed))
        self.rng = np.zeros(1, GENERATOR)

    def _generator(self, trial: int, chances: int, what: str) -> Generator:
        """A fresh generator for this key, valid until the next call."""
        self.rng[0] = self.keyed(trial, chances, what)
        fresh: Generator = self.rng[0]
        return fresh

    def over(self, p: Position) -> bool:
        return int(self.rules.kernels.to_act(p)) == OVER

    def ends(self, now: GameNode, trials: range) -> Iterator[Position]:
        """The final position of each trial, overwritten by the next one. A finished game has only one."""
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
        """Play until chance is to act or the game is over."""
        self.loops.rollout(p, CLUB, NOISE, UP_TO_CHANCE, self.scratch, rng, rng)

    def _reveal(self, p: Position, rng: Generator) -> None:
        self.loops.reveal(p, self.scratch.buffer, self.loops.draw(p, rng, self.scratch.buffer))

    def replies(self, p: Position, seat: int) -> list[tuple[int, int]]:
        """The expected actions of other seats until the seat or chance acts again. Changes the position."""
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
