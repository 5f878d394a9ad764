"""Temporary errors, after which a client tries again. Commands have ids, so sending one twice does no harm."""

from __future__ import annotations

from niwashi.core.errors import NiwashiError

SHUTTING_DOWN = "the server is restarting; reconnect"
RECOVERING = "this table is being recovered; reconnect"
MESSAGES_LOST = "messages from another server were lost; reconnect"
INTERNAL_ERROR = "internal error; it has been logged"


class RetryLater(NiwashiError):
    """The request cannot be answered now; the client should repeat it."""


class ClusterUnavailable(RetryLater):
    """Redis, and therefore every other node, is unreachable."""


class NodeUnreachable(RetryLater):
    """The other node is not running."""


class RpcTimeout(RetryLater):
    """The other node has not responded in time. It may still execute the call."""


class NotOwner(RetryLater):
    """The node that was called does not own the table."""


def retry_later(sentence: str = "this table is being recovered; try again in a moment") -> RetryLater:
    return RetryLater("server/again", sentence)


def cluster_unavailable() -> ClusterUnavailable:
    return ClusterUnavailable("server/again", "the servers cannot reach each other; try again in a moment")


def node_unreachable() -> NodeUnreachable:
    return NodeUnreachable("server/again", "the server that runs this table is not reachable; try again in a moment")


def rpc_timeout() -> RpcTimeout:
    return RpcTimeout("server/again", "the server that runs this table is slow to respond; try again in a moment")
