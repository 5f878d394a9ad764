"""The entries of a table's log: all that is needed to rebuild the table, secrets included. Stored, never sent.

A stored tag is the class's name in lower case: a class that is renamed must keep its `tag`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from niwashi.core.record import Event
from niwashi.wire.settings import TableSettings

SECRET_BYTES = 16
"""The length of a table's secret, `Opened.seed`."""


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", tag=str.lower, omit_defaults=True):
    at: int
    """Milliseconds of the owner's clock."""


class Opened(_Entry, frozen=True):
    table: str
    game: str
    options: dict[str, Any]
    settings: TableSettings
    host: str
    seed: str
    """Secret until the end of the game, so this entry is never sent as it is."""
    components: dict[str, Any] = {}
    """A component set that the project ships, by name and hash, or a custom one, whole; empty for the oldest one that
    the project shipped."""
    rules: int = 1
    """The version of the game's rules at the opening."""
    begun: list[Event] = []
    """The events that have already happened when the game starts: it continues another game's record."""


class Sat(_Entry, frozen=True):
    seat: int
    name: str
    person: str | None = None
    bot: str | None = None


class Renamed(_Entry, frozen=True):
    seat: int
    name: str
    person: str


class Emptied(_Entry, frozen=True):
    seat: int
    removed: bool = False


class Arranged(_Entry, frozen=True):
    order: list[int]


class Mixed(_Entry, frozen=True):
    """A seat added a nonce to the key of chance."""

    seat: int
    nonce: str


class Started(_Entry, frozen=True):
    order: list[int]
    drawn: bool


class Happened(_Entry, frozen=True):
    """An event of the record, and its notes."""

    who: int | str
    what: str
    note: dict[str, Any] = {}


class Came(_Entry, frozen=True):
    seat: int


class Went(_Entry, frozen=True):
    seat: int


class Called(_Entry, frozen=True):
    """The cards of a live grab lie open, and the signal waits until all players are ready."""

    until: int | None = None
    """When players who are always ready count as ready. None where the deal itself waits (`TableState.looks_first`)."""


class Readied(_Entry, frozen=True):
    seat: int
    auto: bool = False
    now: bool = True
    """False where the seat has only changed whether it is always ready."""


class Saw(_Entry, frozen=True):
    """The seat's client shows the cards of a live grab."""

    seat: int


class Announced(_Entry, frozen=True):
    """When the signal of a live grab will be given."""

    signal: int


class Early(_Entry, frozen=True):
    """A press before the signal locks the seat for a moment."""

    seat: int
    until: int


class Pressed(_Entry, frozen=True):
    """A grab that waits for its window to close. A bot's press arrives after its reaction time."""

    seat: int
    action: str
    arrival: int
    claimed: int
    """When the client says that the press was made."""
    effective: int
    """When the press counts."""
    lag: int
    """The one-way time that it was judged by."""
    closes: int
    """When its window closes: until then a simultaneous press of another seat may still arrive."""
    answered: int | None = None
    """The one-way time by the client's answers to pings alone."""


class Hurried(_Entry, frozen=True):
    """A bot's press arrives sooner than it was to: nobody is left whom it would be patient with."""

    seat: int
    arrival: int
    closes: int


class Beaten(_Entry, frozen=True):
    """Another seat took the card first."""

    seat: int
    action: str
    by: int


class Judged(_Entry, frozen=True):
    """A window has closed; the winner of a tie is now last in the priority."""

    priority: list[int]


class Asked(_Entry, frozen=True):
    """A proposal to the other players: back, pause or rematch."""

    seat: int
    what: str
    to: int | None = None


class Agreed(_Entry, frozen=True):
    seat: int


class Declined(_Entry, frozen=True):
    seat: int


class Paused(_Entry, frozen=True):
    pass


class Resumed(_Entry, frozen=True):
    seat: int


class Ended(_Entry, frozen=True):
    scores: list[int]
    winners: list[int]
    ranks: list[int]


class Rematched(_Entry, frozen=True):
    pass


class Rested(_Entry, frozen=True):
    """No server ran the table from `since` until now, so no clock ran either."""

    since: int
    term: int = 0
    """The lease epoch of the owner that runs the table from here on."""


Entry: TypeAlias = (
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
    | Saw
    | Announced
    | Early
    | Pressed
    | Hurried
    | Beaten
    | Judged
    | Asked
    | Agreed
    | Declined
    | Paused
    | Resumed
    | Ended
    | Rematched
    | Rested
)

_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def encode_entry(entry: Entry) -> bytes:
    return msgspec.json.encode(entry)


def decode_entry(body: bytes) -> Entry:
    return _decoder.decode(body)
