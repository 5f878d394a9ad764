"""`niwashi admin` beside a running server: the server and all clients react within seconds."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from niwashi import cli
from niwashi.core.record import DELETED, read_record
from niwashi.store import bans, open_database
from tests.server.process import Guest, ServerProcess, Socket
from tests.server.tables import seated, started
from tests.store.postgres import running_server

SECONDS = 60.0
"""Seconds on a busy machine; one on a quiet machine."""


async def admin(server: ServerProcess, *words: str) -> None:
    """Runs in a thread with its own event loop, on the same store, as another process would."""
    assert await asyncio.to_thread(cli.run, ["admin", *words, "--store", server.place]) == 0


async def account_of(server: ServerProcess, name: str, capsys: pytest.CaptureFixture[str]) -> str:
    """From the admin's list: the latest guest of this name."""
    capsys.readouterr()
    await admin(server, "accounts", "--guests", "--json")
    return next(str(one["id"]) for one in json.loads(capsys.readouterr().out) if one["name"] == name)


async def closed_soon(socket: Socket) -> tuple[int, str]:
    """The close code and the last message."""
    code = await asyncio.wait_for(socket.closed(), SECONDS)
    return code, next((m["error"]["code"] for m in reversed(socket.heard) if "error" in m), "")


async def closed_for_good(socket: Socket, table: str) -> tuple[int, str]:
    """As a client that is told to reconnect, in case the server notices the lost lease first."""
    found = await closed_soon(socket)
    if found[0] != 1012:
        return found
    async with socket.guest.socket(table) as again:
        return await closed_soon(again)


async def eventually(guest: Guest, path: str, status: int) -> dict[str, Any]:
    deadline = time.monotonic() + SECONDS
    while (found := await guest.http.get(path)).status_code != status:
        assert time.monotonic() < deadline, (found.status_code, found.text)
        await asyncio.sleep(0.1)
    return dict(found.json()) if found.headers["content-type"] == "application/json" else {}


# -- bans --------------------------------------------------------------------------------------------------------------
async def test_a_banned_account_is_cut_off_and_refused_and_others_are_not(
    hosted: ServerProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    table, aki, bo = await started(hosted)
    account = await account_of(hosted, "Bo", capsys)
    async with bo.socket(table) as at_table, bo.socket(None) as in_lobby, aki.socket(table) as other:
        await at_table.hear(), await other.hear()
        await admin(hosted, "ban", account, "--until", "7d", "--reason", "spam")
        assert await closed_soon(at_table) == (4403, "people/banned")
        assert await closed_soon(in_lobby) == (4403, "people/banned")
        refused = await bo.http.get(f"/api/tables/{table}")
        assert (refused.status_code, refused.json()["code"]) == (403, "people/banned")
        assert (await bo.http.post("/api/tickets", json={"table": table})).status_code == 403
        assert (await aki.http.get(f"/api/tables/{table}")).status_code == 200
        await other.until(lambda m: any((n["event"] or {}).get("event") == "went" for n in m.get("news", ())))
    await admin(hosted, "unban", account)
    await eventually(bo, f"/api/tables/{table}", 200)


async def test_a_banned_network_is_cut_off_and_refused(hosted: ServerProcess) -> None:
    aki = await Guest.arrive(hosted, "Aki")
    async with aki.socket(None) as lobby:
        await lobby.hear()
        await admin(hosted, "ban", "127.0.0.0/8")
        assert await closed_soon(lobby) == (4403, "people/banned")
        assert (await aki.http.get("/api/games")).status_code == 403
        assert (await Guest(hosted, "New").http.post("/api/session", json={"name": "New"})).status_code == 403
        assert (await aki.http.get("/healthz")).status_code == 200, "the host's own watchman comes from anywhere"
    await admin(hosted, "unban", "127.0.0.0/8")
    await eventually(aki, "/api/session", 200)


async def test_behind_a_proxy_it_is_the_address_of_who_asks(hosted: ServerProcess) -> None:
    aki, bo = await Guest.arrive(hosted, "Aki"), await Guest.arrive(hosted, "Bo")
    aki.http.headers["x-forwarded-for"] = "2001:db8:7:7::5"
    bo.http.headers["x-forwarded-for"] = "2001:db8:7:8::5"
    await admin(hosted, "ban", "2001:db8:7:7::1")
    await eventually(aki, "/api/games", 403)
    assert (await bo.http.get("/api/session")).status_code == 200
    await admin(hosted, "unban", "2001:db8:7:7::/64")
    await eventually(aki, "/api/games", 200)


async def test_a_ban_ends_by_itself(hosted: ServerProcess, capsys: pytest.CaptureFixture[str]) -> None:
    cleo = await Guest.arrive(hosted, "Cleo")
    account = await account_of(hosted, "Cleo", capsys)
    async with open_database(hosted.place) as database:
        for seconds in (2, 4, 8, 16):  # a busy server may read of it only when it is over
            await bans.ban(database, "account", account, "a moment", seconds=seconds)
            if await refused_within(cleo, seconds):
                break
        else:
            raise AssertionError("never banned")
    await eventually(cleo, "/api/session", 200)


async def refused_within(guest: Guest, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if (await guest.http.get("/api/session")).status_code == 403:
            return True
        await asyncio.sleep(0.1)
    return False


# -- tables ------------------------------------------------------------------------------------------------------------
async def test_a_closed_table_tells_its_people_and_a_reopened_one_goes_on(hosted: ServerProcess) -> None:
    table, aki, bo = await started(hosted, visibility="public", settings={"clock": {"kind": "turn", "seconds": 600}})
    async with aki.socket(table) as first, bo.socket(table) as second:
        await asyncio.gather(first.play(2), second.play(2))
        seq = max(first.seq, second.seq)
        mine = (await aki.http.get("/api/tables/mine")).json()
        async with (aki if mine[0].get("turn") else bo).socket(None) as lobby:
            await lobby.until(lambda message: "turns" in message)
            await admin(hosted, "close", table[:12])
            assert await closed_for_good(first, table) == (4410, "table/closed")
            assert await closed_for_good(second, table) == (4410, "table/closed")
            gone = await lobby.until(lambda message: message.get("table", {}).get("table") == table)
            assert gone["table"]["state"] == "closed"
            assert (await lobby.until(lambda message: "turn" in message))["turn"]["yours"] is False
    for path in ("", "/news", "/record", "/chat"):
        assert (await aki.http.get(f"/api/tables/{table}{path}")).json()["code"] == "table/closed"
    assert (await aki.ask(table, "resign"))["code"] == "table/closed"
    assert (await aki.http.get("/api/tables/mine")).json() == []
    await admin(hosted, "reopen", table)
    assert (await eventually(aki, f"/api/tables/{table}", 200))["seq"] >= seq
    async with aki.socket(table) as first, bo.socket(table) as second:
        assert sum(await asyncio.gather(first.play(2), second.play(2))) == 4


# -- chat --------------------------------------------------------------------------------------------------------------
async def test_deleted_chat_vanishes_for_those_who_read(
    hosted: ServerProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    table, aki, bo = await seated(hosted)
    lines = [
        (await who.http.post(f"/api/tables/{table}/chat", json={"text": text})).json()["id"]
        for who, text in ((aki, "hello"), (bo, "buy garden gnomes"), (bo, "cheap"))
    ]
    async with aki.socket(table) as socket:
        await socket.hear()
        await admin(hosted, "chat", table)
        assert "buy garden gnomes" in capsys.readouterr().out
        await admin(hosted, "delete-chat", "--line", str(lines[1]), "--yes")
        assert (await socket.until(lambda message: "unsaid" in message))["unsaid"] == [lines[1]]
        await admin(hosted, "delete-chat", "--by", await account_of(hosted, "Bo", capsys), "--table", table, "--yes")
        assert (await socket.until(lambda message: "unsaid" in message))["unsaid"] == [lines[2]]
    left = (await aki.http.get(f"/api/tables/{table}/chat")).json()
    assert [line["id"] for line in left] == [lines[0]]


async def test_a_shorter_retention_holds_at_once(hosted: ServerProcess) -> None:
    table, aki, _ = await seated(hosted)
    await aki.http.post(f"/api/tables/{table}/chat", json={"text": "hello"})
    await admin(hosted, "retention", "chat=0")
    deadline = time.monotonic() + SECONDS
    while (await aki.http.get(f"/api/tables/{table}/chat")).json():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.1)
    await admin(hosted, "retention", "chat=90")


# -- deleted accounts --------------------------------------------------------------------------------------------------
async def leaves_its_seat(guest: Guest, table: str) -> None:
    """Tables are loaded anew one after the other."""
    async with asyncio.timeout(20):
        while any(seat["held"] != "open" for seat in (await eventually(guest, f"/api/tables/{table}", 200))["seats"]):
            await asyncio.sleep(0.05)


async def _told(guest: Guest, table: str) -> str:
    """Everything that a client can see of a table."""
    paths = ("", "/news", "/record", "/chat")
    pages = [(await guest.http.get(f"/api/tables/{table}{path}")).text for path in paths]
    return "\n".join([*pages, (await guest.http.get("/api/tables?state=over")).text])


async def test_a_deleted_account_vanishes_and_its_game_is_the_others(hosted: ServerProcess, tmp_path: Path) -> None:
    table, aki, bo = await started(hosted, visibility="public")
    made = await aki.http.post("/api/accounts", json={"name": "Akiko-san", "password": "a long one"})
    assert made.status_code == 201
    again = await aki.open(visibility="public")
    await aki.done(again, "sit", name="")
    await aki.http.post(f"/api/tables/{again}/chat", json={"text": "this is Akiko-san"})
    async with aki.socket(table) as first, bo.socket(table) as second:
        await asyncio.gather(first.play(2), second.play(2))
        await admin(hosted, "delete-account", "akiko-SAN", "--yes")
        assert await closed_soon(first) in ((4401, "people/gone"), (1012, "")), "or the server missed the lease first"
        assert await second.closed() == 1012
        assert second.heard[-1]["bye"]["code"] in ("table/anew", "server/again")
    async with bo.socket(table) as second:
        snapshot = (await second.hear())["snapshot"]
        assert snapshot["phase"] == "over", "who has gone for good has given up"
        assert sorted(seat["name"] for seat in snapshot["seats"]) == ["Bo", DELETED]
    await eventually(aki, "/api/session", 401)  # the lease may be missed before the notice is read
    assert "Aki" not in await _told(bo, table)
    await leaves_its_seat(bo, again)
    record = (await bo.http.get(f"/api/tables/{table}/record")).content
    assert sorted(read_record(record).names) == ["Bo", DELETED]


@pytest.mark.more
async def test_names_are_gone_from_exports(own_server: ServerProcess, tmp_path: Path) -> None:
    """No trace remains, whether the person or an admin deleted the account, and whether a server runs or not."""
    table, aki, bo = await started(own_server)
    await aki.done(table, "resign")
    await bo.http.post("/api/accounts", json={"name": "Bobolink", "password": "a long one"})
    again = await bo.open()
    await bo.done(again, "sit", name="")
    assert (await bo.http.delete("/api/accounts/me")).status_code == 200
    await leaves_its_seat(aki, again)
    assert own_server.end() == 0
    names = await asyncio.to_thread(_accounts, own_server)
    await admin(own_server, "delete-account", names["Aki"], "--yes")
    await asyncio.to_thread(cli.run, ["export", str(tmp_path / "all.jsonl"), "--store", own_server.place])
    exported = (tmp_path / "all.jsonl").read_text()
    assert not re.search(r'Aki|Bo\b|Bobolink|"a[0-9a-f]{24}"', exported), exported
    assert exported.count(f'"name":"{DELETED}"') == 5, "in two seats, and in the entries by which three were taken"
    own_server.start()
    cleo = await Guest.arrive(own_server, "Cleo")
    shown = (await cleo.http.get(f"/api/tables/{table}")).json()
    assert [seat["name"] for seat in shown["seats"]] == [DELETED] * 2
    check = await asyncio.to_thread(cli.run, ["admin", "check", "--store", own_server.place])
    assert check == 0


def _accounts(server: ServerProcess) -> dict[str, str]:
    with sqlite3.connect(server.store) as connection:
        rows = connection.execute("SELECT id, settings FROM accounts").fetchall()
    connection.close()
    return {json.loads(settings)["name"]: account for account, settings in rows}


# -- elsewhere ---------------------------------------------------------------------------------------------------------
@pytest.mark.full
async def test_the_same_on_postgresql(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running_server() as postgres:
        server = ServerProcess(tmp_path, postgres.address(postgres.new_database()))
        server.start()
        try:
            await test_a_banned_account_is_cut_off_and_refused_and_others_are_not(server, capsys)
            await test_a_closed_table_tells_its_people_and_a_reopened_one_goes_on(server)
            await test_deleted_chat_vanishes_for_those_who_read(server, capsys)
            await test_a_deleted_account_vanishes_and_its_game_is_the_others(server, tmp_path)
        finally:
            assert server.end() == 0
