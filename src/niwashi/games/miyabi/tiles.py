"""Objects, shapes and tile kinds (M1), and the tables of cells that kernels look things up in.

A cell is row * 6 + column; a set of cells is an integer with 36 bits. An object is its row's number (M1.2), so a tile
kind and a cell in its row say everything about where its objects lie.
"""

from __future__ import annotations

from typing import Final

import numpy as np

SIDE: Final = 6
CELLS: Final = SIDE * SIDE
GARDEN: Final = (1 << CELLS) - 1
ROW: Final = (1 << SIDE) - 1

COLUMN_NAMES: Final = "abcdef"
OBJECT_LETTERS: Final = "mpfabs"
OBJECT_NAMES: Final = ("maple", "pagoda", "fish", "azalea", "boxwood", "stone")
OBJECTS: Final = len(OBJECT_NAMES)

SHAPE_LETTERS: Final = "12LJKIH"
SHAPES: Final = len(SHAPE_LETTERS)
KINDS: Final = SHAPES * OBJECTS
"""A kind is shape * 6 + object. Ascending, this is also the order of the pool that deals are drawn from."""

# M1.3: the backs show single, double, corner or straight; a draw is from one of these ranges of shapes.
BACK_NAMES: Final = ("single", "double", "corner", "straight")
BACKS: Final = len(BACK_NAMES)
FIRST_SHAPE: Final = np.array([0, 1, 2, 5, SHAPES], np.int64)
TILES_WITH_BACK: Final = np.array([32, 32, 16, 16], np.int64)
# M2.2: so many of each back per seat and round.
DEALT_PER_SEAT: Final = np.array([2, 2, 1, 1], np.int64)

# M1.4: as many objects as cells.
SIZE: Final = np.array([1, 2, 3, 3, 3, 3, 3], np.int64)

# M1.2: most and second most visible objects of a row.
MOST: Final = np.array([15, 12, 9, 8, 7, 6], np.int64)
SECOND: Final = np.array([7, 6, 4, 4, 3, 3], np.int64)

ZEN_TILES: Final = 16
ZEN_OPEN: Final = 5

_EAST: Final = {
    "1": ((0, 0),),
    "2": ((0, 0), (0, 1)),
    "L": ((0, 0), (0, 1), (1, 0)),
    "J": ((0, 0), (0, 1), (-1, 1)),
    "K": ((0, 0), (0, 1), (1, 1)),
    "I": ((0, 0), (0, 1), (0, 2)),
    "H": ((0, -1), (0, 0), (0, 1)),
}
TURN_LETTERS: Final = "ESWN"
TURNS_OF: Final = {"1": 1, "2": 4, "L": 4, "J": 4, "K": 4, "I": 4, "H": 2}

# A turning is a shape in one of its orientations; all 23 in order.
TURNINGS: Final = tuple((shape, turn) for shape in SHAPE_LETTERS for turn in range(TURNS_OF[shape]))
FIRST_TURNING: Final = np.array([0, 1, 5, 9, 13, 17, 21], np.int64)
SHAPE_OF: Final = np.array([SHAPE_LETTERS.index(shape) for shape, _ in TURNINGS], np.int64)

Cell = tuple[int, int]


def rotate(cells: tuple[Cell, ...], quarters: int) -> tuple[Cell, ...]:
    """Quarter turns clockwise about the object cell: (r, c) → (c, −r)."""
    for _ in range(quarters):
        cells = tuple((column, -row) for row, column in cells)
    return cells


def covered_cells(turning: int, row: int, column: int) -> list[Cell]:
    """The cells of a tile whose object cell lies there; some may be outside the grid."""
    shape, turn = TURNINGS[turning]
    return [(row + down, column + right) for down, right in rotate(_EAST[shape], turn)]


def inside(cell: Cell) -> bool:
    return 0 <= cell[0] < SIDE and 0 <= cell[1] < SIDE


def mask(cells: list[Cell]) -> int:
    return sum(1 << (row * SIDE + column) for row, column in cells if inside((row, column)))


def _footprint(turning: int, cell: int) -> int:
    cells = covered_cells(turning, *divmod(cell, SIDE))
    return mask(cells) if all(map(inside, cells)) else 0


def _neighbours(cell: int) -> int:
    row, column = divmod(cell, SIDE)
    return mask([(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)])


FOOTPRINT: Final = np.array([_footprint(t, c) for t in range(len(TURNINGS)) for c in range(CELLS)], np.int64)
"""By turning * 36 + object cell: the cells covered, or 0 where the tile would stick out of the grid (M3.2)."""
NEIGHBOURS: Final = np.array([_neighbours(cell) for cell in range(CELLS)], np.int64)
ROWS: Final = np.array([sum(ROW << SIDE * r for r in range(SIDE) if s >> r & 1) for s in range(64)], np.int64)
"""By a set of rows (6 bits): all their cells."""
COLUMNS: Final = np.array([sum(s << SIDE * r for r in range(SIDE)) for s in range(64)], np.int64)
"""By a set of columns (6 bits): all their cells."""
LAST_COLUMN: Final = int(COLUMNS[1 << SIDE - 1])
LAST_ROW: Final = int(ROWS[1 << SIDE - 1])


def kind_text(kind: int) -> str:
    """`fJ`: the object's letter, then the shape's."""
    shape, tile_object = divmod(kind, OBJECTS)
    return OBJECT_LETTERS[tile_object] + SHAPE_LETTERS[shape]


KIND_TEXTS: Final = tuple(kind_text(kind) for kind in range(KINDS))


_BACK_OF_SHAPE: Final = [int(np.searchsorted(FIRST_SHAPE, shape, side="right")) - 1 for shape in range(SHAPES)]


def back_of(kind: int) -> int:
    return _BACK_OF_SHAPE[kind // OBJECTS]


def cell_name(cell: int) -> str:
    """`c4`: column letter, then row."""
    return COLUMN_NAMES[cell % SIDE] + str(cell // SIDE + 1)
