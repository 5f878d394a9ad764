"""A table's sealed seed: the commitment shown before, the key that seats mix into, the seats drawn from it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from niwashi.core.rng import below, keyed

SEPARATOR = "/"
SEATING = 0
"""Chance events count from 1, so number 0 is free to draw the seats."""


def commitment(seed: str) -> str:
    """The SHA-256 of a seed, or of the seed that a key was mixed from."""
    return hashlib.sha256(seed.partition(SEPARATOR)[0].encode()).hexdigest()


def mix_key(seed: str, nonces: Sequence[str]) -> str:
    """The key of a game's chance, which its record has as its seed: nonces by seats as they were before the draw."""
    return SEPARATOR.join((seed, *nonces))


def nonces_in(key: str) -> list[str]:
    return key.split(SEPARATOR)[1:]


def draw_seats(key: str, game: str, seats: int) -> list[int]:
    """For each seat, whose holder comes to sit there: one after the other out of a pool, as chance draws tiles."""
    rng = keyed(key, game, SEATING)
    pool = list(range(seats))
    return [pool.pop(int(below(rng, len(pool)))) for _ in range(seats)]
