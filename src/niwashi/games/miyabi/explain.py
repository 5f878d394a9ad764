"""The rules a second time, slowly and one by one: which of them forbids an action, and how points add up.

`explain_illegal` reads the plain board cell by cell. Tests compare the kernels' masks with it for every action.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from niwashi.core import client_types
from niwashi.core.errors import IllegalAction, NiwashiError
from niwashi.core.game import Part, Position
from niwashi.games.miyabi import score_items
from niwashi.games.miyabi.notation import action_text, deal_order
from niwashi.games.miyabi.rules import LAYER_OF_BONUS, enclosing_points
from niwashi.games.miyabi.snapshot import GardenSnapshot, MiyabiSnapshot, read_snapshot
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
class PlainGarden:
    """A garden as a person sees it."""

    heights: list[list[int]]
    objects: list[list[int]]
    zen: set[Cell]
    lanterns: set[int]
    frog: Cell | None
    golden: bool
    open_zen: Cell | None


def plain_garden(garden: GardenSnapshot) -> PlainGarden:
    return PlainGarden(
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


def explain_illegal(p: Position, seat: int, action: int) -> NiwashiError | None:
    """The first rule that forbids it, for the seat whose turn it is."""
    snapshot = read_snapshot(p)
    found = find_violation(snapshot, plain_garden(snapshot.gardens[seat]), action)
    return found and IllegalAction(f"miyabi/{found.code}", f"{action_text(action)}: {found.sentence}", found.about)


class Violation(NamedTuple):
    """A rule that forbids something, and what its sentence is about."""

    code: str
    sentence: str
    about: client_types.Args


def client_reason(found: Violation | None) -> client_types.Reason | None:
    """For clients: the first rule that the sentence cites is the one that forbids."""
    return found and client_types.Reason(
        code=f"miyabi/{found.code}", rule=client_types.cited_rule(found.sentence), args=found.about
    )


def forbid(code: str, sentence: str, **about: int | str) -> Violation:
    return Violation(code, sentence, about)


def find_violation(snapshot: MiyabiSnapshot, garden: PlainGarden, action: int) -> Violation | None:
    if snapshot.phase == FROG_SETUP:
        if FROG_PLACEMENT <= action < FROG_STEP:
            return None
        return forbid("frog-first", "first the frog goes on a cell of the bare garden, for example frog@c4 (M6.E1)")
    if FROG_PLACEMENT <= action < FROG_STEP:
        return _frogs_violation(snapshot) or forbid(
            "frog-stands", "the frog has its place already; it may only step (M6.E1)"
        )
    if FROG_STEP <= action < END:
        return _step_violation(snapshot, garden, STEP_LETTERS[action - FROG_STEP])
    if action == END:
        return None if snapshot.placed else forbid("end", "a turn ends after placing or passing, not before (M6.E2)")
    if snapshot.placed:
        sentence = "this turn has placed or passed already; a frog's step or end may follow (M3.1, M6.E2)"
        return forbid("placed", sentence)
    if action == PASS:
        return _pass_violation(snapshot, garden)
    if action < PLACEMENTS:
        return _tile_violation(snapshot, garden, action // CELLS, action % CELLS)
    return _zen_violation(snapshot, garden, action - ZEN_PLACEMENT)


def _tile_violation(snapshot: MiyabiSnapshot, garden: PlainGarden, turning: int, cell: int) -> Violation | None:
    row, column = divmod(cell, SIDE)
    kind = int(SHAPE_OF[turning]) * OBJECTS + row
    if not snapshot.display[kind]:
        there = sorted(
            (text for text, count in zip(KIND_TEXTS, snapshot.display, strict=True) if count), key=deal_order
        )
        sentence = f"the display has no {KIND_TEXTS[kind]} (M3.1); it has {' '.join(there) or 'no tile left'}"
        return forbid("display", sentence, tile=KIND_TEXTS[kind])
    cells = covered_cells(turning, row, column)
    if not all(map(inside, cells)):
        return forbid("outside", "the tile would stick out of the 6×6 grid (M3.2)")
    return _lantern_violation(garden, column, "M3.4") or _cells_violation(garden, cells)


def _lantern_violation(garden: PlainGarden, column: int, rule: str) -> Violation | None:
    if column not in garden.lanterns:
        return None
    name = COLUMN_NAMES[column]
    free = ", ".join(COLUMN_NAMES[c] for c in range(SIDE) if c not in garden.lanterns)
    return forbid("lantern", f"column {name} already has a lantern this round ({rule}); free: {free}", column=name)


def _cells_violation(garden: PlainGarden, cells: list[Cell]) -> Violation | None:
    for cell in cells:
        if cell in garden.zen:
            return forbid("on-zen", f"it would cover the Zen tile at {_name(cell)} (M6.C6)", cell=_name(cell))
        if cell == garden.frog:
            return _frog_violation(cell)
    heights = {garden.heights[row][column] for row, column in cells}
    if len(heights) > 1:
        ground = ", ".join(f"{_name(cell)} is {garden.heights[cell[0]][cell[1]]} high" for cell in sorted(cells))
        return forbid("uneven", f"its cells must all be equally high (M3.6), but {ground}")
    return None


def _frog_violation(cell: Cell) -> Violation:
    return forbid("on-frog", f"the frog sits at {_name(cell)}, where no tile can lie (M6.E6)", cell=_name(cell))


def _zen_violation(snapshot: MiyabiSnapshot, garden: PlainGarden, number: int) -> Violation | None:
    row, column = divmod(number, SIDE)
    if not snapshot.expansions & ZEN:
        return forbid("no-zen", "this game is played without the Zen garden (M6.C1); expansion C adds it")
    if not snapshot.zen_display[row]:
        there = " ".join(OBJECT_LETTERS[o] for o in range(OBJECTS) if snapshot.zen_display[o]) or "none"
        sentence = f"no Zen tile with {OBJECT_NAMES[row]} lies open (M6.C2); open: {there}"
        return forbid("zen-display", sentence, object=OBJECT_NAMES[row])
    if garden.open_zen is not None:
        cell = _name(garden.open_zen)
        return forbid("zen-open", f"the last Zen tile, at {cell}, is not yet enclosed (M6.C2)", cell=cell)
    if garden.heights[row][column]:
        cell = cell_name(number)
        return forbid("not-bare", f"{cell} is not bare; a Zen tile lies on the board itself (M6.C3)", cell=cell)
    if garden.frog == (row, column):
        return _frog_violation((row, column))
    return _lantern_violation(garden, column, "M6.C3")


def _pass_violation(snapshot: MiyabiSnapshot, garden: PlainGarden) -> Violation | None:
    if snapshot.free_pass:
        return None
    for action in range(PASS):
        if find_violation(snapshot, garden, action) is None:
            return forbid_pass(action_text(action))
    return None


def forbid_pass(text: str) -> Violation:
    """Instead of passing, this action for example."""
    return forbid("must-place", f"who can place must place (M3.9); for example {text}", action=text)


def _frogs_violation(snapshot: MiyabiSnapshot) -> Violation | None:
    if snapshot.expansions & FROGS:
        return None
    return forbid("no-frog", "this game is played without frogs (M6.E1); expansion E adds them")


def _step_violation(snapshot: MiyabiSnapshot, garden: PlainGarden, letter: str) -> Violation | None:
    if missing := _frogs_violation(snapshot):
        return missing
    assert garden.frog is not None, "frogs are placed before the first turn"
    if snapshot.stepped:
        return forbid("stepped", "the frog steps once a turn (M6.E2)")
    there = (garden.frog[0] + STEPS[letter][0], garden.frog[1] + STEPS[letter][1])
    if not inside(there):
        return forbid("frog-outside", "the frog would leave the garden (M6.E2)")
    name = _name(there)
    if there in garden.zen:
        return forbid("frog-zen", f"the frog never enters the Zen tile at {name} (M6.E5)", cell=name)
    layer, goal = (garden.heights[row][column] for row, column in (garden.frog, there))
    if not layer <= goal <= layer + 1:
        sentence = f"from layer {layer} the frog reaches layer {layer} or {layer + 1}, not {goal} (M6.E2)"
        return forbid("frog-layer", sentence, layer=layer, goal=goal)
    if garden.objects[there[0]][there[1]] and not garden.golden:
        return forbid("frog-objects", f"a silver frog does not step onto the objects at {name} (M6.E4)", cell=name)
    return None


def _name(cell: Cell) -> str:
    return cell_name(cell[0] * SIDE + cell[1])


# -- how points add up -----------------------------------------------------------------------------------------------
def points(p: Position, seat: int, action: int) -> tuple[Part, ...]:
    if action < PLACEMENTS:
        return _tile_parts(p, seat, action)
    if action < PASS:
        cell = action - ZEN_PLACEMENT
        return (score_items.zen(), *_enclosure_parts(p, seat, 1 << cell, cell, 1, cell))
    if FROG_STEP <= action < END:
        return _step_parts(plain_garden(read_snapshot(p).gardens[seat]), STEP_LETTERS[action - FROG_STEP])
    return ()


def _tile_parts(p: Position, seat: int, action: int) -> tuple[Part, ...]:
    snapshot = read_snapshot(p)
    turning, cell = divmod(action, CELLS)
    size, row = int(SIZE[SHAPE_OF[turning]]), cell // SIDE
    layer = snapshot.gardens[seat].heights[row][cell % SIDE] + 1
    found = [score_items.tile(size, row, layer)]
    if layer == LAYER_OF_BONUS and snapshot.bonus_holder[row] == NOWHERE:
        found.append(score_items.bonus(row, snapshot.bonus[row]))
    cells, zen = int(FOOTPRINT[action]), snapshot.gardens[seat].open_zen
    return (*found, *_enclosure_parts(p, seat, cells, cell, size, zen))


def _enclosure_parts(p: Position, seat: int, cells: int, cell: int, count: int, zen: int) -> tuple[Part, ...]:
    gained = 0 if zen == NOWHERE else int(enclosing_points(p["gardens"][seat], cells, cell, count, zen))
    return (score_items.enclosure(zen, gained),) if gained else ()


def _step_parts(garden: PlainGarden, letter: str) -> tuple[Part, ...]:
    assert garden.frog is not None, "a step needs a frog"
    row, column = garden.frog
    layer = garden.heights[row][column]
    goal = garden.heights[row + STEPS[letter][0]][column + STEPS[letter][1]]
    return (score_items.climb(goal),) if goal > layer else ()
