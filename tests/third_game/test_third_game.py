"""A third game is one more folder: Pebbles is added to a copy of the package, and no other file is touched."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from tests.server.process import Guest, ServerProcess
from tests.third_game.conftest import Copy

API = """
import niwashi
game = niwashi.new("pebbles", seats=3, seed=1)
print([str(chance) for _, chance in niwashi.new("pebbles", chance="told").outcomes()])
while not game.over:
    assert len(game.encode(game.to_act[0])) == 4
    assert "o" * game.view()["heap"] in game.svg()  # no drawing of its own: its board as text
    print(game.explain(game.legal()[-1].notation))
    game.play(game.legal()[-1])
again = niwashi.loads(game.record().to_json())
print(game.scores, again.scores == game.scores, game.winners)
"""


def test_programs_play_it(copy: Copy) -> None:
    first, *_, last = copy.run("-c", API).splitlines()
    assert first == "['1/4', '1/4', '1/4', '1/4']"
    assert last.endswith("True (0,)")


def test_it_is_played_in_a_terminal_against_a_bot(copy: Copy) -> None:
    said = copy.niwashi("play", "pebbles", "--seed", "1", "--against", "club", given="take 9\n" + "take 1\n" * 12)
    assert "“take 9” is not an action; an action is take 1" in said
    assert "Bo won." in said


def test_every_command_knows_it(copy: Copy, tmp_path: Path) -> None:
    assert "pebbles" in copy.niwashi("--help")
    assert "Chance decides how many pebbles the heap has" in copy.niwashi("rules", "pebbles", "P1.2")
    assert "depth 3: 27" in copy.niwashi("perft", "pebbles", "--depth", "3", "--seed", "1")
    records = tmp_path / "some.jsonl"
    assert "9 games of pebbles" in copy.niwashi("simulate", "pebbles", "--games", "9", "--records", str(records))
    assert "pebbles" in copy.niwashi("check", str(records))
    first = tmp_path / "first.json"
    first.write_text(records.read_text().splitlines()[0])
    assert "take" in copy.niwashi("analyse", str(first), "--nodes", "50", "--trials", "8")


def test_the_wire_describes_it(copy: Copy) -> None:
    schema = json.loads(copy.run("-m", "niwashi.wire.schema"))
    assert {"PebblesView", "PebblesCover", "PebblesTaken"} <= schema["$defs"].keys()


def test_a_server_hosts_it(server: ServerProcess) -> None:
    record = asyncio.run(_play(server))
    assert record["game"] == "pebbles"
    assert record["result"]["winners"]


async def _play(server: ServerProcess) -> dict[str, Any]:
    guest = await Guest.arrive(server, "Aki")
    assert "pebbles" in [game["game"] for game in (await guest.http.get("/api/games")).json()["games"]]
    table = await guest.open("pebbles")
    await guest.done(table, "sit", name="Aki")
    await guest.done(table, "bot", seat=1, level="casual")
    await guest.done(table, "start")
    while (snapshot := (await guest.http.get(f"/api/tables/{table}")).json())["phase"] != "over":
        if choices := snapshot.get("choices"):
            await guest.done(table, "act", seq=choices["seq"], action=choices["actions"][0])
    record: dict[str, Any] = (await guest.http.get(f"/api/tables/{table}/record")).json()
    await guest.http.aclose()
    return record
