"""The position: one flat record, bit planes for the gardens.

A garden's heights are bit-sliced: plane k holds bit k of every cell's height, so raising a tile's cells by one layer
is a ripple of carries over five planes, and “as high as the neighbour” is a few XORs for all cells at once. Five
planes count to 31; M3.8 allows 30. Visible objects (0 to 3 per cell, always of the row's kind) take two planes.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from niwashi.games.miyabi.tiles import CELLS, OBJECTS, SHAPES, TURNINGS

HEIGHT_PLANES: Final = 5
SEATS: Final = 4

# Sources of the points scored during play.
TILES, BONUSES, ZEN_PLACED, ZEN_ENCLOSED, FROG = range(5)

GARDEN_TYPE: Final = np.dtype(
    (
        np.record,
        [
            ("heights", np.int64, (HEIGHT_PLANES,)),
            ("objects", np.int64, (2,)),
            ("zen", np.int64),
            ("earned", np.int16, (5,)),
            ("lanterns", np.int8),
            ("passed", np.int8),
            ("frog", np.int8),
            ("golden", np.int8),
            ("open_zen", np.int8),
            ("padding", np.int8),
        ],
    )
)

POSITION_TYPE: Final = np.dtype(
    (
        np.record,
        [
            ("gardens", GARDEN_TYPE, (SEATS,)),
            ("display", np.int64, (SHAPES,)),
            ("box", np.int64, (SHAPES,)),
            ("offered", np.int64, (SHAPES,)),
            ("zen_display", np.int64),
            ("zen_box", np.int64),
            ("bonus", np.uint8, (OBJECTS,)),
            ("bonus_holder", np.int8, (OBJECTS,)),
            ("seats", np.int8),
            ("expansions", np.int8),
            ("free_pass", np.int8),
            ("building_round", np.int8),
            ("bonsai", np.int8),
            ("turn", np.int8),
            ("phase", np.int8),
            ("placed", np.int8),
            ("stepped", np.int8),
            ("padding", np.int8, (3,)),
        ],
    )
)
"""Display and box are pools (pool.py) of objects by shape. `offered` holds, by shape, the cells of all rows whose
object is on display in that shape. It is derived, and stored because every turn needs it."""

SETUP_TYPE: Final = np.dtype(
    (
        np.record,
        [
            ("tiles", np.int64, (SHAPES,)),
            ("zen", np.int64),
            ("bonus", np.uint8, (OBJECTS,)),
            ("seats", np.int8),
            ("expansions", np.int8),
            ("free_pass", np.int8),
            ("padding", np.int8, (7,)),
        ],
    )
)

NOWHERE: Final = -1
"""Stands for no frog, no open Zen tile, no holder of a bonus."""

# Expansions, as bits (M6).
COLOURFUL, MEADOW, ZEN, SEVEN, FROGS = 1, 2, 4, 8, 16
EXPANSION_LETTERS: Final = "ABCDE"

# Phases.
ZEN_SETUP, FROG_SETUP, DEAL, TURN, ZEN_REFILL, FINISHED = range(6)

# A lantern for each column, as bits (M1.1).
ALL_LANTERNS: Final = 63

# M2.1, by seats.
ROUNDS: Final = np.array([0, 0, 6, 5, 4], np.int64)

# Actions: placements (turning * 36 + object cell), Zen placements, pass, frog placements, frog steps, end of turn.
PLACEMENTS: Final = len(TURNINGS) * CELLS
ZEN_PLACEMENT: Final = PLACEMENTS
PASS: Final = ZEN_PLACEMENT + CELLS
FROG_PLACEMENT: Final = PASS + 1
FROG_STEP: Final = FROG_PLACEMENT + CELLS
END: Final = FROG_STEP + 4
ACTIONS: Final = END + 1

# Steps N E S W.
STEP_LETTERS: Final = "NESW"
STEP: Final = np.array([-6, 1, 6, -1], np.int64)
