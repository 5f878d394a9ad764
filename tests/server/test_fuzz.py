"""Thousands of malformed messages: each is answered or disconnected, the server survives, and other games go on."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.bystanders import bystanders
from tests.server.process import Guest, ServerProcess, Socket

QUICK, FULL = 3000, 100_000
AT_ONCE = 500
"""Messages over one socket."""
GOOD: list[dict[str, Any]] = [
    {"do": "sit", "name": "Aki", "seat": 0},
    {"do": "leave"},
    {"do": "remove", "seat": 1},
    {"do": "bot", "seat": 1, "level": "casual"},
    {"do": "arrange", "order": [0, 1]},
    {"do": "nonce", "text": "abc"},
    {"do": "start"},
    {"do": "act", "seq": 5, "action": "fJdS", "at": 17},
    {"do": "act", "seq": 0, "action": "pass"},
    {"do": "return"},
    {"do": "think", "on": True},
    {"do": "botact", "seq": 5, "seat": 1, "action": 17},
    {"do": "ready", "auto": True},
    {"do": "seen", "seq": 5},
    {"do": "pong", "n": 1},
    {"do": "back", "seq": 3, "to": 1},
    {"do": "pause"},
    {"do": "resume"},
    {"do": "rematch"},
    {"do": "agree", "seq": 4},
    {"do": "decline", "seq": 4},
]
ODD: list[Any] = [None, True, -1, 0, 1 << 40, 1e308, "", "\0", "\ud800", "a" * 3000, [], {}, [[[[]]]], {"do": "act"}]
BYTES = [b"null", b"-1", b"1e999", b"[[[[", b"\\u0000", b"9" * 40, b'"', b"{}"]


def _mutated(rng: random.Random, table: Socket) -> bytes:
    """A valid request, often one that suits the table's state, with an odd field or a few wrong bytes."""
    request = {**rng.choice(GOOD), "id": f"m{rng.randrange(10**6)}"}
    if "seq" in request and rng.random() < 0.5:
        request["seq"] = table.choices["seq"] if table.choices else max(table.seq, 0)
    if rng.random() < 0.5:
        request[rng.choice([*request, "extra"])] = rng.choice(ODD)
    raw = bytearray(json.dumps(request).encode())
    for _ in range(rng.choice([0, 0, 1, 4])):
        _spoil(raw, rng)
    return bytes(raw[:4000])


def _spoil(raw: bytearray, rng: random.Random) -> None:
    place = rng.randrange(len(raw) + 1)
    match rng.randrange(4):
        case 0:
            raw[place : place + 1] = bytes([rng.randrange(256)])
        case 1:
            del raw[place : place + rng.randint(1, 9)]
        case 2:
            raw[place:place] = raw[place : place + rng.randint(1, 40)]
        case _:
            raw[place:place] = rng.choice(BYTES)


def _is_answered(request: str) -> Callable[[dict[str, Any]], bool]:
    return lambda message: message.get("answer", {}).get("id") == request or "heartbeat" in message


async def _wait_for_an_answer(socket: Socket) -> None:
    """Repeated with every heartbeat, because the server refuses commands while too many are pending."""
    request = socket.guest.request("ready")
    while True:
        await socket.connection.send(json.dumps(request))
        if "answer" in await socket.until(_is_answered(request["id"])):
            return


async def _pester(socket: Socket, messages: int, rng: random.Random) -> None:
    for number in range(messages):
        raw = _mutated(rng, socket)
        await socket.connection.send(raw.decode("utf-8", "replace") if number % 2 else raw)
        if number % 20 == 19:
            await _wait_for_an_answer(socket)


async def _fuzz(server: ServerProcess, messages: int, seed: int) -> None:
    rng, mallory = random.Random(seed), await Guest.arrive(server, "Mallory")
    with bystanders(server):
        for sent in range(0, messages, AT_ONCE):
            target = await mallory.open()
            await mallory.done(target, "sit", name="")
            if rng.random() < 0.7:
                await mallory.done(target, "bot", seat=1, level="beginner")
                await mallory.done(target, "start")
            try:
                async with mallory.socket(target) as socket:
                    await _pester(socket, min(messages - sent, AT_ONCE), rng)
            except ConnectionClosed:
                pass
    assert (await mallory.http.get("/readyz")).text == "ok"
    log = server.log.read_text()
    assert "Traceback" not in log, log[log.index("Traceback") - 500 :]
    assert '"table failed"' not in log
    assert '"socket failed"' not in log


async def test_broken_messages_harm_nobody(server: ServerProcess) -> None:
    await _fuzz(server, QUICK, seed=1)


@pytest.mark.full
async def test_a_hundred_thousand_broken_messages_harm_nobody(server: ServerProcess) -> None:
    await _fuzz(server, FULL, seed=random.SystemRandom().randrange(1 << 30))


async def test_the_api_describes_itself(server: ServerProcess) -> None:
    aki = await Guest.arrive(server, "Aki")
    described = (await aki.http.get("/api/schema/openapi.json")).json()
    asked = described["paths"]["/api/tables/{table}/requests"]["post"]["requestBody"]["content"]["application/json"]
    assert len(asked["schema"]["oneOf"]) >= 19
