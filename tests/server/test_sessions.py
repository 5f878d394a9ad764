"""Sessions: renewed when somebody registers or logs in, and ended everywhere when they log out."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tests.server.process import PATIENCE, Guest, ServerProcess
from tests.server.tables import started

PASSWORD, ANOTHER = "eight or more", "another long one"


def with_cookie(server: ServerProcess, token: str) -> httpx.AsyncClient:
    """Somebody who has seen the cookie."""
    headers = {"Origin": server.address, "Cookie": f"niwashi_session={token}"}
    return httpx.AsyncClient(base_url=server.address, headers=headers)


def token_of(guest: Guest) -> str:
    return str(guest.http.cookies["niwashi_session"])


async def registered(server: ServerProcess, name: str) -> Guest:
    guest = await Guest.arrive(server, name)
    answer = await guest.http.post("/api/accounts", json={"name": f"{name} Tanaka", "password": PASSWORD})
    assert answer.status_code == 201
    return guest


async def logged_in(server: ServerProcess, name: str) -> Guest:
    """The same person at another device."""
    guest = Guest(server, name)
    answer = await guest.http.post("/api/login", json={"name": f"{name} Tanaka", "password": PASSWORD})
    assert answer.status_code == 201
    return guest


async def ticket(http: httpx.AsyncClient, table: str) -> str:
    return str((await http.post("/api/tickets", json={"table": table})).json()["ticket"])


def socket(server: ServerProcess, table: str, ticket: str) -> Any:
    address = server.address.replace("http", "ws", 1)
    return connect(f"{address}/api/tables/{table}/socket?ticket={ticket}", origin=Origin(server.address))


async def closed(opened: ClientConnection) -> int:
    """The close code, once everything that was sent is read."""
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionClosed):
            while True:
                await opened.recv()
    assert opened.close_code is not None
    return opened.close_code


async def test_a_guests_cookie_is_worth_nothing_after_registering(server: ServerProcess) -> None:
    aki = await Guest.arrive(server, "Sumi")
    seen = token_of(aki)
    await aki.http.post("/api/accounts", json={"name": "Sumi Tanaka", "password": PASSWORD})
    assert token_of(aki) != seen
    assert (await aki.http.get("/api/session")).json() == {"name": "Sumi Tanaka", "guest": False}
    async with with_cookie(server, seen) as thief:
        assert (await thief.get("/api/session")).status_code == 401
        assert (await thief.delete("/api/accounts/me")).status_code == 401


async def test_logging_in_ends_the_session_of_before(server: ServerProcess) -> None:
    await registered(server, "Nao")
    guest = await Guest.arrive(server, "Somebody")
    seen = token_of(guest)
    await guest.http.post("/api/login", json={"name": "Nao Tanaka", "password": PASSWORD})
    async with with_cookie(server, seen) as thief:
        assert (await thief.get("/api/session")).status_code == 401
    assert (await guest.http.get("/api/session")).json()["name"] == "Nao Tanaka"


async def test_logging_out_closes_sockets_and_voids_tickets(server: ServerProcess) -> None:
    table, aki, _ = await started(server)
    first, second = await ticket(aki.http, table), await ticket(aki.http, table)
    async with socket(server, table, first) as opened:
        await opened.recv()
        await aki.http.delete("/api/session")
        assert await closed(opened) == 1012
    async with socket(server, table, second) as refused:
        assert json.loads(await refused.recv())["error"]["code"] == "people/session"
        assert await closed(refused) == 4401


async def test_logging_out_leaves_other_devices_alone(server: ServerProcess) -> None:
    desk, phone = await registered(server, "Rin"), await logged_in(server, "Rin")
    table = await desk.open(seats=[{"you": True}, {"bot": "beginner"}])
    async with socket(server, table, await ticket(phone.http, table)) as opened:
        await opened.recv()
        await desk.http.delete("/api/session")
        async with asyncio.timeout(PATIENCE):
            await (await opened.ping())
    assert (await phone.http.get("/api/session")).status_code == 200


@pytest.mark.parametrize("way", ["password", "sessions"])
async def test_an_owner_ends_all_other_sessions(server: ServerProcess, way: str) -> None:
    name = f"Mika {way}"
    desk, phone = await registered(server, name), await logged_in(server, name)
    table = await desk.open(seats=[{"you": True}, {"bot": "beginner"}])
    async with socket(server, table, await ticket(phone.http, table)) as opened:
        await opened.recv()
        if way == "password":
            given = {"old": PASSWORD, "new": ANOTHER}
            assert (await desk.http.put("/api/accounts/me/password", json=given)).status_code == 200
        else:
            assert (await desk.http.delete("/api/accounts/me/sessions")).status_code == 200
        assert await closed(opened) == 1012
    assert (await phone.http.get("/api/session")).status_code == 401
    assert (await desk.http.get("/api/session")).status_code == 200


async def test_only_the_owner_changes_a_password(server: ServerProcess) -> None:
    desk = await registered(server, "Yuki")
    for given, expected in [
        ({"old": "not this one", "new": ANOTHER}, (401, "people/login")),
        ({"old": PASSWORD, "new": "short"}, (400, "people/password")),
    ]:
        refused = await desk.http.put("/api/accounts/me/password", json=given)
        assert (refused.status_code, refused.json()["code"]) == expected
    guest = await Guest.arrive(server, "Nobody")
    refused = await guest.http.put("/api/accounts/me/password", json={"old": PASSWORD, "new": ANOTHER})
    assert (refused.status_code, refused.json()["code"]) == (400, "people/account")
    await desk.http.put("/api/accounts/me/password", json={"old": PASSWORD, "new": ANOTHER})
    for password, status in [(PASSWORD, 401), (ANOTHER, 201)]:
        answer = await Guest(server, "x").http.post("/api/login", json={"name": "Yuki Tanaka", "password": password})
        assert answer.status_code == status
