"""A WebSocket protocol that writes to the transport directly, bypassing ASGI: broadcasting is the hot path."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from litestar import WebSocket
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from niwashi.server.realtime.outbox import Transport

SCOPE_KEY = "niwashi.transport"
LINGER_SECONDS = 5.0
"""How long a client may read what was sent before its connection was closed."""


class DirectWebSocketProtocol(WebSocketsSansIOProtocol):
    """Writes without a task or an await, which is safe because the event loop runs one callback at a time.

    Aborts a connection soon after its end: a polite close waits until the client has read everything, and some clients
    never read.
    """

    async def run_asgi(self) -> None:
        cast(dict[str, Any], self.scope)[SCOPE_KEY] = self
        await super().run_asgi()

    async def send(self, message: ASGISendEvent) -> None:
        """Mark a handshake that was refused with an HTTP response as complete; uvicorn would log an error."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = self.close_sent

    def write(self, message: bytes) -> bool:
        if not self.writable.is_set():
            return False
        if self.conn.state is State.OPEN and not self.transport.is_closing():  # otherwise the client is gone
            self.conn.send_text(message)
            self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    async def wait_writable(self) -> None:
        await self.writable.wait()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)


def transport_of(socket: WebSocket[Any, Any, Any]) -> Transport:
    """Messages written here skip Litestar's hooks, none of which concern an open socket."""
    return cast(Transport, cast(dict[str, Any], socket.scope)[SCOPE_KEY])
