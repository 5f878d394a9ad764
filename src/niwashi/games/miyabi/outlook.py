"""What actions would bring and what blocks tiles, for all of them in one call: what an offer is made of."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.core.game import Buffer, Position
from niwashi.core.kernel import kernel
from niwashi.games.miyabi.frog import step_points
from niwashi.games.miyabi.garden import Garden, height
from niwashi.games.miyabi.pool import count_of
from niwashi.games.miyabi.rules import LAYER_OF_BONUS, enclosing_points
from niwashi.games.miyabi.state import END, FROG_STEP, HEIGHT_PLANES, NOWHERE, PASS, PLACEMENTS, STEP, ZEN_PLACEMENT
from niwashi.games.miyabi.tiles import CELLS, FIRST_TURNING, FOOTPRINT, OBJECTS, SHAPE_OF, SHAPES, SIDE, SIZE, TURNINGS

LAYER, BONUS, ENCLOSURE, CLIMB = range(4)
PROSPECTS = 4
"""What is told of an action: the layer it comes to lie on, and what it scores beside objects × layer."""


@kernel
def prospect(p: Position, garden: Garden, action: int, out: Buffer) -> None:
    out[LAYER] = 0
    out[BONUS] = 0
    out[ENCLOSURE] = 0
    out[CLIMB] = 0
    if action < PLACEMENTS:
        cell = action % CELLS
        layer = height(garden, cell) + 1
        out[LAYER] = layer
        if layer == LAYER_OF_BONUS and p.bonus_holder[cell // SIDE] == NOWHERE:  # M4.3
            out[BONUS] = p.bonus[cell // SIDE]
        size = SIZE[SHAPE_OF[action // CELLS]]
        out[ENCLOSURE] = enclosing_points(garden, FOOTPRINT[action], cell, size, int(garden.open_zen))
    elif action < PASS:
        cell = action - ZEN_PLACEMENT
        out[LAYER] = 1
        out[ENCLOSURE] = enclosing_points(garden, 1 << cell, cell, 1, cell)
    elif FROG_STEP <= action < END:
        out[LAYER] = height(garden, int(garden.frog) + STEP[action - FROG_STEP])
        out[CLIMB] = step_points(garden, action - FROG_STEP)


@kernel
def prospects_of(p: Position, seat: int, actions: Buffer, out: NDArray[np.int64]) -> None:
    garden = p.gardens[seat]
    for place in range(len(actions)):
        prospect(p, garden, actions[place], out[place])


# -- what blocks a tile in a column --------------------------------------------------------------------------------
FREE, OUTSIDE, ON_ZEN, ON_FROG, UNEVEN, LANTERN, PLACED = range(7)
"""In the order in which they are heard: of a tile's turns, the one that came closest to being possible is told."""
CODE_BITS = 3
CODE = (1 << CODE_BITS) - 1


@kernel
def is_flat(garden: Garden, cells: int) -> bool:
    """M3.6"""
    for plane in range(HEIGHT_PLANES):
        high = garden.heights[plane] & cells
        if high != 0 and high != cells:
            return False
    return True


@kernel
def lowest_of(cells: int) -> int:
    cell = 0
    while not cells >> cell & 1:
        cell += 1
    return cell


@kernel
def obstacle(garden: Garden, cells: int) -> int:
    """What keeps a tile from lying on these cells, and, in higher bits, the cell where that is."""
    if cells == 0:
        return OUTSIDE  # M3.2
    if garden.zen & cells:
        return ON_ZEN | lowest_of(garden.zen & cells) << CODE_BITS  # M6.C6
    if garden.frog != NOWHERE and cells >> int(garden.frog) & 1:
        return ON_FROG | int(garden.frog) << CODE_BITS  # M6.E6
    return FREE if is_flat(garden, cells) else UNEVEN


@kernel
def blocks(garden: Garden, shape: int, cell: int) -> int:
    """FREE if the shape may lie in any turn with its objects on this cell, else what blocks it."""
    if garden.lanterns >> cell % SIDE & 1:
        return LANTERN  # M3.4
    last = FIRST_TURNING[shape + 1] if shape + 1 < SHAPES else len(TURNINGS)
    found = OUTSIDE
    for turning in range(FIRST_TURNING[shape], last):
        met = obstacle(garden, FOOTPRINT[turning * CELLS + cell])
        if met == FREE:
            return FREE
        if met & CODE > found & CODE:
            found = met
    return found


@kernel
def blocks_of_all(p: Position, seat: int, out: NDArray[np.int64]) -> None:
    """For each kind that the display has and each column what blocks it."""
    garden = p.gardens[seat]
    for shape in range(SHAPES):
        for tile_object in range(OBJECTS):
            if count_of(p.display[shape], tile_object) > 0:
                for column in range(SIDE):
                    met = blocks(garden, shape, tile_object * SIDE + column)
                    out[shape * OBJECTS + tile_object, column] = met
