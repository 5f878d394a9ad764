"""The interface to the other nodes, and its implementation for a single node."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from niwashi.core.errors import NiwashiError
from niwashi.server.cluster.messages import ClusterMessage, RpcCall, RpcResponse
from niwashi.server.errors import node_unreachable

RPC_SECONDS = 5.0
OnResponse: TypeAlias = Callable[[bytes], None] | None


class RemoteError(NiwashiError):
    """An error that another node returned, with its HTTP status."""

    def __init__(self, code: str, sentence: str, status: int) -> None:
        super().__init__(code, sentence)
        self.status = status


@dataclass(frozen=True)
class BusHandlers:
    on_message: Callable[[ClusterMessage], None]
    on_request: Callable[[RpcCall], Awaitable[RpcResponse]]
    """The bus replaces the response's id."""
    on_reconnect: Callable[[], None]
    """Messages may have been lost before this."""


class Cluster(Protocol):
    @property
    def up(self) -> bool:
        """Whether other nodes can be reached."""

    def send(self, node: str, message: ClusterMessage) -> None:
        """Never waits. The message may be lost."""

    def broadcast(self, message: ClusterMessage) -> None:
        """Send to all other nodes."""

    async def call(
        self, node: str, call: RpcCall, seconds: float = RPC_SECONDS, on_response: OnResponse = None
    ) -> bytes:
        """Return the response's body. `on_response` receives it before any later message is read.

        Raises `ClusterUnavailable`, `NodeUnreachable`, `RpcTimeout`, or the error that the node returned.
        """


class SingleNode:
    """A cluster of one node, without Redis."""

    up = True

    def send(self, node: str, message: ClusterMessage) -> None:
        pass

    def broadcast(self, message: ClusterMessage) -> None:
        pass

    async def call(
        self, node: str, call: RpcCall, seconds: float = RPC_SECONDS, on_response: OnResponse = None
    ) -> bytes:
        """Reached only while the lease of a previous owner, now gone, has not yet expired."""
        raise node_unreachable()
