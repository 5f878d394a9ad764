"""How much of a budget is spent: seconds of the clock, or nodes."""

from __future__ import annotations

from copy import copy
from time import perf_counter

from niwashi.bots import Budget

RESERVE_SECONDS = 0.004
"""Seconds kept back for the way out."""


class BudgetMeter:
    """Started when it is made."""

    def __init__(self, budget: Budget, default_seconds: float) -> None:
        self.start = perf_counter()
        self.seconds = max((budget.seconds or default_seconds) - RESERVE_SECONDS, 0.0)
        self.max_nodes = budget.nodes
        self.share = 1.0
        self.nodes = 0

    def limited_to(self, share: float) -> BudgetMeter:
        """The same clock, which rings when so much of the budget is spent."""
        twin = copy(self)
        twin.share = share
        return twin

    def is_spent(self, share: float = 1.0) -> bool:
        if self.max_nodes is not None:
            return self.nodes >= self.max_nodes * share * self.share
        return perf_counter() - self.start >= self.seconds * share * self.share
