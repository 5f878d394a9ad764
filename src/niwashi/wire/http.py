"""The bodies of HTTP requests and responses that browser clients use."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from niwashi.wire.components import ComponentFile
from niwashi.wire.requests import Text
from niwashi.wire.settings import TableSettings


class Me(msgspec.Struct):
    name: str
    guest: bool


class MySeat(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat of a finished game, and how it did."""

    name: str
    score: int
    place: int
    """1 for the winner; ties share."""
    bot: str | None = None
    """The bot's level."""
    you: bool = False


class MyGame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finished game of the person who asks."""

    table: str
    game: str
    options: dict[str, Any]
    finished: int
    seats: list[MySeat]
    reviewed: bool = False
    """Its review is there already."""


class MyGamesOut(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    games: list[MyGame]
    count: int
    """All games that match, on all pages."""
    won: int
    """How many of them the person won; games in which they held several seats do not count."""
    next: str | None = None
    """The `after` of the next page, if there may be one."""


class TicketOut(msgspec.Struct):
    ticket: str
    path: str
    """Comes before “api/” in the address of the socket, and leads to the node that runs the table. Empty: any node."""


class NewSeat(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Who has a seat of a new table; with neither field, nobody yet."""

    you: bool = False
    """The host."""
    called: Text | None = None
    """At a hot seat: the name of the host's seat."""
    bot: Text | None = None
    """A bot's level."""


class NewTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    game: str
    options: dict[str, Any] = {}
    settings: TableSettings = TableSettings()
    visibility: Literal["public", "private"] = "private"
    seats: Annotated[list[NewSeat], Meta(max_length=32)] = []
    """Whom to seat at once. If that leaves no seat open, the game starts."""
    arranged: bool = False
    """Those seats stay as they are; otherwise they are drawn at the start."""
    components: ComponentFile | None = None
    """The host's own box: a component file. Without it, the set that the project ships."""


class TableOut(msgspec.Struct):
    table: str


class GameOut(msgspec.Struct):
    game: str
    title: str
    seats: list[int]
    options: dict[str, Any]
    """As they are unless somebody says otherwise."""


class GamesOut(msgspec.Struct):
    games: list[GameOut]
    bots: list[str]


class Progress(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How far a review is. It says “seat 0” and never a name."""

    state: Literal["none", "running", "done"]
    done: int = 0
    of: int | None = None
    """Actions; not known before the first is judged."""
    review: msgspec.Raw | None = None
    """A `ReviewOut` without names, as the workers wrote it."""
    record: str | None = None
    """The hash under which a record's review is asked for again."""
