"""One attacker in a process of its own: `python -m benchmarks.attack PORT KIND TABLE`.

It prints “ready” once it has come in, attacks while it is told “on”, and rests while it is told “off”.
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import os
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, cast

from benchmarks.wire_client import Refused, request

LINES = 20
"""Connections of one attacker."""
RECONNECTS_PER_SECOND = 1000 / 60
NEWS_AT_ONCE = 20
TROUBLE = (OSError, Refused, TimeoutError, EOFError)
HALF_FRAME = b"\x81\xfe\x04\x00" + bytes(4) + b'{"do":"act","id":"half'
HALF_HEAD = b"GET /api/games HTTP/1.1\r\nHost: x\r\nX-Half"
NEVER_ANSWERED = b'{"do":"act","id":"%d","seq":0,"action":"pass"}'


def stop_reading(writer: asyncio.StreamWriter) -> None:
    """The transport of a socket goes both ways."""
    cast(asyncio.Transport, writer.transport).pause_reading()


class Attacker:
    def __init__(self, port: int, kind: str, table: str) -> None:
        self.port, self.table = port, table
        # What a proxy would tell the server. The honest have others, and so has every other attack: it may have used up
        # what its address is allowed.
        self.address = f"203.0.113.{list(ATTACKS).index(kind) + 1}"
        self.cookie = ""
        self.on = asyncio.Event()

    async def arrive(self) -> None:
        _, self.cookie = await request(self.port, "POST", "/api/session", {"name": "Mallory"}, address=self.address)

    async def ticket(self) -> str:
        found, _ = await request(self.port, "POST", "/api/tickets", {"table": self.table}, self.cookie, self.address)
        return str(found["ticket"])

    async def open_line(self, **options: Any) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A WebSocket after its handshake; whoever reads on gets its frames."""
        reader, writer = await self.knock(await self.ticket(), **options)
        if b" 101 " not in await reader.readuntil(b"\r\n\r\n"):
            raise Refused("no socket")
        return reader, writer

    async def knock(self, ticket: str, **options: Any) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Only the head of a WebSocket's request."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, **options)
        key = base64.b64encode(os.urandom(16)).decode()
        head = [
            f"GET /api/tables/{self.table}/socket?ticket={ticket} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
        ]
        head += ["Upgrade: websocket", "Connection: Upgrade", f"X-Forwarded-For: {self.address}"]
        head += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]
        writer.write("\r\n".join(head).encode())
        return reader, writer

    async def again_and_again(self, attack: Callable[[], Awaitable[None]]) -> None:
        while True:
            await self.on.wait()
            with suppress(*TROUBLE):
                await attack()
            await asyncio.sleep(0.05)  # refused: a program would try again, too

    # -- the attacks ---------------------------------------------------------------------------------------------------
    async def flood(self) -> None:
        """As fast as the server reads."""
        await self._flood(*await self.open_line())

    async def flood_behind_the_head(self) -> None:
        """Without waiting for the answer to it."""
        await self._flood(*await self.knock(await self.ticket()))

    async def flood_without_ticket(self) -> None:
        """Behind the close frame of a socket that was refused."""
        await self._flood(*await self.knock("wrong"))

    async def _flood(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reading = asyncio.create_task(reader.read(-1))
        try:
            await self._send_on(writer)
        finally:
            reading.cancel()
            writer.transport.abort()

    async def never_read(self) -> None:
        """Asks for answers, and reads none of them."""
        reader, writer = await self.open_line(limit=1024)
        stop_reading(writer)
        try:
            await self._send_on(writer, pause=0.05)
        finally:
            writer.transport.abort()
            reader.feed_eof()

    async def _send_on(self, writer: asyncio.StreamWriter, pause: float = 0.0) -> None:
        for number in itertools.count():
            if not self.on.is_set() or writer.is_closing():
                return
            writer.write(frame(NEVER_ANSWERED % number))
            await writer.drain()
            if pause:
                await asyncio.sleep(pause)

    async def never_read_http(self) -> None:
        """Asks for the whole game, and keeps the answers in the server."""
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", self.port))
        reader, writer = await asyncio.open_connection(sock=narrow, limit=1024)
        stop_reading(writer)
        head = f"GET /api/tables/{self.table}/news HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {self.address}\r\n\r\n"
        await self._hold(writer, head.encode() * NEWS_AT_ONCE)
        reader.feed_eof()

    async def half_frame(self) -> None:
        _, writer = await self.open_line()
        await self._hold(writer, HALF_FRAME)

    async def half_head(self) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        await self._hold(writer, HALF_HEAD)

    async def _hold(self, writer: asyncio.StreamWriter, half: bytes) -> None:
        writer.write(half)
        await writer.drain()
        while self.on.is_set() and not writer.is_closing():
            await asyncio.sleep(0.1)
        writer.transport.abort()

    async def reconnect(self) -> None:
        _, writer = await self.open_line()
        writer.transport.abort()
        await asyncio.sleep(LINES / RECONNECTS_PER_SECOND)


ATTACKS = {
    "never reads": Attacker.never_read,
    "floods": Attacker.flood,
    "HTTP not read": Attacker.never_read_http,
    "behind the head": Attacker.flood_behind_the_head,
    "no ticket": Attacker.flood_without_ticket,
    "half a frame": Attacker.half_frame,
    "half a head": Attacker.half_head,
    "reconnects": Attacker.reconnect,
}


def frame(payload: bytes) -> bytes:
    """Masked with zeros, which is valid."""
    assert len(payload) < 126
    return bytes([0x81, 0x80 | len(payload)]) + bytes(4) + payload


async def main(port: str, kind: str, table: str) -> None:
    attacker, orders = Attacker(int(port), kind, table), asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    await attacker.arrive()
    attack = ATTACKS[kind]
    lines = [asyncio.create_task(attacker.again_and_again(lambda: attack(attacker))) for _ in range(LINES)]
    print("ready", flush=True)
    while order := (await orders.readline()).strip():
        attacker.on.set() if order == b"on" else attacker.on.clear()
    for line in lines:
        line.cancel()
    await asyncio.gather(*lines, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
