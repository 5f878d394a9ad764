"""Perft: the number of action sequences of a given depth from a given position.

Chance follows the seed, so the counts are fixed. A position is given by options, seed, and the number of random actions
that lead to it. The counts are a fingerprint of the rules' move generation.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from niwashi.batch.loops import loops
from niwashi.core.rng import GENERATOR, below, keyed, seeded
from niwashi.engine.game import Game


@dataclass(frozen=True)
class Count:
    """A count, in total and by first action."""

    total: int
    actions: dict[str, int]


def random_walk(game: Game, actions: int) -> Game:
    """Play uniformly random actions, the same ones each time; returns the game."""
    rng = seeded(actions)
    for _ in range(actions):
        if game.over:
            break
        seats = game.to_act
        legal = game.legal(seats[below(rng, len(seats))])
        game.play(legal[below(rng, len(legal))])
    return game


def perft(game: Game, depth: int) -> Count:
    """How many sequences of `depth` actions there are, in total and by first action. The game needs a seed.

    With several seats to act, first actions are named “seat: action”.
    """
    several = len(game.to_act) > 1
    counts = {}
    for seat in game.to_act:
        for action in game.legal(seat):
            child = game.copy(chance="same")
            child.play(action)
            counts[f"{seat}: {action}" if several else str(action)] = _leaves(child, depth - 1)
    return Count(sum(counts.values()), counts)


def _leaves(game: Game, depth: int) -> int:
    if depth == 0:
        return 1
    rules = game.rules
    assert game.seed is not None, "perft needs a seed"
    stack = np.zeros(depth, rules.position)
    stack[0] = game.position
    marks = np.zeros((depth, 3), np.int64)
    numbers = range(game.chances + 1, game.chances + depth + 2)
    chances = np.array([keyed(game.seed, rules.name, n) for n in numbers], GENERATOR)
    lists = np.zeros((depth, rules.most_legal * max(rules.seats), 2), np.int64)
    buffer = np.zeros(max(rules.most_legal, rules.longest_outcome), np.int64)
    return int(loops(rules.name).perft(stack, lists, marks, depth, chances, np.zeros(1, GENERATOR), buffer))
