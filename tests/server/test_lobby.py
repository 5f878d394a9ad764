"""The lobby's socket, and rematches."""

from __future__ import annotations

from tests.server.process import Guest, ServerProcess
from tests.server.tables import started


async def test_the_lobby_hears_of_new_tables_and_of_who_sits_down(server: ServerProcess) -> None:
    aki = await Guest.arrive(server, "Aki")
    async with aki.socket(None) as lobby:
        assert "lobby" in await lobby.hear()
        table = await aki.open(visibility="public")
        await aki.done(table, "sit", name="")
        rows = [await lobby.until(lambda m: m.get("table", {}).get("table") == table) for _ in range(2)]
    assert [[seat["name"] for seat in row["table"]["seats"]] for row in rows] == [[], ["Aki"]]


async def test_a_table_in_the_lobby_shows_its_clock(server: ServerProcess) -> None:
    aki = await Guest.arrive(server, "Aki")
    table = await aki.open(visibility="public", settings={"clock": {"kind": "days", "days": 3}})
    rows = (await aki.http.get("/api/tables?state=open")).json()
    assert [row["clock"] for row in rows if row["table"] == table] == [{"kind": "days", "days": 3}]


async def test_a_rematch_has_everybody_at_a_new_table(server: ServerProcess) -> None:
    table, aki, bo = await started(server)
    async with aki.socket(table) as first, bo.socket(table) as second:
        await aki.done(table, "resign")
        asked = await first.ask("rematch")
        await second.until(lambda m: any((n["event"] or {}).get("event") == "asked" for n in m.get("news", ())))
        await second.ask("agree", seq=asked["seq"])
        moved = await first.until(lambda message: "rematch" in message)
    again = (await bo.http.get(f"/api/tables/{moved['rematch']}")).json()
    assert [seat["name"] for seat in again["seats"]]
    assert {seat["name"] for seat in again["seats"]} == {"Aki", "Bo"}
    assert again["phase"] == "playing", "everybody has agreed: the game has started"
    assert again["view"]["to_act"]
