"""Nothing is lost and nothing happens twice: resending, reconnecting, another owner, a graceful shutdown."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.server.process import Guest, ServerProcess
from tests.server.tables import started


async def test_who_comes_back_gets_what_they_missed(server: ServerProcess) -> None:
    table, aki, bo = await started(server)
    async with aki.socket(table) as first:
        await first.hear()
        seen = first.seq
    async with bo.socket(table) as second, aki.socket(table) as watching:
        await watching.hear()
        while watching.choices is None and second.choices is None:
            await second.hear()
        mover = watching if watching.choices else second
        assert (await mover.act())["answer"] == "done"
        newest = mover.seq
    async with aki.socket(table, since=seen) as again:
        news = (await again.hear())["news"]
        assert [one["seq"] for one in news][: newest - seen] == list(range(seen + 1, newest + 1))


async def test_a_resent_command_is_answered_the_same_and_done_once(server: ServerProcess) -> None:
    table, aki, bo = await started(server)
    async with aki.socket(table) as first, bo.socket(table) as second:
        await first.hear(), await second.hear()
        mover = first if first.choices else second
        assert mover.choices is not None
        request = mover.guest.request("act", seq=mover.choices["seq"], action=mover.choices["actions"][0])
        answer = await mover.send(request)
        assert answer["answer"] == "done"
        assert await mover.send(request) == answer
        over_http = await mover.guest.http.post(f"/api/tables/{table}/requests", json=request)
        assert over_http.json() == answer


async def test_a_stale_command_gets_a_conflict_and_what_is_missing(server: ServerProcess) -> None:
    table, aki, bo = await started(server)
    async with aki.socket(table) as first, bo.socket(table) as second:
        await first.hear(), await second.hear()
        mover = first if first.choices else second
        choices = mover.choices
        assert choices is not None
        await mover.act()
        answer = await mover.ask("act", seq=choices["seq"], action=choices["actions"][1])
        assert (answer["answer"], answer["code"]) == ("conflict", "table/stale")
        assert answer["missing"][0]["seq"] == choices["seq"] + 1


async def test_heartbeats_carry_the_newest_number(server: ServerProcess) -> None:
    table, aki, _ = await started(server)
    async with aki.socket(table) as socket:
        beat = await socket.until(lambda message: "heartbeat" in message)
        assert beat["heartbeat"]["seq"] == socket.seq


@pytest.mark.full
async def test_whoever_lost_a_table_to_another_owner_writes_no_more(own_server: ServerProcess, tmp_path: Path) -> None:
    table, aki, _ = await started(own_server)
    (tmp_path / "other").mkdir()
    other = ServerProcess(tmp_path / "other", own_server.place)  # it has the same name, so it takes over the table
    other.start()
    try:
        answer = await aki.ask(table, "resign")
        assert answer["code"] == "server/again"
    finally:
        assert other.end() == 0


TICK_MS = 2
"""By which clocks differ as times are rounded."""


def running_clock(told: dict[str, Any]) -> int:
    (clock,) = [seat["clock"] for seat in told["seats"] if seat.get("runs")]
    return int(clock)


def clock_at_the_end(begun: dict[str, Any], heard: list[dict[str, Any]]) -> int:
    """As it was when the last entry stopped it, by the table's own times."""
    ended = [entry["at"] for message in heard for entry in message.get("news", [])][-1]
    assert ended >= begun["at"] + 900, "thinking before the end counts"
    return running_clock(begun) - int(ended - begun["at"])


async def clock_now(guest: Guest, table: str, since: int) -> int:
    """Without what it has run since the table was loaded, by the entry after the one that stopped it."""
    async with guest.socket(table, since=since) as socket:
        _, loaded, *_ = (await socket.until(lambda message: "news" in message))["news"]
    told = (await guest.http.get(f"/api/tables/{table}")).json()
    return running_clock(told) + int(told["at"] - loaded["at"])


async def test_a_graceful_end_tells_everybody_and_stops_the_clocks(own_server: ServerProcess) -> None:
    settings = {"clock": {"kind": "bank", "seconds": 100}, "grace": None}
    table, aki, bo = await started(own_server, settings=settings)
    async with aki.socket(table) as first, bo.socket(None) as lobby:
        begun = (await first.hear())["snapshot"]
        await asyncio.sleep(1)
        own_server.ask_to_end()
        assert await first.closed() == 1012
        assert any(message.get("bye", {}).get("code") == "server/again" for message in first.heard)
        assert await lobby.closed() == 1012
    assert own_server.end() == 0
    await asyncio.sleep(1)
    own_server.start()
    aki.follow()
    assert await clock_now(aki, table, since=begun["seq"]) == pytest.approx(
        clock_at_the_end(begun, first.heard), abs=TICK_MS
    )
    assert b"Traceback" not in own_server.log.read_bytes()
    for line in own_server.log.read_text().splitlines():
        json.loads(line)


async def test_a_question_for_a_rematch_survives_a_restart(own_server: ServerProcess) -> None:
    table, aki, bo = await started(own_server)
    async with aki.socket(table) as first, bo.socket(table) as second:
        await second.hear()
        assert (await first.ask("resign"))["answer"] == "done"
        assert (await first.ask("rematch"))["answer"] == "done"
        own_server.kill()
    own_server.start()
    for guest in (aki, bo):
        guest.follow()
    async with aki.socket(table) as first:
        snapshot = (await first.hear())["snapshot"]
        assert snapshot["asked"]["what"] == "rematch", "the restart itself settles nothing"
        assert (await bo.ask(table, "agree", seq=snapshot["asked_seq"]))["answer"] == "done"
        new = (await first.until(lambda message: "rematch" in message))["rematch"]
    for guest in (aki, bo):
        assert new in [row["table"] for row in (await guest.http.get("/api/tables/mine")).json()]


@pytest.fixture
def patient_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """Who has been there counts as present, however slow the test is."""
    running = ServerProcess(tmp_path, NIWASHI_POLLING="3600")
    running.start()
    yield running
    running.end()


async def _ended(server: ServerProcess) -> tuple[str, Guest, Guest]:
    """A table whose game is over, with both people still there."""
    table, aki, bo = await started(server)
    await aki.done(table, "resign")
    return table, aki, bo


async def _ask_for_rematch(table: str, guest: Guest) -> int:
    await guest.done(table, "rematch")
    return int((await guest.http.get(f"/api/tables/{table}")).json()["asked_seq"])


async def _listed(table: str, guest: Guest) -> list[str]:
    """The other tables in their own list."""
    rows = (await guest.http.get("/api/tables/mine")).json()
    return [row["table"] for row in rows if row["table"] != table]


def _stored_entries(server: ServerProcess, table: str) -> int:
    with closing(sqlite3.connect(server.store)) as connection:
        return int(connection.execute("SELECT newest FROM tables WHERE id = ?", (table,)).fetchone()[0])


async def _kill_at_agreement(server: ServerProcess, table: str, guest: Guest, seq: int) -> None:
    """As soon as it is durable, whether or not it is answered and the next table is open."""
    before = _stored_entries(server, table)
    answer = asyncio.create_task(guest.ask(table, "agree", seq=seq))
    async with asyncio.timeout(60):
        while _stored_entries(server, table) == before:
            await asyncio.sleep(0)
    server.kill()
    await asyncio.gather(answer, return_exceptions=True)


async def test_rematches_agreed_and_half_agreed_survive_a_kill(patient_server: ServerProcess) -> None:
    """Two are agreed, one of them in the moment of the kill; two are asked for, by one seat and by the other."""
    games = [await _ended(patient_server) for _ in range(4)]
    asked = [await _ask_for_rematch(table, (aki, bo)[n % 2]) for n, (table, aki, bo) in enumerate(games)]
    await games[0][2].done(games[0][0], "agree", seq=asked[0])
    await _kill_at_agreement(patient_server, games[1][0], games[1][1], asked[1])
    patient_server.start()
    for n, (table, aki, bo) in enumerate(games):
        for guest in (aki, bo):
            guest.follow()
        shown = (await aki.http.get(f"/api/tables/{table}")).json()
        if n >= 2:
            assert (shown["asked"]["what"], shown["asked_seq"]) == ("rematch", asked[n])
            assert [await _listed(table, guest) for guest in (aki, bo)] == [[], []], "nobody answers for another"
            await (bo, aki)[n % 2].done(table, "agree", seq=asked[n])
        (new,), (same,) = [await _listed(table, guest) for guest in (aki, bo)]
        assert new == same, "one next table, and in everybody's list"
        seats = (await aki.http.get(f"/api/tables/{new}")).json()["seats"]
        assert sorted(seat["name"] for seat in seats) == ["Aki", "Bo"]
