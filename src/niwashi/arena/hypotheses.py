"""Parses the two hypotheses of the sequential test: shares of wins, “65%” or “0.65”, or Elo, “+100elo”."""

from __future__ import annotations

import re

from niwashi.arena.statistics import Sprt, elo, expected_share
from niwashi.core.errors import BadOptions, quote

DEFAULT_ELO = elo(0.65)
"""The higher hypothesis by default; at two seats, 65% of the wins."""


def read_sprt(low: str | None, high: str | None, seats: int) -> Sprt:
    """By default: equally strong, or stronger by DEFAULT_ELO."""
    shares = [
        expected_share(default, seats) if text is None else read_share(text, seats)
        for text, default in ((low, 0.0), (high, DEFAULT_ELO))
    ]
    if not shares[0] < shares[1]:
        sentence = f"the lower hypothesis {shares[0]:.1%} must be below the higher one {shares[1]:.1%}"
        raise BadOptions("arena/sprt", sentence)
    return Sprt(*shares)


def read_share(text: str, seats: int) -> float:
    found = re.fullmatch(r"([+-]?\d{1,4}(?:\.\d{1,6})?)(%|elo)?", text.strip(), re.ASCII | re.IGNORECASE)
    if found:
        number, unit = float(found[1]), (found[2] or "").lower()
        share = expected_share(number, seats) if unit == "elo" else number / 100 if unit == "%" else number
        if 0 < share < 1:
            return share
    sentence = (
        f"a hypothesis is a share of wins, such as 65% or 0.65, or a difference, such as +100elo; not {quote(text)}"
    )
    raise BadOptions("arena/sprt", sentence)
