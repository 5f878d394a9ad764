"""Houses as rows of letters, for code outside kernels."""

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


@kernel
def write_rows(p: Position, seat: int, letters: NDArray[np.uint8], locked: NDArray[np.uint8], n: int) -> int:
    """Writes the house's rows, as features and as locked marks, from index n on; returns the end."""
    for y in range(int(p.seat[seat].height)):
        line = seat * int(p.rows) + y
        for x in range(int(p.seat[seat].width)):
            letters[n] = _LETTERS[feature_at(p, seat, x, y)]
            locked[n] = _MARKS[1 if has_bit(p.locked[line], x) else 0]
            n += 1
    return n


def read_house(p: Position, seat: int) -> tuple[list[str], list[str]]:
    """The house from the top: rows with a letter per square and a dot for an empty one; and rows with a # for each
    locked square (E3.4) and a dot for any other."""
    house = p["seat"][seat]
    width = int(house["width"])
    letters = np.empty(width * int(house["height"]), np.uint8)
    locked = np.empty_like(letters)
    write_rows(p, seat, letters, locked, 0)
    return split_rows(letters.tobytes(), width), split_rows(locked.tobytes(), width)


def split_rows(letters: bytes, width: int) -> list[str]:
    """Split a text of letters into rows of this width."""
    text = letters.decode()
    return [text[at : at + width] for at in range(0, len(text), width)] if width else []


def house_rows(p: Position, seat: int) -> list[str]:
    return read_house(p, seat)[0]


def locked_rows(p: Position, seat: int) -> list[str]:
    return read_house(p, seat)[1]
