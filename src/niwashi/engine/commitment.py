"""A table's secret seed: the commitment published beforehand, the key mixed from nonces, the seats drawn from it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from niwashi.core.rng import below, keyed

SEPARATOR = "/"
SEATING = 0
"""Chance events count from 1, so number 0 is free to draw the seats."""


def commitment(seed: str) -> str:
    """The SHA-256 of a seed, or of the seed inside a key."""
    return hashlib.sha256(seed.partition(SEPARATOR)[0].encode()).hexdigest()


def mix_key(seed: str, nonces: Sequence[str]) -> str:
    """The key of a game's chance, stored as the record's seed. Nonces come in the order of seats before the draw."""
    return SEPARATOR.join((seed, *nonces))


def nonces_in(key: str) -> list[str]:
    return key.split(SEPARATOR)[1:]


def draw_seats(key: str, game: str, seats: int) -> list[int]:
    """For each seat, the old seat of the player who gets it: drawn from a pool one by one, like tiles."""
    rng = keyed(key, game, SEATING)
    pool = list(range(seats))
    return [pool.pop(int(below(rng, len(pool)))) for _ in range(seats)]
