"""The position as bytes for learning, seen from a seat: eight at a time, straight from the rows of bits.

Squares and placements share one frame: it begins two columns left of the house and three rows above it, at the
placement furthest to the left and top. Action `(row * 65 + column) * 2 + turned` puts the card's top left square on
that row and column of the frame. The planes show the frame's first 50 rows and 40 columns, which hold every house of 15
cards, so every game of four or five seats while a card is still to be placed. `PLANES` is the layout, and
docs/environments.md describes it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.core.game import Plane, Position
from niwashi.core.kernel import kernel
from niwashi.core.packing import BYTE_BITS, LAST_BYTE, WORD_BYTES, spread
from niwashi.games.edo_yashiki.actions import hand_face
from niwashi.games.edo_yashiki.cards import CARD_HEIGHT, CARD_WIDTH, DECK, FEATURES, SQUARES, square_of, ways_up
from niwashi.games.edo_yashiki.house import row
from niwashi.games.edo_yashiki.state import (
    FIRST_GRAB,
    GOAL,
    LEFTMOST,
    MAX_CARDS,
    MAX_SEATS,
    NO_CARD,
    NOBODY,
    PHASES,
    PLACES_PER_ROW,
    TOPMOST,
    WAYS,
)

ROWS, COLUMNS = 50, 40
CARD = (SQUARES, len(FEATURES))
PLANES = (
    *(Plane(name, (ROWS, COLUMNS), 1) for name in ("tatami", "pond", "floor", "garden", "locked")),
    Plane("hand", CARD, 1),
    Plane("open cards", (MAX_SEATS, *CARD), 1),
    Plane("box", (DECK,), DECK),
    *(
        Plane(f"house {step}: {name}", (length,), most)
        for step in range(MAX_SEATS)
        for name, length, most in (
            ("in play", 1, 1),
            ("score", 1, GOAL),
            ("width", 1, CARD_WIDTH * MAX_CARDS),
            ("height", 1, CARD_HEIGHT * MAX_CARDS),
            ("markers", len(FEATURES), 1),
        )
    ),
    Plane("open card is free", (MAX_SEATS,), 1),
    Plane("waiting", (MAX_SEATS,), 1),
    Plane("card in hand", (MAX_SEATS,), 1),
    Plane("start seat", (MAX_SEATS,), 1),
    Plane("phase", (len(PHASES),), 1),
    Plane("specialists", (1,), 1),
    Plane("calm", (1,), 1),
    Plane("card looks the same turned", (1,), 1),
    Plane("cards left", (1,), DECK),
    Plane("round", (1,), DECK // 2),
    Plane("own bonus points", (1,), GOAL),
)
ROW_WORDS = COLUMNS // WORD_BYTES
PLANE_WORDS = ROWS * ROW_WORDS
CARD_WORDS = SQUARES * len(FEATURES) // WORD_BYTES
HAND = 5 * PLANE_WORDS
"""The first word of each part."""
OPEN = HAND + CARD_WORDS
BOX = OPEN + MAX_SEATS * CARD_WORDS
HOUSES = BOX + DECK // WORD_BYTES
TABLE = HOUSES + MAX_SEATS
SCORE_BYTE, WIDTH_BYTE, HEIGHT_BYTE, MARKERS_BYTE = 1, 2, 3, 4
"""Of a house's word; byte 0 says that it is in play."""
MAX_BYTE = 255
LEFT_MARGIN = np.uint64(-LEFTMOST)
SHOWN = np.uint64((1 << COLUMNS) - 1)


def frame_cell(action: int) -> tuple[int, int, int] | None:
    """Row and column in the frame of a placement's top left square, and whether the card is turned.

    None for an action that is not a placement. Rows from 50 and columns from 40 on lie outside the planes.
    """
    if not 0 <= action < FIRST_GRAB:
        return None
    cell, turned = divmod(action, WAYS)
    return cell // PLACES_PER_ROW, cell % PLACES_PER_ROW, turned


# -- the parts, in their order ---------------------------------------------------------------------
@kernel
def encode(p: Position, seat: int, out: NDArray[np.uint64]) -> None:
    """Writes what differs from the encoding that `out` holds: outside of both houses the planes are 0 already."""
    write_house(p, seat, out)
    write_card(p, int(p.seat[seat].hand), out, HAND)
    for slot in range(MAX_SEATS):
        write_card(p, int(p.open[slot]), out, OPEN + slot * CARD_WORDS)
    write_box(p, out)
    for step in range(MAX_SEATS):
        out[HOUSES + step] = summary(p, (seat + step) % int(p.seats)) if step < int(p.seats) else np.uint64(0)
    write_table(p, seat, out)


@kernel
def write_house(p: Position, seat: int, out: NDArray[np.uint64]) -> None:
    """The house, and empty squares where the earlier one was larger."""
    before = int(np.int64(out[HOUSES] >> np.uint64(8 * WIDTH_BYTE) & np.uint64(0xFFFF)))
    width = max(int(p.seat[seat].width), before & MAX_BYTE)
    height = max(int(p.seat[seat].height), before >> 8)
    words = min((width - LEFTMOST + WORD_BYTES - 1) // WORD_BYTES, ROW_WORDS)
    for y in range(min(height, ROWS + TOPMOST)):
        occupied = row(p, p.occupied, seat, y) << LEFT_MARGIN & SHOWN
        low, high = row(p, p.low, seat, y) << LEFT_MARGIN, row(p, p.high, seat, y) << LEFT_MARGIN
        locked = row(p, p.locked, seat, y) << LEFT_MARGIN & SHOWN
        at = (y - TOPMOST) * ROW_WORDS
        for word in range(words):
            by = np.uint64(word) * BYTE_BITS
            out[at + word] = spread((occupied & ~low & ~high) >> by & LAST_BYTE)
            out[PLANE_WORDS + at + word] = spread((occupied & low & ~high) >> by & LAST_BYTE)
            out[2 * PLANE_WORDS + at + word] = spread((occupied & ~low & high) >> by & LAST_BYTE)
            out[3 * PLANE_WORDS + at + word] = spread((occupied & low & high) >> by & LAST_BYTE)
            out[4 * PLANE_WORDS + at + word] = spread(locked >> by & LAST_BYTE)


@kernel
def write_card(p: Position, face: int, out: NDArray[np.uint64], at: int) -> None:
    """Six squares of four bytes, of which the feature's is 1."""
    bits = 0
    if face != NO_CARD:
        for place in range(SQUARES):
            bits |= 1 << 4 * place + square_of(int(p.faces[face]), place)
    for word in range(CARD_WORDS):
        out[at + word] = spread(np.uint64(bits >> 8 * word & MAX_BYTE))


@kernel
def write_box(p: Position, out: NDArray[np.uint64]) -> None:
    for word in range(DECK // WORD_BYTES):
        counts = np.uint64(0)
        for n in range(WORD_BYTES):
            counts |= np.uint64(int(p.box[WORD_BYTES * word + n])) << np.uint64(n) * BYTE_BITS
        out[BOX + word] = counts


@kernel
def place_byte(value: int, n: int) -> np.uint64:
    """A word with this value, at most 255, as byte n."""
    return np.uint64(min(int(value), MAX_BYTE)) << np.uint64(n) * BYTE_BITS


@kernel
def summary(p: Position, seat: int) -> np.uint64:
    house = p.seat[seat]
    size = place_byte(house.width, WIDTH_BYTE) | place_byte(house.height, HEIGHT_BYTE)
    markers = spread(np.uint64(int(house.markers))) << np.uint64(MARKERS_BYTE) * BYTE_BITS
    return np.uint64(1) | place_byte(house.score, SCORE_BYTE) | size | markers


@kernel
def write_table(p: Position, seat: int, out: NDArray[np.uint64]) -> None:
    """29 flags, then three numbers."""
    free, waiting, in_hand, seats = 0, 0, 0, int(p.seats)
    for slot in range(MAX_SEATS):
        free |= int(int(p.open[slot]) != NO_CARD and int(p.taken[slot]) == NOBODY) << slot
    for step in range(seats):
        other = (seat + step) % seats
        waiting |= (int(p.waiting) >> other & 1) << step
        in_hand |= int(int(p.seat[other].hand) != NO_CARD) << step
    starts = 1 << (int(p.starts) - seat + seats) % seats
    flags = free | waiting << 5 | in_hand << 10 | starts << 15 | 1 << 20 + int(p.phase)
    flags |= int(p.specialists) << 26 | int(p.calm) << 27
    if int(p.seat[seat].hand) != NO_CARD:
        flags |= (2 - ways_up(hand_face(p, seat, 0))) << 28
    for word in range(4):
        out[TABLE + word] = spread(np.uint64(flags >> 8 * word & MAX_BYTE))
    numbers = place_byte(p.cards, 5) | place_byte(p.rounds, 6) | place_byte(p.seat[seat].bonus, 7)
    out[TABLE + 3] |= numbers
