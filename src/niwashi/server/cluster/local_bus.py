"""The message bus between the processes of one node, over the channels from its front process to each of the others."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeAlias

import structlog
from msgspec.structs import replace

from niwashi.server.cluster.calls import PendingCalls
from niwashi.server.cluster.interface import RPC_SECONDS, BusHandlers, OnResponse
from niwashi.server.cluster.messages import ClusterMessage, RpcCall, RpcRequest, RpcResponse
from niwashi.server.errors import node_unreachable
from niwashi.server.ops.metrics import Metrics

log = structlog.get_logger()
EVERYONE = ""
Post: TypeAlias = Callable[[str, ClusterMessage], bool]
"""Sends a message to a process, or to everyone. Returns whether there is a way to it."""


class LocalBus:
    """Unlike Redis it loses nothing while both processes live: the death of one ends all that went through it."""

    up = True

    def __init__(self, node: str, metrics: Metrics, post: Post) -> None:
        self.node, self._metrics, self._post = node, metrics, post
        self._calls = PendingCalls()
        self._responding: set[asyncio.Task[None]] = set()
        self._handlers: BusHandlers | None = None

    @asynccontextmanager
    async def open(self, handlers: BusHandlers) -> AsyncIterator[None]:
        self._handlers = handlers
        try:
            yield
        finally:
            self._handlers = None
            for task in self._responding:
                task.cancel()

    def send(self, node: str, message: ClusterMessage) -> None:
        self._post(node, message)

    def broadcast(self, message: ClusterMessage) -> None:
        self._post(EVERYONE, message)

    async def call(
        self, node: str, call: RpcCall, seconds: float = RPC_SECONDS, on_response: OnResponse = None
    ) -> bytes:
        call_id = secrets.token_hex(8)
        self._metrics.forwarded.labels(str(call.__struct_config__.tag)).inc()
        if not self._post(node, RpcRequest(id=call_id, node=self.node, call=call)):
            raise node_unreachable()
        return await self._calls.wait(call_id, seconds, on_response, node)

    def on_process_lost(self, node: str) -> None:
        self._calls.fail_all(node_unreachable(), node)

    def receive(self, message: ClusterMessage) -> None:
        try:
            self._dispatch(message)
        except Exception:  # a bug must not end the reader
            self._metrics.failures.labels("message").inc()
            log.exception("message failed")

    def _dispatch(self, message: ClusterMessage) -> None:
        if isinstance(message, RpcResponse):
            self._calls.resolve(message)
        elif self._handlers is None:
            if isinstance(message, RpcRequest):
                self._refuse(message)
        elif isinstance(message, RpcRequest):
            task = asyncio.create_task(self._respond(message, self._handlers))
            self._responding.add(task)
            task.add_done_callback(self._responding.discard)
        else:
            self._handlers.on_message(message)

    def _refuse(self, request: RpcRequest) -> None:
        """It is starting or ending."""
        self.send(request.node, refusal(request))

    async def _respond(self, request: RpcRequest, handlers: BusHandlers) -> None:
        response = await handlers.on_request(request.call)
        self.send(request.node, replace(response, id=request.id))


def refusal(request: RpcRequest) -> RpcResponse:
    error = node_unreachable()
    return RpcResponse(id=request.id, code=error.code, sentence=error.sentence)
