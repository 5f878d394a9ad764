"""The course of the game: whose turn, what is legal, what an action does (M2, M3, M4 and the turns of M6)."""

from __future__ import annotations

import numpy as np

from niwashi.core.bits import lowest_bit, nth_bit, popcount
from niwashi.core.game import CHANCE, OVER, Buffer, Position
from niwashi.core.kernel import kernel
from niwashi.core.rng import Generator, below
from niwashi.games.miyabi.frog import step, step_points, steps
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
    raise_by_one,
    show_objects,
    straights_h,
    straights_i,
)
from niwashi.games.miyabi.pool import count_of, one
from niwashi.games.miyabi.state import (
    BONUSES,
    DEAL,
    END,
    FINISHED,
    FROG_PLACEMENT,
    FROG_SETUP,
    FROG_STEP,
    FROGS,
    NOWHERE,
    PASS,
    PLACEMENTS,
    ROUNDS,
    SEATS,
    TILES,
    TURN,
    ZEN,
    ZEN_PLACEMENT,
    ZEN_REFILL,
    ZEN_SETUP,
)
from niwashi.games.miyabi.tiles import (
    CELLS,
    COLUMNS,
    FIRST_TURNING,
    FOOTPRINT,
    OBJECTS,
    ROWS,
    SHAPE_OF,
    SHAPES,
    SIDE,
    SIZE,
)
from niwashi.games.miyabi.zen import close_zen, enclosure, place_zen, zen_cells

LAYER_OF_BONUS = 5
ALL_LANTERNS = 63


# -- set-up and chance's turn ------------------------------------------------------------------------------------
@kernel
def start(p: Position, setup: np.record) -> None:
    """M1, M2.4, M6.E1: bare gardens, a full box, the bonsai with seat 0. `p` is blank."""
    p.seats = setup.seats
    p.expansions = setup.expansions
    p.free_pass = setup.free_pass
    for shape in range(SHAPES):
        p.box[shape] = setup.tiles[shape]
    p.zen_box = setup.zen if setup.expansions & ZEN else 0
    for tile_object in range(OBJECTS):
        p.bonus[tile_object] = setup.bonus[tile_object]
        p.bonus_holder[tile_object] = NOWHERE
    for seat in range(SEATS):
        p.gardens[seat].frog = NOWHERE
        p.gardens[seat].open_zen = NOWHERE
    p.phase = ZEN_SETUP if setup.expansions & ZEN else phase_before_deal(p)


@kernel
def phase_before_deal(p: Position) -> int:
    """M6.E1: frogs come before the first tiles are drawn."""
    return FROG_SETUP if p.expansions & FROGS else DEAL


@kernel
def to_act(p: Position) -> int:
    if p.phase == FROG_SETUP or p.phase == TURN:
        return 1 << int(p.turn)
    return OVER if p.phase == FINISHED else CHANCE


# -- what is legal -----------------------------------------------------------------------------------------------
@kernel
def places(p: Position, shape: int, columns: int) -> int:
    """M3.3, M3.4: the object cells open to this shape: rows whose object the display has in it, columns unlit."""
    return p.offered[shape] & columns


@kernel
def count_placements(turns: tuple[int, int, int, int], cells: int) -> int:
    """In how many turns and on how many of these object cells a shape may lie."""
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
    """The value or nothing, without a branch: a processor cannot guess what chance has drawn."""
    return value & -int(so)


@kernel
def find_placement(turns: tuple[int, int, int, int], shape: int, n: int) -> int:
    """The n-th of a shape's placements, given its object cells by turn."""
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

    Legal actions are thought of in one line, in this order: placements shape by shape (1 2 L J K I H), Zen tiles, pass,
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

    # By shape: where it may lie in each turn, if it has the cells (flat_), and which object cells it has (open_).
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

    # The shape is the number of parts that n lies past; what they count comes off n.
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


# -- what an action does -----------------------------------------------------------------------------------------
@kernel
def play(p: Position, seat: int, action: int) -> None:
    garden = p.gardens[seat]
    if action < PLACEMENTS:
        place_tile(p, garden, seat, action)
        after_placing(p, garden)
    elif action < PASS:
        take_zen(p, garden, action - ZEN_PLACEMENT)
    elif action == PASS:
        garden.passed = 1
        after_placing(p, garden)
    elif action < FROG_STEP:
        garden.frog = action - FROG_PLACEMENT
        after_frog_placement(p)
    elif action < END:
        step(p, garden, action - FROG_STEP)
        if p.placed:
            end_turn(p)
    else:
        end_turn(p)


@kernel
def place_tile(p: Position, garden: Garden, seat: int, action: int) -> None:
    """M3.1, M3.6, M3.7, M4."""
    cells = FOOTPRINT[action]
    shape, cell = SHAPE_OF[action // CELLS], action % CELLS
    tile_object = cell // SIDE
    take_from_display(p, shape, tile_object)
    raise_by_one(garden, cells)
    show_objects(garden, cells, cell, SIZE[shape])
    garden.lanterns |= 1 << cell % SIDE  # M4.1
    layer = height(garden, cell)
    garden.earned[TILES] += SIZE[shape] * layer  # M4.2
    if layer == LAYER_OF_BONUS and p.bonus_holder[tile_object] == NOWHERE:  # M4.3
        p.bonus_holder[tile_object] = seat
        garden.earned[BONUSES] += p.bonus[tile_object]
    close_zen(garden)


@kernel
def take_from_display(p: Position, shape: int, tile_object: int) -> None:
    """M3.1."""
    p.display[shape] -= one(tile_object)
    gone = int(count_of(p.display[shape], tile_object) == 0)
    p.offered[shape] &= ~(gone * ROWS[1 << tile_object])


@kernel
def take_zen(p: Position, garden: Garden, cell: int) -> None:
    """M6.C2–C5; the replacement (M6.C1) comes before a frog's step."""
    p.zen_display -= one(cell // SIDE)
    garden.lanterns |= 1 << cell % SIDE
    place_zen(garden, cell)
    close_zen(garden)
    if p.zen_box:
        p.phase = ZEN_REFILL
    else:
        after_placing(p, garden)


@kernel
def after_placing(p: Position, garden: Garden) -> None:
    """M6.E2: a step may follow; where none can, the turn ends by itself."""
    p.placed = 1
    if steps(p, garden) == 0:
        end_turn(p)


@kernel
def after_frog_placement(p: Position) -> None:
    p.turn = seat_after(p, int(p.turn))
    if p.turn == p.bonsai:
        p.phase = DEAL


@kernel
def seat_after(p: Position, seat: int) -> int:
    """M1.1: clockwise."""
    return seat + 1 if seat + 1 < p.seats else 0


@kernel
def end_turn(p: Position) -> None:
    """M2.5: clockwise to the next seat that still takes turns; the round ends when none does."""
    p.placed = 0
    p.stepped = 0
    seat = int(p.turn)
    for _ in range(p.seats):
        seat = seat_after(p, seat)
        garden = p.gardens[seat]
        if not garden.passed and garden.lanterns != ALL_LANTERNS:
            p.turn = seat
            return
    end_round(p)


@kernel
def end_round(p: Position) -> None:
    """M2.1, M2.3, M2.4, M2.6."""
    for shape in range(SHAPES):
        p.display[shape] = 0
        p.offered[shape] = 0
    for seat in range(p.seats):
        p.gardens[seat].lanterns = 0
        p.gardens[seat].passed = 0
    p.building_round += 1
    p.bonsai = seat_after(p, int(p.bonsai))
    p.turn = p.bonsai
    p.phase = FINISHED if p.building_round == ROUNDS[p.seats] else DEAL


# -- what an action would score ----------------------------------------------------------------------------------
@kernel
def gain(p: Position, seat: int, action: int) -> int:
    garden = p.gardens[seat]
    if action < PLACEMENTS:
        return tile_points(p, garden, action)
    if action < PASS:
        return 1 + enclosing_points(
            garden, 1 << action - ZEN_PLACEMENT, action - ZEN_PLACEMENT, 1, action - ZEN_PLACEMENT
        )
    if FROG_STEP <= action < END:
        return step_points(garden, action - FROG_STEP)
    return 0


@kernel
def tile_points(p: Position, garden: Garden, action: int) -> int:
    """M4.2, M4.3, M6.C5."""
    size, cell = SIZE[SHAPE_OF[action // CELLS]], action % CELLS
    layer = height(garden, cell) + 1
    points = size * layer
    if layer == LAYER_OF_BONUS and p.bonus_holder[cell // SIDE] == NOWHERE:
        points += p.bonus[cell // SIDE]
    return points + enclosing_points(garden, FOOTPRINT[action], cell, size, int(garden.open_zen))


@kernel
def enclosing_points(garden: Garden, cells: int, cell: int, count: int, zen_cell: int) -> int:
    """M6.C5 with these cells covered and so many objects on that one."""
    if zen_cell == NOWHERE:
        return 0
    ones = (garden.objects[0] & ~cells) | (count & 1) << cell
    twos = (garden.objects[1] & ~cells) | (count >> 1) << cell
    return enclosure(zen_cell, covered(garden) | cells, ones, twos)
