"""A transport that records every message."""

from __future__ import annotations

import asyncio


class RecordingTransport:
    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.is_free = asyncio.Event()
        self.is_free.set()

    def write(self, message: bytes) -> bool:
        if self.is_free.is_set():
            self.heard.append(message)
        return self.is_free.is_set()

    async def wait_writable(self) -> None:
        await self.is_free.wait()
