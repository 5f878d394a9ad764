"""What nodes write to one another: news for sockets elsewhere, and questions that a table's owner answers."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from niwashi.wire.messages import Turn
from niwashi.wire.requests import Request


class _Letter(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag=str.lower, omit_defaults=True):
    pass


# -- questions about a table, to its owner ---------------------------------------------------------------------------
class Ask(_Letter, frozen=True):
    """Carry out somebody's request. Answered by an `Answer`, or None."""

    table: str
    person: str
    request: Request


class Show(_Letter, frozen=True):
    """A `Snapshot` for this person."""

    table: str
    person: str | None = None


class Since(_Letter, frozen=True):
    """The `News` after an entry, for this person."""

    table: str
    since: int
    person: str | None = None


class Recall(_Letter, frozen=True):
    """The record."""

    table: str


class Join(_Letter, frozen=True):
    """Somebody opened a socket at a node, which now has these people at the table. Answered by `Joined`."""

    table: str
    node: str
    person: str
    people: list[str]
    since: int | None = None


class Attend(_Letter, frozen=True):
    """Who has sockets at a node; every few seconds, and when somebody goes. Answered by `HowFar`."""

    table: str
    node: str
    people: list[str]


class Sound(_Letter, frozen=True):
    """A ping for this person, where the table needs one."""

    table: str
    person: str


class Hint(_Letter, frozen=True):
    """What the person should do, and why."""

    table: str
    person: str


class Review(_Letter, frozen=True):
    """How far the review of the game is; begun first where somebody who played wants it."""

    table: str
    person: str | None = None


Question: TypeAlias = Ask | Show | Since | Recall | Join | Attend | Sound | Hint | Review


class HowFar(msgspec.Struct, frozen=True, kw_only=True):
    """Where a table stands, and what a node must have been told by now: so many letters of this stream."""

    seq: int
    at: int
    stream: str
    number: int


class Joined(msgspec.Struct, frozen=True, kw_only=True):
    """What to tell the new socket first; everything after that comes as `Told`."""

    far: HowFar
    messages: list[bytes]
    live: bool


# -- letters -----------------------------------------------------------------------------------------------------------
class Asked(_Letter, frozen=True):
    id: str
    node: str
    """Where the answer goes."""
    question: Question


class Answered(_Letter, frozen=True):
    """A body, or what stood against it."""

    id: str
    body: bytes = b""
    code: str | None = None
    sentence: str = ""
    status: int = 0


class Told(_Letter, frozen=True):
    """A message for a table's sockets at a node: all of them, or one person's."""

    table: str
    stream: str
    number: int
    message: bytes
    to: str | None = None
    last: bool = False
    """The table leaves its owner; whoever looks on comes back."""


class Heard(_Letter, frozen=True):
    """A line of chat, for everybody at the table who has not muted its author. To all nodes, as those that follow."""

    table: str
    by: str
    message: bytes


class Listed(_Letter, frozen=True):
    """A message for the lobby."""

    message: bytes


class Muted(_Letter, frozen=True):
    """Whom a person does not want to read, from now on."""

    person: str
    others: list[str]


class Turned(_Letter, frozen=True):
    """It is somebody's turn at a table, or no longer: for their windows at other nodes."""

    person: str
    turn: Turn


class Freed(_Letter, frozen=True):
    """A node went down in good order, and games of its wait for somebody to run them."""

    node: str


class Hello(_Letter, frozen=True):
    """Is somebody else called like me? It then answers with `Called`. To oneself."""

    instance: str


class Called(_Letter, frozen=True):
    instance: str


class Echo(_Letter, frozen=True):
    """To oneself: does anything still come through?"""


Letter: TypeAlias = Asked | Answered | Told | Heard | Listed | Muted | Turned | Freed | Hello | Called | Echo

_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[Letter] = msgspec.msgpack.Decoder(Letter)


def to_bytes(letter: Letter) -> bytes:
    return _encoder.encode(letter)


def from_bytes(raw: bytes) -> Letter:
    return _decoder.decode(raw)
