"""The table's log, entry by entry: all that is needed to rebuild a table, secrets included. Stored, never sent."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from niwashi.core.record import Event
from niwashi.wire.settings import TableSettings

SECRET_BYTES = 16
"""The length of a table's secret, `Opened.seed`."""


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", tag=str.lower, omit_defaults=True):
    at: int
    """When, in milliseconds of the owner's clock."""


class Opened(_Entry, frozen=True):
    table: str
    game: str
    options: dict[str, Any]
    settings: TableSettings
    host: str
    seed: str
    """Secret until the end: nobody but the store may see this entry as it stands."""
    components: dict[str, Any] = {}
    """An owner's set, whole; empty for the one that the project ships."""
    rules: int = 1
    """The version of the game's rules that it was opened under."""
    begun: list[Event] = []
    """What has happened already when the game starts: it goes on from another game's record."""


class Sat(_Entry, frozen=True):
    seat: int
    name: str
    person: str | None = None
    bot: str | None = None


class Emptied(_Entry, frozen=True):
    seat: int
    removed: bool = False


class Arranged(_Entry, frozen=True):
    order: list[int]


class Mixed(_Entry, frozen=True):
    seat: int
    nonce: str


class Started(_Entry, frozen=True):
    order: list[int]
    drawn: bool


class Happened(_Entry, frozen=True):
    """An event of the record, and what stands beside it under `notes`."""

    who: int | str
    what: str
    note: dict[str, Any] = {}


class Came(_Entry, frozen=True):
    seat: int


class Went(_Entry, frozen=True):
    seat: int


class Called(_Entry, frozen=True):
    """The next chance opens a live grab, so it waits until everybody is ready."""


class Readied(_Entry, frozen=True):
    seat: int
    auto: bool = False


class Saw(_Entry, frozen=True):
    seat: int


class Announced(_Entry, frozen=True):
    signal: int


class Early(_Entry, frozen=True):
    seat: int
    until: int


class Pressed(_Entry, frozen=True):
    """A grab that waits for its window to close. A bot's arrives when its hand does, not when it was computed."""

    seat: int
    action: str
    arrival: int
    claimed: int
    effective: int
    lag: int
    closes: int


class Beaten(_Entry, frozen=True):
    seat: int
    action: str
    by: int


class Judged(_Entry, frozen=True):
    """A window has closed; who won a tie stands last in the priority now."""

    priority: list[int]


class Asked(_Entry, frozen=True):
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
    """Nobody ran the table from `since` until now, so no clock did either."""

    since: int
    term: int = 0
    """The lease of whoever runs it from here on: nobody else can say that they did."""


Entry: TypeAlias = (
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
    | Saw
    | Announced
    | Early
    | Pressed
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
