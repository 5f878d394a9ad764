"""Kernels of `choices`: the runs that placements would make, the runs of a house, and its closed places.

Runs are found as in `house`, with their squares, since a preview has to name each of them.
"""

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
"""The fields of a run: feature, first square from the house's top left, direction, length, points."""
MAX_RUNS_MADE = 2 * CARD_HEIGHT + 2 * CARD_WIDTH
"""One card can make two runs in each of its rows and columns."""

END, BONUS, MARKERS, TIMES = range(4)
SUM_FIELDS = 4
"""The fields of a placement's sum: the end of its runs, bonus, markers afterwards, number of scoring runs."""


# -- the runs of one placement ---------------------------------------------------------------------
@kernel
def append_run(out: NDArray[np.int64], n: int, feature: int, x: int, y: int, across: int, length: int) -> int:
    """E4.1: appends a run if it is long enough; returns the new number of runs."""
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
    """E4.1: the runs that `house.runs_in_row` counts."""
    left, right = square_of(face, 2 * i), square_of(face, 2 * i + 1)
    before = reach(p, seat, x - 1, y + i, -1, 0, left)
    after = reach(p, seat, x + CARD_WIDTH, y + i, 1, 0, right)
    if left == right:
        return append_run(out, n, left, x - before, y + i, 1, before + CARD_WIDTH + after)
    n = append_run(out, n, left, x - before, y + i, 1, before + 1)
    return append_run(out, n, right, x + 1, y + i, 1, 1 + after)


@kernel
def list_column_runs(p: Position, seat: int, face: int, x: int, y: int, i: int, out: NDArray[np.int64], n: int) -> int:
    """E4.1: the runs that `house.runs_in_column` counts."""
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
    """The order of runs: by feature, points (descending), length, x, y, direction."""
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
    """E6.2–E6.4: of each feature only the best `times` runs score; sets the points of the others to 0."""
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
    """Writes the runs of each placement, and its sums."""
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


# -- runs of a house ---------------------------------------------------------------------------------
@kernel
def list_house_runs(p: Position, seat: int, out: NDArray[np.int64], n: int) -> int:
    """E4.1: writes all runs from index n on, ordered by first square from the top; returns the end."""
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
"""The fields of a closed place: x and y, and the first locked square it would cover, with its longest run (E3.4)."""


@kernel
def closed_mask(p: Position, seat: int, y: int) -> np.uint64:
    """E3.2, E3.4: places where a card would touch the house and cover a locked square; a mask as in `house.places`."""
    over = row(p, p.occupied, seat, y) | row(p, p.occupied, seat, y + 1) | row(p, p.occupied, seat, y + 2)
    near = over | row(p, p.occupied, seat, y - 1) | row(p, p.occupied, seat, y + 3)
    locked = row(p, p.locked, seat, y) | row(p, p.locked, seat, y + 1) | row(p, p.locked, seat, y + 2)
    return (over << TWO | near << ONE | near | over >> ONE) & (locked << ONE | locked)


@kernel
def longest_through(p: Position, seat: int, x: int, y: int) -> int:
    """The length of the longer of a square's two runs."""
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
