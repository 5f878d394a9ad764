"""What waits to be sent to one client. It is bounded: who does not read is dropped, and can come back for the rest."""

from __future__ import annotations

import asyncio
from collections import deque

MOST_MESSAGES, MOST_BYTES = 256, 2 << 20


class Outbox:
    def __init__(self, most_messages: int = MOST_MESSAGES, most_bytes: int = MOST_BYTES) -> None:
        self._most_messages, self._most_bytes = most_messages, most_bytes
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._some, self._overflowing = asyncio.Event(), asyncio.Event()
        self._closed = False

    @property
    def overflowed(self) -> bool:
        return self._overflowing.is_set()

    def offer(self, message: bytes) -> None:
        """Never waits: the table has others to tell."""
        if self._closed or self.overflowed:
            return
        self._waiting.append(message)
        self._bytes += len(message)
        if len(self._waiting) > self._most_messages or self._bytes > self._most_bytes:
            self._overflowing.set()
        self._some.set()

    def close(self) -> None:
        """Nothing more comes; what waits is still sent."""
        self._closed = True
        self._some.set()

    async def overflowing(self) -> None:
        """Waits until too much waits."""
        await self._overflowing.wait()

    async def take(self) -> bytes | None:
        """The next message; None when there will be none."""
        while not self._waiting and not self._closed:
            self._some.clear()
            await self._some.wait()
        if self.overflowed or not self._waiting:
            return None
        message = self._waiting.popleft()
        self._bytes -= len(message)
        return message
