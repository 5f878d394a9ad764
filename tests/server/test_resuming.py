"""After a start games come back while clients are served: nobody waits for the games of others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from niwashi.server.application import Application
from niwashi.server.settings import Settings
from niwashi.server.tables import maintenance
from niwashi.store import Append, Database, LogSequence, StoredEvent, leases, load_events, open_store, tables
from niwashi.store.errors import Unavailable
from tests.server.test_upgrades import game

PATIENCE = 60.0
GAMES = [f"t{number}" for number in range(8)]


async def keep_games(place: Path) -> None:
    async with open_store(place) as store:
        for table in GAMES:
            await tables.create(store.database, table, "miyabi", {"seats": 2})
            lease = await leases.acquire(store.database, table, "before", 60)
            await store.log.append(Append(table, lease.epoch, LogSequence(0), game(table), state="running"))
            await leases.release(store.database, lease)


@asynccontextmanager
async def restarted(tmp_path: Path) -> AsyncIterator[Application]:
    """Just prepared: nothing else has run yet."""
    place = tmp_path / "store.sqlite"
    await keep_games(place)
    made = Application(Settings(store=str(place)), prepare=lambda: None)
    async with made.open():
        await made.prepare()
        yield made


async def test_people_are_served_before_all_games_are_back_and_have_theirs_at_once(tmp_path: Path) -> None:
    async with restarted(tmp_path) as made:
        assert made.ready
        assert not made.registry.actors
        asked = await made.registry.find(GAMES[-1])
        assert asked is made.registry.actors[GAMES[-1]]
        assert len(made.registry.actors) < len(GAMES), "it was not the last one"
        async with asyncio.timeout(PATIENCE):
            while len(made.registry.actors) < len(GAMES):
                await asyncio.sleep(0.01)


async def test_a_game_whose_store_fails_at_its_turn_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody may ever ask for it: its bots and clocks would stand still."""
    failing = {GAMES[2], GAMES[5]}

    async def fail_once(database: Database, table: str, **limits: Any) -> list[StoredEvent]:
        if table in failing:
            failing.discard(table)
            raise Unavailable("store/database", "the disk is full")
        return await load_events(database, table, **limits)

    monkeypatch.setattr("niwashi.server.tables.registry.load_events", fail_once)
    monkeypatch.setattr(maintenance, "RETRY_SECONDS", 0.01)
    async with restarted(tmp_path) as made, asyncio.timeout(PATIENCE):
        while len(made.registry.actors) < len(GAMES):
            await asyncio.sleep(0.01)
    assert not failing


async def test_a_server_that_ends_while_games_come_back_leaves_none_of_them_held(tmp_path: Path) -> None:
    async with restarted(tmp_path) as made:
        async with asyncio.timeout(PATIENCE):
            while not made.registry._replaying.locked():
                await asyncio.sleep(0)
        asked = asyncio.create_task(made.registry.load(GAMES[0]))
        await made.close()
        await asked
        assert not made.registry.actors
        for table in GAMES:
            await leases.acquire(made.store.database, table, "the next", 60)
