"""What a server sends over a socket: one object with one key, which says what it is."""

from __future__ import annotations

from typing import Any

import msgspec

from niwashi.wire.answers import Answer
from niwashi.wire.news import Choices, News, Ping, Snapshot
from niwashi.wire.settings import Clock


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a table's chat. `author` is the same for all that somebody says at this table, and nothing else."""

    id: int
    author: str
    name: str
    text: str
    at: int


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    name: str
    bot: bool


class TableRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table as the lobby shows it."""

    table: str
    game: str
    options: dict[str, Any]
    state: str
    """open, running, over or closed."""
    visibility: str
    seats: list[SeatRow]
    updated: int
    turn: bool = False
    """Among one's own tables: it waits for us."""
    clock: Clock | None = None
    """None where nobody has written it down."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """A table where one sits waits for one, or no longer does."""

    table: str
    game: str
    yours: bool
    at: int


class Heartbeat(msgspec.Struct, frozen=True, kw_only=True):
    """Still here; who has not seen entry `seq` has missed something."""

    seq: int
    at: int


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was wrong: a stable code for programs, a sentence for people."""

    code: str
    sentence: str
    about: dict[str, int | str] = {}
    """What the sentence is about, for those who say it in another language or show it at its place."""


class Bye(msgspec.Struct, frozen=True, kw_only=True):
    """The server closes this socket; come back after so many seconds, if the code is `table/anew` without `since`."""

    code: str
    sentence: str
    seconds: int


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Exactly one of these."""

    snapshot: Snapshot | None = None
    news: list[News] | None = None
    choices: Choices | None = None
    answer: Answer | None = None
    ping: Ping | None = None
    heartbeat: Heartbeat | None = None
    chat: Said | None = None
    rematch: str | None = None
    """The table where the same people play on."""
    lobby: list[TableRow] | None = None
    table: TableRow | None = None
    """A table in the lobby that is new or has changed."""
    turns: list[Turn] | None = None
    """All tables that wait for us, to begin with; in the lobby's socket."""
    turn: Turn | None = None
    """Then each that begins to, or no longer does; in every socket but the table's own."""
    unsaid: list[int] | None = None
    """Lines of the chat that the host has deleted."""
    error: Problem | None = None
    bye: Bye | None = None


def encode_message(**what: Any) -> bytes:
    return msgspec.json.encode(Message(**what))
