"""How fast a bot's hand is: log-normal reaction times, drawn from the table's key so that they can be checked, too.

Human reaction times are skewed to the right, and close to log-normal. The rung says the median (`bots.LADDER`); the
spread σ = 0.25 of the logarithm puts two thirds of the times between 0.78 and 1.28 medians. Nobody is faster than
150 ms, the time a sprinter needs to hear a gun.
"""

from __future__ import annotations

import math

from niwashi.bots import rung
from niwashi.core.rng import Generator, keyed, next_word

SPREAD = 0.25
FASTEST = 150
SLOWEST_MEDIAN = 1600
"""For a bot that is on no rung."""
PURPOSE = "reaction"


def median(level: str) -> int:
    found = rung(level)
    return round(found.reaction * 1000) if found else SLOWEST_MEDIAN


def reaction(key: str, level: str, race: int, seat: int, attempt: int) -> int:
    """Milliseconds from when a seat may grab to its grab, for a race's number and a seat's attempt in it."""
    rng = keyed(key, f"{PURPOSE}/{race}/{seat}", attempt)
    return max(FASTEST, round(median(level) * math.exp(SPREAD * _normal(rng))))


def _normal(rng: Generator) -> float:
    """Box and Muller's way from two even numbers to a normal one."""
    radius, turn = ((int(next_word(rng)) + 1) / 2**32 for _ in range(2))
    return math.sqrt(-2 * math.log(radius)) * math.cos(2 * math.pi * turn)
