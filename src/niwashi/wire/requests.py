"""What a client asks of a table. Every request has an id of the client's making: a repeated one is answered again."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from niwashi.core.errors import NiwashiError
from niwashi.core.files import printable

MAX_REQUEST_BYTES = 4096
Id = Annotated[str, Meta(pattern=r"^[!-~]{1,64}\Z")]
Seat = Annotated[int, Meta(ge=0, le=31)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Time = Annotated[int, Meta(ge=0, le=1 << 52)]
Text = Annotated[str, Meta(max_length=40)]


class BadRequest(NiwashiError):
    """Bytes that are no request."""


class _Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="do", tag=str.lower):
    id: Id


# -- before the start ------------------------------------------------------------------------------------------------
class Sit(_Request, frozen=True):
    """Take a seat, the first open one if none is named; the host of a hot seat takes as many as it likes."""

    name: Text
    seat: Seat | None = None
    called: Text | None = None
    """At a hot seat: what this seat is called, since others than its holder may play it."""


class Leave(_Request, frozen=True):
    """Give the seat back, or all that one holds, before the start."""


class Remove(_Request, frozen=True):
    """The host empties a seat."""

    seat: Seat


class Bot(_Request, frozen=True):
    """The host gives an open seat to a bot."""

    seat: Seat
    level: Text


class Arrange(_Request, frozen=True):
    """The host says who sits where: for each seat, the one whose holder moves there. Without it seats are drawn."""

    order: Annotated[list[Seat], Meta(max_length=32)]


class Nonce(_Request, frozen=True):
    """A text of the seat's own, mixed into the key of chance."""

    text: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,32}\Z")]


class Start(_Request, frozen=True):
    pass


# -- playing ---------------------------------------------------------------------------------------------------------
class Act(_Request, frozen=True):
    """An action for the decision that entry `seq` opened; in a live grab with the client's guess at our clock.

    Who holds several seats says for which; so here and below.
    """

    seq: Number
    action: Text
    at: Time | None = None
    seat: Seat | None = None


class Resign(_Request, frozen=True):
    seat: Seat | None = None


class Return(_Request, frozen=True):
    """Take the seat back from the bot that plays it meanwhile."""

    seat: Seat | None = None


class Ready(_Request, frozen=True):
    """Ready for the live grab; `auto` for this one and all to come."""

    auto: bool = False


class Seen(_Request, frozen=True):
    """The client shows the cards that entry `seq` brought."""

    seq: Number


class Pong(_Request, frozen=True):
    """Back with ping number `n`, at once."""

    n: Number


# -- what needs consent ----------------------------------------------------------------------------------------------
class Back(_Request, frozen=True):
    """Take back to `to` events of the record, or one's own last action; `seq` is the newest game event one has seen."""

    seq: Number
    to: Number | None = None


class Pause(_Request, frozen=True):
    pass


class Resume(_Request, frozen=True):
    pass


class Rematch(_Request, frozen=True):
    pass


class Agree(_Request, frozen=True):
    """Yes to what entry `seq` asks."""

    seq: Number


class Decline(_Request, frozen=True):
    seq: Number


Request: TypeAlias = (
    Sit
    | Leave
    | Remove
    | Bot
    | Arrange
    | Nonce
    | Start
    | Act
    | Resign
    | Return
    | Ready
    | Seen
    | Pong
    | Back
    | Pause
    | Resume
    | Rematch
    | Agree
    | Decline
)

_decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


def read_request(raw: bytes) -> Request:
    """A request from JSON; raises BadRequest with what is wrong and where."""
    if len(raw) > MAX_REQUEST_BYTES:
        raise BadRequest("wire/size", f"a request has at most {MAX_REQUEST_BYTES} bytes; this one has {len(raw):,}")
    try:
        return _decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadRequest("wire/request", f"this is no request: {printable(str(error))[:160]}") from None
