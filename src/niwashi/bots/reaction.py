"""How long a bot's hand takes at the live grab: a property of its level, not of the machine it runs on.

Times from a signal to a choice are log-normal in people: few are much faster than usual, some are much slower. A level
has its median (`Rung.reaction`); SPREAD is the deviation of the logarithm, so that two times of three lie within a
factor of 1.3 of the median. No hand is faster than FASTEST.
"""

from __future__ import annotations

import math

from niwashi.bots import rung
from niwashi.bots.loops.rollout import uniform
from niwashi.core.rng import Generator

SPREAD = 0.26
MIN_REACTION_SECONDS = 0.25
DEFAULT_REACTION_SECONDS = 0.9
"""Median seconds of a bot that is no rung of the ladder."""


def reaction(name: str, rng: Generator) -> float:
    """Seconds from the signal to the grab, drawn for a bot of that name."""
    level = rung(name)
    median = level.reaction_seconds if level else DEFAULT_REACTION_SECONDS
    return max(MIN_REACTION_SECONDS, median * math.exp(SPREAD * _normal(rng)))


def _normal(rng: Generator) -> float:
    """Box and Muller's way to a normal number."""
    distance = math.sqrt(-2 * math.log(1 - uniform(rng)))
    return distance * math.cos(2 * math.pi * uniform(rng))
