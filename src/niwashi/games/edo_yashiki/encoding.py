"""A position as numbers for learning, seen from a seat, of one fixed length.

In this order, every number about 0 to 1:

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
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.core.game import Position
from niwashi.games.edo_yashiki.cards import DECK, SQUARES
from niwashi.games.edo_yashiki.picture import bits, count_squares, features_of
from niwashi.games.edo_yashiki.state import GOAL, MOST_SEATS, NO_CARD, NOBODY, PHASES

WINDOW = 24
PLANES = 5
SUMMARY = 10
CARD = 4 * SQUARES
LENGTH = PLANES * WINDOW * WINDOW + 2 + CARD + MOST_SEATS * (CARD + 1) + MOST_SEATS * SUMMARY + len(PHASES) + 4 + 4


def encode(p: Position, seat: int) -> NDArray[np.float32]:
    order = [(seat + step) % int(p.seats) for step in range(int(p.seats))]
    missing = [0.0] * SUMMARY * (MOST_SEATS - len(order))
    numbers: list[float] = [*_origin(p, seat), *_card(p, int(p.seat[seat].hand))]
    for slot in range(MOST_SEATS):
        free = int(p.open[slot]) != NO_CARD and int(p.taken[slot]) == NOBODY
        numbers += [*_card(p, int(p.open[slot])), float(free)]
    for other in order:
        numbers += _summary(p, other)
    numbers += missing + _table(p, seat)
    return np.concatenate([_house_window(p, seat), np.array(numbers, np.float32)])


def _corner(p: Position, seat: int) -> tuple[int, int]:
    """The window's top row and left column, as seen from the house's top left."""
    return (int(p.seat[seat].height) - WINDOW) // 2, (int(p.seat[seat].width) - WINDOW) // 2


def _origin(p: Position, seat: int) -> list[float]:
    return [place / WINDOW for place in _corner(p, seat)]


def _house_window(p: Position, seat: int) -> NDArray[np.float32]:
    planes = np.zeros((PLANES, WINDOW, WINDOW), np.float32)
    features = features_of(p, seat)
    seen = np.stack([*(features == code for code in range(4)), bits(p, "locked", seat) == 1])
    top, left = _corner(p, seat)
    part = seen[:, max(top, 0) : max(top, 0) + WINDOW, max(left, 0) : max(left, 0) + WINDOW]
    row, column = max(-top, 0), max(-left, 0)
    planes[:, row : row + part.shape[1], column : column + part.shape[2]] = part
    return planes.ravel()


def _card(p: Position, face: int) -> list[float]:
    if face == NO_CARD:
        return [0.0] * CARD
    code = int(p.faces[face])
    return [float(code >> 2 * place & 3 == feature) for place in range(SQUARES) for feature in range(4)]


def _summary(p: Position, seat: int) -> list[float]:
    house = p.seat[seat]
    markers = int(house.markers)
    return [
        1.0,
        int(house.score) / GOAL,
        *(float(markers >> feature & 1) for feature in range(4)),
        count_squares(p, "occupied", seat) / DECK,
        count_squares(p, "locked", seat) / DECK,
        float(int(house.hand) != NO_CARD),
        float(int(p.waiting) >> seat & 1),
    ]


def _table(p: Position, seat: int) -> list[float]:
    at, seated = int(p.phase), int(p.seats)
    start = (int(p.starts) - seat) % seated
    return [
        *(float(at == phase) for phase in range(len(PHASES))),
        *(float(seated == seats) for seats in range(2, MOST_SEATS + 1)),
        float(p.specialists),
        float(p.calm),
        int(p.cards) / DECK,
        start / 4,
    ]
