"""An HTTP protocol that limits a request's head and the time it takes, and answers that nobody reads.

Uvicorn limits neither.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from niwashi.server.access.security import address_of
from niwashi.server.realtime.direct_websocket import SCOPE_KEY
from niwashi.server.realtime.tcp_info import read_handshake

MAX_HEAD_BYTES = 32 << 10
"""Of a request line with its headers, and of the trailers behind a body. Browsers send 1 to 4 KiB."""
REQUEST_SECONDS = 30.0
"""How long a client may take to send one request, from its connection or its first byte to its last."""
READING_SECONDS = 30.0
"""Who reads nothing of an answer for so long is cut off. The system tells of what was read only now and then."""
MAX_UNREAD_BYTES = 64 << 20
"""Of all answers to one address that its clients have not read yet; what the system holds does not count."""


class UnreadAnswers:
    """How many bytes each address still has to read, of the answers that the system could not take at once."""

    def __init__(self, most: int = MAX_UNREAD_BYTES) -> None:
        self._most, self._bytes = most, Counter[str]()

    def add(self, address: str, size: int) -> bool:
        """Whether the address may have so many."""
        self._bytes[address] += size
        return self._bytes[address] <= self._most

    def remove(self, address: str, size: int) -> None:
        self._bytes[address] -= size
        if not self._bytes[address]:
            del self._bytes[address]


class BoundedHttpProtocol(HttpToolsProtocol):
    """Counts the bytes since a request's start or its last piece of body: the parser keeps all of them.

    The body itself is bounded by Litestar, which stops reading at its limit. Of an answer, one piece at a time waits to
    be sent: uvicorn hands over the next one when the system has taken the one before.
    """

    request_seconds, reading_seconds = REQUEST_SECONDS, READING_SECONDS
    unread_answers = UnreadAnswers()
    _kept_bytes = 0
    _deadline: asyncio.TimerHandle | None = None
    _unread: tuple[str, int] | None = None
    """What this connection's client has to read: its address, and how many bytes they were when that began."""
    _reading: asyncio.TimerHandle | None = None
    handshake: int | None = None
    """The round trip of the connection's handshake, in microseconds."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # so that we are told of everything that is not read at once
        self.handshake = read_handshake(transport.get_extra_info("socket"))
        self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_deadline()
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._kept_bytes += len(data)
        super().data_received(data)
        if self._kept_bytes > MAX_HEAD_BYTES and not self.transport.is_closing():
            self._refuse(431, f"the head of a request may have {MAX_HEAD_BYTES >> 10} KiB")

    def handle_websocket_upgrade(self) -> None:
        self._stop_deadline()
        self._stop_waiting()
        self.transport.set_write_buffer_limits()
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        cast(dict[str, Any], self.scope)[SCOPE_KEY] = self
        if self._deadline is None:
            self._start_deadline()

    def on_body(self, body: bytes) -> None:
        self._kept_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._kept_bytes = 0
        self._stop_deadline()
        super().on_message_complete()

    def shutdown(self) -> None:
        """A request that has not arrived by now would hold the shutdown up for as long as it may take."""
        if self._request is not None and self._request.more_body:
            self.transport.abort()
        else:
            super().shutdown()

    @property
    def _request(self) -> RequestResponseCycle | None:
        """The newest. There is none before the first."""
        return self.cycle

    # -- answers that are not read ---------------------------------------------------------------------------------
    def pause_writing(self) -> None:
        """The system has not taken all of an answer."""
        super().pause_writing()
        size = self.transport.get_write_buffer_size()
        address = address_of(self._request.scope["client"] if self._request else self.client)
        self._unread = (address, size)
        if self.unread_answers.add(address, size):
            self._await_reading(size)
        else:
            self.transport.abort()

    def resume_writing(self) -> None:
        """It has taken everything."""
        super().resume_writing()
        self._stop_waiting()

    def _await_reading(self, size: int) -> None:
        self._reading = self.loop.call_later(self.reading_seconds, self._check_reading, size)

    def _check_reading(self, before: int) -> None:
        size = self.transport.get_write_buffer_size()
        if size == before:
            self.transport.abort()
        else:
            self._await_reading(size)

    def _stop_waiting(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
        if self._unread is not None:
            self.unread_answers.remove(*self._unread)
            self._unread = None

    # -- requests that do not arrive -------------------------------------------------------------------------------
    def _start_deadline(self) -> None:
        self._deadline = self.loop.call_later(self.request_seconds, self._on_deadline)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _on_deadline(self) -> None:
        if not self.transport.is_closing():
            self._refuse(408, f"a request must arrive within {self.request_seconds:g} seconds")

    def _refuse(self, status: int, sentence: str) -> None:
        headers = f"content-type: text/plain; charset=utf-8\r\ncontent-length: {len(sentence)}\r\nconnection: close\r\n"
        self.transport.write(STATUS_LINE[status] + f"{headers}\r\n{sentence}".encode())
        self.transport.close()
