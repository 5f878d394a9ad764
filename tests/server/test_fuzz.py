"""Broken messages by the hundred: each is answered or cut off, the server lives, and others play on undisturbed."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.process import Guest, ServerProcess, Socket
from tests.server.tables import started

GOOD = [
    {"do": "sit", "id": "1", "name": "Aki", "seat": 0},
    {"do": "act", "id": "2", "seq": 5, "action": "fJdS", "at": 17},
    {"do": "bot", "id": "3", "seat": 1, "level": "casual"},
    {"do": "arrange", "id": "4", "order": [0, 1]},
    {"do": "nonce", "id": "5", "text": "abc"},
    {"do": "back", "id": "6", "seq": 3, "to": 1},
    {"do": "ready", "id": "7", "auto": True},
    {"do": "pong", "id": "8", "n": 1},
]


def _mutated(rng: random.Random) -> bytes:
    """A good request with a few bytes changed, left out, doubled or thrown in."""
    raw = bytearray(json.dumps(rng.choice(GOOD)).encode())
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(raw) + 1)
        match rng.randrange(4):
            case 0:
                raw[place : place + 1] = bytes([rng.randrange(256)])
            case 1:
                del raw[place : place + rng.randint(1, 9)]
            case 2:
                raw[place:place] = raw[place : place + rng.randint(1, 40)]
            case _:
                raw[place:place] = rng.choice([b"null", b"-1", b"1e999", b"[[[[", b"\\u0000", b"9" * 40, b'"', b"{}"])
    return bytes(raw)


def _answers(request: str) -> Callable[[dict[str, Any]], bool]:
    return lambda message: message.get("answer", {}).get("id") == request


async def _pester(socket: Socket, messages: int, rng: random.Random) -> None:
    for number in range(messages):
        raw = _mutated(rng)
        await socket.connection.send(raw.decode("utf-8", "replace") if number % 2 else raw)
        if number % 20 == 19:
            request = socket.guest.request("leave")
            await socket.connection.send(json.dumps(request))
            await socket.until(_answers(request["id"]))


async def _fuzz(server: ServerProcess, messages: int, seed: int) -> None:
    table, aki, bo = await started(server)
    mallory = await Guest.arrive(server, "Mallory")
    target = await mallory.open()
    async with aki.socket(table) as first, bo.socket(table) as second:
        playing = asyncio.gather(first.play(10), second.play(10))
        left = messages
        rng = random.Random(seed)
        while left > 0:
            try:
                async with mallory.socket(target) as socket:
                    await _pester(socket, min(left, 500), rng)
            except ConnectionClosed:
                pass
            left -= 500
        assert sum(await playing) >= 10
    assert (await aki.http.get("/readyz")).text == "ok"
    log = server.log.read_text()
    assert "Traceback" not in log, log[log.index("Traceback") - 500 :]


async def test_broken_messages_harm_nobody(server: ServerProcess) -> None:
    await _fuzz(server, 500, seed=1)


@pytest.mark.full
async def test_a_hundred_thousand_broken_messages_harm_nobody(server: ServerProcess) -> None:
    await _fuzz(server, 100_000, seed=random.SystemRandom().randrange(1 << 30))


async def test_the_api_describes_itself(server: ServerProcess) -> None:
    aki = await Guest.arrive(server, "Aki")
    described = (await aki.http.get("/api/schema/openapi.json")).json()
    asked = described["paths"]["/api/tables/{table}/requests"]["post"]["requestBody"]["content"]["application/json"]
    assert len(asked["schema"]["oneOf"]) >= 19
