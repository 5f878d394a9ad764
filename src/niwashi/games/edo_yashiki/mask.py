"""The legal actions as bits: bit n says whether action n is legal (E2, E3, E6.4)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.core.game import Position
from niwashi.core.kernel import kernel
from niwashi.core.packing import append_bits, clear_words, words_for_bits
from niwashi.games.edo_yashiki.actions import hand_face
from niwashi.games.edo_yashiki.cards import ways_up
from niwashi.games.edo_yashiki.house import HALF, LOWER_HALF, NONE, ONE, TWO, row
from niwashi.games.edo_yashiki.scoring import may_score
from niwashi.games.edo_yashiki.state import (
    ACTIONS,
    FIRST_GRAB,
    FIRST_SCORE,
    GRAB,
    NOBODY,
    PLACE,
    PLACES_PER_ROW,
    TOPMOST,
    WAYS,
)
from niwashi.games.edo_yashiki.turns import may_act

WORDS = words_for_bits(ACTIONS)
ROW_BITS = PLACES_PER_ROW * WAYS

_SHIFTS = (np.uint64(16), np.uint64(8), np.uint64(4), np.uint64(2), np.uint64(1))
_KEEP_16 = np.uint64(0x0000FFFF0000FFFF)
_KEEP_8 = np.uint64(0x00FF00FF00FF00FF)
_KEEP_4 = np.uint64(0x0F0F0F0F0F0F0F0F)
_KEEP_2 = np.uint64(0x3333333333333333)
_KEEP_1 = np.uint64(0x5555555555555555)


@kernel
def mask(p: Position, seat: int, out: NDArray[np.uint64]) -> None:
    """Writes every bit; none is set for a seat that may not act."""
    clear_words(out, 0, WORDS)
    if not may_act(p, seat):
        return
    if int(p.phase) == PLACE:
        write_placements(p, seat, out)
    elif int(p.phase) == GRAB:
        write_grabs(p, out)
    else:
        write_choices(p, seat, out)


@kernel
def write_grabs(p: Position, out: NDArray[np.uint64]) -> None:
    """E2.2: the cards that no seat has taken."""
    for slot in range(int(p.seats)):
        if int(p.taken[slot]) == NOBODY:
            append_bits(out, FIRST_GRAB + slot, 1)


@kernel
def write_choices(p: Position, seat: int, out: NDArray[np.uint64]) -> None:
    """E6.4: the runs among which the seat may choose."""
    for choice in range(ACTIONS - FIRST_SCORE):
        if may_score(p, seat, choice):
            append_bits(out, FIRST_SCORE + choice, 1)


@kernel
def write_placements(p: Position, seat: int, out: NDArray[np.uint64]) -> None:
    """E3.1–E3.4: as `house.places` for each row, with five rows of the house at hand, which move down."""
    second = np.uint64(ways_up(hand_face(p, seat, 0)) - 1)
    above, top, middle = NONE, NONE, NONE
    bottom, below = NONE, row(p, p.occupied, seat, 0)
    locked_top, locked_middle, locked_bottom = NONE, NONE, NONE
    for y in range(TOPMOST, int(p.seat[seat].height) + 1):
        over = top | middle | bottom
        near = over | above | below
        locked = locked_top | locked_middle | locked_bottom
        touching = over << TWO | near << ONE | near | over >> ONE
        write_row(out, (y - TOPMOST) * ROW_BITS, over & ONE, touching & ~(locked << ONE | locked), second)
        above, top, middle, bottom = top, middle, bottom, below
        below = row(p, p.occupied, seat, y + 4)
        locked_top, locked_middle = locked_middle, locked_bottom
        locked_bottom = row(p, p.locked, seat, y + 3)


@kernel
def write_row(out: NDArray[np.uint64], at: int, far: np.uint64, places: np.uint64, second: np.uint64) -> None:
    """A row of places from bit `at` on: the one furthest left, then those of `places`. Each place has two bits.

    `second` is 1 if the card may be turned.
    """
    write_half(out, at, far | places << ONE & LOWER_HALF, second)
    places >>= HALF - ONE
    if places != NONE:
        write_half(out, at + 64, places & LOWER_HALF, second)
        if places >> HALF != NONE:
            append_bits(out, at + 128, int(np.int64(ONE | second << ONE)))


@kernel
def write_half(out: NDArray[np.uint64], at: int, places: np.uint64, second: np.uint64) -> None:
    """Up to 32 places, two bits each, from bit `at` on."""
    pairs = part(places)
    pairs |= (pairs * second) << ONE
    word, shift = at // 64, np.uint64(at % 64)
    out[word] |= pairs << shift
    if shift != NONE:
        rest = pairs >> np.uint64(64) - shift
        if rest != NONE:
            out[word + 1] |= rest


@kernel
def part(bits: np.uint64) -> np.uint64:
    """32 bits, with a 0 behind each."""
    bits = (bits | bits << _SHIFTS[0]) & _KEEP_16
    bits = (bits | bits << _SHIFTS[1]) & _KEEP_8
    bits = (bits | bits << _SHIFTS[2]) & _KEEP_4
    bits = (bits | bits << _SHIFTS[3]) & _KEEP_2
    return (bits | bits << _SHIFTS[4]) & _KEEP_1
