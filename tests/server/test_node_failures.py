"""When nodes, workers or Redis die, no acknowledged action is lost."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from niwashi.server.cluster.redis_connection import connect, prefix_of
from niwashi.server.workers.jobs import HINTS
from niwashi.server.workers.queue import GROUP, stream_of
from tests.server.cluster import QUICK, Cluster, apart, running_cluster
from tests.server.players import Player
from tests.server.process import PATIENCE, Guest, ServerProcess
from tests.server.redis import Redis
from tests.server.tables import started
from tests.store.postgres import Server as Postgres

SOME = 5
"""Actions at all tables before the failure; a game has about thirty."""


async def _pair(nodes: list[ServerProcess], folder: Path, number: int) -> list[Player]:
    """Two people at two nodes, at a table that the first node runs; both use the second if it dies."""
    guests = [await Guest.arrive(node, f"{name}{number}") for name, node in zip(("Aki", "Bo"), nodes, strict=True)]
    table = await guests[0].open()
    for guest in guests:
        await guest.done(table, "sit", name="")
    await guests[0].done(table, "start")
    return [
        Player(guest, nodes, table, folder / f"{guest.name}.jsonl", number * 2 + seat)
        for seat, guest in enumerate(guests)
    ]


async def _hold_against_the_log(players: list[Player]) -> None:
    """Exactly the acknowledged actions are stored, in order, at the entries that their answers named."""
    player = players[0]
    news = (await player.guest.http.get(f"/api/tables/{player.table}/news")).json()
    assert [one["seq"] for one in news] == list(range(len(news)))
    acted = [one for one in news if (one["event"] or {}).get("event") == "happened" and one["event"]["who"] in (0, 1)]
    claimed = sorted((after, opened, action) for one in players for opened, action, after in one.read_back())
    assert [one["event"]["what"] for one in acted] == [action for _, _, action in claimed]
    for one, (after, opened, _) in zip(acted, claimed, strict=True):
        assert opened < one["seq"] <= after


async def _against_the_clock(node: ServerProcess) -> str:
    """A table without clients where a clock runs out soon, if a node runs it."""
    clock = {"clock": {"kind": "turn", "seconds": 2}, "grace": None}
    table, _, _ = await started(node, settings=clock)
    return table


async def _play_through(pairs: list[list[Player]], node: ServerProcess, end: str) -> None:
    """One node is killed or stopped in the middle of all games; they are played to their ends."""
    playing = [asyncio.create_task(player.play()) for pair in pairs for player in pair]
    while min(len(player.read_back()) for pair in pairs for player in pair) < SOME:
        await asyncio.sleep(0.01)
    assert not any(task.done() for task in playing), "it comes in the middle"
    getattr(node, end)()
    await asyncio.wait_for(asyncio.gather(*playing), 2 * PATIENCE)
    for pair in pairs:
        await _hold_against_the_log(pair)


@pytest.mark.more
async def test_games_go_on_when_a_node_is_killed_and_when_one_ends(
    tmp_path: Path, postgres: Postgres, redis: Redis
) -> None:
    # The first leases are too long to wait for.
    with running_cluster(tmp_path, postgres, redis, worker=False, NIWASHI_LEASE="600") as cluster:
        nodes = [cluster.a, cluster.b]
        pairs = [await _pair(nodes, tmp_path, number) for number in (10, 11)]
        unseen = await _against_the_clock(cluster.a)
        await _play_through(pairs, cluster.a, "ask_to_end")
        await _over(cluster, unseen)
        assert [cluster.a.end(), cluster.b.end()] == [0, 0]

        cluster.start(*nodes, NIWASHI_LEASE="3")
        pairs = [await _pair(order, tmp_path, number) for number, order in enumerate([nodes, nodes[::-1]] * 2)]
        unseen = await _against_the_clock(cluster.a)
        await _play_through(pairs, cluster.a, "kill")
        assert any(player.resent for pair in pairs for player in pair)
        await _over(cluster, unseen)
        assert b"Traceback" not in cluster.a.log.read_bytes() + cluster.b.log.read_bytes()


@pytest.mark.full
async def test_games_go_on_however_often_nodes_are_killed(tmp_path: Path, postgres: Postgres, redis: Redis) -> None:
    with running_cluster(tmp_path, postgres, redis, worker=False, NIWASHI_LEASE="3") as cluster:
        nodes = [cluster.a, cluster.b]
        for cycle in range(20):
            pairs = [await _pair(nodes[:: (-1) ** table], tmp_path, 100 * cycle + table) for table in range(6)]
            await _play_through(pairs, nodes[cycle % 2], "kill")
            nodes[cycle % 2].start(NIWASHI_LEASE="3")


async def _over(cluster: Cluster, table: str) -> None:
    end = time.monotonic() + PATIENCE
    while cluster.state_of(table) != "over":
        assert time.monotonic() < end, "nobody runs it"
        await asyncio.sleep(0.1)


async def _ready(node: ServerProcess, guest: Guest, text: str) -> None:
    end = time.monotonic() + PATIENCE
    while (found := await guest.http.get("/readyz")).text != text:
        assert time.monotonic() < end, found.text
        await asyncio.sleep(0.05)


async def test_redis_may_be_away_for_a_moment(cluster: Cluster) -> None:
    table, aki, bo = await apart(cluster)
    await aki.done(table, "start")
    async with aki.socket(table) as first, bo.socket(table) as second:
        await first.hear(), await second.hear()
        cluster.redis.kill()
        try:
            await _ready(cluster.a, aki, "server/redis")
            await _ready(cluster.b, bo, "server/redis")
            assert (await bo.ask(table, "resign"))["code"] == "server/again"
            assert (await bo.http.post("/api/tickets", json={"table": table})).json()["code"] == "server/again"
            assert (await second.ask("resign"))["code"] == "server/again"
            await aki.done(table, "resign")
        finally:
            cluster.redis.start()
        await _ready(cluster.a, aki, "ok")
        await _ready(cluster.b, bo, "ok")
        assert await second.closed() == 1012, "something was lost on its way here"
        seen = second.seq
    async with bo.socket(table, since=seen) as again:
        while not again.over:
            await again.hear()
    for node in (cluster.a, cluster.b):
        assert b"Traceback" not in node.log.read_bytes()


@pytest.mark.more
async def test_a_task_is_done_by_another_worker_when_its_worker_dies(cluster: Cluster) -> None:
    table, aki, bo = await apart(cluster)
    await aki.done(table, "start")
    async with aki.socket(table) as first, bo.socket(table) as second:
        await first.hear(), await second.hear()
        mover = first if first.choices else second
        asked = asyncio.create_task(_hint(mover.guest, table))
        await _taken(cluster)
        cluster.worker.kill()
        assert not asked.done()
        await asyncio.to_thread(cluster.worker.start)
        assert mover.choices is not None
        assert (await asyncio.wait_for(asked, PATIENCE))["action"] in mover.choices["actions"]


async def _hint(guest: Guest, table: str) -> dict[str, Any]:
    """Repeat until there is a hint; without a worker the server says that it takes long."""
    while True:
        found = await guest.http.post(f"/api/tables/{table}/hints")
        if found.status_code == 200:
            return dict(found.json())
        assert found.json()["code"] == "hint/slow"


async def _taken(cluster: Cluster) -> None:
    """Wait until a worker has an unfinished hint."""
    async with connect(cluster.address) as redis:
        while not (await redis.xpending(stream_of(prefix_of(redis), HINTS), GROUP))["pending"]:
            await asyncio.sleep(0.005)


@pytest.mark.more
async def test_two_nodes_of_the_same_name_are_one_too_many(cluster: Cluster, tmp_path: Path) -> None:
    environment = {**QUICK, "NIWASHI_REDIS": cluster.address, "NIWASHI_NODE": "node-a"}
    twin = ServerProcess(tmp_path, cluster.a.place, **environment)
    with pytest.raises(AssertionError, match="another node is already named “node-a”"):
        twin.start()
    assert "Traceback" not in twin.log.read_text()
