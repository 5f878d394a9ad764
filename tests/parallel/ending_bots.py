"""Bots that end the worker in which they think."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from niwashi.bots import Bot, Budget, Decision, quick
from niwashi.core.game import Position, Rules
from niwashi.core.rng import Generator

COUNTED_NODES = 5
"""The budget of games that count; trial games have another one."""
MARK = "ended-once"
"""A file in the cluster's folder: it has happened."""


class Ending:
    """A casual player that is killed while it thinks, once or always."""

    def __init__(self, rules: Rules, mark: Path | None) -> None:
        self.bot, self.mark = quick.casual(rules), mark

    def choose(self, p: Position, seat: int, budget: Budget, rng: Generator) -> Decision:
        if budget.nodes == COUNTED_NODES and not (self.mark and self.mark.exists()):
            if self.mark:
                self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return self.bot.choose(p, seat, budget, rng)


def once(rules: Rules) -> Bot:
    return Ending(rules, Path(os.environ["RAY_TMPDIR"], MARK))


def always(rules: Rules) -> Bot:
    return Ending(rules, None)
