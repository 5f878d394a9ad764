"""Legal actions: all of a seat, and a random one of them (M3, M6.C, M6.E)."""

from __future__ import annotations

from niwashi.core.bits import lowest_bit, nth_bit, popcount
from niwashi.core.game import Buffer, Position
from niwashi.core.kernel import kernel
from niwashi.core.rng import Generator, below
from niwashi.games.miyabi.frog import steps
from niwashi.games.miyabi.garden import (
    Garden,
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
from niwashi.games.miyabi.state import (
    ALL_LANTERNS,
    END,
    FROG_PLACEMENT,
    FROG_SETUP,
    FROG_STEP,
    PASS,
    ZEN_PLACEMENT,
)
from niwashi.games.miyabi.tiles import CELLS, COLUMNS, FIRST_TURNING
from niwashi.games.miyabi.zen import zen_cells


@kernel
def places(p: Position, shape: int, columns: int) -> int:
    """M3.1, M3.3, M3.4: the object cells open to a shape: rows whose object it has on display, columns unlit."""
    return p.offered[shape] & columns


@kernel
def count_placements(turns: tuple[int, int, int, int], cells: int) -> int:
    """The number of a shape's placements, over all turns, with the object on one of these cells."""
    return (
        popcount(turns[0] & cells)
        + popcount(turns[1] & cells)
        + popcount(turns[2] & cells)
        + popcount(turns[3] & cells)
    )


@kernel
def append_placements(turns: tuple[int, int, int, int], cells: int, shape: int, out: Buffer, n: int) -> int:
    """Appends a shape's placements in ascending order."""
    first = FIRST_TURNING[shape] * CELLS
    for turn in range(4):
        open_to = turns[turn] & cells
        while open_to:
            out[n] = first + turn * CELLS + lowest_bit(open_to)
            n += 1
            open_to &= open_to - 1
    return n


@kernel
def only_if(so: bool, value: int) -> int:
    """The value or 0, without a branch: a processor cannot predict a random draw."""
    return value & -int(so)


@kernel
def find_placement(turns: tuple[int, int, int, int], shape: int, n: int) -> int:
    """The n-th of a shape's placements, from its object cells by turn."""
    first, second, third = popcount(turns[0]), popcount(turns[1]), popcount(turns[2])
    past_1, past_2, past_3 = n >= first, n >= first + second, n >= first + second + third
    before = only_if(past_1, first) + only_if(past_2, second) + only_if(past_3, third)
    cells = turns[0] ^ only_if(past_1, turns[0] ^ turns[1])
    cells ^= only_if(past_2, turns[1] ^ turns[2]) ^ only_if(past_3, turns[2] ^ turns[3])
    return (FIRST_TURNING[shape] + past_1 + past_2 + past_3) * CELLS + nth_bit(cells, n - before)


@kernel
def list_placements(p: Position, garden: Garden, out: Buffer) -> int:
    """M3.1–M3.6: every way to place a tile of the display."""
    usable = open_cells(garden)
    east, south = level_east(garden, usable), level_south(garden, usable)
    columns = COLUMNS[ALL_LANTERNS & ~garden.lanterns]
    n = append_placements((usable, 0, 0, 0), places(p, 0, columns), 0, out, 0)
    n = append_placements(doubles(east, south), places(p, 1, columns), 1, out, n)
    n = append_placements(corners_l(east, south), places(p, 2, columns), 2, out, n)
    n = append_placements(corners_j(east, south), places(p, 3, columns), 3, out, n)
    n = append_placements(corners_k(east, south), places(p, 4, columns), 4, out, n)
    n = append_placements(straights_i(east, south), places(p, 5, columns), 5, out, n)
    return append_placements(straights_h(east, south), places(p, 6, columns), 6, out, n)


@kernel
def legal(p: Position, seat: int, out: Buffer) -> int:
    """M3, M6.C, M6.E: placements, Zen tiles, pass, frog steps, end of turn, in ascending order."""
    if p.phase == FROG_SETUP:
        for cell in range(CELLS):
            out[cell] = FROG_PLACEMENT + cell
        return CELLS
    garden = p.gardens[seat]
    n = 0
    if not p.placed:
        n = list_placements(p, garden, out)
        bare = zen_cells(p, garden)
        while bare:
            out[n] = ZEN_PLACEMENT + lowest_bit(bare)
            n += 1
            bare &= bare - 1
        if n == 0 or p.free_pass:  # M3.9, M6.C8
            out[n] = PASS
            n += 1
    directions = steps(p, garden)
    while directions:
        out[n] = FROG_STEP + lowest_bit(directions)
        n += 1
        directions &= directions - 1
    if p.placed:
        out[n] = END
        n += 1
    return n


@kernel
def sample(p: Position, seat: int, rng: Generator) -> int:
    """A legal action, all equally likely, without listing them: count them, draw a number, find that action.

    Imagine the legal actions in one line, in this order: placements shape by shape (1 2 L J K I H), Zen tiles, pass,
    frog steps. `n` is a place in that line. Code by shape is unrolled, and the shape is selected by masks instead of
    branches, because no processor can predict a random draw: this kernel is the inner loop of every simulation.
    """
    if p.phase == FROG_SETUP:
        return FROG_PLACEMENT + below(rng, CELLS)
    garden = p.gardens[seat]
    directions = steps(p, garden)
    stepping = popcount(directions)
    if p.placed:
        n = below(rng, stepping + 1)
        return FROG_STEP + nth_bit(directions, n) if n < stepping else END

    # By shape: the object cells on which it lies flat, for each turn (flat_), and those open to it (open_).
    flat_1 = open_cells(garden)
    east, south = level_east(garden, flat_1), level_south(garden, flat_1)
    flat_2, flat_l, flat_j = doubles(east, south), corners_l(east, south), corners_j(east, south)
    flat_k, flat_i, flat_h = corners_k(east, south), straights_i(east, south), straights_h(east, south)
    columns = COLUMNS[ALL_LANTERNS & ~garden.lanterns]
    open_1, open_2, open_l = places(p, 0, columns), places(p, 1, columns), places(p, 2, columns)
    open_j, open_k = places(p, 3, columns), places(p, 4, columns)
    open_i, open_h = places(p, 5, columns), places(p, 6, columns)

    # How many placements each shape has, and where its part of the line ends.
    count_1, count_2 = popcount(flat_1 & open_1), count_placements(flat_2, open_2)
    count_l, count_j = count_placements(flat_l, open_l), count_placements(flat_j, open_j)
    count_k, count_i = count_placements(flat_k, open_k), count_placements(flat_i, open_i)
    end_2 = count_1 + count_2
    end_l = end_2 + count_l
    end_j = end_l + count_j
    end_k = end_j + count_k
    end_i = end_k + count_i
    end_h = end_i + count_placements(flat_h, open_h)
    bare = zen_cells(p, garden)
    tiles = end_h + popcount(bare)
    passing = 1 if tiles == 0 or p.free_pass else 0  # M3.9, M6.C8
    n = below(rng, tiles + passing + stepping)
    if n >= end_h:
        if n < tiles:
            return ZEN_PLACEMENT + nth_bit(bare, n - end_h)
        return PASS if n < tiles + passing else FROG_STEP + nth_bit(directions, n - tiles - passing)

    # The shape is the number of parts of the line that n lies past; their lengths are subtracted from n.
    past_1, past_2, past_l = n >= count_1, n >= end_2, n >= end_l
    past_j, past_k, past_i = n >= end_j, n >= end_k, n >= end_i
    shape = past_1 + past_2 + past_l + past_j + past_k + past_i
    before = only_if(past_1, count_1) + only_if(past_2, count_2) + only_if(past_l, count_l)
    before += only_if(past_j, count_j) + only_if(past_k, count_k) + only_if(past_i, count_i)

    # The chosen shape's object cells by turn: every other shape's mask is 0 here.
    is_1, is_2, is_l = only_if(shape == 0, open_1 & flat_1), only_if(shape == 1, open_2), only_if(shape == 2, open_l)
    is_j, is_k = only_if(shape == 3, open_j), only_if(shape == 4, open_k)
    is_i, is_h = only_if(shape == 5, open_i), only_if(shape == 6, open_h)
    turns = (
        (is_1 | is_2 & flat_2[0] | is_l & flat_l[0] | is_j & flat_j[0] | is_k & flat_k[0])
        | (is_i & flat_i[0] | is_h & flat_h[0]),
        is_2 & flat_2[1] | is_l & flat_l[1] | is_j & flat_j[1] | is_k & flat_k[1] | is_i & flat_i[1] | is_h & flat_h[1],
        is_2 & flat_2[2] | is_l & flat_l[2] | is_j & flat_j[2] | is_k & flat_k[2] | is_i & flat_i[2],
        is_2 & flat_2[3] | is_l & flat_l[3] | is_j & flat_j[3] | is_k & flat_k[3] | is_i & flat_i[3],
    )
    return find_placement(turns, shape, n - before)
