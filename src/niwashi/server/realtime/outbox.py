"""What waits to be sent to one client. It is bounded: who does not read is dropped, and can come back for the rest."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

MAX_MESSAGES, MAX_BYTES = 256, 2 << 20


class Transport(Protocol):
    """Where messages go out."""

    def write(self, message: bytes) -> bool:
        """Whether it was taken; not while the client has much to read already. Never raises: who is gone is gone."""

    async def wait_writable(self) -> None:
        """Waits until something is taken again."""


class Outbox:
    def __init__(self, max_messages: int = MAX_MESSAGES, max_bytes: int = MAX_BYTES) -> None:
        self._most_messages, self._most_bytes = max_messages, max_bytes
        self._transport: Transport | None = None
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._available, self._overflow = asyncio.Event(), asyncio.Event()
        self._closed = False

    @property
    def overflowed(self) -> bool:
        return self._overflow.is_set()

    def offer(self, message: bytes) -> None:
        """Never waits: the table has others to tell. Most lines take it at once, and no task need wake up for it."""
        if self._closed or self.overflowed:
            return
        if self._transport is not None and not self._waiting and self._transport.write(message):
            return
        self._waiting.append(message)
        self._bytes += len(message)
        if len(self._waiting) > self._most_messages or self._bytes > self._most_bytes:
            self._overflow.set()
        self._available.set()

    def close(self) -> None:
        """Nothing more comes; what waits is still sent."""
        self._closed = True
        self._available.set()

    async def wait_overflow(self) -> None:
        """Waits until too much waits."""
        await self._overflow.wait()

    async def drain_into(self, transport: Transport) -> None:
        """What waits, and whatever is offered from then on, until nothing more comes or too much waits."""
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
