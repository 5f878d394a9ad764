"""A bounded queue of messages to one client. A client that does not read overflows it and is disconnected."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

MAX_MESSAGES, MAX_BYTES = 256, 2 << 20


class Transport(Protocol):
    def write(self, message: bytes) -> bool:
        """Return False while the client's buffer is full. Never raises; a message to a closed socket is dropped."""

    async def wait_writable(self) -> None: ...


class Outbox:
    def __init__(self, max_messages: int = MAX_MESSAGES, max_bytes: int = MAX_BYTES) -> None:
        self._max_messages, self._max_bytes = max_messages, max_bytes
        self._transport: Transport | None = None
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._available, self._overflow = asyncio.Event(), asyncio.Event()
        self._closed = False

    @property
    def overflowed(self) -> bool:
        return self._overflow.is_set()

    def offer(self, message: bytes) -> None:
        """Never waits. Most transports take the message at once, without waking a task."""
        if self._closed or self.overflowed:
            return
        if self._transport is not None and not self._waiting and self._transport.write(message):
            return
        self._waiting.append(message)
        self._bytes += len(message)
        too_large = self._bytes > self._max_bytes and len(self._waiting) > 1  # one message may have any size
        if len(self._waiting) > self._max_messages or too_large:
            self._overflow.set()
        self._available.set()

    def close(self) -> None:
        """Accept no more messages; those that wait are still sent."""
        self._closed = True
        self._available.set()

    async def wait_overflow(self) -> None:
        await self._overflow.wait()

    async def drain_into(self, transport: Transport) -> None:
        """Send everything until the outbox is closed or overflows."""
        self._transport = transport
        while not self.overflowed:
            self._write_waiting(transport)
            if self._waiting:
                await transport.wait_writable()
            elif self._closed:
                return
            else:
                self._available.clear()
                await self._available.wait()

    def _write_waiting(self, transport: Transport) -> None:
        while self._waiting and transport.write(self._waiting[0]):
            self._bytes -= len(self._waiting.popleft())
