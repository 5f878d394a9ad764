"""The bodies of HTTP requests and responses that browser clients use."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from niwashi.wire.settings import TableSettings


class Me(msgspec.Struct):
    name: str
    guest: bool


class TicketOut(msgspec.Struct):
    ticket: str


class NewTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    game: str
    options: dict[str, Any] = {}
    settings: TableSettings = TableSettings()
    visibility: Literal["public", "private"] = "private"


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
