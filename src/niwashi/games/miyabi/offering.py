"""What a seat may do, what each action would cover, and what is not possible and why: all that a client offers."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from niwashi.core.game import Position
from niwashi.core.shown import Item, Offer, Reason, item_of
from niwashi.games.miyabi import outlook, parts
from niwashi.games.miyabi.explain import Plain, must_place, plain, reason, told
from niwashi.games.miyabi.notation import action_text
from niwashi.games.miyabi.shown import Does, MiyabiBlocked, MiyabiCover
from niwashi.games.miyabi.state import (
    ACTIONS,
    END,
    FROG_PLACEMENT,
    FROG_STEP,
    FROGS,
    PASS,
    PLACEMENTS,
    STEP,
    ZEN_PLACEMENT,
)
from niwashi.games.miyabi.survey import Survey, survey
from niwashi.games.miyabi.tiles import (
    CELLS,
    COLUMN_NAMES,
    KIND_TEXTS,
    OBJECT_LETTERS,
    SHAPE_OF,
    SIDE,
    SIZE,
    TURN_LETTERS,
    TURNINGS,
    cell_name,
    covered_cells,
    inside,
)


# -- what is known of an action before any game begins ---------------------------------------------------------------
class Deed(NamedTuple):
    text: str
    does: Does
    tile: str = ""
    column: int = -1
    turn: str = ""
    at: int = -1
    """Of a step: how far from where the frog sits."""
    cells: list[int] = []  # noqa: RUF012 (nobody changes them)
    objects: int = 0


def _deed(action: int) -> Deed:
    text = action_text(action)
    if action < PLACEMENTS:
        return _placement(text, *divmod(action, CELLS))
    if action < PASS:
        cell = action - ZEN_PLACEMENT
        return Deed(text, "zen", "z" + OBJECT_LETTERS[cell // SIDE], cell % SIDE, "", cell, [cell], 1)
    if FROG_PLACEMENT <= action < FROG_STEP:
        return Deed(text, "frog", at=action - FROG_PLACEMENT)
    if FROG_STEP <= action < END:
        return Deed(text, "step", at=int(STEP[action - FROG_STEP]))
    return Deed(text, "pass" if action == PASS else "end")


def _placement(text: str, turning: int, cell: int) -> Deed:
    shape, turn = TURNINGS[turning]
    row, column = divmod(cell, SIDE)
    cells = [down * SIDE + right for down, right in covered_cells(turning, row, column) if inside((down, right))]
    cells.sort(key=lambda covered: (covered != cell, covered))
    letter = TURN_LETTERS[turn] if shape != "1" else ""
    kind = OBJECT_LETTERS[row] + shape
    return Deed(text, "tile", kind, column, letter, cell, cells, int(SIZE[SHAPE_OF[turning]]))


DEEDS = [_deed(action) for action in range(ACTIONS)]


def _columns() -> NDArray[np.object_]:
    """A row for each field of a deed, with a place for every action: what an offer needs is taken all at once."""
    columns = np.empty((len(Deed._fields), ACTIONS), object)
    for action, deed in enumerate(DEEDS):
        for field, value in enumerate(deed):
            columns[field, action] = value
    return columns


COLUMNS = _columns()


# -- the offer -------------------------------------------------------------------------------------------------------
def offer(p: Position, seat: int) -> Offer:
    ids, prospects = np.empty(ACTIONS, np.int64), np.empty((outlook.PROSPECTS, ACTIONS), np.int64)
    blocks = np.empty((len(ROW_TEXTS), SIDE), np.int64)
    count = outlook.look(p, seat, ids, prospects, blocks)
    layers, points, told = prospects[:, :count].tolist()
    texts, does, tiles, columns, turns, at, cells, objects = COLUMNS.take(ids[:count], axis=1).tolist()
    table = survey(p)
    parts, sums = _parts(told)
    cover = MiyabiCover(
        does=does,
        tile=tiles,
        column=columns,
        turn=turns,
        at=_with_steps(at, does, table.gardens[seat].frog),
        cells=cells,
        layer=layers,
        objects=objects,
    )
    blocked = _blocked(table, seat, blocks, texts, does)
    return Offer(actions=texts, points=points, sums=sums, parts=parts, cover=cover, blocked=blocked)


def _with_steps(at: list[int], does: list[Does], frog: int) -> list[int]:
    """Steps are counted from where the frog sits."""
    return [frog + cell if deed == "step" else cell for cell, deed in zip(at, does, strict=True)]


Numbers: TypeAlias = NDArray[np.int64]
PartKey: TypeAlias = tuple[str, int, int, int]
"""A part by its kind and its numbers."""


def _parts(told: list[int]) -> tuple[list[Item], list[list[int]]]:
    """The items that points add up from, each written once, and for each action which of these."""
    places: dict[PartKey, int] = {}
    sums = {one: [places.setdefault(key, len(places)) for key in _keys(one)] for one in dict.fromkeys(told)}
    return [_item(*key) for key in places], [sums[one] for one in told]


@lru_cache(maxsize=4096)
def _keys(told: int) -> list[PartKey]:
    """How points add up, from what `outlook` has packed into one number."""
    objects, row, layer, bonus, enclosure, cell, climb = told.to_bytes(outlook.SUM_BYTES, "little")
    found: list[PartKey] = []
    if objects:
        found.append(("tile", objects, row, layer) if layer else ("zen", 1, 0, 0))
    if bonus:
        found.append(("bonus", bonus, row, 0))
    if enclosure:
        found.append(("enclosure", enclosure, cell, 0))
    if climb:
        found.append(("climb", climb, 0, 0))
    return found


@lru_cache(maxsize=4096)
def _item(kind: str, amount: int, about: int, layer: int) -> Item:
    match kind:
        case "tile":
            return item_of(parts.tile(amount, about, layer))
        case "zen":
            return item_of(parts.zen())
        case "bonus":
            return item_of(parts.bonus(about, amount))
        case "enclosure":
            return item_of(parts.enclosure(about, amount))
    return item_of(parts.climb(amount))


# -- what is not possible --------------------------------------------------------------------------------------------
class _Reasons:
    """Each written once, and named by its place."""

    def __init__(self) -> None:
        self.listed: list[Reason] = []
        self._places: dict[tuple[str, ...], int] = {}

    def place(self, found: Reason | None) -> int:
        """-1 where nothing forbids it."""
        if found is None:
            return -1
        key = (found.code, found.rule, *map(str, found.args.values()))
        if key not in self._places:
            self._places[key] = len(self.listed)
            self.listed.append(found)
        return self._places[key]


def _blocked(table: Survey, seat: int, blocks: Numbers, texts: list[str], does: list[Does]) -> MiyabiBlocked:
    reasons, garden = _Reasons(), plain(table.gardens[seat])
    tiles = _blocked_tiles(table, blocks, reasons)
    steps = range(FROG_STEP, END) if table.expansions & FROGS else ()
    actions = {DEEDS[action].text: reasons.place(told(reason(table, garden, action))) for action in (*steps, END)}
    actions["pass"] = -1 if "pass" in does else reasons.place(_no_pass(table, garden, texts, does))
    return MiyabiBlocked(reasons=reasons.listed, tiles=tiles, actions=actions)


def _no_pass(table: Survey, garden: Plain, texts: list[str], does: list[Does]) -> Reason | None:
    """As `reason` has it, but without looking at all that could be placed: placings come first among the actions."""
    placing = bool(does) and does[0] in ("tile", "zen")
    return told(must_place(texts[0]) if placing else reason(table, garden, PASS))


ROW_TEXTS = [*KIND_TEXTS, *("z" + letter for letter in OBJECT_LETTERS)]


def _blocked_tiles(table: Survey, blocks: Numbers, reasons: _Reasons) -> dict[str, list[int]]:
    """Of each kind on display, and of each Zen tile that lies open."""
    shown = [kind for kind, count in enumerate((*table.display, *table.zen_display)) if count]
    rows: list[list[int]] = blocks[shown].tolist()
    places = {met: reasons.place(_block(met)) for met in dict.fromkeys(chain.from_iterable(rows))}
    return {ROW_TEXTS[kind]: [places[met] for met in row] for kind, row in zip(shown, rows, strict=True)}


@lru_cache(maxsize=512)
def _block(met: int) -> Reason | None:
    code, at = met & outlook.CODE, met >> outlook.CODE_BITS
    match code:
        case outlook.LANTERN:
            return Reason(code="miyabi/lantern", rule="M3.4", args={"column": COLUMN_NAMES[at]})
        case outlook.OUTSIDE:
            return Reason(code="miyabi/outside", rule="M3.2")
        case outlook.ON_ZEN:
            return Reason(code="miyabi/on-zen", rule="M6.C6", args={"cell": cell_name(at)})
        case outlook.ON_FROG:
            return Reason(code="miyabi/on-frog", rule="M6.E6", args={"cell": cell_name(at)})
        case outlook.UNEVEN:
            return Reason(code="miyabi/uneven", rule="M3.6")
        case outlook.PLACED:
            return Reason(code="miyabi/placed", rule="M3.1")
        case outlook.FROG_FIRST:
            return Reason(code="miyabi/frog-first", rule="M6.E1")
        case outlook.ZEN_OPEN:
            return Reason(code="miyabi/zen-open", rule="M6.C2", args={"cell": cell_name(at)})
        case outlook.NOT_BARE:
            return Reason(code="miyabi/not-bare", rule="M6.C3", args={"cell": cell_name(at)})
        case outlook.ZEN_LANTERN:
            return Reason(code="miyabi/lantern", rule="M6.C3", args={"column": COLUMN_NAMES[at]})
    return None
