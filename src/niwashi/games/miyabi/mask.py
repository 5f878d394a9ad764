"""The legal actions as bits: bit n says whether action n is legal (M3, M6.C, M6.E)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.core.game import Position
from niwashi.core.kernel import kernel
from niwashi.core.packing import append_bits, clear_words, words_for_bits
from niwashi.games.miyabi.actions import places
from niwashi.games.miyabi.frog import steps
from niwashi.games.miyabi.garden import (
    corners_j,
    corners_k,
    corners_l,
    doubles,
    level_east,
    level_south,
    open_cells,
    straights_h,
    straights_i,
)
from niwashi.games.miyabi.rules import to_act
from niwashi.games.miyabi.state import (
    ACTIONS,
    ALL_LANTERNS,
    END,
    FROG_PLACEMENT,
    FROG_SETUP,
    FROG_STEP,
    PASS,
    ZEN_PLACEMENT,
)
from niwashi.games.miyabi.tiles import CELLS, COLUMNS, GARDEN
from niwashi.games.miyabi.zen import zen_cells

WORDS = words_for_bits(ACTIONS)


@kernel
def mask(p: Position, seat: int, out: NDArray[np.uint64]) -> None:
    """Writes every bit; none is set for a seat that may not act."""
    clear_words(out, 0, WORDS)
    seats = to_act(p)
    if seats <= 0 or not seats >> seat & 1:
        return
    if p.phase == FROG_SETUP:
        append_bits(out, FROG_PLACEMENT, GARDEN)
        return
    if p.placed:
        append_bits(out, END, 1)
    else:
        write_placements(p, seat, out)
    append_bits(out, FROG_STEP, steps(p, p.gardens[seat]))


@kernel
def write_placements(p: Position, seat: int, out: NDArray[np.uint64]) -> None:
    """M3.1–M3.6, M6.C: tiles and Zen tiles; M3.9: pass."""
    garden = p.gardens[seat]
    flat = open_cells(garden)
    east, south = level_east(garden, flat), level_south(garden, flat)
    columns = COLUMNS[ALL_LANTERNS & ~garden.lanterns]
    bare = zen_cells(p, garden)
    single = flat & places(p, 0, columns)
    found = single | bare
    append_bits(out, 0, single)
    found |= write_turns(out, 1, doubles(east, south), places(p, 1, columns))
    found |= write_turns(out, 5, corners_l(east, south), places(p, 2, columns))
    found |= write_turns(out, 9, corners_j(east, south), places(p, 3, columns))
    found |= write_turns(out, 13, corners_k(east, south), places(p, 4, columns))
    found |= write_turns(out, 17, straights_i(east, south), places(p, 5, columns))
    found |= write_turns(out, 21, straights_h(east, south), places(p, 6, columns))
    append_bits(out, ZEN_PLACEMENT, bare)
    if found == 0 or p.free_pass:
        append_bits(out, PASS, 1)


@kernel
def write_turns(out: NDArray[np.uint64], turning: int, turns: tuple[int, int, int, int], cells: int) -> int:
    """Writes a shape's placements from its first turning on; returns the cells that have any.

    A shape with two turns only has no cells in the others, so what follows it is not touched.
    """
    append_bits(out, turning * CELLS, turns[0] & cells)
    append_bits(out, (turning + 1) * CELLS, turns[1] & cells)
    append_bits(out, (turning + 2) * CELLS, turns[2] & cells)
    append_bits(out, (turning + 3) * CELLS, turns[3] & cells)
    return (turns[0] | turns[1] | turns[2] | turns[3]) & cells
