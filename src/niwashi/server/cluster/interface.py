"""The other nodes, as a node sees them: somebody to write to, or nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from niwashi.core.errors import NiwashiError
from niwashi.server.cluster.messages import ClusterMessage, RpcCall
from niwashi.server.errors import node_unreachable

RPC_SECONDS = 5.0
"""Seconds for an answer."""
OnResponse: TypeAlias = Callable[[bytes], None] | None


class RemoteError(NiwashiError):
    """What another node said against a request, with the HTTP status that it found fitting."""

    def __init__(self, code: str, sentence: str, status: int) -> None:
        super().__init__(code, sentence)
        self.status = status


class Cluster(Protocol):
    @property
    def up(self) -> bool:
        """Whether messages come through."""

    def send(self, node: str, message: ClusterMessage) -> None:
        """Never waits. A message may be lost."""

    def broadcast(self, message: ClusterMessage) -> None:
        """To all other nodes."""

    async def call(
        self, node: str, call: RpcCall, seconds: float = RPC_SECONDS, on_response: OnResponse = None
    ) -> bytes:
        """The answer; `then` hears it before any later message is read.

        Raises ClusterUnavailable, NodeUnreachable, RpcTimeout, or what was answered.
        """


class SingleNode:
    """One node and no Redis."""

    up = True

    def send(self, node: str, message: ClusterMessage) -> None:
        pass

    def broadcast(self, message: ClusterMessage) -> None:
        pass

    async def call(
        self, node: str, call: RpcCall, seconds: float = RPC_SECONDS, on_response: OnResponse = None
    ) -> bytes:
        """Whoever held the table before us has not come back, and its lease has not run out."""
        raise node_unreachable()
