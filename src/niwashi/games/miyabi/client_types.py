"""Miyabi's types on the wire. Cells are numbers, row * 6 + column; columns count from 0."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

import msgspec

from niwashi.core.client_types import Effect, Reason, Scored, SheetItem


# -- the view ----------------------------------------------------------------------------------------------------------
class MiyabiTurn(TypedDict):
    """What the seat to act has already done in its turn (M3.1, M6.E2)."""

    placed: bool
    stepped: bool


class MiyabiBonus(TypedDict):
    """M4.3; `holder` is None until the bonus is taken."""

    object: str
    points: int
    holder: int | None


class MiyabiRow(TypedDict):
    """M5.1–M5.3: a row's points, each seat's visible objects, and its points if the game ended now."""

    object: str
    most: int
    second: int
    counts: list[int]
    points: list[int]


class MiyabiZen(TypedDict):
    """M6.C1: the objects of the open Zen tiles, and the number of each still face down."""

    open: list[str]
    left: dict[str, int]


class MiyabiFrog(TypedDict):
    cell: str
    golden: bool


class MiyabiTrack(TypedDict):
    """M4.4: the places of the two stones."""

    field: int
    fifties: int


class MiyabiGarden(TypedDict):
    """A seat's garden, row by row; `objects` are the visible ones (M3.7), always of the row's kind."""

    heights: list[list[int]]
    objects: list[list[int]]
    zen: list[str]
    open_zen: str | None
    zen_needs: list[str]
    """The cells that must still be covered to enclose the open Zen tile (M6.C5)."""
    frog: MiyabiFrog | None
    lanterns: str
    passed: bool
    rows: list[int]
    points: int
    track: MiyabiTrack


class MiyabiExtras(TypedDict, total=False):
    """The points of each seat for expansions A, B and D if the game ended now."""

    colourful: list[int]
    meadow: list[int]
    seven: list[int]


class MiyabiGroups(TypedDict, total=False):
    """By seat: the cells that earn the points of `MiyabiExtras`."""

    colourful: list[list[int]]
    meadow: list[list[int]]
    seven: list[list[int]]


class MiyabiView(TypedDict):
    game: Literal["miyabi"]
    seats: int
    expansions: str
    free_pass: bool
    phase: str
    to_act: list[int]
    round: int
    rounds: int
    bonsai: int
    turn: MiyabiTurn
    display: list[str]
    dealt: int
    """The number of tiles at the start of a round."""
    shapes: dict[str, list[list[int]]]
    """The cells of each shape on display, unturned, as row and column offsets from the object cell."""
    box: dict[str, int]
    bonuses: list[MiyabiBonus]
    rows: list[MiyabiRow]
    extras: MiyabiExtras
    groups: MiyabiGroups
    zen: MiyabiZen | None
    gardens: list[MiyabiGarden]
    scores: list[int]
    sheet: list[list[SheetItem]]
    """By seat: so far, and final when the game is over."""


# -- choices -----------------------------------------------------------------------------------------------------------
Does: TypeAlias = Literal["tile", "zen", "pass", "frog", "step", "end"]


class MiyabiCover(msgspec.Struct, frozen=True, kw_only=True):
    """Parallel lists with one entry per action. A field that does not apply is "", -1 or empty."""

    does: list[Does]
    """`frog` places it at set-up, `step` moves it."""
    tile: list[str]
    """The tile's kind, `f2`; a Zen tile's is `zf`."""
    column: list[int]
    """The column of the lantern."""
    turn: list[str]
    """E, S, W or N; "" for a tile that cannot be turned."""
    at: list[int]
    """The object cell, or the frog's new cell."""
    cells: list[list[int]]
    """All covered cells, the object cell first."""
    layer: list[int]
    """The layer of the tile, or of the frog."""
    objects: list[int]


class MiyabiBlocked(msgspec.Struct, frozen=True, kw_only=True):
    """Indices into `reasons`, or -1 where the placement is possible."""

    reasons: list[Reason]
    tiles: dict[str, list[int]]
    """By kind on display (or open Zen tile, `zf`) and column: blocked if no turn is possible."""
    actions: dict[str, int]
    """`pass`, `end`, and in games with frogs `frogN`, `frogE`, `frogS` and `frogW`."""


# -- effects -----------------------------------------------------------------------------------------------------------
class MiyabiDealt(Effect, frozen=True):
    """M2.2: the tiles of a new round."""

    round: int
    starts: int
    tiles: list[str]


class MiyabiZenLaid(Effect, frozen=True):
    """M6.C1: five Zen tiles at set-up, later the one that replaces a taken tile."""

    objects: list[str]


class MiyabiFrogPlaced(Effect, frozen=True):
    seat: int
    at: int


class MiyabiPlaced(Effect, frozen=True):
    seat: int
    tile: str
    object: str
    objects: int
    turn: str
    at: int
    cells: list[int]
    layer: int


class MiyabiZenPlaced(Effect, frozen=True):
    seat: int
    object: str
    at: int


class MiyabiLantern(Effect, frozen=True):
    """M4.1: the column is used for the rest of the round."""

    seat: int
    column: int


class MiyabiBonusTaken(Effect, frozen=True):
    seat: int
    object: str
    points: int


class MiyabiEnclosed(Effect, frozen=True):
    """M6.C5"""

    seat: int
    at: int
    points: int


class MiyabiFrogStepped(Effect, frozen=True):
    seat: int
    start: int
    at: int
    layer: int
    turned_golden: bool


class MiyabiPassed(Effect, frozen=True):
    seat: int


class MiyabiTurnEnded(Effect, frozen=True):
    """The turn ended without a step of the frog."""

    seat: int


class MiyabiRoundEnded(Effect, frozen=True):
    """M2.4, M2.6: the discarded tiles, and the seat that gets the bonsai."""

    round: int
    left: list[str]
    bonsai: int


class MiyabiMajority(Effect, frozen=True):
    """M5.2: a row at the end of the game. Its points are also in each seat's `scored`."""

    object: str
    counts: list[int]
    points: list[int]


EFFECTS: tuple[type[Effect], ...] = (
    MiyabiDealt,
    MiyabiZenLaid,
    MiyabiFrogPlaced,
    MiyabiPlaced,
    MiyabiZenPlaced,
    MiyabiLantern,
    MiyabiBonusTaken,
    MiyabiEnclosed,
    MiyabiFrogStepped,
    MiyabiPassed,
    MiyabiTurnEnded,
    MiyabiRoundEnded,
    MiyabiMajority,
    Scored,
)
