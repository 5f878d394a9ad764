"""Records told again: what a replay shows is what the table showed."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from niwashi import play
from tests.server.process import Guest, ServerProcess
from tests.server.tables import started


async def test_a_replay_is_the_same_stream(server: ServerProcess) -> None:
    table, aki, bo = await started(server)
    async with aki.socket(table) as first, bo.socket(table) as second:
        await asyncio.gather(first.play(3), second.play(3))
    record = (await aki.http.get(f"/api/tables/{table}/record")).json()
    told = (await aki.http.post("/api/study", json={"record": record})).json()
    live = [news for news in (await bo.http.get(f"/api/tables/{table}/news")).json() if news.get("view")]
    assert [(n["event"], n["effects"], n["view"]) for n in told["news"]] == [
        (n["event"], n["effects"], n["view"]) for n in live
    ]
    snapshots = [(await guest.http.get(f"/api/tables/{table}")).json() for guest in (aki, bo)]
    offered = next(snapshot["choices"] for snapshot in snapshots if "choices" in snapshot)
    assert {**told["choices"][0], "seq": 0} == {**offered, "seq": 0}, "and one could go on as there"


async def test_a_part_of_it_and_a_step_further(server: ServerProcess) -> None:
    game = play.new("miyabi", seats=2, seed="a lesson")
    game.play(game.legal()[0])
    record = {**_as_json(game), "seed": None}
    nobody = Guest(server, "")
    part = (await nobody.http.post("/api/study", json={"record": record, "since": 1, "until": 1})).json()
    assert part["news"] == []
    assert part["opening"]["to_act"] == [part["choices"][0]["seat"]]
    action = part["choices"][0]["actions"][3]
    stepped = {**record, "events": [*record["events"][:1], [part["choices"][0]["seat"], action]]}
    [news] = (await nobody.http.post("/api/study", json={"record": stepped, "since": 1})).json()["news"]
    assert news["event"]["what"] == action
    assert news["seq"] == 2


async def test_what_the_rules_forbid_is_not_told(server: ServerProcess) -> None:
    game = play.new("miyabi", seats=2, seed="a lesson")
    record = {**_as_json(game), "seed": None}
    found = await Guest(server, "").http.post("/api/study", json={"record": {**record, "events": [[0, "mLaN"]]}})
    assert found.status_code == 400
    assert "event 0" in found.json()["sentence"]
    large = {**record, "notes": {"0": "x" * (256 << 10)}}
    assert (await Guest(server, "").http.post("/api/study", json={"record": large})).status_code == 413


def _as_json(game: play.Game) -> Any:
    return json.loads(game.record().to_json())
