"""The requests of clients to a table. A request repeated under the same id gets the same answer again."""

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
MAX_ACCOUNT_NAME_LENGTH, MAX_NEW_NAME_LENGTH = 40, 24
"""Characters of a name. New names are short, so that they fit on a board; longer ones from before stay valid."""
Text = Annotated[str, Meta(max_length=MAX_ACCOUNT_NAME_LENGTH)]


class BadRequest(NiwashiError):
    """The bytes are not a request."""


class _Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="do", tag=str.lower):
    id: Id


# -- before the start ------------------------------------------------------------------------------------------------
class Sit(_Request, frozen=True):
    """Take a seat, the first open one if none is named. The host of a hot seat may take several."""

    name: Text
    seat: Seat | None = None
    called: Text | None = None
    """At a hot seat: a name for the seat, since its player need not be its holder."""


class Rename(_Request, frozen=True):
    """Before the start: be called by one's present name, after having changed it."""

    name: Text


class Leave(_Request, frozen=True):
    """Give up one's seats before the start."""


class Remove(_Request, frozen=True):
    """The host empties a seat."""

    seat: Seat


class Bot(_Request, frozen=True):
    """The host gives an open seat to a bot."""

    seat: Seat
    level: Text


class Arrange(_Request, frozen=True):
    """The host assigns seats: for each seat, the one whose holder moves there. Without it seats are drawn."""

    order: Annotated[list[Seat], Meta(max_length=32)]


class Nonce(_Request, frozen=True):
    """A text of the player's choice, mixed into the key of chance."""

    text: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,32}\Z")]


class Start(_Request, frozen=True):
    pass


# -- playing ---------------------------------------------------------------------------------------------------------
class Act(_Request, frozen=True):
    """An action for the decision that entry `seq` opened. In a live grab, `at` is the client's estimate of our clock.

    A person with several seats must name one with `seat`, here and below.
    """

    seq: Number
    action: Text
    at: Time | None = None
    seat: Seat | None = None


class Think(_Request, frozen=True):
    """At a table without other people: from now on, or no longer, this client computes what the bots do."""

    on: bool = True


class BotAct(_Request, frozen=True):
    """What a bot does, computed by the client of the table's only person, for a `BotPosition`."""

    seq: Number
    seat: Seat
    action: Number
    """Its number, since a client that computes has no notation."""


class Resign(_Request, frozen=True):
    seat: Seat | None = None


class Return(_Request, frozen=True):
    """Take the seat back from the bot that plays it."""

    seat: Seat | None = None


class Ready(_Request, frozen=True):
    """Ready for the live grab whose cards lie open; `auto` also for all to come, once the time to look is over."""

    auto: bool = False
    now: bool = True
    """False only changes `auto`, at any time of the game."""


class Seen(_Request, frozen=True):
    """The client shows the cards that entry `seq` brought."""

    seq: Number


class Pong(_Request, frozen=True):
    """The immediate reply to ping number `n`."""

    n: Number


# -- what needs consent ----------------------------------------------------------------------------------------------
class Back(_Request, frozen=True):
    """Take back to the first `to` events, or one's own last action. `seq` is the entry of the newest event seen."""

    seq: Number
    to: Number | None = None


class Pause(_Request, frozen=True):
    pass


class Resume(_Request, frozen=True):
    pass


class Rematch(_Request, frozen=True):
    pass


class Agree(_Request, frozen=True):
    """Agree to the proposal of entry `seq`."""

    seq: Number


class Decline(_Request, frozen=True):
    seq: Number


Request: TypeAlias = (
    Sit
    | Rename
    | Leave
    | Remove
    | Bot
    | Arrange
    | Nonce
    | Start
    | Act
    | Think
    | BotAct
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
    """Decode a request. Raises BadRequest with what is wrong and where."""
    if len(raw) > MAX_REQUEST_BYTES:
        raise BadRequest("wire/size", f"a request has at most {MAX_REQUEST_BYTES} bytes; this one has {len(raw):,}")
    try:
        return _decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadRequest("wire/request", f"not a request: {printable(str(error))[:160]}") from None
