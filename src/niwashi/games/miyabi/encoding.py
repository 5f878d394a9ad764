"""The position as numbers for learning: one vector of fixed length, seen from a seat.

For each of four gardens, the seat's own first and then clockwise (empty ones where fewer play): 36 heights / 10, 36
visible objects / 3, 36 Zen tiles, 36 frog places, 6 lanterns, passed, golden, points / 100. Then, for all: 42 kinds
on display / 4, 42 in the box / 6, Zen tiles open / 3 and face down / 3 by object, bonus points still to be had / 10,
five expansion flags, free_pass, rounds left / 6, whether this turn has placed and stepped, and four flags for whose
turn it is, seen from the seat.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.core.game import Position
from niwashi.games.miyabi.explain import plain
from niwashi.games.miyabi.pool import counts_in, kinds_in
from niwashi.games.miyabi.state import FROG_SETUP, NOWHERE, ROUNDS, SEATS, TURN
from niwashi.games.miyabi.survey import GardenSurvey, survey
from niwashi.games.miyabi.tiles import CELLS, KINDS, OBJECTS, SIDE

GARDEN_LENGTH = 4 * CELLS + SIDE + 3
LENGTH = SEATS * GARDEN_LENGTH + 2 * KINDS + 3 * OBJECTS + 5 + 1 + 1 + 2 + SEATS


def encode(p: Position, seat: int) -> NDArray[np.float32]:
    found = survey(p).gardens
    gardens = [_garden(garden) for garden in (*found[seat:], *found[:seat])]
    empty = [np.zeros(GARDEN_LENGTH, np.float32)] * (SEATS - p.seats)
    return np.concatenate([*gardens, *empty, _table(p, seat)]).astype(np.float32)


def _garden(garden: GardenSurvey) -> NDArray[np.float32]:
    board = plain(garden)
    zen, frog = np.zeros((SIDE, SIDE)), np.zeros((SIDE, SIDE))
    for cell in board.zen:
        zen[cell] = 1
    if board.frog is not None:
        frog[board.frog] = 1
    lanterns = [column in board.lanterns for column in range(SIDE)]
    rest = [*lanterns, garden.passed, garden.golden, garden.points / 100]
    planes = [np.array(board.heights) / 10, np.array(board.objects) / 3, zen, frog]
    return np.concatenate([np.ravel(planes), np.array(rest, float)])


def _table(p: Position, seat: int) -> NDArray[np.float32]:
    free_bonuses = np.where(p.bonus_holder == NOWHERE, p.bonus / 10, 0)
    flags = [p.expansions >> i & 1 for i in range(5)]
    left = (ROUNDS[p.seats] - p.building_round) / 6
    turn = np.zeros(SEATS)
    if p.phase in (FROG_SETUP, TURN):
        turn[(p.turn - seat) % p.seats] = 1
    rest = [*flags, p.free_pass, left, p.placed, p.stepped]
    tiles = [np.array(kinds_in(p.display)) / 4, np.array(kinds_in(p.box)) / 6]
    zen = [np.array(counts_in(p.zen_display)) / 3, np.array(counts_in(p.zen_box)) / 3]
    return np.concatenate([*tiles, *zen, free_bonuses, rest, turn])
