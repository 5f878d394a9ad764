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
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from niwashi.server.access.accounts import Person
from niwashi.server.realtime.connections import Connection
from niwashi.server.realtime.outbox import Transport
from niwashi.server.realtime.tcp_info import read_handshake

SCOPE_KEY = "niwashi.transport"
LINGER_SECONDS = 5.0
"""How long a client may read what was sent before its connection was closed."""
PIECE_BYTES = 512
"""So much is parsed before it is asked whether the client may send more: 85 of the smallest messages."""
MAX_BYTES_AFTER_CLOSE = 16 << 10
"""So much may follow our close frame: what was under way, and the client's own. Who sends more does not read it."""
REST_AFTER_CLOSE_SECONDS = 0.2
"""Between two pieces of what follows our close frame. It is parsed only to find the client's own."""
Listener = Callable[[ASGIReceiveEvent], None]


class SocketTransport(Transport, Protocol):
    """An open socket."""

    on_frame: Callable[[], None] | None

    def listen(self, listener: Listener) -> None:
        """From now on call the listener with every message when it arrives, and at the end with the disconnection."""

    def rest(self, seconds: float) -> None:
        """Read nothing for a while. The client's system then holds back what it sends, and nobody pays for it."""


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
    handshake: int | None = None
    """The round trip of the connection's handshake, in microseconds."""
    on_frame: Callable[[], None] | None = None
    """Called with each frame that is not the beginning of a message: their number needs a limit, too."""
    _unread = b""
    _after_close = 0
    """Bytes that came after our close frame."""
    _resting: asyncio.TimerHandle | None = None
    _waits_for_listener = False
    """The head is complete, but nobody takes messages yet. They stay in the system, also for another process."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = _Events()
        self.on_writable: Callable[[], None] = lambda: None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        if self.admission is None:  # otherwise another process has measured it
            self.handshake = read_handshake(transport.get_extra_info("socket"))
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._resting is not None:
            self._resting.cancel()
        if self.on_lost is not None:
            self.on_lost()

    # -- reading ---------------------------------------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        self._unread += data
        if self.close_sent:
            self._count_after_close(len(data))
        self._read_on()

    def _count_after_close(self, size: int) -> None:
        self._after_close += size
        if self._after_close > MAX_BYTES_AFTER_CLOSE:
            self._unread = b""
            self.transport.abort()

    @property
    def _may_read(self) -> bool:
        return self._resting is None and (self.close_sent or not self._waits_for_listener)

    def _read_on(self) -> None:
        """What may not be read yet is at most what came at once: the transport is paused with the first of it."""
        while self._unread and self._may_read and not self.transport.is_closing():
            piece, self._unread = self._unread[:PIECE_BYTES], self._unread[PIECE_BYTES:]
            super().data_received(piece)
            if self.close_sent:
                self.rest(REST_AFTER_CLOSE_SECONDS)
        if not self._may_read and not self.transport.is_closing():
            self.transport.pause_reading()

    def _resume(self) -> None:
        if self._may_read and not self.transport.is_closing():
            self.transport.resume_reading()
            self._read_on()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        self._waits_for_listener = True

    def rest(self, seconds: float) -> None:
        if self._resting is None and not self.transport.is_closing():
            self.transport.pause_reading()
            self._resting = self.loop.call_later(seconds, self._end_rest)

    def _end_rest(self) -> None:
        self._resting = None
        self._resume()

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        self._count_frame()

    def handle_ping(self) -> None:
        super().handle_ping()
        self._count_frame()

    def handle_pong(self, event: Frame) -> None:
        super().handle_pong(event)
        self._count_frame()

    def _count_frame(self) -> None:
        if self.on_frame is not None:
            self.on_frame()

    # -- the connection --------------------------------------------------------------------------------------------
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
        elif message["type"] == "websocket.close":
            self._count_after_close(len(self._unread))
            self._resume()  # for the client's own close frame

    def listen(self, listener: Listener) -> None:
        """Uvicorn stops reading at each message until `receive` has taken it; a listener takes it at once."""
        events = cast(_Events, self.queue)
        events.listener, self.read_paused, self._waits_for_listener = listener, True, False
        while not events.empty():
            listener(events.get_nowait())
        self._resume()

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
