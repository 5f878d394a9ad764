"""The rules a second time, slowly and one by one: which of them forbids an action, and how points add up.

`refusal` reads the plain board, cell by cell; tests hold the kernels' masks against it for every action there is.
"""

from __future__ import annotations

from dataclasses import dataclass

from niwashi.core.errors import IllegalAction, NiwashiError
from niwashi.core.game import Part, Position
from niwashi.games.miyabi import garden as masks
from niwashi.games.miyabi.notation import action_text, deal_order
from niwashi.games.miyabi.pool import counts_in, kinds_in
from niwashi.games.miyabi.rules import LAYER_OF_BONUS, enclosing_points
from niwashi.games.miyabi.state import (
    END,
    FROG_PLACEMENT,
    FROG_SETUP,
    FROG_STEP,
    FROGS,
    NOWHERE,
    PASS,
    PLACEMENTS,
    STEP_LETTERS,
    ZEN,
    ZEN_PLACEMENT,
)
from niwashi.games.miyabi.tiles import (
    CELLS,
    COLUMN_NAMES,
    FOOTPRINT,
    KIND_TEXTS,
    OBJECT_LETTERS,
    OBJECT_NAMES,
    OBJECTS,
    SHAPE_OF,
    SIDE,
    SIZE,
    Cell,
    cell_name,
    covered_cells,
    inside,
)

STEPS: dict[str, Cell] = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


@dataclass(frozen=True)
class Plain:
    """A garden as a person sees it."""

    heights: list[list[int]]
    objects: list[list[int]]
    zen: set[Cell]
    lanterns: set[int]
    frog: Cell | None
    golden: bool
    open_zen: Cell | None


def plain(garden: masks.Garden) -> Plain:
    """Bit planes read out, cell by cell."""
    grid = [[(row, column) for column in range(SIDE)] for row in range(SIDE)]

    def read(planes: list[int], row: int, column: int) -> int:
        return sum((plane >> (row * SIDE + column) & 1) << k for k, plane in enumerate(planes))

    heights, objects = garden.heights.tolist(), garden.objects.tolist()
    return Plain(
        heights=[[read(heights, *cell) for cell in line] for line in grid],
        objects=[[read(objects, *cell) for cell in line] for line in grid],
        zen={cell for line in grid for cell in line if read([int(garden.zen)], *cell)},
        lanterns={column for column in range(SIDE) if garden.lanterns >> column & 1},
        frog=_cell(garden.frog),
        golden=bool(garden.golden),
        open_zen=_cell(garden.open_zen),
    )


def _cell(number: int) -> Cell | None:
    return None if number == NOWHERE else (int(number) // SIDE, int(number) % SIDE)


def refusal(p: Position, seat: int, action: int) -> NiwashiError | None:
    """The first rule that forbids it, for the seat whose turn it is."""
    reason = _reason(p, plain(p.gardens[seat]), action)
    if reason is None:
        return None
    code, sentence = reason
    return IllegalAction(f"miyabi/{code}", f"{action_text(action)}: {sentence}")


Reason = tuple[str, str] | None


def _reason(p: Position, garden: Plain, action: int) -> Reason:
    if p.phase == FROG_SETUP:
        if FROG_PLACEMENT <= action < FROG_STEP:
            return None
        return "frog-first", "first the frog goes on a cell of the bare garden, for example frog@c4 (M6.E1)"
    if FROG_PLACEMENT <= action < FROG_STEP:
        return _no_frog(p) or ("frog-stands", "the frog has its place already; it may only step (M6.E1)")
    if FROG_STEP <= action < END:
        return _step_reason(p, garden, STEP_LETTERS[action - FROG_STEP])
    if action == END:
        return None if p.placed else ("end", "a turn ends after placing or passing, not before (M6.E2)")
    if p.placed:
        return (
            "placed",
            "this turn has placed or passed already; a frog's step or end may follow (M3.1, M6.E2)",
        )
    if action == PASS:
        return _pass_reason(p, garden)
    if action < PLACEMENTS:
        return _tile_reason(p, garden, action // CELLS, action % CELLS)
    return _zen_reason(p, garden, action - ZEN_PLACEMENT)


def _tile_reason(p: Position, garden: Plain, turning: int, cell: int) -> Reason:
    row, column = divmod(cell, SIDE)
    kind = int(SHAPE_OF[turning]) * OBJECTS + row
    display = kinds_in(p.display)
    if not display[kind]:
        shown = " ".join(
            sorted((text for text, count in zip(KIND_TEXTS, display, strict=True) if count), key=deal_order)
        )
        return "display", f"the display has no {KIND_TEXTS[kind]} (M3.1); it has {shown or 'no tile left'}"
    cells = covered_cells(turning, row, column)
    if not all(map(inside, cells)):
        return "outside", "the tile would stick out of the 6×6 grid (M3.2)"
    return _lantern_reason(garden, column, "M3.4") or _cells_reason(garden, cells)


def _lantern_reason(garden: Plain, column: int, rule: str) -> Reason:
    if column not in garden.lanterns:
        return None
    free = ", ".join(COLUMN_NAMES[c] for c in range(SIDE) if c not in garden.lanterns)
    return "lantern", f"column {COLUMN_NAMES[column]} already has a lantern this round ({rule}); free: {free}"


def _cells_reason(garden: Plain, cells: list[Cell]) -> Reason:
    for cell in cells:
        if cell in garden.zen:
            return "on-zen", f"it would cover the Zen tile at {_name(cell)} (M6.C6)"
        if cell == garden.frog:
            return "on-frog", f"the frog sits at {_name(cell)}, where no tile can lie (M6.E6)"
    heights = {garden.heights[row][column] for row, column in cells}
    if len(heights) > 1:
        ground = ", ".join(f"{_name(cell)} is {garden.heights[cell[0]][cell[1]]} high" for cell in sorted(cells))
        return "uneven", f"its cells must all be equally high (M3.6), but {ground}"
    return None


def _zen_reason(p: Position, garden: Plain, number: int) -> Reason:
    row, column = divmod(number, SIDE)
    if not p.expansions & ZEN:
        return "no-zen", "this game is played without the Zen garden (M6.C1); expansion C adds it"
    zen = counts_in(p.zen_display)
    if not zen[row]:
        shown = " ".join(OBJECT_LETTERS[o] for o in range(OBJECTS) if zen[o])
        return (
            "zen-display",
            f"no Zen tile with {OBJECT_NAMES[row]} lies open (M6.C2); open: {shown or 'none'}",
        )
    if garden.open_zen is not None:
        return "zen-open", f"the last Zen tile, at {_name(garden.open_zen)}, is not yet enclosed (M6.C2)"
    if garden.heights[row][column]:
        return "not-bare", f"{cell_name(number)} is not bare; a Zen tile lies on the board itself (M6.C3)"
    if garden.frog == (row, column):
        return "on-frog", f"the frog sits at {cell_name(number)}, where no tile can lie (M6.E6)"
    return _lantern_reason(garden, column, "M6.C3")


def _pass_reason(p: Position, garden: Plain) -> Reason:
    if p.free_pass:
        return None
    for action in range(PASS):
        if _reason(p, garden, action) is None:
            return "must-place", f"who can place must place (M3.9); for example {action_text(action)}"
    return None


def _no_frog(p: Position) -> Reason:
    return (
        None
        if p.expansions & FROGS
        else ("no-frog", "this game is played without frogs (M6.E1); expansion E adds them")
    )


def _step_reason(p: Position, garden: Plain, letter: str) -> Reason:
    if missing := _no_frog(p):
        return missing
    assert garden.frog is not None, "frogs are placed before the first turn"
    if p.stepped:
        return "stepped", "the frog steps once a turn (M6.E2)"
    there = (garden.frog[0] + STEPS[letter][0], garden.frog[1] + STEPS[letter][1])
    if not inside(there):
        return "frog-outside", "the frog would leave the garden (M6.E2)"
    if there in garden.zen:
        return "frog-zen", f"the frog never enters the Zen tile at {_name(there)} (M6.E5)"
    layer, goal = (garden.heights[row][column] for row, column in (garden.frog, there))
    if not layer <= goal <= layer + 1:
        return (
            "frog-layer",
            f"from layer {layer} the frog reaches layer {layer} or {layer + 1}, not {goal} (M6.E2)",
        )
    if garden.objects[there[0]][there[1]] and not garden.golden:
        return "frog-objects", f"a silver frog does not step onto the objects at {_name(there)} (M6.E4)"
    return None


def _name(cell: Cell) -> str:
    return cell_name(cell[0] * SIDE + cell[1])


# -- how points add up -----------------------------------------------------------------------------------------------
def points(p: Position, seat: int, action: int) -> tuple[Part, ...]:
    garden = p.gardens[seat]
    if action < PLACEMENTS:
        return _tile_parts(p, garden, action)
    if action < PASS:
        cell = action - ZEN_PLACEMENT
        placed = Part("zen", "a Zen tile placed", 1, "M6.C4")
        return (placed, *_enclosure_parts(garden, 1 << cell, cell, 1, cell))
    if FROG_STEP <= action < END:
        return _step_parts(plain(garden), STEP_LETTERS[action - FROG_STEP])
    return ()


def _tile_parts(p: Position, garden: masks.Garden, action: int) -> tuple[Part, ...]:
    turning, cell = divmod(action, CELLS)
    size, row = int(SIZE[SHAPE_OF[turning]]), cell // SIDE
    layer = masks.height(garden, cell) + 1
    parts = [Part("tile", f"{size} {OBJECT_NAMES[row]} × layer {layer}", size * layer, "M4.2")]
    if layer == LAYER_OF_BONUS and p.bonus_holder[row] == NOWHERE:
        parts.append(Part("bonus", f"first {OBJECT_NAMES[row]} on layer 5", int(p.bonus[row]), "M4.3"))
    cells = int(FOOTPRINT[action])
    return (*parts, *_enclosure_parts(garden, cells, cell, size, int(garden.open_zen)))


def _enclosure_parts(garden: masks.Garden, cells: int, cell: int, count: int, zen: int) -> tuple[Part, ...]:
    gained = int(enclosing_points(garden, cells, cell, count, zen))
    if not gained:
        return ()
    detail = f"Zen tile at {cell_name(zen)} enclosed, {gained - 1} objects beside it and its own"
    return (Part("enclosure", detail, gained, "M6.C5"),)


def _step_parts(garden: Plain, letter: str) -> tuple[Part, ...]:
    assert garden.frog is not None, "a step needs a frog"
    row, column = garden.frog
    layer = garden.heights[row][column]
    goal = garden.heights[row + STEPS[letter][0]][column + STEPS[letter][1]]
    return (Part("frog", f"the frog reaches layer {goal}", goal, "M6.E3"),) if goal > layer else ()
