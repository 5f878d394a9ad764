"""One garden: heights, visible objects, and the places where a tile lies flat (M3.2–M3.7)."""

from __future__ import annotations

import numpy as np

from niwashi.core.kernel import kernel
from niwashi.games.miyabi.state import HEIGHT_PLANES, NOWHERE
from niwashi.games.miyabi.tiles import CELLS, GARDEN, LAST_COLUMN, LAST_ROW, SIDE

Garden = np.record


@kernel
def height(garden: Garden, cell: int) -> int:
    tall = 0
    for plane in range(HEIGHT_PLANES):
        tall += (garden.heights[plane] >> cell & 1) << plane
    return tall


@kernel
def covered(garden: Garden) -> int:
    """The cells with a tile on them."""
    cells = 0
    for plane in range(HEIGHT_PLANES):
        cells |= garden.heights[plane]
    return cells


@kernel
def objects_at(garden: Garden, cell: int) -> int:
    """M3.7: the number of visible objects on a cell."""
    return (garden.objects[0] >> cell & 1) + 2 * (garden.objects[1] >> cell & 1)


@kernel
def open_cells(garden: Garden) -> int:
    """M6.C6, M6.E6: the cells without a Zen tile and without the frog."""
    cells = GARDEN & ~garden.zen
    if garden.frog != NOWHERE:
        cells &= ~(1 << int(garden.frog))
    return cells


@kernel
def unequal_heights(garden: Garden, distance: int) -> int:
    """M3.6: the cells whose height differs from that of the cell `distance` places further on."""
    cells = 0
    for plane in range(HEIGHT_PLANES):
        heights = garden.heights[plane]
        cells |= heights ^ (heights >> distance)
    return cells


@kernel
def level_east(garden: Garden, usable: int) -> int:
    """M3.6 for two cells side by side: the usable cells as high as their usable right neighbour."""
    return usable & (usable >> 1) & ~unequal_heights(garden, 1) & ~LAST_COLUMN


@kernel
def level_south(garden: Garden, usable: int) -> int:
    """M3.6 for two cells one above the other: the usable cells as high as the usable cell below."""
    return usable & (usable >> SIDE) & ~unequal_heights(garden, SIDE) & ~LAST_ROW


# M3.2 and M3.6 for whole tiles. Each kernel returns one mask for each turn (E, S, W, N): the object cells on which the
# shape lies flat. A tile of two cells lies flat where `level_east` or `level_south` says so, seen from its object cell;
# a tile of three cells lies flat where two of its pairs do. Shapes and turns are those of the table in M1.
@kernel
def doubles(east: int, south: int) -> tuple[int, int, int, int]:
    """Shape 2."""
    return east, south, east << 1, south << 6


@kernel
def corners_l(east: int, south: int) -> tuple[int, int, int, int]:
    """Shape L: the object lies on the elbow."""
    return east & south, south & east << 1, east << 1 & south << 6, south << 6 & east


@kernel
def corners_j(east: int, south: int) -> tuple[int, int, int, int]:
    """Shape J: the object lies on one arm."""
    return east & south << 5, south & east >> 6, (east & south) << 1, south << 6 & east << 7


@kernel
def corners_k(east: int, south: int) -> tuple[int, int, int, int]:
    """Shape K: the object lies on the other arm."""
    return east & south >> 1, south & east >> 5, east << 1 & south << 7, (south & east) << 6


@kernel
def straights_i(east: int, south: int) -> tuple[int, int, int, int]:
    """Shape I: the object lies on one end."""
    return east & east >> 1, south & south >> 6, east << 1 & east << 2, south << 6 & south << 12


@kernel
def straights_h(east: int, south: int) -> tuple[int, int, int, int]:
    """Shape H: the object lies in the middle, so two turns are all there are."""
    return east & east << 1, south & south << 6, 0, 0


@kernel
def raise_by_one(garden: Garden, cells: int) -> None:
    """M3.6: one more layer on these cells."""
    carry = cells
    for plane in range(HEIGHT_PLANES):
        heights = garden.heights[plane]
        garden.heights[plane] = heights ^ carry
        carry &= heights


@kernel
def show_objects(garden: Garden, cells: int, cell: int, count: int) -> None:
    """M3.7: the new tile hides what lay beneath and shows its own objects."""
    garden.objects[0] = (garden.objects[0] & ~cells) | (count & 1) << cell
    garden.objects[1] = (garden.objects[1] & ~cells) | (count >> 1) << cell


assert CELLS <= 63, "a set of cells must fit into a signed integer"
