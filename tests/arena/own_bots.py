"""Bots of somebody's own, as “tests.arena.own_bots:first” names them."""

from __future__ import annotations

import numpy as np

from niwashi.bots import Bot, Budget, Decision
from niwashi.core.game import Position, Rules
from niwashi.core.rng import Generator


class First:
    """The first legal action, or one beside it; and it spoils the position that it was given."""

    def __init__(self, rules: Rules, beside: int = 0) -> None:
        self.rules, self.beside = rules, beside
        self.buffer = np.zeros(rules.most_legal, np.int64)

    def choose(self, p: Position, seat: int, budget: Budget, rng: Generator) -> Decision:
        self.rules.kernels.legal(p, seat, self.buffer)
        p["seats"] = 0
        return Decision(int(self.buffer[0]) + self.beside, 0.0)


def first(rules: Rules) -> Bot:
    return First(rules)


def cheat(rules: Rules) -> Bot:
    return First(rules, beside=1_000_000)


class Fails:
    def choose(self, p: Position, seat: int, budget: Budget, rng: Generator) -> Decision:
        raise RuntimeError("no idea")


def fails(rules: Rules) -> Bot:
    return Fails()


MESSAGE = "no bot"


def broken(rules: Rules) -> Bot:
    raise LookupError(MESSAGE)
