"""What a seat may do, what each action would cover, and what is not possible and why: all that a client offers."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np

from niwashi.core.game import Position
from niwashi.core.shown import Item, Offer, Reason, item_of
from niwashi.games.miyabi import outlook, parts
from niwashi.games.miyabi.explain import Plain, must_place, plain, reason, told
from niwashi.games.miyabi.notation import action_text
from niwashi.games.miyabi.rules import legal
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
    ZEN,
    ZEN_PLACEMENT,
)
from niwashi.games.miyabi.survey import Survey, survey
from niwashi.games.miyabi.tiles import (
    CELLS,
    COLUMN_NAMES,
    KIND_TEXTS,
    KINDS,
    OBJECT_LETTERS,
    SHAPE_OF,
    SIDE,
    SIZE,
    TURN_LETTERS,
    TURNINGS,
    Cell,
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


# -- the offer -------------------------------------------------------------------------------------------------------
def offer(p: Position, seat: int) -> Offer:
    listed = np.empty(ACTIONS, np.int64)
    ids = listed[: legal(p, seat, listed)]
    prospects = np.empty((len(ids), outlook.PROSPECTS), np.int64)
    outlook.prospects_of(p, seat, ids, prospects)
    deeds = [DEEDS[action] for action in ids.tolist()]
    table = survey(p)
    garden = plain(table.gardens[seat])
    layers = prospects[:, outlook.LAYER].tolist()
    sums = _Sums(_number(garden.open_zen))
    for deed, prospect in zip(deeds, prospects.tolist(), strict=True):
        sums.add(deed, *prospect)
    return Offer(
        actions=[deed.text for deed in deeds],
        points=sums.points,
        sums=sums.each,
        parts=[_item(*key) for key in sums.places],
        cover=_cover(deeds, layers, _number(garden.frog)),
        blocked=_blocked(p, table, seat, deeds),
    )


def _number(cell: Cell | None) -> int:
    return -1 if cell is None else cell[0] * SIDE + cell[1]


PartKey: TypeAlias = tuple[str, int, int, int]
"""A part by its kind and its numbers."""


class _Sums:
    """Points and how they add up, each part written once."""

    def __init__(self, open_zen: int) -> None:
        self._open_zen = open_zen
        self.points: list[int] = []
        self.each: list[list[int]] = []
        self.places: dict[PartKey, int] = {}

    def add(self, deed: Deed, layer: int, bonus: int, enclosure: int, climb: int) -> None:
        found: list[PartKey] = []
        points = bonus + enclosure + climb
        if deed.does == "tile":
            points += deed.objects * layer
            found.append(("tile", deed.objects, deed.at // SIDE, layer))
        elif deed.does == "zen":
            points += 1
            found.append(("zen", 1, 0, 0))
        if bonus:
            found.append(("bonus", bonus, deed.at // SIDE, 0))
        if enclosure:
            found.append(("enclosure", enclosure, deed.at if deed.does == "zen" else self._open_zen, 0))
        if climb:
            found.append(("climb", climb, 0, 0))
        self.points.append(points)
        self.each.append([self.places.setdefault(key, len(self.places)) for key in found])


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


def _cover(deeds: list[Deed], layers: list[int], frog: int) -> MiyabiCover:
    return MiyabiCover(
        does=[deed.does for deed in deeds],
        tile=[deed.tile for deed in deeds],
        column=[deed.column for deed in deeds],
        turn=[deed.turn for deed in deeds],
        at=[frog + deed.at if deed.does == "step" else deed.at for deed in deeds],
        cells=[deed.cells for deed in deeds],
        layer=layers,
        objects=[deed.objects for deed in deeds],
    )


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


def _blocked(p: Position, table: Survey, seat: int, deeds: list[Deed]) -> MiyabiBlocked:
    reasons, garden = _Reasons(), plain(table.gardens[seat])
    tiles = _blocked_tiles(p, table, seat, reasons)
    if table.expansions & ZEN:
        tiles |= _blocked_zen(table, garden, reasons)
    steps = range(FROG_STEP, END) if table.expansions & FROGS else ()
    actions = {DEEDS[action].text: reasons.place(told(reason(table, garden, action))) for action in (*steps, END)}
    may_pass = any(deed.does == "pass" for deed in deeds)
    actions["pass"] = -1 if may_pass else reasons.place(_no_pass(table, garden, deeds))
    return MiyabiBlocked(reasons=reasons.listed, tiles=tiles, actions=actions)


def _no_pass(table: Survey, garden: Plain, deeds: list[Deed]) -> Reason | None:
    """As `reason` has it, but without looking at all that could be placed: the deeds are known."""
    placings = [deed.text for deed in deeds if deed.does in ("tile", "zen")]
    return told(must_place(placings[0]) if placings else reason(table, garden, PASS))


def _blocked_tiles(p: Position, table: Survey, seat: int, reasons: _Reasons) -> dict[str, list[int]]:
    found = np.empty((KINDS, SIDE), np.int64)
    outlook.blocks_of_all(p, seat, found)
    shown = [kind for kind, count in enumerate(table.display) if count]
    if table.placed:
        found[:] = outlook.PLACED
    places = {outlook.FREE: -1}
    told: dict[str, list[int]] = {}
    for kind in shown:
        told[KIND_TEXTS[kind]] = row = found[kind].tolist()
        for column, met in enumerate(row):
            key = met | column << outlook.CODE_BITS if met == outlook.LANTERN else met
            if key not in places:
                places[key] = reasons.place(_tile_block(met, column))
            row[column] = places[key]
    return told


@lru_cache(maxsize=512)
def _tile_block(met: int, column: int) -> Reason | None:
    code, cell = met & outlook.CODE, met >> outlook.CODE_BITS
    match code:
        case outlook.LANTERN:
            return Reason(code="miyabi/lantern", rule="M3.4", args={"column": COLUMN_NAMES[column]})
        case outlook.OUTSIDE:
            return Reason(code="miyabi/outside", rule="M3.2")
        case outlook.ON_ZEN:
            return Reason(code="miyabi/on-zen", rule="M6.C6", args={"cell": cell_name(cell)})
        case outlook.ON_FROG:
            return Reason(code="miyabi/on-frog", rule="M6.E6", args={"cell": cell_name(cell)})
        case outlook.UNEVEN:
            return Reason(code="miyabi/uneven", rule="M3.6")
        case outlook.PLACED:
            return Reason(code="miyabi/placed", rule="M3.1")
    return None


def _blocked_zen(table: Survey, garden: Plain, reasons: _Reasons) -> dict[str, list[int]]:
    shown = [row for row, count in enumerate(table.zen_display) if count]
    return {
        "z" + OBJECT_LETTERS[row]: [
            reasons.place(told(reason(table, garden, ZEN_PLACEMENT + row * SIDE + column))) for column in range(SIDE)
        ]
        for row in shown
    }
