"""A minimal HTTP and WebSocket client: it shares two cores with the server that it measures, so it must cost little."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Any, cast

import msgspec


class Refused(Exception):
    """The server refused a request."""


async def request(
    port: int, method: str, path: str, body: Any = None, cookie: str = "", address: str = ""
) -> tuple[Any, str]:
    """The decoded response and its cookie. `address` is what a proxy would tell a server behind it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    raw = msgspec.json.encode(body) if body is not None else b""
    head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close"]
    head += ["Content-Type: application/json", f"Content-Length: {len(raw)}"]
    head += [f"Cookie: {cookie}"] if cookie else []
    head += [f"X-Forwarded-For: {address}"] if address else []
    writer.write("\r\n".join([*head, "", ""]).encode() + raw)
    try:
        answer = await reader.read()
    finally:
        writer.close()  # a server that is killed resets the connection
    await writer.wait_closed()
    status, _, rest = answer.partition(b"\r\n")
    headers, _, told = rest.partition(b"\r\n\r\n")
    if not status.startswith((b"HTTP/1.1 2", b"HTTP/1.0 2")):
        raise Refused(f"{method} {path}: {status.decode()} {told[:200].decode(errors='replace')}")
    return (msgspec.json.decode(told) if told.startswith((b"{", b"[")) else told.decode()), _cookie(headers)


def _cookie(headers: bytes) -> str:
    for line in headers.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"set-cookie":
            return value.split(b";")[0].strip().decode()
    return ""


# -- sockets -----------------------------------------------------------------------------------------------------------
TIMEOUT_SECONDS = 30.0
TEXT, PING, PONG = 1, 9, 10
LENGTH_16_BITS, LENGTH_64_BITS = 126, 127
Hear = Callable[[bytes, float], None]


class Socket(asyncio.Protocol):
    """Calls `hear` with each text message and its time of arrival."""

    def __init__(self, port: int, path: str, hear: Hear) -> None:
        self._loop = asyncio.get_running_loop()
        self._port, self._path, self._hear = port, path, hear
        self._buffer = bytearray()
        self._open = False
        self.opened: asyncio.Future[None] = self._loop.create_future()
        self.closed: asyncio.Future[None] = self._loop.create_future()
        self._transport: asyncio.Transport | None = None

    async def connect(self) -> None:
        await self._loop.create_connection(lambda: self, "127.0.0.1", self._port)
        await asyncio.wait_for(self.opened, TIMEOUT_SECONDS)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        head = [f"GET {self._path} HTTP/1.1", f"Host: 127.0.0.1:{self._port}", "Upgrade: websocket"]
        head += ["Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]
        self._transport.write("\r\n".join(head).encode())

    def data_received(self, data: bytes) -> None:
        now = self._loop.time()
        self._buffer += data
        if not self._open and not self._finish_handshake():
            return
        while (frame := self._frame()) is not None:
            code, payload = frame
            if code == TEXT:
                self._hear(payload, now)
            elif code == PING:
                self._send(PONG, payload)

    def _finish_handshake(self) -> bool:
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        if not end:
            return False
        if self.opened.done():  # the caller has given up
            return False
        if b" 101 " not in head.split(b"\r\n")[0]:
            self.opened.set_exception(Refused(head[:200].decode(errors="replace")))
            return False
        self._open, self._buffer = True, rest
        self.opened.set_result(None)
        return True

    def _frame(self) -> tuple[int, bytes] | None:
        """The next complete frame. Servers do not mask frames, and ours does not fragment messages."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1] & 127, 2
        if length in (LENGTH_16_BITS, LENGTH_64_BITS):
            start = 4 if length == LENGTH_16_BITS else 10
            length = int.from_bytes(buffer[2:start], "big") if len(buffer) >= start else 1 << 40
        if len(buffer) < start + length:
            return None
        payload = bytes(buffer[start : start + length])
        code = buffer[0] & 15
        del buffer[: start + length]
        return code, payload

    def send(self, message: bytes) -> None:
        self._send(TEXT, message)

    def _send(self, code: int, payload: bytes) -> None:
        """Masked with zeros, which is valid and leaves the payload unchanged."""
        size = len(payload)
        length = (
            bytes([128 | size]) if size < LENGTH_16_BITS else bytes([128 | LENGTH_16_BITS]) + size.to_bytes(2, "big")
        )
        if self._transport is not None:
            self._transport.write(bytes([128 | code]) + length + bytes(4) + payload)

    def drop(self) -> None:
        """Disconnect without a close frame, as a lost connection does."""
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, _: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(Refused("the connection was lost"))
        if not self.closed.done():
            self.closed.set_result(None)
