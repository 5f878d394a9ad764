"""The types of what clients are shown of Edo Yashiki. Squares are x and y, 0,0 being the first card's top left."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

import msgspec

from niwashi.core.client_types import Effect, Reason, Scored, SheetItem


# -- the view --------------------------------------------------------------------------------------
class EdoCard(TypedDict):
    face: str
    taken_by: int | None


class EdoLines(TypedDict):
    """Runs (E4.1), a place in each list for each of them: its first square, which way it goes, its length."""

    feature: list[str]
    x: list[int]
    y: list[int]
    across: list[bool]
    length: list[int]


class EdoChoice(TypedDict):
    """E6.4: the feature a seat is asked about, how many of its runs may score, and the lengths there are."""

    feature: str
    times: int
    lengths: list[int]


class EdoHouse(TypedDict):
    x: int
    y: int
    rows: list[str]
    locked: list[str]
    lines: EdoLines
    """All runs of the house, whose squares are the locked ones (E3.4)."""
    hand: str | None
    pending: int | None
    """What the card placed this round will score when all have placed (E2.4), with the best choice; else None."""
    markers: str | None
    choice: EdoChoice | None


class EdoView(TypedDict):
    game: Literal["edo_yashiki"]
    edition: str
    specialists: bool
    grab: str
    phase: str
    seats: int
    to_act: list[int]
    round: int
    rounds: int
    """How many rounds there can be at most (E5.1)."""
    goal: int
    start_seat: int
    cards_left: int
    scores: list[int]
    open: list[EdoCard]
    houses: list[EdoHouse]
    sheet: list[list[SheetItem]]


# -- what a seat may do ----------------------------------------------------------------------------
class EdoRuns(msgspec.Struct, frozen=True, kw_only=True):
    """Runs that placements would make, a place in each list for each of them, with the points it would score there."""

    feature: list[str]
    x: list[int]
    y: list[int]
    across: list[bool]
    length: list[int]
    points: list[int]


class EdoGrabs(msgspec.Struct, frozen=True, kw_only=True, tag_field="does", tag="grab"):
    card: list[int]
    """For each action which of the open cards it takes, counted from 0."""


class EdoPlacings(msgspec.Struct, frozen=True, kw_only=True, tag_field="does", tag="place"):
    """Lists with a place for each action."""

    width: int
    height: int
    faces: list[str]
    """The card as it lies, and after half a turn where that changes it."""
    x: list[int]
    y: list[int]
    """Where the card's top left square comes to lie; it covers `width` times `height` squares."""
    turned: list[int]
    """1 after half a turn: the card's place in `faces`."""
    made: list[list[int]]
    """The runs that it makes, as places in `runs`."""
    runs: EdoRuns
    markers: list[str]
    """With specialists: the markers that are there after scoring (E6.2, E6.3); else empty."""
    renewed: list[int]
    """The actions, by their places, with which all four return (E6.3)."""


class EdoScorings(msgspec.Struct, frozen=True, kw_only=True, tag_field="does", tag="score"):
    """E6.4: for each action which run is scored."""

    feature: list[str]
    length: list[int]


EdoCover: TypeAlias = EdoGrabs | EdoPlacings | EdoScorings
"""All actions of a decision are of one kind."""


class EdoBlocked(msgspec.Struct, frozen=True, kw_only=True):
    """What is not possible: places in `reasons`."""

    reasons: list[Reason]
    cards: list[int] = []
    """For each open card; -1 where it can be grabbed."""
    x: list[int] = []
    y: list[int] = []
    why: list[int] = []
    """Places near the house where no card can lie, either way up, and for each the reason."""
    elsewhere: int = -1
    """The reason for all places that are neither among these nor among the actions."""


# -- what an event did -----------------------------------------------------------------------------
class EdoHouses(Effect, frozen=True):
    """E1.4: each seat's first card."""

    faces: list[str]


class EdoOpened(Effect, frozen=True):
    """E2.1: the cards of a round."""

    round: int
    starts: int
    faces: list[str]


class EdoTaken(Effect, frozen=True):
    """E2.2; the last card goes to the last seat by itself."""

    seat: int
    card: int
    face: str
    last: bool


class EdoRun(msgspec.Struct, frozen=True, kw_only=True):
    feature: str
    x: int
    y: int
    across: bool
    length: int
    points: int


class EdoPlaced(Effect, frozen=True):
    """A card, the runs it makes and what it will score with the best choice, once all have placed (E2.4)."""

    seat: int
    face: str
    x: int
    y: int
    turned: bool
    runs: list[EdoRun]
    points: int


class EdoMarkers(Effect, frozen=True):
    """E6.2, E6.3: features that scored, the markers that are there now, and whether all four have returned."""

    seat: int
    spent: str
    markers: str
    renewed: bool


class EdoAsked(Effect, frozen=True):
    """E6.4: the seat has to choose which runs score."""

    seat: int
    feature: str
    times: int
    lengths: list[int]


class EdoRoundEnded(Effect, frozen=True):
    """E2.5: who starts next."""

    round: int
    starts: int


class EdoEnded(Effect, frozen=True):
    """E5.1: somebody has reached the goal, or too few cards are left."""

    why: Literal["goal", "cards"]


EFFECTS: tuple[type[Effect], ...] = (
    EdoHouses,
    EdoOpened,
    EdoTaken,
    EdoPlaced,
    Scored,
    EdoMarkers,
    EdoAsked,
    EdoRoundEnded,
    EdoEnded,
)
