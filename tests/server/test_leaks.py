"""No secret is on the wire or in the log before its time: seeds, tokens, tickets, other people's ids."""

from __future__ import annotations

import asyncio
import json
import secrets
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.process import Guest, ServerProcess, Socket
from tests.server.tables import started
from tests.simulation.test_leaks import canaries

BEAT = "0.1"


def _seed(server: ServerProcess, table: str) -> str:
    """Read from the store."""
    with sqlite3.connect(server.store) as connection:
        (body,) = connection.execute("SELECT body FROM events WHERE table_id = ? AND sequence = 1", (table,)).fetchone()
    connection.close()
    return str(json.loads(body)["seed"])


async def _pages(guest: Guest, table: str) -> list[bytes]:
    """Every response over HTTP, with its headers."""
    own = ["", "/news", "/news?since=3", "/record", "/chat", "/nothing", "/news?since=x"]
    paths = [*(f"/api/tables/{table}{page}" for page in own), "/api/tables?state=running", "/api/tables/mine"]
    paths += ["/api/accounts/me/results", "/api/games", "/api/schema/openapi.json", "/metrics", "/readyz"]
    found = [await guest.http.get(path) for path in paths]
    found.append(await guest.http.post(f"/api/tables/{table}/requests", json=guest.request("act", seq=0, action="x")))
    found.append(await guest.http.post(f"/api/tables/{table}/requests", content=b"{"))
    return [one.content + repr(one.headers).encode() for one in found]


async def test_the_seed_is_told_at_the_end_and_not_before(server: ServerProcess) -> None:
    """Not as a number, as bytes or encoded; to no client; and not in the log, even afterwards."""
    table, aki, bo = await started(server, visibility="public")
    cleo = await Guest.arrive(server, "Cleo")
    hidden = canaries(_seed(server, table))
    async with (
        aki.socket(table) as first,
        bo.socket(table) as second,
        cleo.socket(table) as third,
        cleo.socket(None) as lobby,
    ):
        await asyncio.gather(first.play(5), second.play(5), lobby.hear())
        over_http = [page for guest in (aki, cleo) for page in await _pages(guest, table)]
        traffic = b"".join([*first.raw, *second.raw, *third.raw, *lobby.raw, *over_http])
        assert len(traffic) > 50_000
        assert not [canary for canary in hidden if canary in traffic]
        await aki.done(table, "resign")
        ended = await third.until(lambda message: any((n["event"] or {}).get("seed") for n in message.get("news", ())))
        assert hidden[0].decode() in json.dumps(ended)
    log = server.log.read_bytes()
    assert not [canary for canary in hidden if canary in log]


# -- two futures -----------------------------------------------------------------------------------------------------
def _with_another_future(server: ServerProcess, folder: Path) -> ServerProcess:
    """A second server with the same tables but other seeds."""
    folder.mkdir()
    twin = ServerProcess(folder, NIWASHI_HEARTBEAT=BEAT)
    shutil.copy(server.store, twin.store)
    with sqlite3.connect(twin.store) as connection:
        for table, body in connection.execute("SELECT table_id, body FROM events WHERE sequence = 1").fetchall():
            other = {**json.loads(body), "seed": secrets.token_hex(16)}
            changed = "UPDATE events SET body = ? WHERE table_id = ? AND sequence = 1"
            connection.execute(changed, (json.dumps(other).encode(), table))
    connection.close()
    return twin


def _plain(told: Any) -> Any:
    """Without times and the commitment, which may differ."""
    if isinstance(told, dict):
        return {key: _plain(value) for key, value in told.items() if key not in ("at", "commitment", "clock")}
    return [_plain(one) for one in told] if isinstance(told, list) else told


def _traffic(sockets: list[Socket]) -> list[Any]:
    return [[_plain(message) for message in one.heard if "heartbeat" not in message] for one in sockets]


def _chances(one: Socket) -> int:
    told = [news["event"] or {} for message in one.heard for news in message.get("news", ())]
    return sum(event.get("who") == "chance" for event in told)


@asynccontextmanager
async def _everybody(server: ServerProcess, table: str, people: list[Guest], life: int) -> AsyncIterator[list[Socket]]:
    """Send the requests one after the other. After a restart of the server they get new ids."""
    async with AsyncExitStack() as stack:
        sockets: list[Socket] = []
        for guest in people:
            copy = Guest(server, f"{guest.name}-{life}")
            copy.http.cookies.update(guest.http.cookies)
            sockets.append(await stack.enter_async_context(copy.socket(table)))
            await sockets[-1].until(lambda message: "snapshot" in message)
            await _level(sockets)
        yield sockets


async def _level(sockets: list[Socket]) -> None:
    """Wait until all clients have the same messages and the heartbeats confirm that there are no more."""
    while True:
        beats = {await _beat_after_next(one) for one in sockets}
        if beats == {one.seq for one in sockets} and len(beats) == 1:
            return


async def _beat_after_next(one: Socket) -> int:
    """The next message may have been on its way for a while."""
    await one.until(lambda message: "heartbeat" in message)
    return int((await one.until(lambda message: "heartbeat" in message))["heartbeat"]["seq"])


async def _one_step(sockets: list[Socket], which: int) -> None:
    mover = max(sockets, key=lambda one: one.choices is not None)
    assert (await mover.act(which)).get("answer") == "done"
    await _level(sockets)


async def _compare(servers: list[ServerProcess], table: str, people: list[Guest]) -> None:
    """The same actions on both servers give the same messages up to the next draw, and others afterwards."""
    async with _everybody(servers[0], table, people, 2) as ones, _everybody(servers[1], table, people, 2) as others:
        for step in range(30):
            assert _traffic(ones) == _traffic(others)
            await asyncio.gather(_one_step(ones, step), _one_step(others, step))
            if _chances(ones[0]):
                break
        assert _chances(ones[0]) == _chances(others[0]) == 1
        assert _traffic(ones) != _traffic(others)


async def _played(people: list[Guest], game: str, actions: int, **options: Any) -> str:
    """A table where two people have played most of a round, so that the next draw is near."""
    aki, bo, _ = people
    table = await aki.open(game, options=options)
    for guest in (aki, bo):
        await guest.done(table, "sit", name="")
    await aki.done(table, "start")
    async with aki.socket(table) as first, bo.socket(table) as second:
        await asyncio.gather(first.hear(), second.hear())
        for _ in range(actions):
            while not (first.choices or second.choices):
                await asyncio.gather(first.hear(), second.hear())
            await (first if first.choices else second).act()
    return table


@pytest.mark.more
async def test_until_the_next_draw_two_futures_look_alike(tmp_path: Path) -> None:
    """For players and spectators of both games, across restarts of the servers."""
    (tmp_path / "one").mkdir()
    server = ServerProcess(tmp_path / "one", NIWASHI_HEARTBEAT=BEAT)
    server.start()
    people = [await Guest.arrive(server, name) for name in ("Aki", "Bo", "Cleo")]
    tables = [await _played(people, "miyabi", 9), await _played(people, "edo_yashiki", 4, grab="calm")]
    assert server.end() == 0
    servers = [server, _with_another_future(server, tmp_path / "other")]
    for one in servers:
        one.start()
    try:
        for table in tables:
            await _compare(servers, table, people)
    finally:
        assert [one.end() for one in servers] == [0, 0]


async def test_tokens_tickets_and_seeds_are_not_in_the_log(server: ServerProcess) -> None:
    table, aki, _ = await started(server)
    ticket = await aki.ticket(table)
    async with aki.socket(table) as socket:
        await socket.hear()
    (token,) = aki.http.cookies.values()
    log = server.log.read_text()
    for secret in (token, ticket, _seed(server, table), table):
        assert secret not in log


async def test_ids_of_people_are_not_told(server: ServerProcess) -> None:
    table, aki, bo = await started(server)
    await bo.http.post(f"/api/tables/{table}/chat", json={"text": "hello"})
    with sqlite3.connect(server.store) as connection:
        ids = [row[0] for row in connection.execute("SELECT account_id FROM seats WHERE table_id = ?", (table,))]
    connection.close()
    pages = [f"/api/tables/{table}", f"/api/tables/{table}/news", f"/api/tables/{table}/chat", "/api/tables/mine"]
    told = "".join([(await aki.http.get(page)).text for page in pages])
    assert len(ids) == 2
    assert not [one for one in ids if one in told]
