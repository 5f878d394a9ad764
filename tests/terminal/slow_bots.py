"""A bot that takes its time."""

from __future__ import annotations

import time

from niwashi.bots import Bot, Budget, Decision, quick
from niwashi.core.game import Position, Rules
from niwashi.core.rng import Generator

SECONDS = 60.0


class Slow:
    """A casual player that thinks for a minute."""

    def __init__(self, rules: Rules) -> None:
        self.bot = quick.casual(rules)

    def choose(self, p: Position, seat: int, budget: Budget, rng: Generator) -> Decision:
        time.sleep(SECONDS)
        return self.bot.choose(p, seat, budget, rng)


def make(rules: Rules) -> Bot:
    return Slow(rules)
