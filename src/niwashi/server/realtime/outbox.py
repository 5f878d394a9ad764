"""What waits to be sent to one client. It is bounded: who does not read is dropped, and can come back for the rest."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

MOST_MESSAGES, MOST_BYTES = 256, 2 << 20


class Line(Protocol):
    """Where messages go out."""

    def write(self, message: bytes) -> bool:
        """Whether it was taken; not while the client has much to read already. Never raises: who is gone is gone."""

    async def free(self) -> None:
        """Waits until something is taken again."""


class Outbox:
    def __init__(self, most_messages: int = MOST_MESSAGES, most_bytes: int = MOST_BYTES) -> None:
        self._most_messages, self._most_bytes = most_messages, most_bytes
        self._line: Line | None = None
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._some, self._overflowing = asyncio.Event(), asyncio.Event()
        self._closed = False

    @property
    def overflowed(self) -> bool:
        return self._overflowing.is_set()

    def offer(self, message: bytes) -> None:
        """Never waits: the table has others to tell. Most lines take it at once, and no task need wake up for it."""
        if self._closed or self.overflowed:
            return
        if self._line is not None and not self._waiting and self._line.write(message):
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

    async def empty_into(self, line: Line) -> None:
        """What waits, and whatever is offered from then on, until nothing more comes or too much waits."""
        self._line = line
        while not self.overflowed:
            self._write_waiting(line)
            if self._waiting:
                await line.free()
            elif self._closed:
                return
            else:
                self._some.clear()
                await self._some.wait()

    def _write_waiting(self, line: Line) -> None:
        while self._waiting and line.write(self._waiting[0]):
            self._bytes -= len(self._waiting.popleft())
