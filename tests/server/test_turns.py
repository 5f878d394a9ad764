"""“Your turn” is sent to all of a person's sockets, and survives a restart."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.process import Guest, ServerProcess, Socket
from tests.server.tables import started


async def _movers(table: str, *guests: Guest) -> tuple[Guest, Guest]:
    """The guest to act, and the other one."""
    waits = [bool((await guest.http.get(f"/api/tables/{table}")).json().get("choices")) for guest in guests]
    return (guests[0], guests[1]) if waits[0] else (guests[1], guests[0])


async def _act(guest: Guest, table: str) -> None:
    """Play over HTTP until it is the other's turn."""
    while choices := (await guest.http.get(f"/api/tables/{table}")).json().get("choices"):
        await guest.done(table, "act", seq=choices["seq"], action=choices["actions"][0])


async def _turn(socket: Socket, table: str) -> dict[str, Any]:
    return dict((await socket.until(lambda message: message.get("turn", {}).get("table") == table))["turn"])


async def test_the_lobby_tells_whose_turn_it_is_at_all_their_tables(server: ServerProcess) -> None:
    table, *people = await started(server, settings={"clock": {"kind": "days", "days": 3}})
    mover, other = await _movers(table, *people)
    async with mover.socket(None) as first, other.socket(None) as second:
        began = [await socket.until(lambda message: "turns" in message) for socket in (first, second)]
        assert [[turn["table"] for turn in message["turns"]] for message in began] == [[table], []]
        await _act(mover, table)
        assert (await _turn(first, table))["yours"] is False
        turn = await _turn(second, table)
        assert (turn["yours"], turn["game"]) == (True, "miyabi")
    rows = [(await guest.http.get("/api/tables/mine")).json()[0].get("turn", False) for guest in (mover, other)]
    assert rows == [False, True]


async def test_a_window_at_another_table_hears_it_and_one_at_the_table_sees_it(server: ServerProcess) -> None:
    table, *people = await started(server)
    mover, other = await _movers(table, *people)
    elsewhere = await other.open()
    async with other.socket(elsewhere) as away, other.socket(table) as there:
        await _act(mover, table)
        assert (await _turn(away, table))["yours"] is True
        await there.until(lambda message: "choices" in message)
        await there.ask("leave")  # refused, after all earlier requests
        assert not any("turn" in message for message in there.heard)


async def test_nobody_hears_of_others_turns(server: ServerProcess) -> None:
    table, *people = await started(server, visibility="public")
    mover, _ = await _movers(table, *people)
    cleo = await Guest.arrive(server, "Cleo")
    async with cleo.socket(None) as lobby:
        await lobby.until(lambda message: "turns" in message)
        await _act(mover, table)
        await mover.done(table, "resign")
        await lobby.until(lambda message: message.get("table", {}).get("state") == "over")
        assert not any("turn" in message for message in lobby.heard)


@pytest.mark.full
async def test_it_is_still_ones_turn_after_a_restart(own_server: ServerProcess) -> None:
    table, *people = await started(own_server)
    mover, other = await _movers(table, *people)
    await _act(mover, table)
    own_server.kill()
    own_server.start()
    other.follow()
    async with other.socket(None) as lobby:
        turns = (await lobby.until(lambda message: "turns" in message))["turns"]
        assert [turn["table"] for turn in turns] == [table]
        await _act(other, table)
        assert (await _turn(lobby, table))["yours"] is False
