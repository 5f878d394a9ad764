"""What a game is worth to a seat: one convention for every environment.

- “win share”: at the end, each winner gets an equal share of 1, and 1 / seats is subtracted from everybody. So the sum
  is zero with any number of seats: with two, a win is 0.5, a loss -0.5 and a shared win 0.
- “points”: the points of every step, as they are scored. They add up to the final score.
"""

from __future__ import annotations

from collections.abc import Sequence

from niwashi.core.errors import BadOptions, quote

RETURNS = ("win share", "points")


def read_returns(name: object) -> int:
    """The convention's number."""
    if not isinstance(name, str) or name not in RETURNS:
        raise BadOptions("env/returns", f"returns must be {' or '.join(RETURNS)}, not {quote(name)}")
    return RETURNS.index(name)


def win_shares(winners: Sequence[int], seats: int) -> list[float]:
    """Each seat's return, by win share."""
    return [(1 / len(winners) if seat in winners else 0.0) - 1 / seats for seat in range(seats)]
