"""A WebSocket protocol that reads and writes without tasks and queues, bypassing ASGI: this is the hot path."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, cast

from litestar import WebSocket
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from niwashi.server.access.accounts import Person
from niwashi.server.realtime.connections import Connection
from niwashi.server.realtime.outbox import Transport

SCOPE_KEY = "niwashi.transport"
LINGER_SECONDS = 5.0
"""How long a client may read what was sent before its connection was closed."""
Listener = Callable[[ASGIReceiveEvent], None]


class SocketTransport(Transport, Protocol):
    """An open socket."""

    def listen(self, listener: Listener) -> None:
        """From now on call the listener with every message when it arrives, and at the end with the disconnection."""


class _Events(asyncio.Queue[ASGIReceiveEvent]):
    """Events that wait for ASGI's `receive`, until somebody listens to them."""

    listener: Listener | None = None

    def put_nowait(self, item: ASGIReceiveEvent) -> None:
        if self.listener is not None:
            self.listener(item)
        else:
            super().put_nowait(item)


@dataclass(frozen=True)
class Admission:
    """Who came by a socket that was checked in another process."""

    person: Person
    address: str
    on_admitted: Callable[[Connection], None]


class DirectWebSocketProtocol(WebSocketsSansIOProtocol):
    """Reads and writes without a task or an await, which is safe because the event loop runs one callback at a time.

    Aborts a connection soon after its end: a polite close waits until the client has read everything, and some clients
    never read.
    """

    admission: Admission | None = None
    on_lost: Callable[[], None] | None = None
    """Called when the connection has ended."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = _Events()
        self.on_writable: Callable[[], None] = lambda: None

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.on_lost is not None:
            self.on_lost()

    def give_away(self) -> tuple[bytes, int] | None:
        """Leave the connection to another process, which answers the handshake. Returns its request and a descriptor.

        None if the client has gone.
        """
        if self.transport.is_closing():
            return None
        descriptor = os.dup(self.transport.get_extra_info("socket").fileno())
        self.handshake_complete = self.close_sent = True  # nothing is written here any more
        self.transport.abort()
        return self.request.serialize(), descriptor

    async def run_asgi(self) -> None:
        cast(dict[str, Any], self.scope)[SCOPE_KEY] = self
        await super().run_asgi()

    async def send(self, message: ASGISendEvent) -> None:
        """Mark a handshake that was refused with an HTTP response as complete; uvicorn would log an error."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = self.close_sent

    def listen(self, listener: Listener) -> None:
        """Uvicorn stops reading at each message until `receive` has taken it; a listener takes it at once."""
        events, was_paused = cast(_Events, self.queue), self.read_paused
        events.listener, self.read_paused = listener, True
        while not events.empty():
            listener(events.get_nowait())
        if was_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def write(self, message: bytes) -> bool:
        if not self.writable.is_set():
            return False
        if self.conn.state is State.OPEN and not self.transport.is_closing():  # otherwise the client is gone
            self.conn.send_text(message)
            if _gathering is None:
                self.flush()
            else:
                _gathering[self] = None
        return True

    def flush(self) -> None:
        if not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))

    def resume_writing(self) -> None:
        super().resume_writing()
        self.on_writable()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)


_gathering: dict[DirectWebSocketProtocol, None] | None = None
"""The sockets that were written to within `gather_writes`."""


@contextmanager
def gather_writes() -> Iterator[None]:
    """Each socket gets all that is written to it within this block in one call of the system. Do not await in it."""
    global _gathering
    if _gathering is not None:
        yield
        return
    _gathering = {}
    try:
        yield
    finally:
        written, _gathering = _gathering, None
        for socket in written:
            socket.flush()


def transport_of(socket: WebSocket[Any, Any, Any]) -> SocketTransport:
    """Messages written and read here skip Litestar's hooks, none of which concern an open socket."""
    return cast(SocketTransport, protocol_of(socket))


def protocol_of(socket: WebSocket[Any, Any, Any]) -> DirectWebSocketProtocol:
    return cast(DirectWebSocketProtocol, cast(dict[str, Any], socket.scope)[SCOPE_KEY])


def admission_of(socket: WebSocket[Any, Any, Any]) -> Admission | None:
    return getattr(socket.scope.get(SCOPE_KEY), "admission", None)
