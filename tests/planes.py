"""Encodings by the names of their planes."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

import niwashi

Planes: TypeAlias = dict[str, NDArray[np.uint8]]


def planes_of(game: niwashi.Game, seat: int) -> Planes:
    return split(game.rules, game.encode(seat))


def split(rules: niwashi.Rules, encoded: NDArray[np.uint8]) -> Planes:
    """Every byte belongs to one plane."""
    planes, at = {}, 0
    for plane in rules.encoding:
        planes[plane.name] = encoded[at : at + plane.length].reshape(plane.shape)
        at += plane.length
    assert (at, len(planes)) == (len(encoded), len(rules.encoding))
    return planes
