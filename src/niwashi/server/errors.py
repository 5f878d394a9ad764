"""“Again”: what a node says when it cannot answer just now. Commands have ids, so sending one again does no harm."""

from __future__ import annotations

from niwashi.core.errors import NiwashiError

GOING_DOWN = "the server is going down for a moment; come back"


class RetryLater(NiwashiError):
    """Not now; again in a moment."""


class ClusterUnavailable(RetryLater):
    """Redis cannot be reached, and so no other node."""


class NodeUnreachable(RetryLater):
    """Another node is not there."""


class RpcTimeout(RetryLater):
    """Another node has not answered yet. It may still do what it was asked."""


class NotOwner(RetryLater):
    """The node that was asked has not got the table."""


def retry_later(sentence: str = "this table is being brought back; try again in a moment") -> RetryLater:
    return RetryLater("server/again", sentence)


def cluster_unavailable() -> ClusterUnavailable:
    return ClusterUnavailable("server/again", "the servers cannot reach one another for the moment; send it again")


def node_unreachable() -> NodeUnreachable:
    return NodeUnreachable("server/again", "this table is with another server, which is not there; send it again")


def rpc_timeout() -> RpcTimeout:
    return RpcTimeout("server/again", "this takes longer than it should; send it again")
