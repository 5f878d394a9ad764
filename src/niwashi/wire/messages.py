"""The messages that a server sends over a socket: one object with one key, its kind."""

from __future__ import annotations

from typing import Any

import msgspec

from niwashi.wire.answers import Answer
from niwashi.wire.news import Choices, EntrySeq, News, Ping, Snapshot
from niwashi.wire.settings import Clock


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a table's chat. `author` identifies its writer, at this table only."""

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
    """Among a person's own tables: it is their turn."""
    clock: Clock | None = None
    """None if it is not known."""
    components: str | None = None
    """The name of the host's own component set; None for the set that the project ships."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """It is the person's turn at a table, or no longer is."""

    table: str
    game: str
    yours: bool
    at: int


class BotPosition(msgspec.Struct, frozen=True, kw_only=True):
    """A bot is to act: what a client that computes for it needs. A `BotAct` answers it."""

    seat: int
    seq: EntrySeq
    """The entry that opened the decision."""
    level: str
    position: bytes
    """The position's bytes, as kernels take them (base64). It holds no secrets."""


class Heartbeat(msgspec.Struct, frozen=True, kw_only=True):
    """The connection is alive. A client that has not seen entry `seq` has missed entries."""

    seq: int
    at: int


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An error: a stable code for programs, a sentence for people."""

    code: str
    sentence: str
    about: dict[str, int | str] = {}
    """The facts in the sentence, for clients that translate it or show it in its place."""


class Bye(msgspec.Struct, frozen=True, kw_only=True):
    """The server closes this socket. Reconnect after `seconds`; after the code `table/anew` without `since`."""

    code: str
    sentence: str
    seconds: int


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Exactly one of these fields is set."""

    snapshot: Snapshot | None = None
    news: list[News] | None = None
    choices: Choices | None = None
    answer: Answer | None = None
    bot_position: BotPosition | None = None
    """To a client that computes what bots do (`Think`)."""
    ping: Ping | None = None
    heartbeat: Heartbeat | None = None
    chat: Said | None = None
    rematch: str | None = None
    """The table of the rematch."""
    lobby: list[TableRow] | None = None
    table: TableRow | None = None
    """A table in the lobby that is new or has changed."""
    turns: list[Turn] | None = None
    """All tables where it is the person's turn; the first message of the lobby's socket."""
    turn: Turn | None = None
    """Then each change; in every socket but the table's own."""
    unsaid: list[int] | None = None
    """Ids of chat lines that the host has deleted."""
    error: Problem | None = None
    bye: Bye | None = None


def encode_message(**what: Any) -> bytes:
    return msgspec.json.encode(Message(**what))
