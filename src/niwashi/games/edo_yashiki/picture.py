"""Houses as plain rows of letters, for everything that is not a kernel."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.core.game import Position
from niwashi.games.edo_yashiki.cards import FEATURES

NOTHING = "."
LOCKED = "#"


def bits(p: Position, plane: str, seat: int) -> NDArray[np.uint8]:
    """A plane of a house as zeros and ones, by row and column of its bounding box."""
    house = p["seat"][seat]  # by item: attributes of records are slow outside kernels
    first = seat * int(p["rows"])
    lines = p[plane][first : first + int(house["height"])]
    spread = np.unpackbits(lines.view(np.uint8), bitorder="little").reshape(len(lines), 64)
    return spread[:, : int(house["width"])]


def count_squares(p: Position, plane: str, seat: int) -> int:
    first = seat * int(p["rows"])
    return int(np.bitwise_count(p[plane][first : first + int(p["seat"][seat]["height"])]).sum())


def features_of(p: Position, seat: int) -> NDArray[np.uint8]:
    """Each square's feature code, and 4 where nothing lies."""
    codes = bits(p, "low", seat) + 2 * bits(p, "high", seat)
    return np.where(bits(p, "occupied", seat) == 1, codes, np.uint8(len(FEATURES)))


def house_rows(p: Position, seat: int) -> list[str]:
    """The house from the top, a letter a square and a dot where nothing lies."""
    return ["".join((FEATURES + NOTHING)[code] for code in line) for line in features_of(p, seat)]


def locked_rows(p: Position, seat: int) -> list[str]:
    """The same rows with a # for each locked square (E3.4) and dots for all else."""
    return ["".join((NOTHING + LOCKED)[bit] for bit in line) for line in bits(p, "locked", seat)]
