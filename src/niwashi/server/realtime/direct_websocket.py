"""An open socket's own transport: everything is told to many, and every layer and every task in between costs."""

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
"""Seconds in which a client may read what it was sent before its transport was closed."""


class DirectWebSocketProtocol(WebSocketsSansIOProtocol):
    """Lets the application write without waiting its turn, which is safe between two turns of the event loop.

    Cuts a transport soon after its end: a polite close waits until everything is read, and some never read.
    """

    async def run_asgi(self) -> None:
        cast(dict[str, Any], self.scope)[SCOPE_KEY] = self
        await super().run_asgi()

    async def send(self, message: ASGISendEvent) -> None:
        """uvicorn would log that a handshake which we refused with an answer of HTTP was never completed."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = self.close_sent

    def write(self, message: bytes) -> bool:
        if not self.writable.is_set():
            return False
        if self.conn.state is State.OPEN and not self.transport.is_closing():  # else nobody is there any more
            self.conn.send_text(message)
            self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    async def wait_writable(self) -> None:
        await self.writable.wait()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)


def transport_of(socket: WebSocket[Any, Any, Any]) -> Transport:
    """Not past anything that we hang before messages: nothing of that concerns those of an open socket."""
    return cast(Transport, cast(dict[str, Any], socket.scope)[SCOPE_KEY])
