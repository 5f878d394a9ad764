"""The types of what clients are shown of Miyabi. Cells are numbers, row * 6 + column; columns count from 0."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

import msgspec

from niwashi.core.client_types import Effect, Reason, Scored, SheetItem


# -- the view ----------------------------------------------------------------------------------------------------------
class MiyabiTurn(TypedDict):
    """What the seat to act has done of its turn (M3.1, M6.E2)."""

    placed: bool
    stepped: bool


class MiyabiBonus(TypedDict):
    """M4.3; with its holder once it is taken."""

    object: str
    points: int
    holder: int | None


class MiyabiRow(TypedDict):
    """M5.1–M5.3: a row's points, every seat's visible objects, and what they would earn if the game ended now."""

    object: str
    most: int
    second: int
    counts: list[int]
    points: list[int]


class MiyabiZen(TypedDict):
    """M6.C1: objects of the Zen tiles that lie open, and how many of each are still face down."""

    open: list[str]
    left: dict[str, int]


class MiyabiFrog(TypedDict):
    cell: str
    golden: bool


class MiyabiTrack(TypedDict):
    """M4.4: where the two stones stand."""

    field: int
    fifties: int


class MiyabiGarden(TypedDict):
    """A seat's garden, row by row; `objects` are the visible ones (M3.7), always of the row's kind."""

    heights: list[list[int]]
    objects: list[list[int]]
    zen: list[str]
    open_zen: str | None
    zen_needs: list[str]
    """The cells that are still to be covered before the open Zen tile is enclosed (M6.C5)."""
    frog: MiyabiFrog | None
    lanterns: str
    passed: bool
    rows: list[int]
    points: int
    track: MiyabiTrack


class MiyabiExtras(TypedDict, total=False):
    """What expansions A, B and D would pay each seat if the game ended now."""

    colourful: list[int]
    meadow: list[int]
    seven: list[int]


class MiyabiGroups(TypedDict, total=False):
    """By seat: the cells that these points come from."""

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
    """How many tiles a round begins with."""
    shapes: dict[str, list[list[int]]]
    """For each shape on display its cells as rows and columns from the object cell, not turned."""
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


# -- what a seat may do ------------------------------------------------------------------------------------------------
Does: TypeAlias = Literal["tile", "zen", "pass", "frog", "step", "end"]


class MiyabiCover(msgspec.Struct, frozen=True, kw_only=True):
    """Lists with a place for each action. What an action has none of is "", -1 or empty."""

    does: list[Does]
    """`frog` is its placing at set-up, `step` a step."""
    tile: list[str]
    """The tile's kind, `f2`; a Zen tile's is `zf`."""
    column: list[int]
    """Where the lantern goes."""
    turn: list[str]
    """E, S, W or N; "" for what cannot be turned."""
    at: list[int]
    """The object cell, or where the frog comes to stand."""
    cells: list[list[int]]
    """All cells that are covered, the object cell first."""
    layer: list[int]
    """On which it comes to lie, or the frog to stand."""
    objects: list[int]


class MiyabiBlocked(msgspec.Struct, frozen=True, kw_only=True):
    """What is not possible: places in `reasons`, or -1 where it is possible."""

    reasons: list[Reason]
    tiles: dict[str, list[int]]
    """For each kind on display (and each open Zen tile, `zf`) and column: blocked if no turn of it is possible."""
    actions: dict[str, int]
    """`pass`, `end`, and in games with frogs `frogN`, `frogE`, `frogS` and `frogW`."""


# -- what an event did -------------------------------------------------------------------------------------------------
class MiyabiDealt(Effect, frozen=True):
    """M2.2: the tiles of a new round."""

    round: int
    starts: int
    tiles: list[str]


class MiyabiZenLaid(Effect, frozen=True):
    """M6.C1: five at set-up, later the one that replaces a tile taken."""

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
    """M4.1: a column is used for this round."""

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
    """Without a step of the frog."""

    seat: int


class MiyabiRoundEnded(Effect, frozen=True):
    """M2.4, M2.6: tiles that go out of the game, and who has the bonsai now."""

    round: int
    left: list[str]
    bonsai: int


class MiyabiMajority(Effect, frozen=True):
    """M5.2: a row at the end of the game; its points are also in each seat's `scored`."""

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
