"""The runs that placements would make, those a house has, and the places that are closed: for all in one call."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.core.game import Buffer, Position
from niwashi.core.kernel import kernel
from niwashi.games.edo_yashiki.actions import hand_face, place_of
from niwashi.games.edo_yashiki.cards import CARD_HEIGHT, CARD_WIDTH, EMPTY, square_of
from niwashi.games.edo_yashiki.house import NONE, ONE, TWO, feature_at, has_bit, reach, row, runs_made
from niwashi.games.edo_yashiki.scoring import bonus_points, run_points, times_and_markers, times_of
from niwashi.games.edo_yashiki.state import LONGEST, SHORTEST, TOPMOST

FEATURE, X, Y, ACROSS, LENGTH, POINTS = range(6)
RUN_FIELDS = 6
"""A run: its feature, its first square as seen from the house's top left, its way, its length, what it scores."""
MAX_RUNS_MADE = 2 * CARD_HEIGHT + 2 * CARD_WIDTH
"""That one card can make: in each of its rows and columns two."""

END, BONUS, MARKERS, TIMES = range(4)
SUM_FIELDS = 4
"""Of a placement: where its runs end, its bonus, the markers afterwards, and how many runs score."""


# -- the runs of one placement ---------------------------------------------------------------------
@kernel
def append_run(out: NDArray[np.int64], n: int, feature: int, x: int, y: int, across: int, length: int) -> int:
    """E4.1: a run, if it is long enough to be one; how many there are then."""
    if length < SHORTEST:
        return n
    out[n, FEATURE] = feature
    out[n, X] = x
    out[n, Y] = y
    out[n, ACROSS] = across
    out[n, LENGTH] = length
    out[n, POINTS] = run_points(length) if length <= LONGEST else 0
    return n + 1


@kernel
def list_row_runs(p: Position, seat: int, face: int, x: int, y: int, i: int, out: NDArray[np.int64], n: int) -> int:
    """As `house.runs_in_row` counts them."""
    left, right = square_of(face, 2 * i), square_of(face, 2 * i + 1)
    before = reach(p, seat, x - 1, y + i, -1, 0, left)
    after = reach(p, seat, x + CARD_WIDTH, y + i, 1, 0, right)
    if left == right:
        return append_run(out, n, left, x - before, y + i, 1, before + CARD_WIDTH + after)
    n = append_run(out, n, left, x - before, y + i, 1, before + 1)
    return append_run(out, n, right, x + 1, y + i, 1, 1 + after)


@kernel
def list_column_runs(p: Position, seat: int, face: int, x: int, y: int, i: int, out: NDArray[np.int64], n: int) -> int:
    """As `house.runs_in_column` counts them."""
    top, middle, bottom = square_of(face, i), square_of(face, 2 + i), square_of(face, 4 + i)
    above = reach(p, seat, x + i, y - 1, 0, -1, top)
    below = reach(p, seat, x + i, y + CARD_HEIGHT, 0, 1, bottom)
    if top == middle and middle == bottom:
        return append_run(out, n, top, x + i, y - above, 0, above + CARD_HEIGHT + below)
    lower = 2 if middle == bottom else 1
    n = append_run(out, n, top, x + i, y - above, 0, above + (2 if top == middle else 1))
    return append_run(out, n, bottom, x + i, y + CARD_HEIGHT - lower, 0, lower + below)


@kernel
def comes_first(out: NDArray[np.int64], a: int, b: int) -> bool:
    """In which order runs are told: by feature, the best first, then from the left and from the top."""
    if out[a, FEATURE] != out[b, FEATURE]:
        return out[a, FEATURE] < out[b, FEATURE]
    if out[a, POINTS] != out[b, POINTS]:
        return out[a, POINTS] > out[b, POINTS]
    if out[a, LENGTH] != out[b, LENGTH]:
        return out[a, LENGTH] < out[b, LENGTH]
    if out[a, X] != out[b, X]:
        return out[a, X] < out[b, X]
    if out[a, Y] != out[b, Y]:
        return out[a, Y] < out[b, Y]
    return out[a, ACROSS] < out[b, ACROSS]


@kernel
def sort_runs(out: NDArray[np.int64], first: int, end: int) -> None:
    for last in range(first + 1, end):
        place = last
        while place > first and comes_first(out, place, place - 1):
            for field in range(RUN_FIELDS):
                held = out[place, field]
                out[place, field] = out[place - 1, field]
                out[place - 1, field] = held
            place -= 1


@kernel
def drop_unscored(out: NDArray[np.int64], first: int, end: int, times: int) -> None:
    """E6.2–E6.4: of each feature only so many score, the best ones; a run that does not has no points."""
    left = times
    for line in range(first, end):
        feature = out[line, FEATURE]
        if out[line, POINTS] > 0:
            if times_of(left, feature) > 0:
                left -= 1 << (4 * feature)
            else:
                out[line, POINTS] = 0


@kernel
def list_made_runs(p: Position, seat: int, face: int, x: int, y: int, out: NDArray[np.int64], n: int) -> int:
    first = n
    for i in range(CARD_HEIGHT):
        n = list_row_runs(p, seat, face, x, y, i, out, n)
    for i in range(CARD_WIDTH):
        n = list_column_runs(p, seat, face, x, y, i, out, n)
    sort_runs(out, first, n)
    return n


@kernel
def preview_placements(
    p: Position, seat: int, actions: Buffer, lines: NDArray[np.int64], sums: NDArray[np.int64]
) -> None:
    """For each placement its runs, and what becomes of them."""
    n = 0
    for place in range(len(actions)):
        x, y, turned = place_of(actions[place])
        face = hand_face(p, seat, turned)
        first = n
        n = list_made_runs(p, seat, face, x, y, lines, n)
        times, markers = times_and_markers(p, seat, runs_made(p, seat, face, x, y))
        drop_unscored(lines, first, n, times)
        sums[place, END] = n
        sums[place, BONUS] = bonus_points(times)
        sums[place, MARKERS] = markers
        sums[place, TIMES] = times_of(times, 0) + times_of(times, 1) + times_of(times, 2) + times_of(times, 3)


# -- a house as it is --------------------------------------------------------------------------------
@kernel
def list_house_runs(p: Position, seat: int, out: NDArray[np.int64], n: int) -> int:
    """E4.1: from place n on all runs, by their first squares from the top; returns where they end."""
    for y in range(int(p.seat[seat].height)):
        for x in range(int(p.seat[seat].width)):
            feature = feature_at(p, seat, x, y)
            if feature != EMPTY:
                if feature_at(p, seat, x - 1, y) != feature:
                    n = append_run(out, n, feature, x, y, 1, reach(p, seat, x, y, 1, 0, feature))
                if feature_at(p, seat, x, y - 1) != feature:
                    n = append_run(out, n, feature, x, y, 0, reach(p, seat, x, y, 0, 1, feature))
    return n


# -- closed places -----------------------------------------------------------------------------------
PLACE_X, PLACE_Y, LOCKED_X, LOCKED_Y, LOCKED_FEATURE, LOCKED_LENGTH = range(6)
CLOSED_FIELDS = 6
"""A place where no card can lie, and the first locked square it would cover, with its longest run (E3.4)."""


@kernel
def closed_mask(p: Position, seat: int, y: int) -> np.uint64:
    """A mask as `house.places` has it: where a card would touch the house and cover a locked square."""
    over = row(p, p.occupied, seat, y) | row(p, p.occupied, seat, y + 1) | row(p, p.occupied, seat, y + 2)
    near = over | row(p, p.occupied, seat, y - 1) | row(p, p.occupied, seat, y + 3)
    locked = row(p, p.locked, seat, y) | row(p, p.locked, seat, y + 1) | row(p, p.locked, seat, y + 2)
    return (over << TWO | near << ONE | near | over >> ONE) & (locked << ONE | locked)


@kernel
def longest_through(p: Position, seat: int, x: int, y: int) -> int:
    """The longer of the two runs that a square belongs to."""
    feature = feature_at(p, seat, x, y)
    across = reach(p, seat, x - 1, y, -1, 0, feature) + reach(p, seat, x, y, 1, 0, feature)
    down = reach(p, seat, x, y - 1, 0, -1, feature) + reach(p, seat, x, y, 0, 1, feature)
    return max(across, down)


@kernel
def write_closed(p: Position, seat: int, x: int, y: int, out: Buffer) -> None:
    out[PLACE_X] = x
    out[PLACE_Y] = y
    for place in range(CARD_WIDTH * CARD_HEIGHT - 1, -1, -1):
        column, line = x + place % CARD_WIDTH, y + place // CARD_WIDTH
        if 0 <= column < int(p.seat[seat].width) and has_bit(row(p, p.locked, seat, line), column):
            out[LOCKED_X] = column
            out[LOCKED_Y] = line
            out[LOCKED_FEATURE] = feature_at(p, seat, column, line)
            out[LOCKED_LENGTH] = longest_through(p, seat, column, line)


@kernel
def list_closed_places(p: Position, seat: int, out: NDArray[np.int64]) -> int:
    n = 0
    for y in range(TOPMOST, int(p.seat[seat].height)):
        mask = closed_mask(p, seat, y)
        for x in range(-1, int(p.seat[seat].width)):
            if mask != NONE and has_bit(mask, x + 1):
                write_closed(p, seat, x, y, out[n])
                n += 1
    return n
