"""Zen tiles (M6.C)."""

from __future__ import annotations

from niwashi.core.bits import popcount
from niwashi.core.game import Position
from niwashi.core.kernel import kernel
from niwashi.games.miyabi.garden import Garden, covered, open_cells, raise_by_one
from niwashi.games.miyabi.pool import count_of
from niwashi.games.miyabi.state import NOWHERE, ZEN, ZEN_ENCLOSED, ZEN_PLACED
from niwashi.games.miyabi.tiles import COLUMNS, NEIGHBOURS, OBJECTS, ROWS


@kernel
def zen_cells(p: Position, garden: Garden) -> int:
    """M6.C2, C3: the cells for a Zen tile in this garden; the row determines its object."""
    if not p.expansions & ZEN or garden.open_zen != NOWHERE:
        return 0
    rows = 0
    for tile_object in range(OBJECTS):
        if count_of(p.zen_display, tile_object):
            rows |= 1 << tile_object
    bare = open_cells(garden) & ~covered(garden)
    return bare & ROWS[rows] & COLUMNS[63 & ~garden.lanterns]


@kernel
def enclosure(zen_cell: int, tiles: int, ones: int, twos: int) -> int:
    """M6.C5: the points of a Zen tile once every neighbour is covered; 0 until then. Objects come as two planes."""
    beside = NEIGHBOURS[zen_cell]
    if beside & ~tiles:
        return 0
    return popcount(beside & ones) + 2 * popcount(beside & twos) + 1


@kernel
def close_zen(garden: Garden) -> None:
    """M6.C5, checked after every placement, since it may fire on the Zen tile's own placement. Pays once only."""
    if garden.open_zen == NOWHERE:
        return
    points = enclosure(int(garden.open_zen), covered(garden), garden.objects[0], garden.objects[1])
    if points:
        garden.earned[ZEN_ENCLOSED] += points
        garden.open_zen = NOWHERE


@kernel
def place_zen(garden: Garden, cell: int) -> None:
    """M6.C3, C4, C7: one object on a layer of its own, closed to everything else."""
    garden.zen |= 1 << cell
    garden.objects[0] |= 1 << cell
    raise_by_one(garden, 1 << cell)
    garden.open_zen = cell
    garden.earned[ZEN_PLACED] += 1
