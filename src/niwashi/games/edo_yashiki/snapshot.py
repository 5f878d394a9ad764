"""A position read out into plain numbers and letters in one call: what views and score sheets are made from.

A field of a record costs a program outside kernels microseconds, and a view has hundreds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from niwashi.core.game import Buffer, Position
from niwashi.core.kernel import kernel
from niwashi.games.edo_yashiki.cards import DECK, SQUARES
from niwashi.games.edo_yashiki.choice_kernels import RUN_FIELDS, list_house_runs
from niwashi.games.edo_yashiki.picture import split_rows, write_rows
from niwashi.games.edo_yashiki.scoring import placing_points
from niwashi.games.edo_yashiki.state import MAX_SEATS, PLACE, POSITION, ROWS, SCORE_LENGTHS
from niwashi.games.edo_yashiki.turns import to_act

COLUMNS = 64
HEAD = 10
CARDS = 2 * MAX_SEATS
SEAT_NUMBERS = 11 + SCORE_LENGTHS
NUMBERS = HEAD + CARDS + MAX_SEATS * SEAT_NUMBERS
MAX_HOUSE_RUNS = 2 * DECK * SQUARES // 3
"""Every run has three squares, and a square is in two of them at most."""
NOT_PLACED = -1


# -- the numbers, in their order -------------------------------------------------------------------
@kernel
def flatten_house(p: Position, seat: int, out: Buffer, n: int) -> None:
    house = p.seat[seat]
    out[n] = house.left
    out[n + 1] = house.top
    out[n + 2] = house.width
    out[n + 3] = house.height
    out[n + 4] = house.markers
    out[n + 5] = house.hand
    out[n + 6] = house.score
    out[n + 7] = house.bonus
    out[n + 8] = house.times
    placed = int(p.phase) == PLACE and not int(p.waiting) >> seat & 1
    out[n + 9] = placing_points(p, seat, int(house.runs)) if placed else NOT_PLACED
    for length in range(SCORE_LENGTHS):
        out[n + 11 + length] = house.scored[length]


@kernel
def flatten_table(
    p: Position, out: Buffer, letters: NDArray[np.uint8], locked: NDArray[np.uint8], lines: NDArray[np.int64]
) -> None:
    out[0] = p.seats
    out[1] = p.edition
    out[2] = p.specialists
    out[3] = p.calm
    out[4] = p.phase
    out[5] = to_act(p)
    out[6] = p.rounds
    out[7] = p.starts
    out[8] = p.cards
    out[9] = p.waiting
    for slot in range(MAX_SEATS):
        out[HEAD + slot] = p.open[slot]
        out[HEAD + MAX_SEATS + slot] = p.taken[slot]
    squares, found = 0, 0
    for seat in range(int(p.seats)):
        n = HEAD + CARDS + seat * SEAT_NUMBERS
        flatten_house(p, seat, out, n)
        squares = write_rows(p, seat, letters, locked, squares)
        found = list_house_runs(p, seat, lines, found)
        out[n + 10] = found


# -- as Python has them ------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class HouseSnapshot:
    left: int
    top: int
    markers: int
    hand: int
    score: int
    bonus: int
    times: int
    pending: int
    scored: list[int]
    rows: list[str]
    """From the top, a letter a square and a dot where nothing lies."""
    locked: list[str]
    """The same rows with a # for each locked square (E3.4) and dots for all else."""
    lines: list[list[int]]
    """All runs (E4.1), as `outlook` writes them."""


@dataclass(frozen=True, slots=True)
class EdoSnapshot:
    seats: int
    edition: int
    specialists: bool
    calm: int
    phase: int
    to_act: int
    rounds: int
    starts: int
    cards: int
    waiting: int
    open: list[int]
    taken: list[int]
    houses: list[HouseSnapshot]


def read_snapshot(p: Position) -> EdoSnapshot:
    """Not to be changed: effects, views and offers of one position share it."""
    return _read_bytes(p.tobytes())


@lru_cache(maxsize=64)
def _read_bytes(raw: bytes) -> EdoSnapshot:
    numbers = np.empty(NUMBERS, np.int64)
    letters, locked = np.empty(ROWS * COLUMNS, np.uint8), np.empty(ROWS * COLUMNS, np.uint8)
    lines = np.empty((MAX_HOUSE_RUNS, RUN_FIELDS), np.int64)
    flatten_table(np.frombuffer(raw, POSITION)[0], numbers, letters, locked, lines)
    told: list[int] = numbers.tolist()
    seats, edition, specialists, calm, phase, mask, rounds, starts, cards, waiting = told[:HEAD]
    return EdoSnapshot(
        seats=seats,
        edition=edition,
        specialists=specialists == 1,
        calm=calm,
        phase=phase,
        to_act=mask,
        rounds=rounds,
        starts=starts,
        cards=cards,
        waiting=waiting,
        open=told[HEAD : HEAD + seats],
        taken=told[HEAD + MAX_SEATS : HEAD + MAX_SEATS + seats],
        houses=_houses(told, seats, letters, locked, lines),
    )


def _houses(
    told: list[int], seats: int, letters: NDArray[np.uint8], locked: NDArray[np.uint8], lines: NDArray[np.int64]
) -> list[HouseSnapshot]:
    found, square, line = [], 0, 0
    for at in range(HEAD + CARDS, HEAD + CARDS + seats * SEAT_NUMBERS, SEAT_NUMBERS):
        numbers = tuple(told[at : at + SEAT_NUMBERS])
        width, height, end = numbers[2], numbers[3], numbers[10]
        here = slice(square, square + width * height)
        runs = lines[line:end].tobytes()
        found.append(_house(numbers[:10], numbers[11:], letters[here].tobytes(), locked[here].tobytes(), runs))
        square, line = here.stop, end
    return found


@lru_cache(maxsize=1024)
def _house(
    numbers: tuple[int, ...], scored: tuple[int, ...], letters: bytes, locked: bytes, lines: bytes
) -> HouseSnapshot:
    """Most houses are what they were one action ago."""
    left, top, width, _, markers, hand, score, bonus, times, pending = numbers
    return HouseSnapshot(
        left=left,
        top=top,
        markers=markers,
        hand=hand,
        score=score,
        bonus=bonus,
        times=times,
        pending=pending,
        scored=list(scored),
        rows=split_rows(letters, width),
        locked=split_rows(locked, width),
        lines=np.frombuffer(lines, np.int64).reshape(-1, RUN_FIELDS).tolist(),
    )
