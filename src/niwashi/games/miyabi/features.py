"""Features of a position for a seat, for learned evaluation: own garden, strongest rival's, and the contested parts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.core.bits import popcount
from niwashi.core.game import Position
from niwashi.core.kernel import kernel
from niwashi.games.miyabi.frog import GOLDEN_LAYER
from niwashi.games.miyabi.garden import (
    Garden,
    corners_j,
    corners_k,
    corners_l,
    covered,
    doubles,
    height,
    level_east,
    level_south,
    open_cells,
    straights_h,
    straights_i,
)
from niwashi.games.miyabi.scoring import (
    colourful_points,
    earned_points,
    final_points,
    meadow_points,
    objects_in,
    row_objects,
    seven_points,
)
from niwashi.games.miyabi.state import (
    COLOURFUL,
    FROGS,
    HEIGHT_PLANES,
    MEADOW,
    NOWHERE,
    ROUNDS,
    SEVEN,
    ZEN,
)
from niwashi.games.miyabi.tiles import COLUMNS, GARDEN, OBJECTS, ROWS, SIDE

NAMES = (
    "points",
    "rival_points",
    "final_points",
    "rival_final_points",
    "rounds_left",
    "columns_left",
    "rival_columns_left",
    "height",
    "rival_height",
    "covered",
    "level_pairs",
    "rival_level_pairs",
    "open_level_pairs",
    *(f"lead_{name}" for name in ("maple", "pagoda", "fish", "azalea", "boxwood", "stone")),
    *(f"layer_5_{name}" for name in ("maple", "pagoda", "fish", "azalea", "boxwood", "stone")),
    "colourful",
    "meadow",
    "seven",
    "zen_open",
    "frog_height",
    "golden",
    "my_turn",
    "level_triples",
    "rival_level_triples",
    "best_tile",
    "rival_best_tile",
    "objects",
    "rival_objects",
)


@kernel
def total_height(garden: Garden) -> int:
    total = 0
    for plane in range(HEIGHT_PLANES):
        total += popcount(garden.heights[plane]) << plane
    return total


@kernel
def level_pairs(garden: Garden) -> int:
    """Neighbouring pairs of equal height, where tiles of two and three cells can lie (M3.6)."""
    usable = open_cells(garden)
    return popcount(level_east(garden, usable)) + popcount(level_south(garden, usable))


@kernel
def open_level_pairs(garden: Garden) -> int:
    """The level pairs that touch a column without a lantern (M3.4)."""
    usable = open_cells(garden)
    columns = COLUMNS[63 & ~garden.lanterns]
    east, south = level_east(garden, usable), level_south(garden, usable)
    return popcount((east | east << 1) & columns) + popcount((south | south << SIDE) & columns)


@kernel
def level_triples(garden: Garden) -> int:
    """Places for a tile of three cells, straight or corner (M3.6)."""
    usable = open_cells(garden)
    east, south = level_east(garden, usable), level_south(garden, usable)
    straight = popcount(east & east >> 1) + popcount(south & south >> SIDE)
    north, west = south << SIDE, east << 1  # seen from the elbow of a corner
    return straight + popcount(east & south) + popcount(west & south) + popcount(east & north) + popcount(west & north)


@kernel
def highest(garden: Garden, cells: int) -> int:
    """The greatest height among these cells."""
    tall = 0
    for plane in range(HEIGHT_PLANES - 1, -1, -1):
        higher = cells & garden.heights[plane]
        if higher:
            cells = higher
            tall |= 1 << plane
    return tall


@kernel
def best_tile(p: Position, garden: Garden) -> int:
    """The most points that a tile of the display would score in this garden (M4.2); 0 if none fits."""
    usable = open_cells(garden)
    east, south = level_east(garden, usable), level_south(garden, usable)
    columns = COLUMNS[63 & ~garden.lanterns]
    single = usable & p.offered[0] & columns
    double = any_turn(doubles(east, south)) & p.offered[1] & columns
    triple = any_turn(corners_l(east, south)) & p.offered[2] | any_turn(corners_j(east, south)) & p.offered[3]
    triple |= any_turn(corners_k(east, south)) & p.offered[4] | any_turn(straights_i(east, south)) & p.offered[5]
    triple = (triple | any_turn(straights_h(east, south)) & p.offered[6]) & columns
    points = highest(garden, single) + 1 if single else 0
    points = max(points, 2 * highest(garden, double) + 2 if double else 0)
    return max(points, 3 * highest(garden, triple) + 3 if triple else 0)


@kernel
def any_turn(turns: tuple[int, int, int, int]) -> int:
    return turns[0] | turns[1] | turns[2] | turns[3]


@kernel
def cells_of_height(garden: Garden, wanted: int) -> int:
    cells = ~0
    for plane in range(HEIGHT_PLANES):
        cells &= garden.heights[plane] if wanted >> plane & 1 else ~garden.heights[plane]
    return cells


@kernel
def strongest_rival(p: Position, seat: int) -> int:
    best = (seat + 1) % p.seats
    for rival in range(p.seats):
        if rival != seat and projected_score(p, rival) > projected_score(p, best):
            best = rival
    return best


@kernel
def projected_score(p: Position, seat: int) -> int:
    """The score if the game ended now."""
    return earned_points(p.gardens[seat]) + final_points(p, seat)


@kernel
def row_lead(p: Position, seat: int, row: int) -> int:
    """Visible objects ahead of the best other seat; negative if behind."""
    best = 0
    for rival in range(p.seats):
        if rival != seat:
            best = max(best, row_objects(p.gardens[rival], row))
    return row_objects(p.gardens[seat], row) - best


@kernel
def features(p: Position, seat: int, out: NDArray[np.float32]) -> int:
    garden = p.gardens[seat]
    strongest = strongest_rival(p, seat)
    rival = p.gardens[strongest]
    out[0] = earned_points(garden)
    out[1] = earned_points(rival)
    out[2] = final_points(p, seat)
    out[3] = final_points(p, strongest)
    out[4] = ROUNDS[p.seats] - p.building_round
    out[5] = SIDE - popcount(garden.lanterns)
    out[6] = SIDE - popcount(rival.lanterns)
    out[7] = total_height(garden)
    out[8] = total_height(rival)
    out[9] = popcount(covered(garden))
    out[10] = level_pairs(garden)
    out[11] = level_pairs(rival)
    out[12] = open_level_pairs(garden)
    fourth = cells_of_height(garden, 4) & open_cells(garden)
    for row in range(OBJECTS):
        out[13 + row] = row_lead(p, seat, row)
        free = p.bonus_holder[row] == NOWHERE
        out[19 + row] = p.bonus[row] if free and fourth & ROWS[1 << row] else 0
    out[25] = colourful_points(garden) if p.expansions & COLOURFUL else 0
    out[26] = meadow_points(garden) if p.expansions & MEADOW else 0
    out[27] = seven_points(garden) if p.expansions & SEVEN else 0
    out[28] = 1 if p.expansions & ZEN and garden.open_zen != NOWHERE else 0
    frog = p.expansions & FROGS and garden.frog != NOWHERE
    out[29] = height(garden, int(garden.frog)) if frog else 0
    out[30] = 1 if frog and (garden.golden or out[29] >= GOLDEN_LAYER) else 0
    out[31] = 1 if p.turn == seat else 0
    out[32] = level_triples(garden)
    out[33] = level_triples(rival)
    out[34] = best_tile(p, garden)
    out[35] = best_tile(p, rival)
    out[36] = objects_in(garden, GARDEN)
    out[37] = objects_in(rival, GARDEN)
    return 38
