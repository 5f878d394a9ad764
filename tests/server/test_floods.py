"""Floods: who sends too fast is not read on, and who has used up a rate is refused before anything is computed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
import uvicorn
from uvicorn.server import ServerState

from niwashi.server.access.accounts import Person
from niwashi.server.application import Application
from niwashi.server.http.early_refusal import EarlyRefusal
from niwashi.server.http.sockets import MAX_RATE_ERRORS, REST_SECONDS, _FrameReader
from niwashi.server.ops.rate_limits import Rate
from niwashi.server.realtime.connections import Connection
from niwashi.server.realtime.direct_websocket import MAX_BYTES_AFTER_CLOSE, PIECE_BYTES, DirectWebSocketProtocol
from niwashi.server.settings import Settings
from tests.server.transports import RecordingTransport

ADDRESS = "10.0.0.1"
PING, EMPTY_TEXT, EMPTY_PART = (bytes([kind, 0x80]) + bytes(4) for kind in (0x89, 0x81, 0x01))
"""The smallest frames that a client can send, masked."""
EMPTY_CONTINUATION = bytes([0x00, 0x80]) + bytes(4)
BURST = 60
REQUEST = (
    b"GET /x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Transport:
    """Counts what is written, and knows whether it is read."""

    def __init__(self) -> None:
        self.reads, self.closing, self.written = True, False, 0

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True

    def write(self, data: bytes) -> None:
        self.written += len(data)

    def is_closing(self) -> bool:
        return self.closing

    def get_extra_info(self, name: str) -> Any:
        return (ADDRESS, 1) if name in ("peername", "sockname") else None

    def close(self) -> None:
        self.closing = True

    abort = close


async def opened(behind_the_head: bytes = b"") -> tuple[DirectWebSocketProtocol, Transport]:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        await asyncio.Event().wait()

    config = uvicorn.Config(cast(Any, app), lifespan="off", log_config=None, ws_ping_interval=None)
    config.load()
    protocol, transport = DirectWebSocketProtocol(config, ServerState(), {}), Transport()
    protocol.connection_made(cast(Any, transport))
    protocol.data_received(REQUEST + behind_the_head)
    while not protocol.handshake_complete:
        await asyncio.sleep(0)
    return protocol, transport


@pytest.mark.parametrize("frames", [PING * 40_000, EMPTY_TEXT * 40_000, EMPTY_PART + EMPTY_CONTINUATION * 40_000])
async def test_of_what_arrived_only_as_much_is_parsed_as_the_client_may_send(frames: bytes) -> None:
    protocol, transport = await opened()
    taken = 0

    def take(*_: Any) -> None:
        nonlocal taken
        taken += 1
        if taken >= BURST:
            protocol.rest(3600)

    protocol.listen(take)
    protocol.on_frame = take
    protocol.data_received(frames)
    assert BURST <= taken <= BURST + PIECE_BYTES // len(PING)
    assert not transport.reads
    taken, before = 0, taken
    protocol._end_rest()
    assert 0 < taken <= before, "what was held back is read on"
    protocol.connection_lost(None)
    assert cast(asyncio.TimerHandle, protocol._resting).cancelled()


class Counted:
    """How many frames were parsed, and what each of them causes."""

    def __init__(self, protocol: DirectWebSocketProtocol, then: Callable[[], None] = lambda: None) -> None:
        self.number, self._then = 0, then
        protocol.on_frame = self

    def __call__(self, *_: Any) -> None:
        self.number += 1
        self._then()


async def test_behind_the_head_nothing_is_read_until_somebody_listens() -> None:
    """The socket may go to another process, and a table may have to be loaded: what came stays in the system."""
    protocol, transport = await opened(PING * 40_000)
    counted = Counted(protocol)
    assert not transport.reads
    assert len(protocol._unread) > 39_000 * len(PING)
    protocol.data_received(PING)  # which the system had read already
    assert not counted.number
    assert not transport.reads
    protocol.listen(lambda _: None)
    assert transport.reads
    assert 39_000 < counted.number <= 40_001


async def test_nothing_is_read_if_what_waited_for_the_listener_was_too_much() -> None:
    protocol, transport = await opened(EMPTY_TEXT)
    protocol.listen(lambda _: protocol.rest(3600))
    assert not transport.reads
    protocol.data_received(EMPTY_TEXT * 40_000)
    assert len(protocol._unread) == 40_000 * len(EMPTY_TEXT)
    protocol.connection_lost(None)


async def test_of_what_follows_our_close_little_is_parsed_at_once() -> None:
    protocol, transport = await opened()
    await protocol.send({"type": "websocket.close", "code": 1012, "reason": "reconnect"})
    counted = Counted(protocol)
    most = -(-PIECE_BYTES // len(PING))
    protocol.data_received(PING * 1000)
    for pieces in (1, 2, 3):
        assert 0 < counted.number <= most * pieces
        assert (transport.reads, transport.closing) == (False, False)
        cast(asyncio.TimerHandle, protocol._resting).cancel()
        protocol._end_rest()
    protocol.connection_lost(None)


async def test_who_sends_on_after_our_close_is_cut_off() -> None:
    protocol, transport = await opened()
    await protocol.send({"type": "websocket.close", "code": 1012, "reason": "reconnect"})
    protocol.data_received(PING * (MAX_BYTES_AFTER_CLOSE // len(PING)))
    assert not transport.closing
    counted = Counted(protocol)
    protocol.data_received(PING)
    assert (counted.number, transport.closing) == (0, True)


async def test_what_waited_behind_the_head_counts_after_our_close() -> None:
    protocol, transport = await opened(PING * 40_000)
    counted = Counted(protocol)
    await protocol.send({"type": "websocket.close", "code": 4403, "reason": "no ticket"})
    assert (counted.number, transport.closing) == (0, True)


async def test_a_refused_client_that_answers_our_close_is_not_cut_off() -> None:
    protocol, transport = await opened(PING)
    await protocol.send({"type": "websocket.close", "code": 4403, "reason": "no ticket"})
    assert (transport.reads, transport.closing) == (True, False)
    protocol.data_received(bytes([0x88, 0x82]) + bytes(4) + (1000).to_bytes(2, "big"))
    assert transport.closing, "politely"


class RestingTransport:
    def __init__(self) -> None:
        self.rests: list[float] = []

    def rest(self, seconds: float) -> None:
        self.rests.append(seconds)


def reader_of(
    made: Application, read: Callable[[bytes], bool]
) -> tuple[_FrameReader, Connection, RestingTransport, list[bytes]]:
    transport, written = RestingTransport(), RecordingTransport()
    connection = Connection(Person("a1", "Aki", True), ADDRESS, "t1")
    connection.outbox.attach(written)
    return _FrameReader(made, connection, cast(Any, transport), read), connection, transport, written.heard


@pytest.fixture
def made(tmp_path: Path) -> Application:
    rate = Rate(0.001, BURST)
    return Application(Settings(store=str(tmp_path / "store.sqlite"), per_connection=rate, per_address=rate))


async def test_who_sends_too_fast_is_told_rests_and_is_closed_in_the_end(made: Application) -> None:
    taken: list[bytes] = []

    def take(message: bytes) -> bool:
        taken.append(message)
        return True

    reader, connection, transport, offered = reader_of(made, take)
    for number in range(BURST + MAX_RATE_ERRORS):
        assert not connection.ended.is_set()
        reader({"type": "websocket.receive", "text": str(number)})
    assert taken == [b"%d" % number for number in range(BURST)]
    assert transport.rests == [REST_SECONDS] * MAX_RATE_ERRORS
    assert [msgspec.json.decode(one)["error"]["code"] for one in offered] == ["limits/rate"] * MAX_RATE_ERRORS
    assert connection.ended.is_set()


async def test_a_persons_rate_counts_as_much_as_the_connections(made: Application) -> None:
    reader, _, transport, offered = reader_of(made, lambda _: False)
    reader({"type": "websocket.receive", "text": "one too many of this person"})
    assert transport.rests == [REST_SECONDS]
    assert len(offered) == 1


async def test_excess_counts_against_the_address(made: Application) -> None:
    reader, connection, _, _ = reader_of(made, lambda _: False)
    made.connections.add(connection)
    for _ in range(MAX_RATE_ERRORS):
        reader.count_frame()
        reader({"type": "websocket.receive", "text": ""})
    made.connections.discard(connection)
    assert not made.limits.addresses.has(ADDRESS)
    assert made.limits.addresses.has("10.0.0.2")


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_who_has_used_up_a_rate_is_refused_before_anything_is_computed(made: Application, kind: str) -> None:
    sent, passed = list[Any](), list[str]()

    async def send(message: Any) -> None:
        sent.append(message)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        passed.append(scope["path"])

    async def ask(path: str, client: str = ADDRESS) -> None:
        scope: Any = {"type": kind, "path": path, "client": (client, 1)}
        await EarlyRefusal(made, app)(scope, cast(Any, None), send)

    await ask("/api/games")
    made.limits.addresses.charge(ADDRESS, BURST)
    await ask("/api/games")
    assert passed == ["/api/games"]
    assert [message["status"] for message in sent if "status" in message] == [429]
    assert msgspec.json.decode(sent[-1]["body"])["code"] == "limits/rate"
    for path, client in (("/healthz", ADDRESS), ("/assets/board.js", ADDRESS), ("/api/games", "10.0.0.2")):
        await ask(path, client)
    assert len(passed) == 4
