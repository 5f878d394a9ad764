"""Idle games are unloaded: they take no memory, and continue when a player returns."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from tests.server.process import PATIENCE, Guest, ServerProcess


@pytest.fixture
def drowsy(tmp_path: Path) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path, NIWASHI_QUIET="0.3", NIWASHI_LEASE="1.5", NIWASHI_POLLING="0.5")
    running.start()
    yield running
    assert running.end() == 0


async def in_memory(guest: Guest) -> int:
    lines = (await guest.http.get("/metrics")).text.splitlines()
    return next(int(float(line.split()[1])) for line in lines if line.startswith("niwashi_tables "))


async def becomes(guest: Guest, tables: int) -> bool:
    """Whether so many tables are in memory soon."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and await in_memory(guest) != tables:
        await asyncio.sleep(0.1)
    return await in_memory(guest) == tables


async def all_asleep(guest: Guest) -> bool:
    return await becomes(guest, 0)


async def against_a_bot(guest: Guest, **settings: object) -> str:
    table = await guest.open(options={"seats": 2}, settings=settings)
    await guest.done(table, "sit", name=guest.name)
    await guest.done(table, "bot", seat=1, level="beginner")
    await guest.done(table, "start")
    return table


@pytest.mark.more
async def test_a_game_that_nobody_is_at_sleeps_until_somebody_comes(drowsy: ServerProcess) -> None:
    aki = await Guest.arrive(drowsy, "Aki")
    table = await against_a_bot(aki, grace=1)
    async with aki.socket(table) as socket:
        await socket.play(2)
    assert await all_asleep(aki)
    drowsy.end()
    drowsy.start()
    aki.follow()
    assert not await in_memory(aki), "nor does a server that starts wake it"
    (mine,) = (await aki.http.get("/api/tables/mine")).json()
    assert (mine["table"], mine["turn"]) == (table, True)
    async with aki.socket(table) as socket:
        snapshot = (await socket.hear())["snapshot"]
        assert [seat["name"] for seat in snapshot["seats"] if "bot" not in seat] == ["Aki"], "no bot took the seat"
        assert await socket.play(1) == 1


@pytest.mark.more
async def test_where_a_clock_runs_nobody_sleeps(drowsy: ServerProcess) -> None:
    aki = await Guest.arrive(drowsy, "Aki")
    table = await against_a_bot(aki, clock={"kind": "turn", "seconds": 4})
    assert await all_asleep(aki)
    assert (await aki.http.get(f"/api/tables/{table}")).json()["phase"] == "over", "who does not act has lost first"


@pytest.fixture
def small(tmp_path: Path) -> Iterator[ServerProcess]:
    running = ServerProcess(
        tmp_path, NIWASHI_MOST_TABLES="3", NIWASHI_LEASE="1.5", NIWASHI_POLLING="0.5", NIWASHI_QUIET="3600"
    )
    running.start()
    yield running
    assert running.end() == 0


async def test_when_a_server_is_full_the_quietest_table_goes(small: ServerProcess) -> None:
    aki, bo = await Guest.arrive(small, "Aki"), await Guest.arrive(small, "Bo")
    slow = []
    for _ in range(4):
        slow.append(await against_a_bot(aki, clock={"kind": "days", "days": 60}))
        async with aki.socket(slow[-1]) as socket:
            while socket.choices is None:  # the bot has acted, if it was first
                await socket.hear()
    assert (await aki.http.get(f"/api/tables/{slow[0]}")).json()["phase"] == "playing", "it comes back when asked for"
    async with AsyncExitStack() as sockets:
        for guest, table in ((aki, slow[1]), (aki, slow[2]), (bo, await bo.open())):
            socket = await sockets.enter_async_context(guest.socket(table))
            assert "snapshot" in await socket.hear()
        refused = await bo.http.post("/api/tables", json={"game": "miyabi"})
        assert refused.json()["code"] == "server/full", "where somebody is, nobody is sent away"


async def test_a_table_that_nobodys_session_asks_for_sleeps_again(small: ServerProcess) -> None:
    aki = await Guest.arrive(small, "Aki")
    first, *_ = [await aki.open() for _ in range(4)]  # one more than fit, so the first sleeps
    async with httpx.AsyncClient(base_url=small.address) as nobody:
        assert (await nobody.get(f"/api/tables/{first}")).status_code == 200
    assert await becomes(aki, 2), "it has taken another's place, and sleeps again"
    assert (await aki.http.get(f"/api/tables/{first}")).status_code == 200
    await asyncio.sleep(2)  # longer than it took the table to sleep
    assert await in_memory(aki) == 3


async def test_games_of_before_a_restart_wait_for_their_people(small: ServerProcess) -> None:
    aki = await Guest.arrive(small, "Aki")
    await against_a_bot(aki)
    small.end()
    small.start()
    aki.follow()
    await asyncio.sleep(2)  # longer than it takes a table to sleep that nobody waits for
    assert await in_memory(aki) == 1
