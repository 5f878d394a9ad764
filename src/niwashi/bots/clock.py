"""How much of a budget is spent: seconds of the clock, or nodes."""

from __future__ import annotations

from copy import copy
from time import perf_counter

from niwashi.bots import Budget

IN_HAND = 0.004
"""Seconds kept back for the way out."""


class Clock:
    """Started when it is made."""

    def __init__(self, budget: Budget, usual: float) -> None:
        self.start = perf_counter()
        self.seconds = max((budget.seconds or usual) - IN_HAND, 0.0)
        self.most = budget.nodes
        self.share = 1.0
        self.nodes = 0

    def until(self, share: float) -> Clock:
        """The same clock, which rings when so much of the budget is spent."""
        earlier = copy(self)
        earlier.share = share
        return earlier

    def spent(self, share: float = 1.0) -> bool:
        if self.most is not None:
            return self.nodes >= self.most * share * self.share
        return perf_counter() - self.start >= self.seconds * share * self.share
