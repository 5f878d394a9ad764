"""Errors of a garden without a server, and the HTTP status of each error that a client knows."""

from __future__ import annotations

from niwashi.core.errors import NiwashiError


class NoSession(NiwashiError):
    pass


class Unknown(NiwashiError):
    pass


class Elsewhere(NiwashiError):
    """Another tab runs the table."""


class Damaged(NiwashiError):
    """What the browser kept is not what was given to it."""


class Full(NiwashiError):
    """The browser refuses to keep more."""


class NotHere(NiwashiError):
    """What only a server has: other people, accounts, chat."""


STATUS: dict[type[NiwashiError], int] = {
    NoSession: 401,
    Unknown: 404,
    NotHere: 404,
    Elsewhere: 409,
    Damaged: 409,
    Full: 507,
}


def status_of(error: NiwashiError) -> int:
    return next((status for kind, status in STATUS.items() if isinstance(error, kind)), 400)
