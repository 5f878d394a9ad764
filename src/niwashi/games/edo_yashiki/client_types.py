"""Edo Yashiki's types on the wire. Squares are x and y; 0,0 is the first card's top left."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

import msgspec

from niwashi.core.client_types import Effect, Item, Reason, Scored, SheetItem


# -- the view --------------------------------------------------------------------------------------
class EdoCard(TypedDict):
    face: str
    taken_by: int | None


class EdoLines(TypedDict):
    """Runs (E4.1) as parallel lists: feature, first square, direction, length."""

    feature: list[str]
    x: list[int]
    y: list[int]
    across: list[bool]
    length: list[int]


class EdoChoice(TypedDict):
    """E6.4: the feature to choose from, how many of its runs may score, and the available lengths."""

    feature: str
    times: int
    lengths: list[int]


class EdoHouse(TypedDict):
    x: int
    y: int
    rows: list[str]
    locked: list[str]
    lines: EdoLines
    """All runs of the house. Their squares are the locked ones (E3.4)."""
    hand: str | None
    pending: int | None
    """The points, with the best choice, of the card placed this round until all have placed (E2.4); else None."""
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
    """The most rounds that the cards allow (E5.1)."""
    goal: int
    start_seat: int
    cards_left: int
    scores: list[int]
    open: list[EdoCard]
    houses: list[EdoHouse]
    sheet: list[list[SheetItem]]


# -- choices ---------------------------------------------------------------------------------------
class EdoRuns(msgspec.Struct, frozen=True, kw_only=True):
    """Runs that placements would make, as parallel lists, with the points they would score."""

    feature: list[str]
    x: list[int]
    y: list[int]
    across: list[bool]
    length: list[int]
    points: list[int]


class EdoPlacings(msgspec.Struct, frozen=True, kw_only=True, tag_field="does", tag="place"):
    """Parallel lists with one entry per action."""

    width: int
    height: int
    faces: list[str]
    """The card's face, and the face after a half turn if it differs."""
    x: list[int]
    y: list[int]
    """The place of the card's top left square; the card covers `width` times `height` squares."""
    turned: list[int]
    """1 after a half turn: the index into `faces`."""
    made: list[list[int]]
    """The runs that each action makes, as indices into `runs`."""
    runs: EdoRuns
    markers: list[str]
    """With specialists: the markers left after scoring (E6.2, E6.3); else empty."""
    renewed: list[int]
    """The indices of the actions after which all four markers return (E6.3)."""


class EdoTrial(msgspec.Struct, frozen=True, kw_only=True):
    """The placements that an open card would have for the seat, as in `Choices`; nobody can play them yet."""

    points: list[int]
    sums: list[list[int]]
    parts: list[Item]
    cover: EdoPlacings


class EdoGrabs(msgspec.Struct, frozen=True, kw_only=True, tag_field="does", tag="grab"):
    card: list[int]
    """The open card that each action takes, counted from 0."""
    best: list[int] = []
    """In a calm grab: the most points that each card could score at once. A live grab says nothing about its cards."""
    trials: list[EdoTrial] = []
    """In a calm grab: where each card could be placed (E2.4: nobody else changes the house until then)."""


class EdoScorings(msgspec.Struct, frozen=True, kw_only=True, tag_field="does", tag="score"):
    """E6.4: the run that each action scores."""

    feature: list[str]
    length: list[int]


EdoCover: TypeAlias = EdoGrabs | EdoPlacings | EdoScorings
"""All actions of a decision are of one kind."""


class EdoBlocked(msgspec.Struct, frozen=True, kw_only=True):
    """Blocked cards and places, as indices into `reasons`."""

    reasons: list[Reason]
    cards: list[int] = []
    """One entry per open card; -1 if it can be grabbed."""
    x: list[int] = []
    y: list[int] = []
    why: list[int] = []
    """Places at the house where no card can lie, either way up, each with its reason."""
    elsewhere: int = -1
    """The reason for all other places that are not among the actions."""


# -- effects ---------------------------------------------------------------------------------------
class EdoHouses(Effect, frozen=True):
    """E1.4: each seat's first card."""

    faces: list[str]


class EdoOpened(Effect, frozen=True):
    """E2.1: the cards of a round."""

    round: int
    starts: int
    faces: list[str]


class EdoTaken(Effect, frozen=True):
    """E2.2; `last` marks the last card, which goes to the last seat automatically."""

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
    """A card, the runs it makes, and its points with the best choice, scored once all have placed (E2.4)."""

    seat: int
    face: str
    x: int
    y: int
    turned: bool
    runs: list[EdoRun]
    points: int


class EdoMarkers(Effect, frozen=True):
    """E6.2, E6.3: the features that scored, the markers left, and whether all four have returned."""

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
    """E2.5: `starts` is the next start seat."""

    round: int
    starts: int


class EdoEnded(Effect, frozen=True):
    """E5.1: a seat has reached the goal, or too few cards are left."""

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
