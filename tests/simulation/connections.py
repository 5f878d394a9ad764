"""A simulated connection between a client and a node: delayed, disordered, cut. The server's end is a WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

from litestar import WebSocket

from niwashi.server.realtime.direct_websocket import SCOPE_KEY, Admission, Listener
from tests.simulation.weather import Weather

HALF_OPEN = 3.0
"""Maximum seconds until the other end notices that a connection is cut."""


class _Way:
    """One direction of a connection."""

    def __init__(self, weather: Weather, random: Random) -> None:
        self._weather, self._random = weather, random
        self._arrived: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._latest = 0.0
        self._listener: Callable[[bytes | None], None] | None = None

    def listen(self, listener: Callable[[bytes | None], None]) -> None:
        """From now on call the listener with what arrives, and with None at the end."""
        self._listener = listener
        while not self._arrived.empty():
            listener(self._arrived.get_nowait())

    def _arrive(self, message: bytes | None) -> None:
        (self._listener or self._arrived.put_nowait)(message)

    def send(self, message: bytes) -> None:
        weather, chance = self._weather, self._random.random
        if chance() < weather.lost:
            return
        self._deliver(message, overtaken=chance() < weather.overtaken)
        if chance() < weather.doubled:
            self._deliver(message, overtaken=True)

    def _deliver(self, message: bytes, overtaken: bool) -> None:
        loop = asyncio.get_running_loop()
        when = loop.time() + self._random.expovariate(1 / self._weather.travel)
        if overtaken:
            when += self._random.uniform(0, 10 * self._weather.travel)
        else:
            self._latest = when = max(when, self._latest + 1e-6)
        loop.call_at(when, self._arrive, message)

    def end(self, after: float) -> None:
        asyncio.get_running_loop().call_later(after, self._arrive, None)

    async def next(self) -> bytes | None:
        """None at the end."""
        return await self._arrived.get()


def _to_event(message: bytes | None) -> Any:
    if message is None:
        return {"type": "websocket.disconnect", "code": 1006}
    return {"type": "websocket.receive", "text": message.decode()}


class SimulatedConnection:
    on_writable: Callable[[], None]
    admission: Admission | None = None
    give_away: Callable[[], tuple[bytes, int] | None]
    """As `DirectWebSocketProtocol` has them."""

    def __init__(self, weather: Weather, random: Random) -> None:
        self.orderly = weather.orderly
        self._random = random
        self._there, self._back = _Way(weather, random), _Way(weather, random)
        self._begun = self._cut = False

    @property
    def is_cut(self) -> bool:
        return self._cut

    def say(self, message: bytes) -> None:
        if not self._cut:
            self._there.send(message)

    async def hear(self, seconds: float) -> bytes:
        """Raises TimeoutError if nothing arrives in time, ConnectionError at the end."""
        async with asyncio.timeout(seconds):
            message = await self._back.next()
        if message is None:
            raise ConnectionError("the connection is cut")
        return message

    def cut(self) -> None:
        """Each end notices after a delay of its own."""
        if not self._cut:
            self._cut = True
            self._there.end(self._random.uniform(0, HALF_OPEN))
            self._back.end(self._random.uniform(0, HALF_OPEN))

    def socket(self, query: str) -> WebSocket[Any, Any, Any]:
        scope: Any = {
            "type": "websocket",
            "path": "/",
            "query_string": query.encode(),
            "headers": [],
            "client": ("10.0.0.1", 1),
            "state": {},
            SCOPE_KEY: self,
        }
        return WebSocket(scope, self._receive, self._send)

    async def _receive(self) -> Any:
        if not self._begun:
            self._begun = True
            return {"type": "websocket.connect"}
        return _to_event(await self._there.next())

    def listen(self, listener: Listener) -> None:
        self._there.listen(lambda message: listener(_to_event(message)))

    def write(self, message: bytes) -> bool:
        """Simulated clients read everything, so the buffer is never full."""
        if not self._cut:
            self._back.send(message)
        return True

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.write(message["text"].encode())
        if message["type"] == "websocket.close":
            self._back.end(0.0)
