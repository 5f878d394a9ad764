"""Kernels of `choices`: previews of all legal actions, and what blocks each tile in each column, in one call.

A preview repeats the rules of `garden` and `rules` for one tile at a time, since it has to name the obstacle.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.core.bits import lowest_bit
from niwashi.core.game import Buffer, Position
from niwashi.core.kernel import kernel
from niwashi.games.miyabi.actions import legal
from niwashi.games.miyabi.frog import step_points
from niwashi.games.miyabi.garden import Garden, height
from niwashi.games.miyabi.pool import count_of
from niwashi.games.miyabi.rules import LAYER_OF_BONUS, enclosing_points
from niwashi.games.miyabi.state import (
    END,
    FROG_SETUP,
    FROG_STEP,
    HEIGHT_PLANES,
    NOWHERE,
    PASS,
    PLACEMENTS,
    STEP,
    ZEN_PLACEMENT,
)
from niwashi.games.miyabi.tiles import (
    CELLS,
    FIRST_TURNING,
    FOOTPRINT,
    KINDS,
    OBJECTS,
    SHAPE_OF,
    SHAPES,
    SIDE,
    SIZE,
    TURNINGS,
)

LAYER, POINTS, SUM = range(3)
PREVIEW_FIELDS = 3
"""The fields of a preview: the layer, the points at once, and their packed sum."""
SUM_BYTES = 7


@kernel
def pack_sum(objects: int, row: int, layer: int, bonus: int, enclosure: int, cell: int, climb: int) -> int:
    """The items of a score in one number, a byte each. `row` belongs to the objects, `cell` to the enclosure; a placed
    Zen tile has layer 0."""
    return objects | row << 8 | layer << 16 | bonus << 24 | enclosure << 32 | cell << 40 | climb << 48


@kernel
def preview_action(p: Position, garden: Garden, action: int, out: NDArray[np.int64], place: int) -> None:
    """M4.2, M4.3, M6.C4, M6.C5, M6.E3: writes layer, points and packed sum of a legal action."""
    layer, points, packed_sum = 0, 0, 0
    if action < PLACEMENTS:
        cell = action % CELLS
        row, size = cell // SIDE, SIZE[SHAPE_OF[action // CELLS]]
        layer = height(garden, cell) + 1
        first = layer == LAYER_OF_BONUS and p.bonus_holder[row] == NOWHERE  # M4.3
        bonus = int(p.bonus[row]) if first else 0
        open_zen = int(garden.open_zen)
        enclosure = enclosing_points(garden, FOOTPRINT[action], cell, size, open_zen)
        points = size * layer + bonus + enclosure
        packed_sum = pack_sum(size, row, layer, bonus, enclosure, open_zen if enclosure else 0, 0)
    elif action < PASS:
        cell = action - ZEN_PLACEMENT
        layer = 1
        enclosure = enclosing_points(garden, 1 << cell, cell, 1, cell)
        points = 1 + enclosure
        packed_sum = pack_sum(1, 0, 0, 0, enclosure, cell if enclosure else 0, 0)
    elif FROG_STEP <= action < END:
        layer = height(garden, int(garden.frog) + STEP[action - FROG_STEP])
        points = step_points(garden, action - FROG_STEP)
        packed_sum = pack_sum(0, 0, 0, 0, 0, 0, points)
    out[LAYER, place] = layer
    out[POINTS, place] = points
    out[SUM, place] = packed_sum


# -- obstacles -----------------------------------------------------------------------------------------------------
FREE, OUTSIDE, ON_ZEN, ON_FROG, UNEVEN, LANTERN, PLACED = range(7)
"""Obstacles in ascending order of closeness: of a tile's turns, the one closest to being legal is reported."""
FROG_FIRST, ZEN_OPEN, NOT_BARE, ZEN_LANTERN = range(7, 11)
CODE_BITS = 4
CODE_MASK = (1 << CODE_BITS) - 1
"""The higher bits hold the cell of the obstacle, or the column of a lantern."""


@kernel
def is_flat(garden: Garden, cells: int) -> bool:
    """M3.6: whether all these cells have the same height."""
    for plane in range(HEIGHT_PLANES):
        high = garden.heights[plane] & cells
        if high != 0 and high != cells:
            return False
    return True


@kernel
def obstacle(garden: Garden, cells: int) -> int:
    """M3.2, M3.6, M6.C6, M6.E6: what keeps a tile from lying on these cells; FREE if nothing does."""
    if cells == 0:
        return OUTSIDE  # M3.2
    if garden.zen & cells:
        return ON_ZEN | lowest_bit(garden.zen & cells) << CODE_BITS  # M6.C6
    if garden.frog != NOWHERE and cells >> int(garden.frog) & 1:
        return ON_FROG | int(garden.frog) << CODE_BITS  # M6.E6
    return FREE if is_flat(garden, cells) else UNEVEN


@kernel
def find_block(garden: Garden, shape: int, cell: int) -> int:
    """FREE if the shape may lie in some turn with its objects on this cell, else the obstacle."""
    if garden.lanterns >> cell % SIDE & 1:
        return LANTERN | cell % SIDE << CODE_BITS  # M3.4
    last = FIRST_TURNING[shape + 1] if shape + 1 < SHAPES else len(TURNINGS)
    closest = OUTSIDE
    for turning in range(FIRST_TURNING[shape], last):
        met = obstacle(garden, FOOTPRINT[turning * CELLS + cell])
        if met == FREE:
            return FREE
        if met & CODE_MASK > closest & CODE_MASK:
            closest = met
    return closest


@kernel
def find_zen_block(garden: Garden, cell: int) -> int:
    """M6.C2, M6.C3: FREE if a Zen tile may lie on this cell, else the obstacle."""
    if garden.open_zen != NOWHERE:
        return ZEN_OPEN | int(garden.open_zen) << CODE_BITS  # M6.C2
    if height(garden, cell) > 0:
        return NOT_BARE | cell << CODE_BITS  # M6.C3
    if garden.frog == cell:
        return ON_FROG | cell << CODE_BITS  # M6.E6
    if garden.lanterns >> cell % SIDE & 1:
        return ZEN_LANTERN | cell % SIDE << CODE_BITS  # M6.C3
    return FREE


@kernel
def find_all_blocks(p: Position, seat: int, out: NDArray[np.int64]) -> None:
    """Writes the obstacle of each kind on display, and of each open Zen tile, in each column. A seat that has to set
    its frog, or that has placed already, may place nothing."""
    garden = p.gardens[seat]
    out[:] = FROG_FIRST if p.phase == FROG_SETUP else PLACED
    if p.phase == FROG_SETUP or p.placed:
        return
    for tile_object in range(OBJECTS):
        for shape in range(SHAPES):
            if count_of(p.display[shape], tile_object) > 0:
                for column in range(SIDE):
                    met = find_block(garden, shape, tile_object * SIDE + column)
                    out[shape * OBJECTS + tile_object, column] = met
        if count_of(p.zen_display, tile_object) > 0:
            for column in range(SIDE):
                out[KINDS + tile_object, column] = find_zen_block(garden, tile_object * SIDE + column)


# -- one call ------------------------------------------------------------------------------------------------------
@kernel
def preview_choices(
    p: Position, seat: int, actions: Buffer, previews: NDArray[np.int64], blocked: NDArray[np.int64]
) -> int:
    """Writes the seat's legal actions, their previews and all obstacles; returns how many actions are legal."""
    count = legal(p, seat, actions)
    garden = p.gardens[seat]
    for place in range(count):
        preview_action(p, garden, actions[place], previews, place)
    find_all_blocks(p, seat, blocked)
    return count
