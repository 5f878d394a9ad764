"""Names, one's own games, seats filled while a table is opened, watching without a session, the game of the day."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from niwashi.core.record import read_record
from niwashi.engine.factory import replay
from tests.server.process import PATIENCE, Guest, ServerProcess
from tests.server.tables import seated, started


def problem(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


# -- names -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "answer"), [("n" * 24, 201), ("n" * 25, 400), ("庭" * 24, 201)])
async def test_a_new_name_has_at_most_24_characters(server: ServerProcess, name: str, answer: int) -> None:
    nobody = Guest(server, name)
    assert (await nobody.http.post("/api/session", json={"name": name})).status_code == answer


async def test_a_guest_changes_their_name_and_an_account_does_not(server: ServerProcess) -> None:
    aki = await Guest.arrive(server, "Sagi")
    assert (await aki.http.put("/api/session", json={"name": " Hana  K "})).json() == {"name": "Hana K", "guest": True}
    assert (await aki.http.get("/api/session")).json()["name"] == "Hana K"
    assert problem(await aki.http.put("/api/session", json={"name": "x" * 25})) == (400, "people/name")
    await aki.http.post("/api/accounts", json={"name": "Hanako", "password": "a long one"})
    assert problem(await aki.http.put("/api/session", json={"name": "Sagi"})) == (400, "people/account")
    bo = await Guest.arrive(server, "Bo")
    assert problem(await bo.http.put("/api/session", json={"name": "hanako"})) == (400, "people/taken")


async def test_a_table_calls_its_host_by_the_new_name_and_says_whose_it_is(server: ServerProcess) -> None:
    table, aki, bo = await seated(server)
    await aki.http.put("/api/session", json={"name": "Hana"})
    await aki.done(table, "rename", name="Mallory")
    shown = (await bo.http.get(f"/api/tables/{table}")).json()
    assert [seat["name"] for seat in shown["seats"]] == ["Hana", "Bo"]
    assert shown["host_seat"] == 0
    (row,) = [row for row in (await bo.http.get("/api/tables/mine")).json() if row["table"] == table]
    assert [seat["name"] for seat in row["seats"]] == ["Hana", "Bo"]


# -- opening ---------------------------------------------------------------------------------------------------------
async def test_one_request_opens_a_table_seats_everybody_and_starts(server: ServerProcess) -> None:
    aki = await Guest.arrive(server, "Aki")
    table = await aki.open(seats=[{"you": True}, {"bot": "casual"}], arranged=True)
    shown = (await aki.http.get(f"/api/tables/{table}")).json()
    assert [seat["name"] for seat in shown["seats"]] == ["Aki", "Hana"]
    assert (shown["phase"], shown["you"]) == ("playing", 0)
    open_seat = await aki.open(options={"seats": 3}, seats=[{"you": True}, {}, {"bot": "club"}])
    shown = (await aki.http.get(f"/api/tables/{open_seat}")).json()
    assert [seat["held"] for seat in shown["seats"]] == ["person", "open", "bot"]
    assert shown["phase"] == "gathering"
    shorter = await aki.open(options={"seats": 3}, seats=[{"you": True}])
    assert (await aki.http.get(f"/api/tables/{shorter}")).json()["phase"] == "gathering"
    names = [{"called": "Mum"}, {"called": "Dad"}]
    shared = await aki.open(settings={"hot_seat": True}, seats=names, arranged=True)
    shown = (await aki.http.get(f"/api/tables/{shared}")).json()
    assert ([seat["name"] for seat in shown["seats"]], shown["phase"]) == (["Mum", "Dad"], "playing")


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ([{"bot": "wizard"}], "table/bot"),
        ([{"you": True}, {"you": True}], "table/seated"),
        ([{}, {}, {"bot": "club"}], "table/seat"),
        ([{"called": "Mum"}], "table/hot-seat"),
    ],
)
async def test_seats_that_cannot_be_filled_are_refused_with_the_reason(
    server: ServerProcess, seats: list[dict[str, Any]], code: str
) -> None:
    aki = await Guest.arrive(server, "Aki")
    answer = await aki.http.post("/api/tables", json={"game": "miyabi", "seats": seats})
    assert (answer.status_code // 100, answer.json()["code"]) == (4, code)


# -- one's own games -------------------------------------------------------------------------------------------------
async def finished(server: ServerProcess) -> tuple[str, Guest, Guest]:
    """Aki has resigned. The result is stored a little later, but never later than somebody looks for it."""
    table, aki, bo = await started(server)
    await aki.done(table, "resign")
    assert (await bo.http.get("/api/accounts/me/games")).json()["games"]
    return table, aki, bo


async def test_a_guest_finds_their_finished_games_and_nobody_elses(server: ServerProcess) -> None:
    table, aki, bo = await finished(server)
    page = (await aki.http.get("/api/accounts/me/games")).json()
    (game,) = page["games"]
    assert (game["table"], game["game"], page["count"], page["won"]) == (table, "miyabi", 1, 0)
    assert {(seat["name"], seat["place"], seat.get("you", False)) for seat in game["seats"]} == {
        ("Aki", 2, True),
        ("Bo", 1, False),
    }
    assert (await bo.http.get("/api/accounts/me/games")).json()["won"] == 1
    cleo = await Guest.arrive(server, "Cleo")
    assert (await cleo.http.get("/api/accounts/me/games")).json() == {"games": [], "count": 0, "won": 0}
    assert problem(await Guest(server, "").http.get("/api/accounts/me/games")) == (401, "people/session")
    await aki.http.post("/api/accounts", json={"name": f"Aki {table[:8]}", "password": "a long one"})
    assert (await aki.http.get("/api/accounts/me/games")).json()["count"] == 1, "an account keeps a guest's games"


async def test_ones_games_are_searched_and_come_in_pages(server: ServerProcess) -> None:
    _, aki, _ = await finished(server)
    for query, count in (("name=bo", 1), ("name=mei", 0), ("game=edo_yashiki", 0), ("game=miyabi&name=B", 1)):
        assert (await aki.http.get(f"/api/accounts/me/games?{query}")).json()["count"] == count
    first = (await aki.http.get("/api/accounts/me/games?limit=1")).json()
    assert (await aki.http.get(f"/api/accounts/me/games?limit=1&after={first['next']}")).json()["games"] == []
    assert problem(await aki.http.get("/api/accounts/me/games?after=x-t1")) == (400, "games/after")
    assert (await aki.http.get("/api/accounts/me/games?limit=0")).status_code == 400


# -- watching ----------------------------------------------------------------------------------------------------------
async def test_whoever_has_no_session_may_watch_but_send_nothing(server: ServerProcess) -> None:
    table, aki, bo = await started(server)
    nobody = Guest(server, "")
    assert problem(await nobody.http.post("/api/tickets", json={"table": table})) == (401, "people/session")
    assert problem(await nobody.http.post("/api/tickets", json={"watch": True})) == (401, "people/session")
    ticket = (await nobody.http.post("/api/tickets", json={"table": table, "watch": True})).json()["ticket"]
    address = f"{server.address.replace('http', 'ws')}/api/tables/{table}/socket?ticket={ticket}"
    async with connect(address, max_size=None, close_timeout=1) as socket:
        snapshot = json.loads(await socket.recv())["snapshot"]
        assert "you" not in snapshot
        await socket.send(json.dumps({"do": "sit", "id": "1", "name": "Mallory"}))
        assert json.loads(await socket.recv())["error"]["code"] == "people/session"
        await aki.done(table, "resign")
        asked = await bo.ask(table, "rematch")
        await aki.done(table, "agree", seq=asked["seq"])
        async with asyncio.timeout(PATIENCE):
            while "rematch" not in (message := json.loads(await socket.recv())):
                pass
    assert (await aki.http.get(f"/api/tables/{message['rematch']}")).json()["phase"] == "playing"


async def test_with_a_session_a_watchers_ticket_is_ones_own(server: ServerProcess) -> None:
    table, aki, _ = await started(server)
    ticket = (await aki.http.post("/api/tickets", json={"table": table, "watch": True})).json()["ticket"]
    address = f"{server.address.replace('http', 'ws')}/api/tables/{table}/socket?ticket={ticket}"
    async with connect(address, max_size=None, close_timeout=1) as socket:
        assert "you" in json.loads(await socket.recv())["snapshot"]


# -- the game of the day -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", ["miyabi", "edo_yashiki"])
async def test_the_game_of_the_day_is_a_finished_one_and_the_same_for_all(server: ServerProcess, game: str) -> None:
    nobody = Guest(server, "")
    first, second = [await nobody.http.get(f"/api/daily/{game}") for _ in range(2)]
    assert first.content == second.content
    played = replay(read_record(first.content))
    assert played.over
    assert played.name == game
    assert problem(await nobody.http.get("/api/daily/chess"))[0] in (400, 404)
