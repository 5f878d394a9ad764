"""HTTP status codes and public sentences of errors. Nodes forward them: an error is the same on every node."""

from __future__ import annotations

from niwashi.core.errors import NiwashiError
from niwashi.server.access.accounts import Unauthenticated
from niwashi.server.access.bans import Banned
from niwashi.server.access.security import Forbidden
from niwashi.server.access.tickets import BadTicket
from niwashi.server.cluster.interface import RemoteError
from niwashi.server.errors import RetryLater
from niwashi.server.ops.rate_limits import TooManyRequests
from niwashi.server.tables.replay import Unplayable
from niwashi.store import errors as store_errors

STATUS: tuple[tuple[type[NiwashiError], int], ...] = (
    (Unauthenticated, 401),
    (Banned, 403),
    (Forbidden, 403),
    (BadTicket, 403),
    (TooManyRequests, 429),
    (RetryLater, 503),
    (Unplayable, 409),
    (store_errors.Closed, 410),
    (store_errors.Unknown, 404),
    (store_errors.Taken, 409),
    (store_errors.BadEntry, 400),
    (store_errors.StoreError, 503),
)


STORE_FAILED = "the server's store does not answer at the moment; nothing that was confirmed is lost; try again soon"


def public_sentence(error: NiwashiError) -> str:
    """What visitors are told. Where the store is, and why it fails, is for the host: the log says so."""
    return STORE_FAILED if isinstance(error, store_errors.Unavailable) else error.sentence


def status_of(error: NiwashiError) -> int:
    if isinstance(error, RemoteError):
        return error.status
    return next((status for kind, status in STATUS if isinstance(error, kind)), 400)
