"""Tables with seated people."""

from __future__ import annotations

import asyncio
import re
import time
from typing import Any

import httpx

from tests.server.process import PATIENCE, Guest, ServerProcess


async def seated(server: ServerProcess, game: str = "miyabi", **fields: Any) -> tuple[str, Guest, Guest]:
    """Two guests at a table that has not started."""
    aki, bo = await Guest.arrive(server, "Aki"), await Guest.arrive(server, "Bo")
    table = await aki.open(game, **fields)
    await aki.done(table, "sit", name="")
    await bo.done(table, "sit", name="")
    return table, aki, bo


async def started(server: ServerProcess, game: str = "miyabi", **fields: Any) -> tuple[str, Guest, Guest]:
    table, aki, bo = await seated(server, game, **fields)
    await aki.done(table, "start")
    return table, aki, bo


async def to_act(table: str, *guests: Guest) -> tuple[Guest, Guest, list[str]]:
    """The guest to act, the other guest, and the legal actions."""
    for guest in guests:
        snapshot = (await guest.http.get(f"/api/tables/{table}")).json()
        if choices := snapshot.get("choices"):
            (other,) = [one for one in guests if one is not guest]
            return guest, other, choices["actions"]
    raise AssertionError("somebody is to act")


async def ask_for_hint(guest: Guest, table: str) -> httpx.Response:
    """Asks again where the server says so: on a busy machine the first worker takes long to load its kernels."""
    while (answer := await guest.http.post(f"/api/tables/{table}/hints")).status_code == 503:
        await asyncio.sleep(float(answer.headers.get("retry-after", "1")))
    return answer


async def reviewed(guest: Guest, table: str) -> dict[str, Any]:
    """Wait for the review and return it; its progress must never decrease."""
    begun = await guest.http.post(f"/api/tables/{table}/analysis")
    assert begun.status_code == 202, begun.text
    progress, done, end = begun.json(), 0, time.monotonic() + PATIENCE
    while progress["state"] == "running":
        assert progress.get("done", 0) >= done
        assert time.monotonic() < end
        done = progress.get("done", 0)
        await asyncio.sleep(0.05)
        progress = (await guest.http.get(f"/api/tables/{table}/analysis")).json()
    assert progress["state"] == "done", progress
    assert progress["done"] == progress["of"] == len(progress["review"]["judgements"])
    return dict(progress["review"])


def bot_actions(server: ServerProcess) -> dict[str, int]:
    """By who computed them, as the server counts."""
    return _by_whom(server, "niwashi_bot_actions_total")


def advice(server: ServerProcess) -> dict[str, int]:
    """Hints and judged actions, by who computed them."""
    return _by_whom(server, "niwashi_advice_total")


def _by_whom(server: ServerProcess, counter: str) -> dict[str, int]:
    lines = httpx.get(f"{server.address}/metrics").text
    found = re.findall(rf'^{counter}\{{by="(\w+)"\}} (\S+)', lines, re.MULTILINE)
    return {"browser": 0, "server": 0} | {by: int(float(count)) for by, count in found}
