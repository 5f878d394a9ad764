"""What everybody at a table is told. These fields are the allow-list: what is not named here is never sent."""

from __future__ import annotations

from typing import Any, NewType, TypeAlias

import msgspec

from niwashi.core.shown import Item, Offer
from niwashi.wire.settings import TableSettings

EntrySeq = NewType("EntrySeq", int)
"""The place of an entry in its table's log, counted from 0. On the wire it is called `seq`."""


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag=str.lower, omit_defaults=True):
    pass


# -- before the start ------------------------------------------------------------------------------------------------
class Opened(_Event, frozen=True):
    """A table, and the hash of the seed that all its chance will come from."""

    game: str
    options: dict[str, Any]
    settings: TableSettings
    commitment: str


class Sat(_Event, frozen=True):
    seat: int
    name: str
    bot: str | None = None


class Emptied(_Event, frozen=True):
    seat: int
    removed: bool = False


class Arranged(_Event, frozen=True):
    order: list[int]


class Mixed(_Event, frozen=True):
    """This seat has added a nonce; which, is told at the start."""

    seat: int


class Started(_Event, frozen=True):
    """Who sits where: for each seat, where its holder sat before. Nonces stand in that older order."""

    order: list[int]
    drawn: bool
    nonces: list[str]


# -- playing ---------------------------------------------------------------------------------------------------------
class Happened(_Event, frozen=True):
    """An event of the record: its number there, who (a seat, “chance” or “table”) and what."""

    number: int
    who: int | str
    what: str
    note: dict[str, Any] = {}


class Came(_Event, frozen=True):
    seat: int


class Went(_Event, frozen=True):
    seat: int


class Called(_Event, frozen=True):
    """A live grab is next: everybody says “ready” first."""


class Readied(_Event, frozen=True):
    seat: int
    auto: bool = False


class Announced(_Event, frozen=True):
    """When to call “hajime!”, by the table's clock."""

    signal: int


class Early(_Event, frozen=True):
    """A press before the signal; the seat is locked until then."""

    seat: int
    until: int


class Beaten(_Event, frozen=True):
    """Another seat was faster; this one goes on."""

    seat: int
    action: str
    by: int


class Asked(_Event, frozen=True):
    """A question to everybody: back, pause or rematch."""

    seat: int
    what: str
    to: int | None = None


class Agreed(_Event, frozen=True):
    seat: int


class Declined(_Event, frozen=True):
    seat: int


class Paused(_Event, frozen=True):
    pass


class Resumed(_Event, frozen=True):
    seat: int


class Ended(_Event, frozen=True):
    """Scores, winners, every seat's rank from 1, and the seed, which nobody knew until now."""

    scores: list[int]
    winners: list[int]
    ranks: list[int]
    seed: str


class Rematched(_Event, frozen=True):
    """Everybody wants another game."""


Event: TypeAlias = (
    Opened
    | Sat
    | Emptied
    | Arranged
    | Mixed
    | Started
    | Happened
    | Came
    | Went
    | Called
    | Readied
    | Announced
    | Early
    | Beaten
    | Asked
    | Agreed
    | Declined
    | Paused
    | Resumed
    | Ended
    | Rematched
)


class News(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One entry of the log; if it changed the game, with what it did and the view that it led to.

    Some entries are nobody's business.
    """

    seq: EntrySeq
    at: int
    event: Event | None
    effects: Any = []
    """A list of the game's effects (`Rules.shapes`) and `core.shown.TABLE_EFFECTS`, as JSON."""
    view: dict[str, Any] | None = None


class SeatNews(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who holds a seat and how it stands."""

    name: str = ""
    held: str
    """open, person or bot."""
    bot: str | None = None
    """The level of the bot that plays, also for an absent person."""
    here: bool = True
    ready: bool = False
    resigned: bool = False
    lag: int | None = None
    """Measured one-way time in milliseconds."""
    clock: int | None = None
    """Milliseconds left when this was written."""
    runs: bool = False


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat may do, encode_message: lists with a place for each action, each item of a score written once."""

    seat: int
    seq: EntrySeq
    """The entry that opened the decision: an `act` sends it back."""
    actions: list[str]
    points: list[int]
    sums: list[list[int]]
    """For each action the items that its points add up from, as places in `parts`."""
    parts: list[Item]
    cover: Any
    """What each action would cover: the game's own struct (`Rules.shapes`)."""
    blocked: Any
    """What is not possible, and why."""

    @classmethod
    def of(cls, offer: Offer, seat: int, seq: EntrySeq) -> Choices:
        return cls(
            seat=seat,
            seq=seq,
            actions=offer.actions,
            points=offer.points,
            sums=offer.sums,
            parts=offer.parts,
            cover=offer.cover,
            blocked=offer.blocked,
        )


class Snapshot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything about a table as one viewer may see it."""

    table: str
    seq: EntrySeq
    at: int
    phase: str
    """gathering, playing, paused or over."""
    game: str
    options: dict[str, Any]
    settings: TableSettings
    commitment: str
    seats: list[SeatNews]
    you: int | None = None
    """The viewer's seat; of several at a hot seat the one that is to act."""
    yours: list[int] = []
    """All of them, at a hot seat."""
    host: bool = False
    events: int = 0
    begun: int = 0
    """The first of them were not played here: the table goes on from another game's record."""
    newest: EntrySeq = EntrySeq(0)
    """The entry of the newest game event: a take-back sends it back."""
    view: dict[str, Any] | None = None
    story: Any = []
    """News of every event of the game so far, without views: the log, and what lies under what."""
    asked: Asked | None = None
    asked_seq: EntrySeq | None = None
    agreed: list[int] = []
    called: EntrySeq | None = None
    """The entry that called for a live grab, until everybody has said “ready”."""
    signal: int | None = None
    choices: Choices | None = None
    seed: str | None = None
    """Once the game is over, as is what follows."""
    ended: Ended | None = None


class Ping(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", tag="ping"):
    """Answered at once by a pong. `best` is the earlier ping with the smallest round trip, and `lag` half of that.

    A client that noted when ping `best`, sent at `best_at`, came in knows our clock: it then read `best_at + lag`.
    """

    n: int
    at: int
    best: int | None = None
    best_at: int | None = None
    lag: int | None = None
