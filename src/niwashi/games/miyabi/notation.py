"""Actions and chance as text, both ways (M1, “Tile kinds and their notation”)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from niwashi.core.errors import BadChance, IllegalAction, UnreadableAction, quote
from niwashi.core.game import Position
from niwashi.games.miyabi.pool import count_kinds, unpack_pool
from niwashi.games.miyabi.state import (
    DEAL,
    END,
    FROG_PLACEMENT,
    FROG_STEP,
    PASS,
    PLACEMENTS,
    STEP_LETTERS,
    ZEN_PLACEMENT,
    ZEN_SETUP,
)
from niwashi.games.miyabi.tiles import (
    BACK_NAMES,
    BACKS,
    CELLS,
    COLUMN_NAMES,
    DEALT_PER_SEAT,
    KIND_TEXTS,
    OBJECT_LETTERS,
    OBJECT_NAMES,
    OBJECTS,
    SHAPE_LETTERS,
    SIDE,
    TURN_LETTERS,
    TURNINGS,
    TURNS_OF,
    ZEN_OPEN,
    back_of,
    cell_name,
)

TILE = re.compile(r"([mpfabs])([12LJKIH])([a-f])([1-6])?([ESWN])?")
ZEN_TILE = re.compile(r"z([mpfabs])([a-f])([1-6])?")
FROG_CELL = re.compile(r"frog@([a-f])([1-6])")
FROG_WALK = re.compile(r"frog([NESW])")
READABLE = (
    "an action is a tile with column and turn such as fJdS or m1d, a Zen tile such as zmd, pass, frog@c4, frogN, or end"
)


def action_text(action: int) -> str:
    if action < PLACEMENTS:
        turning, cell = divmod(action, CELLS)
        shape, turn = TURNINGS[turning]
        row, column = divmod(cell, SIDE)
        return OBJECT_LETTERS[row] + shape + COLUMN_NAMES[column] + (TURN_LETTERS[turn] if shape != "1" else "")
    if action < PASS:
        row, column = divmod(action - ZEN_PLACEMENT, SIDE)
        return "z" + OBJECT_LETTERS[row] + COLUMN_NAMES[column]
    if action == PASS:
        return "pass"
    if action < FROG_STEP:
        return "frog@" + cell_name(action - FROG_PLACEMENT)
    return "end" if action == END else "frog" + STEP_LETTERS[action - FROG_STEP]


def action_of(text: str) -> int:
    """The id of an action. A row may be added (`m1d1`), and is then checked (M3.3)."""
    if text == "pass":
        return PASS
    if text == "end":
        return END
    if match := TILE.fullmatch(text):
        return _tile(text, *match.groups())
    if match := ZEN_TILE.fullmatch(text):
        tile_object, column, row = match.groups()
        return ZEN_PLACEMENT + _cell(text, tile_object, column, row)
    if match := FROG_CELL.fullmatch(text):
        return FROG_PLACEMENT + (int(match[2]) - 1) * SIDE + COLUMN_NAMES.index(match[1])
    if match := FROG_WALK.fullmatch(text):
        return FROG_STEP + STEP_LETTERS.index(match[1])
    raise UnreadableAction("miyabi/unreadable", f"{quote(text)} is no action; {READABLE}")


def _tile(text: str, tile_object: str, shape: str, column: str, row: str | None, turn: str | None) -> int:
    turns = TURN_LETTERS[: TURNS_OF[shape]]
    if shape == "1":
        turn = turn or "E"
    if turn is None or turn not in turns:
        wanted = "no turn" if shape == "1" else f"a turn, one of {', '.join(turns)}"
        raise UnreadableAction("miyabi/turn", f"{quote(text)}: shape {shape} takes {wanted}")
    turning = TURNINGS.index((shape, turns.index(turn)))
    return turning * CELLS + _cell(text, tile_object, column, row)


def _cell(text: str, tile_object: str, column: str, row: str | None) -> int:
    own_row = OBJECT_LETTERS.index(tile_object)
    if row is not None and int(row) - 1 != own_row:
        sentence = f"{quote(text)}: {OBJECT_NAMES[own_row]} lies in row {own_row + 1}, not in row {row} (M3.3)"
        raise IllegalAction("miyabi/row", sentence)
    return own_row * SIDE + COLUMN_NAMES.index(column)


# -- chance --------------------------------------------------------------------------------------------------------
def outcome_text(p: Position, outcome: Sequence[int]) -> str:
    """By shape (single, double, corner, straight), then by letters."""
    if p.phase == DEAL:
        return "deal " + " ".join(sorted((KIND_TEXTS[kind] for kind in outcome), key=deal_order))
    return "zen " + " ".join(sorted(OBJECT_LETTERS[tile_object] for tile_object in outcome))


def deal_order(kind: str) -> tuple[int, str]:
    return _DEAL_ORDER[kind]


_DEAL_ORDER = {text: (back_of(kind), text) for kind, text in enumerate(KIND_TEXTS)}


def outcome_of(p: Position, text: str) -> list[int]:
    """The outcome, in any order of its items, if it can come up in `p`."""
    word, *items = text.split()[: 2 + CELLS] or [""]
    wanted = "deal" if p.phase == DEAL else "zen"
    if word != wanted:
        raise BadChance("miyabi/chance", f"here comes “{wanted} …”, not {quote(text)}")
    return _deal_of(p, items) if wanted == "deal" else _zen_of(p, items)


def _deal_of(p: Position, items: list[str]) -> list[int]:
    kinds = [_item(item, KIND_TEXTS, "tile kind") for item in items]
    for back in range(BACKS):
        found = sum(back_of(kind) == back for kind in kinds)
        wanted = DEALT_PER_SEAT[back] * p.seats
        if found != wanted:
            sentence = f"a deal for {p.seats} seats has {wanted} {BACK_NAMES[back]} tiles, not {found} (M2.2)"
            raise BadChance("miyabi/deal", sentence)
    _check_left(kinds, count_kinds(p.box), KIND_TEXTS, "M2.2")
    return sorted(kinds)


def _zen_of(p: Position, items: list[str]) -> list[int]:
    objects = [_item(item, tuple(OBJECT_LETTERS), "object") for item in items]
    wanted = ZEN_OPEN if p.phase == ZEN_SETUP else 1
    if len(objects) != wanted:
        raise BadChance("miyabi/zen", f"here come {wanted} Zen tiles, not {len(objects)} (M6.C1)")
    _check_left(objects, unpack_pool(p.zen_box), tuple(OBJECT_LETTERS), "M6.C1")
    return sorted(objects)


def _item(item: str, names: tuple[str, ...], what: str) -> int:
    if item not in names:
        raise BadChance("miyabi/chance", f"{quote(item)} is no {what}; known: {' '.join(names)}")
    return names.index(item)


def _check_left(things: list[int], box: list[int], names: tuple[str, ...], rule: str) -> None:
    for thing, count in Counter(things).items():
        if count > box[thing]:
            sentence = f"{count} of {names[thing]} are drawn where the box has {box[thing]} left ({rule})"
            raise BadChance("miyabi/box", sentence)


assert OBJECTS * len(SHAPE_LETTERS) == len(KIND_TEXTS)
