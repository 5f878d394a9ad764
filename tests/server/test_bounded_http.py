"""A request is bounded in size and time before it is parsed, whoever sends it."""

from __future__ import annotations

import asyncio
import inspect
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import uvicorn
from litestar import Litestar, Request, get, post
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from niwashi.server.http.bounded_http import MAX_HEAD_BYTES, BoundedHttpProtocol, UnreadAnswers

ADVICE = f"uvicorn {uvicorn.__version__} is not what http/bounded_http.py was written for"
PATIENCE = 20.0
BODY = b"x" * (200 << 10)


LONG = "x" * (8 << 20)
"""More than the system takes for a client that does not read."""


class HastyProtocol(BoundedHttpProtocol):
    request_seconds = reading_seconds = 0.3


class StingyProtocol(BoundedHttpProtocol):
    unread_answers = UnreadAnswers(most=len(LONG))


@get("/")
async def greet() -> str:
    return "hello"


@post("/")
async def count(request: Request[Any, Any, Any]) -> int:
    return len(await request.body())


@get("/long")
async def tell_long() -> str:
    return LONG


@asynccontextmanager
async def served(protocol: type[asyncio.Protocol]) -> AsyncIterator[int]:
    config = uvicorn.Config(Litestar([greet, count, tell_long]), port=0, http=protocol, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await serving


async def answer_to(pieces: Iterator[bytes], protocol: type[asyncio.Protocol] = BoundedHttpProtocol) -> tuple[str, int]:
    """The status line of the answer, and how many bytes were sent until then."""
    async with asyncio.timeout(PATIENCE), served(protocol) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        answer, sent = asyncio.create_task(reader.readline()), 0
        try:
            for piece in pieces:
                if answer.done():
                    break
                writer.write(piece)
                await writer.drain()
                sent += len(piece)
            return (await answer).decode().strip(), sent
        finally:
            writer.transport.abort()


def endlessly(beginning: bytes, piece: bytes) -> Iterator[bytes]:
    yield beginning
    while True:
        yield piece


START = b"GET / HTTP/1.1\r\nHost: garden\r\n"
TRAILERS = b"POST / HTTP/1.1\r\nHost: garden\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n"
ENDLESS = {
    "header lines": (START, b"H1: v\r\n" * 1000),
    "a header's value": (START + b"H1: ", b"v" * 8000),
    "a header's name": (START, b"v" * 8000),
    "an address": (b"GET /", b"v" * 8000),
    "trailers": (TRAILERS, b"H1: v\r\n" * 1000),
    "a trailer's value": (TRAILERS + b"H1: ", b"v" * 8000),
}


@pytest.mark.parametrize("pieces", ENDLESS.values(), ids=ENDLESS)
async def test_what_never_ends_is_refused_early(pieces: tuple[bytes, bytes]) -> None:
    try:
        status, sent = await answer_to(endlessly(*pieces))
    except ConnectionError:  # refused while it was still sending
        return
    assert status.split()[1] in ("431", "400")
    assert sent < 64 * MAX_HEAD_BYTES


SLOW = {
    "nothing": b"",
    "a part of a head": START,
    "a part of a body": b"POST / HTTP/1.1\r\nHost: garden\r\nContent-Length: 10\r\n\r\nx",
}


@pytest.mark.parametrize("piece", SLOW.values(), ids=SLOW)
async def test_who_sends_a_part_and_waits_is_sent_away(piece: bytes) -> None:
    status, _ = await answer_to(iter([piece]), HastyProtocol)
    assert "408" in status


async def test_large_bodies_and_several_requests_pass() -> None:
    head = f"POST / HTTP/1.1\r\nHost: garden\r\nContent-Length: {len(BODY)}\r\n\r\n".encode()
    async with asyncio.timeout(PATIENCE), served(HastyProtocol) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(3):
            writer.write(head + BODY)
            answer = await reader.readuntil(str(len(BODY)).encode())
            assert answer.startswith(b"HTTP/1.1 201")
            await asyncio.sleep(HastyProtocol.request_seconds)  # idle between requests is not slow
        writer.close()


# -- answers -----------------------------------------------------------------------------------------------------------
ASK = b"GET /long HTTP/1.1\r\nHost: garden\r\n\r\n"


class Narrow:
    """A client with the smallest buffer that the system allows, which reads only when it is told to."""

    def __init__(self, port: int) -> None:
        self._loop, self._socket = asyncio.get_running_loop(), socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.setblocking(False)
        self._port = port

    async def ask(self, head: bytes = ASK) -> Narrow:
        await self._loop.sock_connect(self._socket, ("127.0.0.1", self._port))
        await self._loop.sock_sendall(self._socket, head)
        return self

    async def read(self, most: int) -> int:
        return len(await self._loop.sock_recv(self._socket, most))

    async def is_cut_off(self) -> bool:
        """Waits for the end, without reading what comes before."""
        with suppress(ConnectionError):
            while True:
                await self._loop.sock_sendall(self._socket, b"\r\n")
                await asyncio.sleep(0.01)
        self.close()
        return True

    def close(self) -> None:
        self._socket.close()


async def test_who_does_not_read_an_answer_is_cut_off_and_nothing_is_kept() -> None:
    async with asyncio.timeout(PATIENCE), served(HastyProtocol) as port:
        one, other = await Narrow(port).ask(), await Narrow(port).ask(ASK.replace(b"1.1", b"1.0"))
        assert await one.is_cut_off()
        assert await other.is_cut_off(), "though uvicorn has closed it"
        assert not HastyProtocol.unread_answers._bytes


async def test_who_reads_slowly_gets_everything() -> None:
    class Steady(BoundedHttpProtocol):
        reading_seconds = 1.0

    async with asyncio.timeout(PATIENCE), served(Steady) as port:
        one, read = await Narrow(port).ask(), 0
        while read < len(LONG):
            found = await one.read(1 << 16)
            assert found, read
            read += found
        one.close()
        assert not Steady.unread_answers._bytes


async def test_what_all_clients_of_an_address_have_not_read_is_bounded() -> None:
    async with asyncio.timeout(PATIENCE), served(StingyProtocol) as port:
        several = [await Narrow(port).ask() for _ in range(3)]
        assert await several[-1].is_cut_off(), "before any time is up"
        for one in several:
            one.close()
    assert not StingyProtocol.unread_answers._bytes


async def test_a_request_that_has_not_arrived_does_not_hold_up_the_shutdown() -> None:
    async with asyncio.timeout(PATIENCE / 4):
        async with served(BoundedHttpProtocol) as port:
            one = await Narrow(port).ask(b"POST / HTTP/1.1\r\nHost: garden\r\nContent-Length: 10\r\n\r\nx")
            await asyncio.sleep(0)
        assert await one.is_cut_off()


@pytest.mark.parametrize("name", [name for name, kept in vars(BoundedHttpProtocol).items() if inspect.isfunction(kept)])
def test_uvicorn_has_the_methods_that_we_override(name: str) -> None:
    ours: Any = vars(BoundedHttpProtocol)[name]
    theirs: Any = vars(HttpToolsProtocol).get(name)
    if name.startswith("_"):
        assert theirs is None, f"{ADVICE}: it has a {name} of its own"
        return
    assert theirs is not None, f"{ADVICE}: {name} is gone"
    assert list(inspect.signature(ours).parameters) == list(inspect.signature(theirs).parameters), ADVICE
