"""A position as numbers for learning, seen from a seat, of one fixed length.

In this order:

| what | numbers |
|---|---|
| own house: 24×24 squares around the middle of its bounding box, in planes T, P, F, G, locked | 5 × 576 |
| the window's top left square as seen from the house's top left, by 24 | 2 |
| own card in hand: six squares, one-hot | 24 |
| five open cards: six squares, one-hot, and 1 where it is still free | 5 × 25 |
| own summary | 10 |
| summaries of the next four seats clockwise, zeros where there are fewer | 4 × 10 |
| phase, one-hot | 6 |
| seats 2 to 5, one-hot | 4 |
| specialists, calm grabbing, cards left by 64, seats from us to the start seat by 4 | 4 |

A summary: 1 for being there, score by 25, four markers, squares by 64, locked squares by 64, 1 with a card in
hand, 1 where this phase still waits for the seat. A house larger than the window is cropped.

All numbers are between 0 and 3, most of them at most 1, but for the window's top left square: that is negative, down to
-0.5, where the house is smaller than the window. `window_cell` says where in the window an action's card would lie.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.core.game import Position, as_array
from niwashi.core.kernel import kernel
from niwashi.games.edo_yashiki.actions import place_of
from niwashi.games.edo_yashiki.cards import DECK, EMPTY, SQUARES, square_of
from niwashi.games.edo_yashiki.house import count_bits, feature_at, has_bit, row
from niwashi.games.edo_yashiki.state import FIRST_GRAB, GOAL, MAX_SEATS, NO_CARD, NOBODY, PHASES

WINDOW = 24
PLANES = 5
SUMMARY = 10
CARD = 4 * SQUARES
PARTS = (
    ("house", PLANES * WINDOW * WINDOW),
    ("window", 2),
    ("hand", CARD),
    ("open cards", MAX_SEATS * (CARD + 1)),
    ("own summary", SUMMARY),
    ("rivals' summaries", (MAX_SEATS - 1) * SUMMARY),
    ("phase", len(PHASES)),
    ("seats", MAX_SEATS - 1),
    ("specialists", 1),
    ("calm", 1),
    ("cards left", 1),
    ("start seat", 1),
)
LENGTH = sum(length for _, length in PARTS)


def encode(p: Position, seat: int) -> NDArray[np.float32]:
    out = np.zeros(LENGTH, np.float32)
    write(as_array(p), seat, out)
    return out


def window_cell(p: Position, seat: int, action: int) -> tuple[int, int, int] | None:
    """Row and column in the encoding's window of a placement's top left square, and whether the card is turned.

    Actions count from the house's top left, the window lies around its middle. None for what is no placement; a row or
    column outside 0 to 23 lies outside the window.
    """
    if action >= FIRST_GRAB:
        return None
    x, y, turned = place_of(action)
    top, left = corner(p, seat)
    return y - top, x - left, turned


# -- the parts, in their order ---------------------------------------------------------------------
@kernel
def write(one: NDArray[np.void], seat: int, out: NDArray[np.float32]) -> None:
    """Into zeros."""
    p = one[0]
    top, left = corner(p, seat)
    write_house(p, seat, top, left, out)
    n = PLANES * WINDOW * WINDOW
    out[n] = top / WINDOW
    out[n + 1] = left / WINDOW
    n += 2
    write_card(p, int(p.seat[seat].hand), out, n)
    n += CARD
    for slot in range(MAX_SEATS):
        write_card(p, int(p.open[slot]), out, n)
        out[n + CARD] = 1 if int(p.open[slot]) != NO_CARD and int(p.taken[slot]) == NOBODY else 0
        n += CARD + 1
    for step in range(int(p.seats)):
        write_summary(p, (seat + step) % int(p.seats), out, n + step * SUMMARY)
    write_table(p, seat, out, n + MAX_SEATS * SUMMARY)


@kernel
def corner(p: Position, seat: int) -> tuple[int, int]:
    """The window's top row and left column, as seen from the house's top left."""
    return (int(p.seat[seat].height) - WINDOW) // 2, (int(p.seat[seat].width) - WINDOW) // 2


@kernel
def write_house(p: Position, seat: int, top: int, left: int, out: NDArray[np.float32]) -> None:
    for y in range(max(top, 0), min(top + WINDOW, int(p.seat[seat].height))):
        for x in range(max(left, 0), min(left + WINDOW, int(p.seat[seat].width))):
            feature = feature_at(p, seat, x, y)
            square = (y - top) * WINDOW + x - left
            if feature != EMPTY:
                out[feature * WINDOW * WINDOW + square] = 1
            if has_bit(row(p, p.locked, seat, y), x):
                out[(PLANES - 1) * WINDOW * WINDOW + square] = 1


@kernel
def write_card(p: Position, face: int, out: NDArray[np.float32], n: int) -> None:
    if face != NO_CARD:
        for place in range(SQUARES):
            out[n + 4 * place + square_of(int(p.faces[face]), place)] = 1


@kernel
def write_summary(p: Position, seat: int, out: NDArray[np.float32], n: int) -> None:
    house = p.seat[seat]
    occupied, locked = 0, 0
    for y in range(int(house.height)):
        occupied += count_bits(row(p, p.occupied, seat, y))
        locked += count_bits(row(p, p.locked, seat, y))
    out[n] = 1
    out[n + 1] = int(house.score) / GOAL
    for feature in range(4):
        out[n + 2 + feature] = int(house.markers) >> feature & 1
    out[n + 6] = occupied / DECK
    out[n + 7] = locked / DECK
    out[n + 8] = 1 if int(house.hand) != NO_CARD else 0
    out[n + 9] = int(p.waiting) >> seat & 1


@kernel
def write_table(p: Position, seat: int, out: NDArray[np.float32], n: int) -> None:
    seats = int(p.seats)
    out[n + int(p.phase)] = 1
    n += len(PHASES)
    out[n + seats - 2] = 1
    n += MAX_SEATS - 1
    out[n] = p.specialists
    out[n + 1] = p.calm
    out[n + 2] = int(p.cards) / DECK
    out[n + 3] = (int(p.starts) - seat) % seats / 4
