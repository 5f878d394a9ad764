"""What a seat may do, what each action would cover, and what is not possible and why: all that a client offers."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from niwashi.core.client_types import ChoiceSet, Item, Reason, make_item
from niwashi.core.game import Position
from niwashi.games.miyabi import choice_kernels, score_items
from niwashi.games.miyabi.client_types import Does, MiyabiBlocked, MiyabiCover
from niwashi.games.miyabi.explain import PlainGarden, client_reason, find_violation, forbid_pass, plain_garden
from niwashi.games.miyabi.notation import action_text
from niwashi.games.miyabi.snapshot import MiyabiSnapshot, read_snapshot
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
class ActionInfo(NamedTuple):
    text: str
    does: Does
    tile: str = ""
    column: int = -1
    turn: str = ""
    at: int = -1
    """Of a step: how far from where the frog sits."""
    cells: list[int] = []  # noqa: RUF012 (nobody changes them)
    objects: int = 0


def _describe_action(action: int) -> ActionInfo:
    text = action_text(action)
    if action < PLACEMENTS:
        return _describe_placement(text, *divmod(action, CELLS))
    if action < PASS:
        cell = action - ZEN_PLACEMENT
        return ActionInfo(text, "zen", "z" + OBJECT_LETTERS[cell // SIDE], cell % SIDE, "", cell, [cell], 1)
    if FROG_PLACEMENT <= action < FROG_STEP:
        return ActionInfo(text, "frog", at=action - FROG_PLACEMENT)
    if FROG_STEP <= action < END:
        return ActionInfo(text, "step", at=int(STEP[action - FROG_STEP]))
    return ActionInfo(text, "pass" if action == PASS else "end")


def _describe_placement(text: str, turning: int, cell: int) -> ActionInfo:
    shape, turn = TURNINGS[turning]
    row, column = divmod(cell, SIDE)
    cells = [down * SIDE + right for down, right in covered_cells(turning, row, column) if inside((down, right))]
    cells.sort(key=lambda covered: (covered != cell, covered))
    letter = TURN_LETTERS[turn] if shape != "1" else ""
    kind = OBJECT_LETTERS[row] + shape
    return ActionInfo(text, "tile", kind, column, letter, cell, cells, int(SIZE[SHAPE_OF[turning]]))


ACTION_INFO = [_describe_action(action) for action in range(ACTIONS)]


def _make_action_columns() -> NDArray[np.object_]:
    """A row for each field of a deed, with a place for every action: what an offer needs is taken all at once."""
    columns = np.empty((len(ActionInfo._fields), ACTIONS), object)
    for action, info in enumerate(ACTION_INFO):
        for field, value in enumerate(info):
            columns[field, action] = value
    return columns


ACTION_COLUMNS = _make_action_columns()


# -- the offer -------------------------------------------------------------------------------------------------------
def list_choices(p: Position, seat: int) -> ChoiceSet:
    ids, previews = np.empty(ACTIONS, np.int64), np.empty((choice_kernels.PREVIEW_FIELDS, ACTIONS), np.int64)
    blocks = np.empty((len(ROW_TEXTS), SIDE), np.int64)
    count = choice_kernels.preview_choices(p, seat, ids, previews, blocks)
    layers, points, packed_sums = previews[:, :count].tolist()
    texts, does, tiles, columns, turns, at, cells, objects = ACTION_COLUMNS.take(ids[:count], axis=1).tolist()
    snapshot = read_snapshot(p)
    parts, sums = _list_parts(packed_sums)
    cover = MiyabiCover(
        does=does,
        tile=tiles,
        column=columns,
        turn=turns,
        at=_add_frog_cell(at, does, snapshot.gardens[seat].frog),
        cells=cells,
        layer=layers,
        objects=objects,
    )
    blocked = _list_blocked(snapshot, seat, blocks, texts, does)
    return ChoiceSet(actions=texts, points=points, sums=sums, parts=parts, cover=cover, blocked=blocked)


def _add_frog_cell(at: list[int], does: list[Does], frog: int) -> list[int]:
    """Steps are counted from where the frog sits."""
    return [frog + cell if info == "step" else cell for cell, info in zip(at, does, strict=True)]


Numbers: TypeAlias = NDArray[np.int64]
PartKey: TypeAlias = tuple[str, int, int, int]
"""A part by its kind and its numbers."""


def _list_parts(packed_sums: list[int]) -> tuple[list[Item], list[list[int]]]:
    """The items that points add up from, each written once, and for each action which of these."""
    places: dict[PartKey, int] = {}
    sums = {
        one: [places.setdefault(key, len(places)) for key in _unpack_sum(one)] for one in dict.fromkeys(packed_sums)
    }
    return [_make_item(*key) for key in places], [sums[one] for one in packed_sums]


@lru_cache(maxsize=4096)
def _unpack_sum(packed_sums: int) -> list[PartKey]:
    """How points add up, from what `choice_kernels` has packed into one number."""
    objects, row, layer, bonus, enclosure, cell, climb = packed_sums.to_bytes(choice_kernels.SUM_BYTES, "little")
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
def _make_item(kind: str, amount: int, about: int, layer: int) -> Item:
    match kind:
        case "tile":
            return make_item(score_items.tile(amount, about, layer))
        case "zen":
            return make_item(score_items.zen())
        case "bonus":
            return make_item(score_items.bonus(about, amount))
        case "enclosure":
            return make_item(score_items.enclosure(about, amount))
    return make_item(score_items.climb(amount))


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


def _list_blocked(
    snapshot: MiyabiSnapshot, seat: int, blocks: Numbers, texts: list[str], does: list[Does]
) -> MiyabiBlocked:
    reasons, garden = _Reasons(), plain_garden(snapshot.gardens[seat])
    tiles = _list_blocked_tiles(snapshot, blocks, reasons)
    steps = range(FROG_STEP, END) if snapshot.expansions & FROGS else ()
    actions = {
        ACTION_INFO[action].text: reasons.place(client_reason(find_violation(snapshot, garden, action)))
        for action in (*steps, END)
    }
    actions["pass"] = -1 if "pass" in does else reasons.place(_pass_reason(snapshot, garden, texts, does))
    return MiyabiBlocked(reasons=reasons.listed, tiles=tiles, actions=actions)


def _pass_reason(snapshot: MiyabiSnapshot, garden: PlainGarden, texts: list[str], does: list[Does]) -> Reason | None:
    """As `find_violation`, without trying every placement: placements come first among the legal actions."""
    placing = bool(does) and does[0] in ("tile", "zen")
    return client_reason(forbid_pass(texts[0]) if placing else find_violation(snapshot, garden, PASS))


ROW_TEXTS = [*KIND_TEXTS, *("z" + letter for letter in OBJECT_LETTERS)]


def _list_blocked_tiles(snapshot: MiyabiSnapshot, blocks: Numbers, reasons: _Reasons) -> dict[str, list[int]]:
    """Of each kind on display, and of each Zen tile that lies open."""
    shown = [kind for kind, count in enumerate((*snapshot.display, *snapshot.zen_display)) if count]
    rows: list[list[int]] = blocks[shown].tolist()
    places = {met: reasons.place(_block_reason(met)) for met in dict.fromkeys(chain.from_iterable(rows))}
    return {ROW_TEXTS[kind]: [places[met] for met in row] for kind, row in zip(shown, rows, strict=True)}


@lru_cache(maxsize=512)
def _block_reason(met: int) -> Reason | None:
    code, at = met & choice_kernels.CODE_MASK, met >> choice_kernels.CODE_BITS
    match code:
        case choice_kernels.LANTERN:
            return Reason(code="miyabi/lantern", rule="M3.4", args={"column": COLUMN_NAMES[at]})
        case choice_kernels.OUTSIDE:
            return Reason(code="miyabi/outside", rule="M3.2")
        case choice_kernels.ON_ZEN:
            return Reason(code="miyabi/on-zen", rule="M6.C6", args={"cell": cell_name(at)})
        case choice_kernels.ON_FROG:
            return Reason(code="miyabi/on-frog", rule="M6.E6", args={"cell": cell_name(at)})
        case choice_kernels.UNEVEN:
            return Reason(code="miyabi/uneven", rule="M3.6")
        case choice_kernels.PLACED:
            return Reason(code="miyabi/placed", rule="M3.1")
        case choice_kernels.FROG_FIRST:
            return Reason(code="miyabi/frog-first", rule="M6.E1")
        case choice_kernels.ZEN_OPEN:
            return Reason(code="miyabi/zen-open", rule="M6.C2", args={"cell": cell_name(at)})
        case choice_kernels.NOT_BARE:
            return Reason(code="miyabi/not-bare", rule="M6.C3", args={"cell": cell_name(at)})
        case choice_kernels.ZEN_LANTERN:
            return Reason(code="miyabi/lantern", rule="M6.C3", args={"column": COLUMN_NAMES[at]})
    return None
