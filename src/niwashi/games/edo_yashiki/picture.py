"""Houses as plain rows of letters, for everything that is not a kernel."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.core.game import Position
from niwashi.games.edo_yashiki.cards import FEATURES
from niwashi.games.edo_yashiki.outlook import read_out

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


def read_house(p: Position, seat: int) -> tuple[list[str], list[str]]:
    """The house from the top, a letter a square and a dot where nothing lies; and the same rows with a # for each
    locked square (E3.4) and dots for all else."""
    house = p["seat"][seat]
    codes = np.empty((int(house["height"]), int(house["width"])), np.uint8)
    locked = np.empty_like(codes)
    read_out(p, seat, codes, locked)
    return _lines(_LETTERS[codes]), _lines(_MARKS[locked])


_LETTERS = np.frombuffer((FEATURES + NOTHING).encode(), np.uint8)
_MARKS = np.frombuffer((NOTHING + LOCKED).encode(), np.uint8)


def _lines(letters: NDArray[np.uint8]) -> list[str]:
    return [row.tobytes().decode() for row in letters]


def house_rows(p: Position, seat: int) -> list[str]:
    return read_house(p, seat)[0]


def locked_rows(p: Position, seat: int) -> list[str]:
    return read_house(p, seat)[1]
