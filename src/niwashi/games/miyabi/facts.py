"""Facts for hints: row leads, open layers, bonuses in reach, and the points of expansions."""

from __future__ import annotations

import numpy as np

from niwashi.core.facts import Facts
from niwashi.core.game import Position
from niwashi.games.miyabi.actions import list_placements
from niwashi.games.miyabi.explain import STEPS, PlainGarden, plain_garden
from niwashi.games.miyabi.rules import LAYER_OF_BONUS, gain
from niwashi.games.miyabi.scoring import colourful_points, meadow_points, seven_points
from niwashi.games.miyabi.snapshot import read_snapshot
from niwashi.games.miyabi.state import ACTIONS, ALL_LANTERNS, COLOURFUL, FROGS, MEADOW, NOWHERE, SEVEN, ZEN
from niwashi.games.miyabi.tiles import OBJECT_NAMES, SHAPE_OF, SIDE, SIZE, TURNINGS, Cell, covered_cells, inside

PAIR, THREE = 2, 3
TILES_OF = {
    size: [turning for turning in range(len(TURNINGS)) if SIZE[SHAPE_OF[turning]] == size] for size in (PAIR, THREE)
}


def facts(p: Position, seat: int) -> Facts:
    gardens = [plain_garden(garden) for garden in read_snapshot(p).gardens]
    own, measured = gardens[seat], Facts()
    for row, name in enumerate(OBJECT_NAMES):
        measured["row lead", name] = _row_lead(gardens, seat, row)
        measured["two on layer", name] = _highest(own, row, PAIR)
        measured["three on layer", name] = _highest(own, row, THREE)
        measured["bonus in reach", name] = _bonus_in_reach(p, own, row)
    measured["best tile",] = _best_tile(p, seat)
    return measured | _expansion_facts(p, p.gardens[seat], own)


def _row_lead(gardens: list[PlainGarden], seat: int, row: int) -> int:
    """M5.1: visible objects ahead of the best other seat."""
    counts = [sum(garden.objects[row]) for garden in gardens]
    return counts[seat] - max(count for rival, count in enumerate(counts) if rival != seat)


def _highest(garden: PlainGarden, row: int, size: int) -> int:
    """M3.6: the highest layer that a tile of this size with its objects in the row could reach, in any column."""
    places = [covered_cells(turning, row, column) for turning in TILES_OF[size] for column in range(SIDE)]
    return max((_ground(garden, cells) + 1 for cells in places), default=0)


def _ground(garden: PlainGarden, cells: list[Cell]) -> int:
    """The height of the cells if a tile could lie on them; else -1."""
    if not all(inside(cell) and cell not in garden.zen and cell != garden.frog for cell in cells):
        return -1
    heights = {garden.heights[row][column] for row, column in cells}
    return heights.pop() if len(heights) == 1 else -1


def _bonus_in_reach(p: Position, garden: PlainGarden, row: int) -> int:
    """M4.3: the points of a bonus that is still available, if a single tile would lie on layer 5."""
    grounds = [_ground(garden, [(row, column)]) for column in range(SIDE)]
    free = p.bonus_holder[row] == NOWHERE
    return int(p.bonus[row]) if free and LAYER_OF_BONUS - 1 in grounds else 0


def _best_tile(p: Position, seat: int) -> int:
    """The most points that a tile of the display would score at once; 0 for a seat out of the round (M2.5)."""
    garden = p.gardens[seat]
    if garden.passed or garden.lanterns == ALL_LANTERNS:
        return 0
    placements = np.zeros(ACTIONS, np.int64)
    count = list_placements(p, garden, placements)
    return max((int(gain(p, seat, action)) for action in placements[:count]), default=0)


def _expansion_facts(p: Position, garden: np.record, own: PlainGarden) -> Facts:
    measured: Facts = {}
    if p.expansions & COLOURFUL:
        measured["group",] = int(colourful_points(garden))
    if p.expansions & MEADOW:
        measured["meadow",] = int(meadow_points(garden))
    if p.expansions & SEVEN:
        measured["sevens",] = int(seven_points(garden))
    if p.expansions & ZEN:
        measured["sides closed",] = _sides_closed(own)
    if p.expansions & FROGS:
        measured["frog's climb",] = _climb(own)
    return measured


def _beside(cell: Cell) -> list[Cell]:
    return [(cell[0] + down, cell[1] + right) for down, right in STEPS.values()]


def _sides_closed(garden: PlainGarden) -> int:
    """M6.C5: the sides of the open Zen tile with a tile or the garden's edge; 0 without an open Zen tile."""
    if garden.open_zen is None:
        return 0
    return sum(not inside(cell) or garden.heights[cell[0]][cell[1]] > 0 for cell in _beside(garden.open_zen))


def _climb(garden: PlainGarden) -> int:
    """M6.E2–E5: the layer that the frog could climb to now; 0 if it cannot climb."""
    if garden.frog is None:
        return 0
    here = garden.heights[garden.frog[0]][garden.frog[1]]
    open_to = [cell for cell in _beside(garden.frog) if inside(cell) and cell not in garden.zen]
    silver = [(row, column) for row, column in open_to if garden.golden or not garden.objects[row][column]]
    return here + 1 if any(garden.heights[row][column] == here + 1 for row, column in silver) else 0
