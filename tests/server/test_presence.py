"""Presence: people with a socket, and for a while those who send HTTP requests."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.server.conftest import POLLING
from tests.server.process import Guest, ServerProcess
from tests.server.tables import seated

GRACE = 1


def _happened(message: dict[str, Any], what: str) -> bool:
    return any(str((news["event"] or {}).get("what", "")).startswith(what) for news in message.get("news", ()))


async def _seats(guest: Guest, table: str) -> list[dict[str, Any]]:
    return list((await guest.http.get(f"/api/tables/{table}")).json()["seats"])


async def test_for_somebody_who_never_opened_a_socket_a_bot_plays_until_they_come(hosted: ServerProcess) -> None:
    table, aki, bo = await seated(hosted, settings={"grace": GRACE, "stand_in": "beginner"})
    async with aki.socket(table) as socket:
        await socket.ask("arrange", order=[0, 1])
        await socket.ask("start")
        await socket.until(lambda message: _happened(message, "bot 1"))
        (absent,) = [seat for seat in await _seats(aki, table) if seat["name"] == "Bo"]
        assert absent["here"] is False
        await bo.http.get(f"/api/tables/{table}")
        await socket.until(lambda message: _happened(message, "person 1"))


async def test_who_asks_over_http_now_and_then_is_here(hosted: ServerProcess) -> None:
    table, aki, bo = await seated(hosted, settings={"grace": GRACE})
    async with aki.socket(table) as socket:
        await socket.ask("start")
        for _ in range(10):
            await asyncio.sleep(POLLING / 3)
            await bo.http.get(f"/api/tables/{table}/news?since=0")
        assert all(seat.get("here", True) and "bot" not in seat for seat in await _seats(aki, table))
        assert not any(_happened(message, "bot") for message in socket.heard)


async def test_who_looks_on_changes_nothing(hosted: ServerProcess) -> None:
    table, aki, bo = await seated(hosted)
    cleo = await Guest.arrive(hosted, "Cleo")
    async with aki.socket(table), bo.socket(table) as socket:
        before = (await socket.hear())["snapshot"]["seq"]
        await cleo.http.get(f"/api/tables/{table}")
        assert (await cleo.http.get(f"/api/tables/{table}")).json()["seq"] == before
