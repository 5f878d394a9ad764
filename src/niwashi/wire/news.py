"""News: the public part of a table's log. These fields are an allow-list: no others are ever sent."""

from __future__ import annotations

from typing import Any, NewType, TypeAlias

import msgspec

from niwashi.core.client_types import ChoiceSet, Item
from niwashi.wire.settings import TableSettings

EntrySeq = NewType("EntrySeq", int)
"""The place of an entry in its table's log, counted from 0. On the wire it is called `seq`."""


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag=str.lower, omit_defaults=True):
    pass


# -- before the start ------------------------------------------------------------------------------------------------
class Opened(_Event, frozen=True):
    """A new table, with the hash of the seed from which all its chance will follow."""

    game: str
    options: dict[str, Any]
    settings: TableSettings
    commitment: str


class Sat(_Event, frozen=True):
    seat: int
    name: str
    bot: str | None = None


class Renamed(_Event, frozen=True):
    """The seat's holder has another name from here on."""

    seat: int
    name: str


class Emptied(_Event, frozen=True):
    seat: int
    removed: bool = False


class Arranged(_Event, frozen=True):
    order: list[int]


class Mixed(_Event, frozen=True):
    """The seat has added a nonce, which is published at the start."""

    seat: int


class Started(_Event, frozen=True):
    """For each seat, the seat that its holder had before. Nonces are in the older order."""

    order: list[int]
    drawn: bool
    nonces: list[str]


# -- playing ---------------------------------------------------------------------------------------------------------
class Happened(_Event, frozen=True):
    """An event of the record: its number there, its actor (a seat, “chance” or “table”) and its text."""

    number: int
    who: int | str
    what: str
    note: dict[str, Any] = {}


class Came(_Event, frozen=True):
    seat: int


class Went(_Event, frozen=True):
    seat: int


class Called(_Event, frozen=True):
    """The cards of a live grab lie open: all players look, and say that they are ready."""

    until: int | None = None
    """When players who are always ready count as ready. None at a table of an older version, which deals later."""


class Readied(_Event, frozen=True):
    seat: int
    auto: bool = False
    now: bool = True
    """False where the seat has only changed whether it is always ready."""


class Announced(_Event, frozen=True):
    """The time of the signal, “hajime!”, by the table's clock."""

    signal: int


class Early(_Event, frozen=True):
    """The seat pressed before the signal and is locked until `until`."""

    seat: int
    until: int


class Beaten(_Event, frozen=True):
    """Another seat was faster; this one may try again."""

    seat: int
    action: str
    by: int


class Asked(_Event, frozen=True):
    """A proposal to the other players: back, pause or rematch."""

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
    """Scores, winners, every seat's rank from 1, and the seed, which was secret until now."""

    scores: list[int]
    winners: list[int]
    ranks: list[int]
    seed: str


class Rematched(_Event, frozen=True):
    """All players have agreed to a rematch."""


Event: TypeAlias = (
    Opened
    | Sat
    | Renamed
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
    """One entry of the log. A game event has its effects and the view that it led to.

    `event` is None for a private entry.
    """

    seq: EntrySeq
    at: int
    event: Event | None
    effects: Any = []
    """A JSON list of the game's effects (`Rules.client_types`) and of `core.client_types.TABLE_EFFECTS`."""
    view: dict[str, Any] | None = None
    racing: bool = False
    """With a view: whether a live race is on there."""


class SeatNews(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat: its holder, presence and clock."""

    name: str = ""
    held: str
    """open, person or bot."""
    bot: str | None = None
    """The level of the bot that plays the seat, if only for an absent person."""
    here: bool = True
    ready: bool = False
    """The person has said so for this live grab."""
    auto: bool = False
    """The person is ready for every live grab, once the time to look is over."""
    resigned: bool = False
    lag: int | None = None
    """The measured one-way latency in milliseconds."""
    clock: int | None = None
    """Milliseconds left when the message was made."""
    runs: bool = False


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """The legal actions of a seat, as parallel lists with one place per action. Score items are listed once."""

    seat: int
    seq: EntrySeq
    """The entry that opened the decision: an `act` sends it back."""
    actions: list[str]
    points: list[int]
    sums: list[list[int]]
    """For each action the items that its points are the sum of, as places in `parts`."""
    parts: list[Item]
    cover: Any
    """The cells that each action would cover: the game's own struct (`Rules.client_types`)."""
    blocked: Any
    """Impossible actions, with reasons."""

    @classmethod
    def of(cls, choices: ChoiceSet, seat: int, seq: EntrySeq) -> Choices:
        return cls(
            seat=seat,
            seq=seq,
            actions=choices.actions,
            points=choices.points,
            sums=choices.sums,
            parts=choices.parts,
            cover=choices.cover,
            blocked=choices.blocked,
        )


class ComponentSet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The components in play."""

    name: str
    own: bool = False
    """The host's own box, and not a set that the project ships."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The whole table as one viewer may see it."""

    table: str
    seq: EntrySeq
    at: int
    phase: str
    """gathering, playing, paused or over."""
    game: str
    options: dict[str, Any]
    settings: TableSettings
    components: ComponentSet
    commitment: str
    seats: list[SeatNews]
    you: int | None = None
    """The viewer's seat; of several at a hot seat, the one that is to act."""
    yours: list[int] = []
    """All of the viewer's seats, at a hot seat."""
    host: bool = False
    """The viewer is the table's host."""
    host_seat: int | None = None
    """Where the host sits: whose invitation this is."""
    events: int = 0
    begun: int = 0
    """The number of events at the start that come from another game's record."""
    newest: EntrySeq = EntrySeq(0)
    """The entry of the newest game event: a take-back sends it back."""
    view: dict[str, Any] | None = None
    races: bool = False
    """Whether this game may have live races: seats then act at the same time, on a signal."""
    racing: bool = False
    """Whether one is on in this view."""
    story: Any = []
    """News of every game event so far, without views."""
    asked: Asked | None = None
    asked_seq: EntrySeq | None = None
    agreed: list[int] = []
    called: EntrySeq | None = None
    """The entry that asked all players to look at the cards of a live grab, until all are ready."""
    called_until: int | None = None
    """When players who are always ready count as ready."""
    signal: int | None = None
    choices: Choices | None = None
    seed: str | None = None
    """Once the game is over, as are the fields below."""
    ended: Ended | None = None


class Ping(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", tag="ping"):
    """To be answered at once by a pong. `best` is the earlier ping with the shortest round trip, `lag` half of it.

    A client that noted when ping `best` arrived knows the table's clock: it then showed `best_at + lag`.
    """

    n: int
    at: int
    best: int | None = None
    best_at: int | None = None
    lag: int | None = None
