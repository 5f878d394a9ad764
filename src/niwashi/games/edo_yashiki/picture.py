"""Houses as plain rows of letters, for everything that is not a kernel."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.core.game import Position
from niwashi.core.kernel import kernel
from niwashi.games.edo_yashiki.cards import FEATURES
from niwashi.games.edo_yashiki.house import feature_at, has_bit

NOTHING, LOCKED = ".", "#"
_LETTERS = np.frombuffer((FEATURES + NOTHING).encode(), np.uint8)
_MARKS = np.frombuffer((NOTHING + LOCKED).encode(), np.uint8)


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


@kernel
def write_rows(p: Position, seat: int, letters: NDArray[np.uint8], locked: NDArray[np.uint8], n: int) -> int:
    """From place n on the house's rows one after the other, features and marks where locked; returns where they end."""
    for y in range(int(p.seat[seat].height)):
        line = seat * int(p.rows) + y
        for x in range(int(p.seat[seat].width)):
            letters[n] = _LETTERS[feature_at(p, seat, x, y)]
            locked[n] = _MARKS[1 if has_bit(p.locked[line], x) else 0]
            n += 1
    return n


def read_house(p: Position, seat: int) -> tuple[list[str], list[str]]:
    """The house from the top, a letter a square and a dot where nothing lies; and the same rows with a # for each
    locked square (E3.4) and dots for all else."""
    house = p["seat"][seat]
    width = int(house["width"])
    letters = np.empty(width * int(house["height"]), np.uint8)
    locked = np.empty_like(letters)
    write_rows(p, seat, letters, locked, 0)
    return split_rows(letters.tobytes(), width), split_rows(locked.tobytes(), width)


def split_rows(letters: bytes, width: int) -> list[str]:
    """Into rows."""
    text = letters.decode()
    return [text[at : at + width] for at in range(0, len(text), width)] if width else []


def house_rows(p: Position, seat: int) -> list[str]:
    return read_house(p, seat)[0]


def locked_rows(p: Position, seat: int) -> list[str]:
    return read_house(p, seat)[1]
