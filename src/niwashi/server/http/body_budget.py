"""How many bytes of bodies a server holds at once, of all clients and of each address."""

from __future__ import annotations

from collections import Counter
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from niwashi.server.access.security import SAFE_METHODS, address_of
from niwashi.server.errors import RetryLater
from niwashi.server.ops.rate_limits import TooManyRequests

MAX_BYTES = 128 << 20
MAX_BYTES_OF_ADDRESS = 16 << 20
"""Four of the largest bodies. Decoded, each may take several times as much."""


class BodyBudget:
    """A body counts from its first byte until its request is answered: unfinished ones, and those that wait."""

    def __init__(self, app: ASGIApp, most: int = MAX_BYTES, most_of_address: int = MAX_BYTES_OF_ADDRESS) -> None:
        self._app, self._most, self._most_of_address = app, most, most_of_address
        self._held = 0
        self._of_address = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] in SAFE_METHODS:
            await self._app(scope, receive, send)
            return
        address, held = address_of(scope.get("client")), 0

        async def receive_counted() -> Any:
            nonlocal held
            message = await receive()
            size = len(message.get("body", b""))  # type: ignore[arg-type]  # absent at a disconnection
            self._check(address, size)
            self._hold(address, size)
            held += size
            return message

        try:
            await self._app(scope, receive_counted, send)
        finally:
            self._hold(address, -held)

    def _check(self, address: str, size: int) -> None:
        if self._of_address[address] + size > self._most_of_address:
            sentence = f"at most {self._most_of_address >> 20} MiB may be under way from you; wait for the answers"
            raise TooManyRequests("limits/under-way", sentence)
        if self._held + size > self._most:
            raise RetryLater("server/full", "too many large requests; try again later")

    def _hold(self, address: str, size: int) -> None:
        self._held += size
        self._of_address[address] += size
        if not self._of_address[address]:
            del self._of_address[address]
