"""The position as numbers for learning: one vector of fixed length, seen from a seat.

For each of four gardens, the seat's own first and then clockwise (empty ones where fewer play): 36 heights / 10, 36
visible objects / 3, 36 Zen tiles, 36 frog places, 6 lanterns, passed, golden, points / 100. Then, for all: 42 kinds
on display / 4, 42 in the box / 6, Zen tiles open / 3 and face down / 3 by object, bonus points still to be had / 10,
five expansion flags, free_pass, rounds left / 6, whether this turn has placed and stepped, and four flags for whose
turn it is, seen from the seat.

All numbers are between 0 and 6, most of them at most 1. A bonus of an owner's own box may be more.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.core.game import Position, as_array
from niwashi.core.kernel import kernel
from niwashi.games.miyabi.garden import Garden, height, objects_at
from niwashi.games.miyabi.pool import count_of
from niwashi.games.miyabi.scoring import earned_points
from niwashi.games.miyabi.state import FROG_SETUP, NOWHERE, ROUNDS, SEATS, TURN
from niwashi.games.miyabi.tiles import CELLS, KINDS, OBJECTS, SHAPES, SIDE

EXPANSIONS = 5
GARDEN = (
    ("heights", CELLS),
    ("objects", CELLS),
    ("Zen tiles", CELLS),
    ("frog", CELLS),
    ("lanterns", SIDE),
    ("passed", 1),
    ("golden", 1),
    ("points", 1),
)
PARTS = (
    *((f"garden {step}: {what}", length) for step in range(SEATS) for what, length in GARDEN),
    ("display", KINDS),
    ("box", KINDS),
    ("Zen tiles open", OBJECTS),
    ("Zen tiles face down", OBJECTS),
    ("bonuses left", OBJECTS),
    ("expansions", EXPANSIONS),
    ("free pass", 1),
    ("rounds left", 1),
    ("placed", 1),
    ("stepped", 1),
    ("turn", SEATS),
)
GARDEN_LENGTH = sum(length for _, length in GARDEN)
LENGTH = sum(length for _, length in PARTS)


def encode(p: Position, seat: int) -> NDArray[np.float32]:
    out = np.zeros(LENGTH, np.float32)
    write(as_array(p), seat, out)
    return out


@kernel
def write(one: NDArray[np.void], seat: int, out: NDArray[np.float32]) -> None:
    """Into zeros."""
    p = one[0]
    for step in range(int(p.seats)):
        write_garden(p.gardens[(seat + step) % int(p.seats)], out, step * GARDEN_LENGTH)
    write_table(p, seat, out, SEATS * GARDEN_LENGTH)


@kernel
def write_garden(garden: Garden, out: NDArray[np.float32], n: int) -> None:
    for cell in range(CELLS):
        out[n + cell] = height(garden, cell) / 10
        out[n + CELLS + cell] = objects_at(garden, cell) / 3
        out[n + 2 * CELLS + cell] = garden.zen >> cell & 1
    if int(garden.frog) != NOWHERE:
        out[n + 3 * CELLS + int(garden.frog)] = 1
    n += 4 * CELLS
    for column in range(SIDE):
        out[n + column] = int(garden.lanterns) >> column & 1
    out[n + SIDE] = garden.passed
    out[n + SIDE + 1] = garden.golden
    out[n + SIDE + 2] = earned_points(garden) / 100


@kernel
def write_table(p: Position, seat: int, out: NDArray[np.float32], n: int) -> None:
    for kind in range(KINDS):
        out[n + kind] = count_of(p.display[kind // OBJECTS], kind % OBJECTS) / 4
        out[n + KINDS + kind] = count_of(p.box[kind // OBJECTS], kind % OBJECTS) / 6
    n += 2 * KINDS
    for tile_object in range(OBJECTS):
        out[n + tile_object] = count_of(p.zen_display, tile_object) / 3
        out[n + OBJECTS + tile_object] = count_of(p.zen_box, tile_object) / 3
        if int(p.bonus_holder[tile_object]) == NOWHERE:
            out[n + 2 * OBJECTS + tile_object] = int(p.bonus[tile_object]) / 10
    n += 3 * OBJECTS
    for letter in range(EXPANSIONS):
        out[n + letter] = int(p.expansions) >> letter & 1
    n += EXPANSIONS
    out[n] = p.free_pass
    out[n + 1] = (int(ROUNDS[p.seats]) - int(p.building_round)) / 6
    out[n + 2] = p.placed
    out[n + 3] = p.stepped
    if int(p.phase) == FROG_SETUP or int(p.phase) == TURN:
        out[n + 4 + (int(p.turn) - seat) % int(p.seats)] = 1


assert SHAPES * OBJECTS == KINDS
