"""A bounded queue of messages to one client. A client that does not read overflows it and is disconnected."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Protocol

MAX_MESSAGES, MAX_BYTES = 256, 2 << 20


class Transport(Protocol):
    on_writable: Callable[[], None]
    """Called when the client's buffer has room again."""

    def write(self, message: bytes) -> bool:
        """Return False while the client's buffer is full. Never raises; a message to a closed socket is dropped."""


class Outbox:
    def __init__(self, max_messages: int = MAX_MESSAGES, max_bytes: int = MAX_BYTES) -> None:
        self._max_messages, self._max_bytes = max_messages, max_bytes
        self._transport: Transport | None = None
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._closed = False
        self.overflowed = False
        self.on_end: Callable[[], None] = lambda: None
        """Called when nothing more will be sent: it was closed and everything is sent, or it has overflowed."""

    @property
    def finished(self) -> bool:
        """It was closed, and everything is sent."""
        return self._closed and not self._waiting

    def offer(self, message: bytes) -> None:
        """Never waits. Most transports take the message at once."""
        if self._closed or self.overflowed:
            return
        if self._transport is not None and not self._waiting and self._transport.write(message):
            return
        self._waiting.append(message)
        self._bytes += len(message)
        too_large = self._bytes > self._max_bytes and len(self._waiting) > 1  # one message may have any size
        if len(self._waiting) > self._max_messages or too_large:
            self.overflowed = True
            self.on_end()

    def close(self) -> None:
        """Accept no more messages; those that wait are still sent."""
        self._closed = True
        self._flush()

    def attach(self, transport: Transport) -> None:
        """Send what waits, and from now on everything, over this transport."""
        self._transport = transport
        transport.on_writable = self._flush
        self._flush()

    def _flush(self) -> None:
        transport = self._transport
        if transport is None or self.overflowed:
            return
        while self._waiting and transport.write(self._waiting[0]):
            self._bytes -= len(self._waiting.popleft())
        if self.finished:
            self.on_end()
