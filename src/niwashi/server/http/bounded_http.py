"""An HTTP protocol that limits the size of a request's head and the time it takes, which uvicorn does not."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

MAX_HEAD_BYTES = 32 << 10
"""Of a request line with its headers, and of the trailers behind a body. Browsers send 1 to 4 KiB."""
REQUEST_SECONDS = 30.0
"""How long a client may take to send one request, from its connection or its first byte to its last."""


class BoundedHttpProtocol(HttpToolsProtocol):
    """Counts the bytes since a request's start or its last piece of body: the parser keeps all of them.

    The body itself is bounded by Litestar, which stops reading at its limit.
    """

    request_seconds = REQUEST_SECONDS
    _kept_bytes = 0
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._kept_bytes += len(data)
        super().data_received(data)
        if self._kept_bytes > MAX_HEAD_BYTES and not self.transport.is_closing():
            self._refuse(431, f"the head of a request may have {MAX_HEAD_BYTES >> 10} KiB")

    def handle_websocket_upgrade(self) -> None:
        self._stop_deadline()
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._deadline is None:
            self._start_deadline()

    def on_body(self, body: bytes) -> None:
        self._kept_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._kept_bytes = 0
        self._stop_deadline()
        super().on_message_complete()

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
