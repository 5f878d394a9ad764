"""A socket to a table that comes again when it is lost, until it is closed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import quote as in_url

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from niwashi.terminal.tables.http import ServerApi, ServerRefusal
from niwashi.wire.messages import Message

HEARTBEAT_TIMEOUT_SECONDS = 32.0
"""The server sends a heartbeat at least every ten seconds; after three missed ones the connection is dead."""
LEAST_DELAY_SECONDS, MOST_DELAY_SECONDS = 0.5, 10.0
CLOSE_CODE_BASE = 4000
FINAL_STATUSES = (401, 404, 410)
"""No session, no such table, a table that the host has closed: coming again cannot help."""
RELOAD = "table/anew"

_decoder = msgspec.json.Decoder(Message)


class Connection:
    def __init__(
        self,
        api: ServerApi,
        table: str,
        newest: Callable[[], int | None],
        on_message: Callable[[Message], None],
        on_state: Callable[[str], None],
    ) -> None:
        self._api, self._table, self._newest = api, table, newest
        self._on_message, self._on_state = on_message, on_state
        self._socket: ClientConnection | None = None
        self._attempts = 0
        self._wait_seconds: float | None = None
        self._reload = False

    async def run(self) -> None:
        """Until the server says that coming again is useless, which raises a ServerRefusal."""
        while True:
            try:
                await self._stay()
            except ConnectionClosed as end:
                status = end.rcvd.code - CLOSE_CODE_BASE if end.rcvd else 0
                if status in FINAL_STATUSES:
                    raise ServerRefusal("client/closed", end.rcvd.reason if end.rcvd else "", status) from None
            except ServerRefusal as error:
                if error.status in FINAL_STATUSES:
                    raise
            except (OSError, TimeoutError, InvalidHandshake, InvalidURI, msgspec.DecodeError):
                pass
            self._on_state("lost")
            await asyncio.sleep(self._delay())

    async def _stay(self) -> None:
        ticket = await self._api.ask("POST", "tickets", {"table": self._table})
        async with connect(self._address(ticket), max_size=None, close_timeout=1) as socket:
            self._socket = socket
            try:
                self._on_state("open")
                while True:
                    async with asyncio.timeout(HEARTBEAT_TIMEOUT_SECONDS):
                        raw = await socket.recv()
                    self._take(_decoder.decode(raw))
            except asyncio.CancelledError:
                socket.transport.abort()  # whoever leaves does not wait for the server's farewell
                raise
            finally:
                self._socket = None

    def _address(self, ticket: dict[str, str]) -> str:
        since = None if self._reload else self._newest()
        resume = "" if since is None else f"&since={since}"
        path = f"{ticket.get('path', '')}api/tables/{self._table}/socket?ticket={in_url(ticket['ticket'])}{resume}"
        return f"{self._api.base.replace('http', 'ws', 1)}/{path}"

    def _take(self, message: Message) -> None:
        if message.bye is not None:
            self._wait_seconds, self._reload = float(message.bye.seconds), message.bye.code == RELOAD
        elif message.error is None:
            self._attempts = 0
        if message.snapshot is not None:
            self._reload = False
        self._on_message(message)

    def _delay(self) -> float:
        """Half fixed and half random, so that clients do not come all at once."""
        asked, self._wait_seconds = self._wait_seconds, None
        most = min(MOST_DELAY_SECONDS, 2 * LEAST_DELAY_SECONDS * float(1 << min(self._attempts, 10)))
        self._attempts += 1
        return max(LEAST_DELAY_SECONDS, most / 2 + random.random() * most / 2, asked or 0.0)

    async def send(self, text: str) -> bool:
        """False while there is no connection."""
        with suppress(ConnectionClosed):
            if self._socket is not None:
                await self._socket.send(text)
                return True
        return False

    async def resync(self) -> None:
        """Come again from the newest entry seen: something is missing."""
        if self._socket is not None:
            await self._socket.close()
