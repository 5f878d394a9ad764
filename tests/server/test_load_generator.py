"""Both load generators understand the server's messages exactly, however they are cut."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import numpy as np
import pytest

from benchmarks.generator import DONE, REFUSED, Generator, GeneratorFailed, compile_generator, running_generator
from tests.server.process import PATIENCE

TRICKY = {"text": 'a "quoted" } ] , \\', "seq": 99, "actions": ["no"], "nested": [{"seq": 98}, "}]", [[], {}]]}
ACTION = "place 0,3r"
COMPILED = compile_generator()
GENERATORS = {"Python": [sys.executable, "-m", "benchmarks.slow_generator"]}
if COMPILED is not None:  # a machine without a C compiler measures with the other one
    GENERATORS["C"] = [str(COMPILED)]


class Script:
    """A WebSocket server for one client; sends in tiny pieces."""

    def __init__(self, piece: int) -> None:
        self._piece = piece
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.connected = asyncio.Event()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.head = (await reader.readuntil(b"\r\n\r\n")).decode()
        self.reader, self.writer = reader, writer
        await self._write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n")
        self.connected.set()

    async def _write(self, data: bytes) -> None:
        assert self.writer is not None
        for at in range(0, len(data), self._piece):
            self.writer.write(data[at : at + self._piece])
            await self.writer.drain()
            await asyncio.sleep(0)

    async def say(self, message: dict[str, Any]) -> None:
        payload = json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode()
        size = bytes([len(payload)]) if len(payload) < 126 else bytes([126]) + len(payload).to_bytes(2, "big")
        await self._write(b"\x81" + size + payload)

    async def hear(self) -> dict[str, Any]:
        assert self.reader is not None
        async with asyncio.timeout(PATIENCE):
            head = await self.reader.readexactly(2)
            size = head[1] & 127
            if size == 126:
                size = int.from_bytes(await self.reader.readexactly(2), "big")
            assert await self.reader.readexactly(4) == bytes(4)
            return dict(json.loads(await self.reader.readexactly(size)))


def snapshot(seq: int) -> dict[str, Any]:
    choices = {"seat": 0, "before": TRICKY, "seq": seq, "actions": [ACTION], "blocked": TRICKY}
    return {"snapshot": {"story": [TRICKY], "seq": seq, "choices": choices, "view": TRICKY}}


@pytest.fixture(params=GENERATORS)
def words(request: pytest.FixtureRequest) -> list[str]:
    return GENERATORS[request.param]


@asynccontextmanager
async def connected(generator: Generator, first: dict[str, Any], piece: int = 1000) -> AsyncIterator[Script]:
    """A client whose first message is this one."""
    script = Script(piece)
    async with await asyncio.start_server(script.accept, "127.0.0.1", 0) as server:
        port = int(server.sockets[0].getsockname()[1])
        opening = asyncio.create_task(generator.open_socket(0, 0, port, "/socket?ticket=x"))
        async with asyncio.timeout(PATIENCE):
            await script.connected.wait()
            await script.say(first)
            await opening
        yield script
        assert script.writer is not None
        script.writer.transport.abort()
        with suppress(OSError):
            await script.writer.wait_closed()


def _run(generator: Generator, count: int = 1) -> asyncio.Task[Any]:
    return asyncio.create_task(generator.run(np.zeros(count), np.zeros(count, np.int64)))


@pytest.mark.parametrize("piece", [1, 7, 100_000])
async def test_an_offered_action_is_sent_answered_and_heard(words: list[str], piece: int) -> None:
    async with running_generator(words) as generator, connected(generator, snapshot(41), piece) as script:
        running = _run(generator, 2)
        asked = await script.hear()
        assert (asked["do"], asked["seq"], asked["action"]) == ("act", 41, ACTION)
        await script.say({"news": [{"seq": 42, "event": TRICKY}, {"at": TRICKY, "seq": 43}]})
        await script.say({"choices": {"seat": 0, "seq": 43, "actions": ["a\\u00e9", "a\\u00e9"], "sums": [[]]}})
        await script.say({"answer": {"answer": "done", "id": asked["id"], "seq": 43}})
        again = await script.hear()
        await script.say({"answer": {"answer": "refused", "id": again["id"], "code": "c", "sentence": "}"}})
        report = (await running).actions
        assert report["outcome"].tolist() == [DONE, REFUSED]
        assert (report["due"] <= report["sent"]).all()
        assert (report["sent"] <= report["answered"]).all()
        assert report["sent"][0] <= report["heard"][0] <= report["answered"][0]
        assert await generator.idle_tables() == {0}


async def test_a_lost_client_comes_back_at_its_last_entry(words: list[str]) -> None:
    async with running_generator(words) as generator:
        async with connected(generator, snapshot(41)) as script:
            assert "since" not in script.head
            await generator.drop()
        async with connected(generator, {"news": [{"seq": 42, "event": None}]}) as again:
            assert "GET /socket?ticket=x&since=41 HTTP/1.1" in again.head


@pytest.mark.parametrize("told", [41, 43])
async def test_an_entry_that_is_missing_or_doubled_ends_the_run(words: list[str], told: int) -> None:
    async with running_generator(words) as generator, connected(generator, snapshot(41)) as script:
        running = _run(generator)
        await script.hear()
        await script.say({"news": [{"seq": told, "event": None}]})
        with pytest.raises(GeneratorFailed):
            await running
