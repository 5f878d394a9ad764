"""“Again”: what a node says when it cannot answer just now. Commands have ids, so sending one again does no harm."""

from __future__ import annotations

from niwashi.core.errors import NiwashiError

GOING_DOWN = "the server is going down for a moment; come back"


class Busy(NiwashiError):
    """Not now; again in a moment."""


class Away(Busy):
    """Redis cannot be reached, and so no other node."""


class Silent(Busy):
    """Another node is not there."""


class Late(Busy):
    """Another node has not answered yet. It may still do what it was asked."""


class Moved(Busy):
    """The node that was asked has not got the table."""


def again(sentence: str = "this table is being brought back; try again in a moment") -> Busy:
    return Busy("server/again", sentence)


def away() -> Away:
    return Away("server/again", "the servers cannot reach one another for the moment; send it again")


def silent() -> Silent:
    return Silent("server/again", "this table is with another server, which is not there; send it again")


def late() -> Late:
    return Late("server/again", "this takes longer than it should; send it again")
