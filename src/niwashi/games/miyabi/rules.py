"""The course of the game: turns, rounds, and what an action does (M2, M3, M4 and the turns of M6)."""

from __future__ import annotations

import numpy as np

from niwashi.core.game import CHANCE, OVER, Position
from niwashi.core.kernel import kernel
from niwashi.games.miyabi.frog import step, step_points, steps
from niwashi.games.miyabi.garden import (
    Garden,
    covered,
    height,
    raise_by_one,
    show_objects,
)
from niwashi.games.miyabi.pool import count_of, one
from niwashi.games.miyabi.state import (
    ALL_LANTERNS,
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
    FOOTPRINT,
    OBJECTS,
    ROWS,
    SHAPE_OF,
    SHAPES,
    SIDE,
    SIZE,
)
from niwashi.games.miyabi.zen import close_zen, enclosure, place_zen

LAYER_OF_BONUS = 5


# -- set-up ------------------------------------------------------------------------------------------------------
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


# -- playing an action -------------------------------------------------------------------------------------------
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
    """M3.1, M3.6, M3.7, M4: lays a tile, lights its lantern and scores it."""
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
    """M3.1: removes a tile from the display."""
    p.display[shape] -= one(tile_object)
    gone = int(count_of(p.display[shape], tile_object) == 0)
    p.offered[shape] &= ~(gone * ROWS[1 << tile_object])


@kernel
def take_zen(p: Position, garden: Garden, cell: int) -> None:
    """M6.C2–C5: lays a Zen tile. Its replacement (M6.C1) comes before a frog's step."""
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
    """M6.E2: a step may follow; if none is possible, the turn ends."""
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
    """M2.5: the next seat clockwise that still takes turns; the round ends if there is none."""
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
    """M2.1, M2.3, M2.4, M2.6: clears the display and the lanterns, and passes the bonsai on."""
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


# -- points of an action -----------------------------------------------------------------------------------------
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
    """M4.2, M4.3, M6.C5: the points that a placement would score."""
    size, cell = SIZE[SHAPE_OF[action // CELLS]], action % CELLS
    layer = height(garden, cell) + 1
    points = size * layer
    if layer == LAYER_OF_BONUS and p.bonus_holder[cell // SIDE] == NOWHERE:
        points += p.bonus[cell // SIDE]
    return points + enclosing_points(garden, FOOTPRINT[action], cell, size, int(garden.open_zen))


@kernel
def enclosing_points(garden: Garden, cells: int, cell: int, count: int, zen_cell: int) -> int:
    """M6.C5: the points for the Zen tile once a tile lies on `cells` with `count` objects on `cell`."""
    if zen_cell == NOWHERE:
        return 0
    ones = (garden.objects[0] & ~cells) | (count & 1) << cell
    twos = (garden.objects[1] & ~cells) | (count >> 1) << cell
    return enclosure(zen_cell, covered(garden) | cells, ones, twos)
