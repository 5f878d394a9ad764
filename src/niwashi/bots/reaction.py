"""Reaction times of bots at the live grab: a property of the level, not of the machine.

Human reaction times are log-normal: few are much faster than usual, some are much slower. A level has a median
(`Rung.reaction_seconds`). SPREAD is the standard deviation of the logarithm: two times of three lie within a factor of
1.3 of the median. No time is below MIN_REACTION_SECONDS.

Weak levels also have patience (`Rung.patience_seconds`): people who play them are new to the game and have to read the
cards first. Their hand rests for that long after the signal, and only then the reaction begins.
"""

from __future__ import annotations

import math

from niwashi.bots import rung
from niwashi.bots.loops.rollout import uniform
from niwashi.core.rng import Generator

SPREAD = 0.26
MIN_REACTION_SECONDS = 0.25
DEFAULT_REACTION_SECONDS = 0.9
"""Median of a bot that is not on the ladder."""


def reaction(name: str, rng: Generator) -> float:
    """Seconds from the signal to the grab, drawn at random for a bot of that name."""
    level = rung(name)
    median = level.reaction_seconds if level else DEFAULT_REACTION_SECONDS
    return max(MIN_REACTION_SECONDS, median * math.exp(SPREAD * _normal(rng)))


def patience(name: str) -> float:
    """Seconds after the signal for which a bot of that name leaves all cards to people."""
    level = rung(name)
    return level.patience_seconds if level else 0.0


def _normal(rng: Generator) -> float:
    """A standard normal number, by the Box–Muller transform."""
    distance = math.sqrt(-2 * math.log(1 - uniform(rng)))
    return distance * math.cos(2 * math.pi * uniform(rng))
