"""Outcomes of rollouts: margins and shares of the win by trial, and estimates with their standard errors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from niwashi.analysis.output import EstimateOut

Floats = NDArray[np.float64]

CLEAR_ERRORS = 2.5
"""In standard errors: a smaller difference may be noise. A review makes some seventy comparisons. With two standard
errors, one or two of them would be called losses by luck alone; with 2.5, hardly ever one."""


@dataclass(frozen=True)
class Estimate:
    """A number and its standard error, 0 where it is exact."""

    mean: float
    error: float = 0.0

    @property
    def clear(self) -> bool:
        """Whether the mean is positive beyond noise."""
        return self.mean > CLEAR_ERRORS * self.error and self.mean > 0

    def out(self) -> EstimateOut:
        """Rounded to four places, for JSON."""
        return EstimateOut(mean=round_output(self.mean), error=round_output(self.error))


def round_output(number: float) -> float:
    """Rounded for output; never -0."""
    return round(number, 4) + 0.0


def estimate(samples: Floats) -> Estimate:
    """Mean and standard error. A single sample is an exact value."""
    if len(samples) == 1:
        return Estimate(float(samples[0]))
    return Estimate(float(samples.mean()), float(samples.std(ddof=1)) / sqrt(len(samples)))


@dataclass(frozen=True)
class Outcomes:
    """By trial and seat: points ahead of the best rival, and the share of the win (1, or less where several share)."""

    margins: Floats
    shares: Floats

    def margin(self, seat: int) -> Estimate:
        return estimate(self.margins[:, seat])

    def chance(self, seat: int) -> Estimate:
        return estimate(self.shares[:, seat])

    def chances(self) -> tuple[float, ...]:
        return tuple(float(share) for share in self.shares.mean(axis=0))

    def better_than(self, other: Outcomes, seat: int) -> tuple[Estimate, Estimate]:
        """The difference in points and in chance of winning, trial by trial."""
        margins = self.margins[:, seat] - other.margins[:, seat]
        return estimate(margins), estimate(self.shares[:, seat] - other.shares[:, seat])


def outcomes(finals: Iterable[list[int]], resigned: frozenset[int] = frozenset()) -> Outcomes:
    """The outcomes of final scores, one list per trial. A seat that has resigned cannot win."""
    scores = np.array(list(finals), np.float64)
    seats = scores.shape[1]
    rivals = np.stack([np.delete(scores, seat, axis=1).max(axis=1) for seat in range(seats)], axis=1)
    standing = scores.copy()
    standing[:, sorted(resigned)] = -np.inf
    winning = standing == standing.max(axis=1, keepdims=True)
    return Outcomes(scores - rivals, winning / winning.sum(axis=1, keepdims=True))
