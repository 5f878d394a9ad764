"""Features of a position for a seat, for learned evaluation: its own house and the best rival's."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.core.bits import popcount
from niwashi.core.game import Position
from niwashi.core.kernel import kernel
from niwashi.games.edo_yashiki.cards import half_turn, ways_up
from niwashi.games.edo_yashiki.house import ONE, count_bits, count_places, has_bit, places, row, runs_made
from niwashi.games.edo_yashiki.scoring import placing_points, times_and_markers
from niwashi.games.edo_yashiki.state import DONE, GOAL, LEFTMOST, NO_CARD, PLACE, TOPMOST

HOUSE_FEATURES = ("score", "to_goal", "pairs", "threes", "fours", "locked", "squares", "places", "markers")
"""Features of a house. Score and markers include a card placed in this round that has not scored yet.

`pairs`, `threes` and `fours` are lines of exactly two, three or four equal squares with a free end: one that a card
may still cover."""
FEATURE_NAMES = (
    *(f"own_{name}" for name in HOUSE_FEATURES),
    *(f"rival_{name}" for name in HOUSE_FEATURES),
    "hand_gain",  # the most points that the card in hand can score now
    "hand",  # 1 with a card in hand
    "rounds_left",
    "seats",
    "specialists",
    "over",
)

PROSPECT_NAMES = (
    *FEATURE_NAMES,
    *(f"{whose}_{name}" for whose in ("own", "rival") for name in ("prospect", "good_cards", "great_cards")),
)
"""The features and six more, a hundred times as slow: the points of future cards for a house, placed best."""
SAMPLED = 12
"""About this many of the remaining cards are evaluated."""
GOOD, GREAT = 4, 7
"""Points of a card that scores two features at once, or three (E4.3)."""


@kernel
def features(p: Position, seat: int, out: NDArray[np.float32]) -> int:
    n = house_features(p, seat, out, 0)
    n = house_features(p, best_rival(p, seat), out, n)
    out[n] = best_gain(p, seat)
    out[n + 1] = 0 if int(p.seat[seat].hand) == NO_CARD else 1
    out[n + 2] = int(p.cards) // int(p.seats)
    out[n + 3] = int(p.seats)
    out[n + 4] = int(p.specialists)
    out[n + 5] = 1 if int(p.phase) == DONE else 0
    return n + 6


@kernel
def house_features(p: Position, seat: int, out: NDArray[np.float32], n: int) -> int:
    score = expected_score(p, seat)
    out[n] = score
    out[n + 1] = max(0, GOAL - score)
    for length in range(2, 5):
        out[n + length] = open_runs(p, seat, length)
    out[n + 5] = squares_in(p, p.locked, seat)
    out[n + 6] = squares_in(p, p.occupied, seat)
    out[n + 7] = count_places(p, seat)
    out[n + 8] = expected_markers(p, seat)
    return n + 9


# -- score and markers -----------------------------------------------------------------------------
@kernel
def expected_score(p: Position, seat: int) -> int:
    """The score, including a card placed in this round that has not scored yet (E2.4)."""
    pending = placing_points(p, seat, int(p.seat[seat].runs)) if int(p.phase) == PLACE else 0
    return int(p.seat[seat].score) + pending


@kernel
def expected_markers(p: Position, seat: int) -> int:
    markers = int(p.seat[seat].markers)
    if int(p.phase) == PLACE:
        _, markers = times_and_markers(p, seat, int(p.seat[seat].runs))
    return popcount(markers)


@kernel
def best_rival(p: Position, seat: int) -> int:
    best, most = -1, -1
    for rival in range(int(p.seats)):
        if rival != seat and expected_score(p, rival) > most:
            best, most = rival, expected_score(p, rival)
    return best


@kernel
def best_gain(p: Position, seat: int) -> int:
    """The most points that the card in hand can score at once; 0 without one."""
    if int(p.seat[seat].hand) == NO_CARD:
        return 0
    return best_gain_of(p, seat, int(p.faces[p.seat[seat].hand]))


@kernel
def best_gain_of(p: Position, seat: int, face: int) -> int:
    """The most points that a card of this face could score at once."""
    best = 0
    for y in range(TOPMOST, int(p.seat[seat].height) + 1):
        best = max(best, best_gain_in_row(p, seat, face, y))
        if ways_up(face) == 2:
            best = max(best, best_gain_in_row(p, seat, half_turn(face), y))
    return best


@kernel
def best_gain_in_row(p: Position, seat: int, face: int, y: int) -> int:
    best = 0
    far, mask = places(p, seat, y)
    for x in range(LEFTMOST, int(p.seat[seat].width) + 1):
        if far if x == LEFTMOST else has_bit(mask, x + 1):
            best = max(best, placing_points(p, seat, runs_made(p, seat, face, x, y)))
    return best


# -- prospects -----------------------------------------------------------------------------------------
@kernel
def prospects(p: Position, seat: int, out: NDArray[np.float32]) -> int:
    n = features(p, seat, out)
    n = house_prospects(p, seat, out, n)
    return house_prospects(p, best_rival(p, seat), out, n)


@kernel
def house_prospects(p: Position, seat: int, out: NDArray[np.float32], n: int) -> int:
    """The average best gain of a remaining card, and the shares of good and great cards."""
    cards = total = good = great = 0
    step = int(p.cards) // SAMPLED | 1  # odd, since the box's patterns come in four shifts
    for face in range(0, len(p.box), step):
        count = int(p.box[face])
        if count:
            gain = best_gain_of(p, seat, int(p.faces[face]))
            cards += count
            total += count * gain
            good += count if gain >= GOOD else 0
            great += count if gain >= GREAT else 0
    out[n] = total / max(cards, 1)
    out[n + 1] = good / max(cards, 1)
    out[n + 2] = great / max(cards, 1)
    return n + 3


# -- squares and open runs -------------------------------------------------------------------------
@kernel
def squares_in(p: Position, plane: NDArray[np.uint64], seat: int) -> int:
    total = 0
    for y in range(int(p.seat[seat].height)):
        total += count_bits(row(p, plane, seat, y))
    return total


@kernel
def open_runs(p: Position, seat: int, length: int) -> int:
    total = 0
    for y in range(int(p.seat[seat].height)):
        total += count_bits(open_in_row(p, seat, y, length)) + count_bits(open_in_column(p, seat, y, length))
    return total


@kernel
def equal_right(p: Position, seat: int, y: int) -> np.uint64:
    """Bit x is set where the squares x and x + 1 of a row are equal."""
    occupied, low, high = row(p, p.occupied, seat, y), row(p, p.low, seat, y), row(p, p.high, seat, y)
    return occupied & occupied >> ONE & ~(low ^ low >> ONE) & ~(high ^ high >> ONE)


@kernel
def equal_below(p: Position, seat: int, y: int) -> np.uint64:
    """Bit x is set where the squares of the rows y and y + 1 are equal."""
    both = row(p, p.occupied, seat, y) & row(p, p.occupied, seat, y + 1)
    low = row(p, p.low, seat, y) ^ row(p, p.low, seat, y + 1)
    return both & ~low & ~(row(p, p.high, seat, y) ^ row(p, p.high, seat, y + 1))


@kernel
def open_in_row(p: Position, seat: int, y: int, length: int) -> np.uint64:
    """Bit x is set where a row run of exactly this length starts, and one of its ends is not locked."""
    equal = equal_right(p, seat, y)
    starts = ~(equal << ONE) & ~(equal >> np.uint64(length - 1))
    for step in range(length - 1):
        starts &= equal >> np.uint64(step)
    locked = row(p, p.locked, seat, y)
    return starts & ~(locked << ONE & locked >> np.uint64(length))


@kernel
def open_in_column(p: Position, seat: int, y: int, length: int) -> np.uint64:
    """Bit x is set where a column run of exactly this length starts, and one of its ends is not locked."""
    starts = ~equal_below(p, seat, y - 1) & ~equal_below(p, seat, y + length - 1)
    for step in range(length - 1):
        starts &= equal_below(p, seat, y + step)
    return starts & ~(row(p, p.locked, seat, y - 1) & row(p, p.locked, seat, y + length))
