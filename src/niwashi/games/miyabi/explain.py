"""The rules a second time, slowly and one by one: which of them forbids an action, and how points add up.

`refusal` reads the plain board, cell by cell; tests hold the kernels' masks against it for every action there is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from niwashi.core import shown
from niwashi.core.errors import IllegalAction, NiwashiError
from niwashi.core.game import Part, Position
from niwashi.games.miyabi import parts
from niwashi.games.miyabi.notation import action_text, deal_order
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
from niwashi.games.miyabi.survey import GardenSurvey, Survey, survey
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


def plain(garden: GardenSurvey) -> Plain:
    return Plain(
        heights=garden.heights,
        objects=garden.objects,
        zen={divmod(cell, SIDE) for cell in range(CELLS) if garden.zen >> cell & 1} if garden.zen else set(),
        lanterns={column for column in range(SIDE) if garden.lanterns >> column & 1},
        frog=_cell(garden.frog),
        golden=garden.golden,
        open_zen=_cell(garden.open_zen),
    )


def _cell(number: int) -> Cell | None:
    return None if number == NOWHERE else divmod(number, SIDE)


def refusal(p: Position, seat: int, action: int) -> NiwashiError | None:
    """The first rule that forbids it, for the seat whose turn it is."""
    table = survey(p)
    found = reason(table, plain(table.gardens[seat]), action)
    return found and IllegalAction(f"miyabi/{found.code}", f"{action_text(action)}: {found.sentence}", found.about)


class Because(NamedTuple):
    """A rule that forbids something, and what its sentence is about."""

    code: str
    sentence: str
    about: shown.Args


Reason = Because | None


def told(found: Reason) -> shown.Reason | None:
    """For clients: the first rule that the sentence cites is the one that forbids."""
    return found and shown.Reason(code=f"miyabi/{found.code}", rule=shown.rule_in(found.sentence), args=found.about)


def because(code: str, sentence: str, **about: int | str) -> Because:
    return Because(code, sentence, about)


def reason(table: Survey, garden: Plain, action: int) -> Reason:
    if table.phase == FROG_SETUP:
        if FROG_PLACEMENT <= action < FROG_STEP:
            return None
        return because("frog-first", "first the frog goes on a cell of the bare garden, for example frog@c4 (M6.E1)")
    if FROG_PLACEMENT <= action < FROG_STEP:
        return _no_frog(table) or because("frog-stands", "the frog has its place already; it may only step (M6.E1)")
    if FROG_STEP <= action < END:
        return _step_reason(table, garden, STEP_LETTERS[action - FROG_STEP])
    if action == END:
        return None if table.placed else because("end", "a turn ends after placing or passing, not before (M6.E2)")
    if table.placed:
        sentence = "this turn has placed or passed already; a frog's step or end may follow (M3.1, M6.E2)"
        return because("placed", sentence)
    if action == PASS:
        return _pass_reason(table, garden)
    if action < PLACEMENTS:
        return _tile_reason(table, garden, action // CELLS, action % CELLS)
    return _zen_reason(table, garden, action - ZEN_PLACEMENT)


def _tile_reason(table: Survey, garden: Plain, turning: int, cell: int) -> Reason:
    row, column = divmod(cell, SIDE)
    kind = int(SHAPE_OF[turning]) * OBJECTS + row
    if not table.display[kind]:
        there = sorted((text for text, count in zip(KIND_TEXTS, table.display, strict=True) if count), key=deal_order)
        sentence = f"the display has no {KIND_TEXTS[kind]} (M3.1); it has {' '.join(there) or 'no tile left'}"
        return because("display", sentence, tile=KIND_TEXTS[kind])
    cells = covered_cells(turning, row, column)
    if not all(map(inside, cells)):
        return because("outside", "the tile would stick out of the 6×6 grid (M3.2)")
    return _lantern_reason(garden, column, "M3.4") or _cells_reason(garden, cells)


def _lantern_reason(garden: Plain, column: int, rule: str) -> Reason:
    if column not in garden.lanterns:
        return None
    name = COLUMN_NAMES[column]
    free = ", ".join(COLUMN_NAMES[c] for c in range(SIDE) if c not in garden.lanterns)
    return because("lantern", f"column {name} already has a lantern this round ({rule}); free: {free}", column=name)


def _cells_reason(garden: Plain, cells: list[Cell]) -> Reason:
    for cell in cells:
        if cell in garden.zen:
            return because("on-zen", f"it would cover the Zen tile at {_name(cell)} (M6.C6)", cell=_name(cell))
        if cell == garden.frog:
            return _on_frog(cell)
    heights = {garden.heights[row][column] for row, column in cells}
    if len(heights) > 1:
        ground = ", ".join(f"{_name(cell)} is {garden.heights[cell[0]][cell[1]]} high" for cell in sorted(cells))
        return because("uneven", f"its cells must all be equally high (M3.6), but {ground}")
    return None


def _on_frog(cell: Cell) -> Because:
    return because("on-frog", f"the frog sits at {_name(cell)}, where no tile can lie (M6.E6)", cell=_name(cell))


def _zen_reason(table: Survey, garden: Plain, number: int) -> Reason:
    row, column = divmod(number, SIDE)
    if not table.expansions & ZEN:
        return because("no-zen", "this game is played without the Zen garden (M6.C1); expansion C adds it")
    if not table.zen_display[row]:
        there = " ".join(OBJECT_LETTERS[o] for o in range(OBJECTS) if table.zen_display[o]) or "none"
        sentence = f"no Zen tile with {OBJECT_NAMES[row]} lies open (M6.C2); open: {there}"
        return because("zen-display", sentence, object=OBJECT_NAMES[row])
    if garden.open_zen is not None:
        cell = _name(garden.open_zen)
        return because("zen-open", f"the last Zen tile, at {cell}, is not yet enclosed (M6.C2)", cell=cell)
    if garden.heights[row][column]:
        cell = cell_name(number)
        return because("not-bare", f"{cell} is not bare; a Zen tile lies on the board itself (M6.C3)", cell=cell)
    if garden.frog == (row, column):
        return _on_frog((row, column))
    return _lantern_reason(garden, column, "M6.C3")


def _pass_reason(table: Survey, garden: Plain) -> Reason:
    if table.free_pass:
        return None
    for action in range(PASS):
        if reason(table, garden, action) is None:
            return must_place(action_text(action))
    return None


def must_place(text: str) -> Because:
    """Instead of passing, this action for example."""
    return because("must-place", f"who can place must place (M3.9); for example {text}", action=text)


def _no_frog(table: Survey) -> Reason:
    if table.expansions & FROGS:
        return None
    return because("no-frog", "this game is played without frogs (M6.E1); expansion E adds them")


def _step_reason(table: Survey, garden: Plain, letter: str) -> Reason:
    if missing := _no_frog(table):
        return missing
    assert garden.frog is not None, "frogs are placed before the first turn"
    if table.stepped:
        return because("stepped", "the frog steps once a turn (M6.E2)")
    there = (garden.frog[0] + STEPS[letter][0], garden.frog[1] + STEPS[letter][1])
    if not inside(there):
        return because("frog-outside", "the frog would leave the garden (M6.E2)")
    name = _name(there)
    if there in garden.zen:
        return because("frog-zen", f"the frog never enters the Zen tile at {name} (M6.E5)", cell=name)
    layer, goal = (garden.heights[row][column] for row, column in (garden.frog, there))
    if not layer <= goal <= layer + 1:
        sentence = f"from layer {layer} the frog reaches layer {layer} or {layer + 1}, not {goal} (M6.E2)"
        return because("frog-layer", sentence, layer=layer, goal=goal)
    if garden.objects[there[0]][there[1]] and not garden.golden:
        return because("frog-objects", f"a silver frog does not step onto the objects at {name} (M6.E4)", cell=name)
    return None


def _name(cell: Cell) -> str:
    return cell_name(cell[0] * SIDE + cell[1])


# -- how points add up -----------------------------------------------------------------------------------------------
def points(p: Position, seat: int, action: int) -> tuple[Part, ...]:
    if action < PLACEMENTS:
        return _tile_parts(p, seat, action)
    if action < PASS:
        cell = action - ZEN_PLACEMENT
        return (parts.zen(), *_enclosure_parts(p, seat, 1 << cell, cell, 1, cell))
    if FROG_STEP <= action < END:
        return _step_parts(plain(survey(p).gardens[seat]), STEP_LETTERS[action - FROG_STEP])
    return ()


def _tile_parts(p: Position, seat: int, action: int) -> tuple[Part, ...]:
    table = survey(p)
    turning, cell = divmod(action, CELLS)
    size, row = int(SIZE[SHAPE_OF[turning]]), cell // SIDE
    layer = table.gardens[seat].heights[row][cell % SIDE] + 1
    found = [parts.tile(size, row, layer)]
    if layer == LAYER_OF_BONUS and table.bonus_holder[row] == NOWHERE:
        found.append(parts.bonus(row, table.bonus[row]))
    cells, zen = int(FOOTPRINT[action]), table.gardens[seat].open_zen
    return (*found, *_enclosure_parts(p, seat, cells, cell, size, zen))


def _enclosure_parts(p: Position, seat: int, cells: int, cell: int, count: int, zen: int) -> tuple[Part, ...]:
    gained = 0 if zen == NOWHERE else int(enclosing_points(p["gardens"][seat], cells, cell, count, zen))
    return (parts.enclosure(zen, gained),) if gained else ()


def _step_parts(garden: Plain, letter: str) -> tuple[Part, ...]:
    assert garden.frog is not None, "a step needs a frog"
    row, column = garden.frog
    layer = garden.heights[row][column]
    goal = garden.heights[row + STEPS[letter][0]][column + STEPS[letter][1]]
    return (parts.climb(goal),) if goal > layer else ()
