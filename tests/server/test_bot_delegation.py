"""At a table without other people a client may compute what bots do; the server takes over wherever it does not."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np

from niwashi.engine import catalog
from tests.server.process import Guest, ServerProcess, Socket
from tests.server.tables import bot_actions, seated


async def alone(server: ServerProcess, bots: int = 1) -> tuple[str, Guest]:
    """A guest who moves first, against bots."""
    aki = await Guest.arrive(server, "Aki")
    table = await aki.open("miyabi", options={"seats": 1 + bots})
    await aki.done(table, "sit", name="")
    for seat in range(1, 1 + bots):
        await aki.done(table, "bot", seat=seat, level="club")
    await aki.done(table, "arrange", order=list(range(1 + bots)))
    await aki.done(table, "start")
    return table, aki


def legal(turn: dict[str, Any]) -> list[int]:
    """By the position that the client gets, and nothing else."""
    rules = catalog.rules("miyabi")
    position = np.frombuffer(bytearray(base64.b64decode(turn["position"])), rules.position)[0]
    out = np.zeros(rules.most_legal, np.int64)
    return list(out[: int(rules.kernels.legal(position, turn["seat"], out))].tolist())


async def bot_turn(socket: Socket, number: int = 0) -> dict[str, Any]:
    """What the client is asked to compute, by its number."""
    while (
        len(turns := [dict(message["bot_position"]) for message in socket.heard if "bot_position" in message]) <= number
    ):
        await socket.hear()
    return turns[number]


async def test_a_client_acts_for_the_bots_of_a_table_without_other_people(server: ServerProcess) -> None:
    table, aki = await alone(server)
    async with aki.socket(table) as socket:
        await socket.hear()
        assert (await socket.ask("think"))["answer"] == "done"
        before = bot_actions(server)
        await socket.act()
        turn = await bot_turn(socket)
        assert (turn["seat"], turn["level"]) == (1, "club")
        illegal = await socket.ask("botact", seq=turn["seq"], seat=1, action=905)
        assert illegal["answer"] == "refused"
        assert (await socket.ask("botact", seq=turn["seq"], seat=1, action=legal(turn)[0]))["answer"] == "done"
        assert bot_actions(server) == {"browser": before["browser"] + 1, "server": before["server"]}
        notes = (await aki.http.get(f"/api/tables/{table}/record")).json()["notes"]
        assert [note["sent_by"] for note in notes.values() if "sent_by" in note] == [0]


async def test_the_server_takes_over_when_the_client_has_gone(server: ServerProcess) -> None:
    table, aki = await alone(server)
    async with aki.socket(table) as socket:
        await socket.hear()
        await socket.ask("think")
        await socket.act()
        turn = await bot_turn(socket)
    async with aki.socket(table) as socket:
        while socket.choices is None or socket.choices["seq"] <= turn["seq"]:
            await socket.hear()


async def test_the_server_takes_over_when_the_client_computes_no_longer(server: ServerProcess) -> None:
    table, aki = await alone(server)
    async with aki.socket(table) as socket:
        await socket.hear()
        await socket.ask("think")
        await socket.act()
        turn = await bot_turn(socket)
        assert (await socket.ask("think", on=False))["answer"] == "done"
        while socket.choices is None:
            await socket.hear()
        late = await socket.ask("botact", seq=turn["seq"], seat=1, action=legal(turn)[0])
        assert (late["answer"], late["code"]) == ("conflict", "table/stale")


async def test_nobody_acts_for_bots_where_others_play(server: ServerProcess) -> None:
    table, aki, _ = await seated(server, options={"seats": 3})
    await aki.done(table, "bot", seat=2, level="club")
    await aki.done(table, "start")
    async with aki.socket(table) as socket:
        await socket.hear()
        for answer in (await socket.ask("think"), await socket.ask("botact", seq=0, seat=2, action=0)):
            assert (answer["answer"], answer["code"]) == ("refused", "table/others")


async def test_nobody_acts_for_the_seat_of_a_person(server: ServerProcess) -> None:
    table, aki = await alone(server)
    async with aki.socket(table) as socket:
        await socket.hear()
        for seat in (0, 31):
            answer = await socket.ask("botact", seq=0, seat=seat, action=0)
            assert (answer["answer"], answer["code"]) == ("refused", "table/bot")


async def test_several_bots_are_computed_one_after_the_other(server: ServerProcess) -> None:
    table, aki = await alone(server, bots=3)
    async with aki.socket(table) as socket:
        await socket.hear()
        await socket.ask("think")
        await socket.act()
        seats = []
        for number in range(3):
            turn = await bot_turn(socket, number)
            seats.append(turn["seat"])
            await socket.ask("botact", seq=turn["seq"], seat=turn["seat"], action=legal(turn)[0])
        assert seats == [1, 2, 3]
