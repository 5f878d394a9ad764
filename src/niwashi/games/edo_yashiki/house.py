"""A house as bit planes: places for a card, laying it, and the runs it makes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.core.bits import popcount
from niwashi.core.game import Position
from niwashi.core.kernel import kernel
from niwashi.games.edo_yashiki.cards import CARD_HEIGHT, CARD_WIDTH, EMPTY, square_of
from niwashi.games.edo_yashiki.state import COUNT_BITS, FEATURE_BITS, LEFTMOST, LONGEST, SHORTEST, TOPMOST

# Numba turns uint64 mixed with int64 into a float: every operand of a row of bits is a uint64.
NONE = np.uint64(0)
ONE = np.uint64(1)
TWO = np.uint64(2)
HALF = np.uint64(32)
LOWER_HALF = np.uint64(0xFFFFFFFF)
CARD_BITS = np.uint64(0b11)


@kernel
def count_bits(bits: np.uint64) -> int:
    return popcount(int(np.int64(bits & LOWER_HALF))) + popcount(int(np.int64(bits >> HALF)))


@kernel
def has_bit(bits: np.uint64, n: int) -> bool:
    return bool(bits >> np.uint64(n) & ONE != NONE)


@kernel
def row(p: Position, plane: NDArray[np.uint64], seat: int, y: int) -> np.uint64:
    """A row of one of a house's planes; empty above and below the house."""
    if y < 0 or y >= int(p.seat[seat].height):
        return NONE
    return np.uint64(plane[seat * int(p.rows) + y])


# -- places ----------------------------------------------------------------------------------------
@kernel
def places(p: Position, seat: int, y: int) -> tuple[bool, np.uint64]:
    """E3.2–E3.4: the places for a card with its top row at y, either way up.

    Returns whether it may lie at x = -2, where only its right side touches, and a mask with bit x + 1 for x from -1 on.
    """
    over = row(p, p.occupied, seat, y) | row(p, p.occupied, seat, y + 1) | row(p, p.occupied, seat, y + 2)
    near = over | row(p, p.occupied, seat, y - 1) | row(p, p.occupied, seat, y + 3)
    locked = row(p, p.locked, seat, y) | row(p, p.locked, seat, y + 1) | row(p, p.locked, seat, y + 2)
    touching = over << TWO | near << ONE | near | over >> ONE
    return over & ONE != NONE, touching & ~(locked << ONE | locked)


@kernel
def may_lie(p: Position, seat: int, x: int, y: int) -> bool:
    """E3.2–E3.4: whether a card may lie at one place."""
    far, mask = places(p, seat, y)
    return far if x == LEFTMOST else has_bit(mask, x + 1)


@kernel
def count_places(p: Position, seat: int) -> int:
    total = 0
    for y in range(TOPMOST, int(p.seat[seat].height) + 1):
        far, mask = places(p, seat, y)
        total += count_bits(mask) + (1 if far else 0)
    return total


# -- runs ------------------------------------------------------------------------------------------
@kernel
def feature_at(p: Position, seat: int, x: int, y: int) -> int:
    """The visible feature at a column and row of the house; EMPTY if there is none."""
    house = p.seat[seat]
    if x < 0 or y < 0 or x >= int(house.width) or y >= int(house.height):
        return EMPTY
    line = seat * int(p.rows) + y
    if not has_bit(p.occupied[line], x):
        return EMPTY
    return (1 if has_bit(p.low[line], x) else 0) + (2 if has_bit(p.high[line], x) else 0)


@kernel
def reach(p: Position, seat: int, x: int, y: int, dx: int, dy: int, feature: int) -> int:
    """The number of consecutive squares of the feature from here on, in one direction."""
    length = 0
    while feature_at(p, seat, x, y) == feature:
        length += 1
        x += dx
        y += dy
    return length


@kernel
def one_run(feature: int, length: int) -> int:
    """A run as a packed count; 0 if it is too short (E4.1)."""
    if length < SHORTEST:
        return 0
    return 1 << (feature * FEATURE_BITS + (min(length, LONGEST + 1) - SHORTEST) * COUNT_BITS)


@kernel
def runs_in_row(p: Position, seat: int, face: int, x: int, y: int, i: int) -> int:
    """E4.1: the row runs that row i of a card at x, y would make."""
    left, right = square_of(face, 2 * i), square_of(face, 2 * i + 1)
    before = reach(p, seat, x - 1, y + i, -1, 0, left)
    after = reach(p, seat, x + CARD_WIDTH, y + i, 1, 0, right)
    if left == right:
        return one_run(left, before + CARD_WIDTH + after)
    return one_run(left, before + 1) + one_run(right, 1 + after)


@kernel
def runs_in_column(p: Position, seat: int, face: int, x: int, y: int, i: int) -> int:
    """E4.1: the column runs that column i of a card at x, y would make."""
    top, middle, bottom = square_of(face, i), square_of(face, 2 + i), square_of(face, 4 + i)
    above = reach(p, seat, x + i, y - 1, 0, -1, top)
    below = reach(p, seat, x + i, y + CARD_HEIGHT, 0, 1, bottom)
    if top == middle and middle == bottom:
        return one_run(top, above + CARD_HEIGHT + below)
    above += 2 if top == middle else 1
    below += 2 if middle == bottom else 1
    return one_run(top, above) + one_run(bottom, below)


@kernel
def runs_made(p: Position, seat: int, face: int, x: int, y: int) -> int:
    """E4.1: the runs that a card would make, as packed counts. The card need not lie there yet."""
    runs = 0
    for i in range(CARD_HEIGHT):
        runs += runs_in_row(p, seat, face, x, y, i)
    for i in range(CARD_WIDTH):
        runs += runs_in_column(p, seat, face, x, y, i)
    return runs


# -- laying ----------------------------------------------------------------------------------------
@kernel
def move_right(p: Position, seat: int, columns: int) -> None:
    """Moves the house right in its planes, to make room on the left."""
    house = p.seat[seat]
    first, by = seat * int(p.rows), np.uint64(columns)
    for line in range(first, first + int(house.height)):
        p.occupied[line] <<= by
        p.low[line] <<= by
        p.high[line] <<= by
        p.locked[line] <<= by
    house.left -= columns
    house.width += columns


@kernel
def move_down(p: Position, seat: int, rows: int) -> None:
    """Moves the house down in its planes, to make room at the top."""
    house = p.seat[seat]
    first = seat * int(p.rows)
    for line in range(first + int(house.height) + rows - 1, first - 1, -1):
        kept = line >= first + rows
        p.occupied[line] = p.occupied[line - rows] if kept else NONE
        p.low[line] = p.low[line - rows] if kept else NONE
        p.high[line] = p.high[line - rows] if kept else NONE
        p.locked[line] = p.locked[line - rows] if kept else NONE
    house.top -= rows
    house.height += rows


@kernel
def make_room(p: Position, seat: int, x: int, y: int) -> None:
    """Grows the house's bounding box to hold a card at x, y."""
    if x < 0:
        move_right(p, seat, -x)
    if y < 0:
        move_down(p, seat, -y)
    house = p.seat[seat]
    house.width = max(int(house.width), x + CARD_WIDTH)
    house.height = max(int(house.height), y + CARD_HEIGHT)


@kernel
def cover(p: Position, seat: int, face: int, x: int, y: int) -> None:
    """Writes the card's squares into the planes."""
    under = CARD_BITS << np.uint64(x)
    for i in range(CARD_HEIGHT):
        line = seat * int(p.rows) + y + i
        left, right = square_of(face, 2 * i), square_of(face, 2 * i + 1)
        low = np.uint64((left & 1) | (right & 1) << 1)
        high = np.uint64((left >> 1) | (right >> 1) << 1)
        p.occupied[line] |= under
        p.low[line] = p.low[line] & ~under | low << np.uint64(x)
        p.high[line] = p.high[line] & ~under | high << np.uint64(x)


@kernel
def lock_row_run(p: Position, seat: int, x: int, y: int, feature: int) -> None:
    start = x - reach(p, seat, x - 1, y, -1, 0, feature)
    end = x + reach(p, seat, x, y, 1, 0, feature)
    if end - start >= SHORTEST:
        line = seat * int(p.rows) + y
        for column in range(start, end):
            p.locked[line] |= ONE << np.uint64(column)


@kernel
def lock_column_run(p: Position, seat: int, x: int, y: int, feature: int) -> None:
    start = y - reach(p, seat, x, y - 1, 0, -1, feature)
    end = y + reach(p, seat, x, y, 0, 1, feature)
    if end - start >= SHORTEST:
        for line in range(seat * int(p.rows) + start, seat * int(p.rows) + end):
            p.locked[line] |= ONE << np.uint64(x)


@kernel
def lay(p: Position, seat: int, face: int, x: int, y: int) -> int:
    """Lays a card, locks the runs it makes (E3.4) and returns them as packed counts."""
    runs = runs_made(p, seat, face, x, y)
    make_room(p, seat, x, y)
    x, y = max(x, 0), max(y, 0)
    cover(p, seat, face, x, y)
    if runs != 0:
        for place in range(CARD_WIDTH * CARD_HEIGHT):
            column, line, feature = x + place % 2, y + place // 2, square_of(face, place)
            lock_row_run(p, seat, column, line, feature)
            lock_column_run(p, seat, column, line, feature)
    return runs
