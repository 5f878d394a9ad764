"""Replays of records show what the table showed."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

import niwashi
from niwashi.core.record import Record
from niwashi.engine import factory
from niwashi.engine.game import Game
from niwashi.server.http.routes.replay import EVENTS_PER_STUDY
from tests.server.process import PATIENCE, Guest, ServerProcess
from tests.server.tables import started

EARLIER = Path(__file__).parents[1] / "conformance" / "earlier" / "edo_yashiki" / "reconstruction-1.jsonl"


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
    game = factory.new("miyabi", seats=2, seed="a lesson")
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
    game = factory.new("miyabi", seats=2, seed="a lesson")
    record = {**_as_json(game), "seed": None}
    found = await Guest(server, "").http.post("/api/study", json={"record": {**record, "events": [[0, "mLaN"]]}})
    assert found.status_code == 400
    assert "event 0" in found.json()["sentence"]
    large = {**record, "notes": {"0": "x" * (256 << 10)}}
    assert (await Guest(server, "").http.post("/api/study", json={"record": large})).status_code == 413


def _as_json(game: Game) -> Any:
    return json.loads(game.record().to_json())


@pytest.mark.more
async def test_a_record_from_anywhere_is_reviewed(server: ServerProcess) -> None:
    game = played(4)
    nobody = Guest(server, "")
    assert (await nobody.http.post("/api/study/analysis", json={"record": _as_json(game)})).status_code == 401
    aki = await Guest.arrive(server, "Aki")
    begun = await aki.http.post("/api/study/analysis", json={"record": _as_json(game)})
    assert begun.status_code == 202, begun.text
    place = f"/api/study/analysis/{begun.json()['record']}"
    review = (await done(nobody, place))["review"]
    assert [one["action"] for one in review["judgements"]] == [what for who, what in game.events if who != "chance"]
    assert all("reasons" in one for one in review["judgements"])
    for one in review["judgements"]:
        for reason in one["reasons"]:
            assert reason["key"].startswith("reason-"), "for those who put it into words"
            assert reason["text"]
    renamed = {**_as_json(game), "names": ["Chie", "Dai"]}
    again = (await aki.http.post("/api/study/analysis", json={"record": renamed})).json()
    assert again["state"] == "done", "whoever played it, it is the same game"


async def test_what_cannot_be_reviewed_is_said(server: ServerProcess) -> None:
    aki = await Guest.arrive(server, "Aki")
    record = _as_json(played(0))
    empty = (await aki.http.post("/api/study/analysis", json={"record": record})).json()["record"]
    found = await done(aki, f"/api/study/analysis/{empty}")
    assert found["code"] == "analysis/empty"
    assert (await aki.http.get("/api/study/analysis/nothing")).json() == {"state": "none", "record": "nothing"}
    long = {**record, "events": record["events"] * 501}
    refused = (await aki.http.post("/api/study/analysis", json={"record": long})).json()
    assert (refused["code"], "at most 500 events" in refused["sentence"]) == ("analysis/events", True)


async def done(guest: Guest, place: str) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE
    while (found := (await guest.http.get(place)).json()).get("state") == "running":
        assert time.monotonic() < end
        await asyncio.sleep(0.05)
    return dict(found)


async def test_a_table_goes_on_from_a_record(server: ServerProcess) -> None:
    game = played(6)
    aki = await Guest.arrive(server, "Aki")
    opened = await aki.http.post("/api/study/tables", json={"record": _as_json(game), "until": 4})
    assert opened.status_code == 201, opened.text
    table = opened.json()["table"]
    seat = factory.replay(_first(game, 4)).to_act[0]
    await aki.done(table, "sit", name="", seat=seat)
    await aki.done(table, "bot", seat=1 - seat, level="beginner")
    await aki.done(table, "arrange", order=[0, 1])
    await aki.done(table, "start")
    snapshot = (await aki.http.get(f"/api/tables/{table}")).json()
    assert (snapshot["begun"], snapshot["you"], snapshot["choices"]["seat"]) == (4, seat, seat)
    assert snapshot["view"] == game.view(4)
    assert len(snapshot["story"]) == 4
    await aki.done(table, "act", seq=snapshot["choices"]["seq"], action=snapshot["choices"]["actions"][0])
    record = (await aki.http.get(f"/api/tables/{table}/record")).json()
    assert record["events"][:4] == game.events[:4]
    assert record["notes"]["table"]["begun"] == 4


async def test_a_table_goes_on_with_the_deck_of_an_earlier_record(server: ServerProcess) -> None:
    record = json.loads(EARLIER.read_text().splitlines()[0])
    aki = await Guest.arrive(server, "Aki")
    opened = await aki.http.post("/api/study/tables", json={"record": record, "until": 6})
    assert opened.status_code == 201, opened.text
    table = opened.json()["table"]
    await aki.done(table, "sit", name="")
    await aki.done(table, "bot", seat=1, level="beginner")
    await aki.done(table, "start")
    going_on = (await aki.http.get(f"/api/tables/{table}/record")).json()
    assert going_on["components"] == record["components"]
    assert going_on["events"][:6] == record["events"][:6]


async def test_only_what_the_rules_allow_is_gone_on_from(server: ServerProcess) -> None:
    aki = await Guest.arrive(server, "Aki")
    record = _as_json(played(2))
    broken = {**record, "events": [*record["events"], [0, "mLaN"]]}
    found = await aki.http.post("/api/study/tables", json={"record": broken})
    assert (found.status_code, found.json()["code"]) == (400, "record/replay")
    assert (await aki.http.post("/api/study/tables", json={"record": broken, "until": 3})).status_code == 201
    other = {**record, "components": {**record["components"], "sha256": "0" * 64}}
    found = await aki.http.post("/api/study/tables", json={"record": other})
    assert (found.status_code, found.json()["code"]) == (400, "record/components")
    assert (await Guest(server, "").http.post("/api/study/tables", json={"record": record})).status_code == 401


def played(actions: int) -> Game:
    game = factory.new("miyabi", seats=2, seed="played on")
    for _ in range(actions):
        game.play(game.legal()[0])
    return game


def _first(game: Game, events: int) -> Record:
    return msgspec.structs.replace(game.record(), events=game.record().events[:events], seed=None)


async def test_a_long_record_counts_as_several_replays(tmp_path: Path) -> None:
    limited = ServerProcess(tmp_path, NIWASHI_STUDIES_PER_ADDRESS="0.001/3")
    limited.start()
    aki = await Guest.arrive(limited, "Aki")
    record = json.loads(niwashi.new("miyabi", seats=2, seed="1").record().to_json())
    long = {**record, "events": [["table", "back 0"]] * (3 * EVENTS_PER_STUDY)}
    assert (await aki.http.post("/api/study", json={"record": long})).status_code == 429
    assert limited.end() == 0
    limited.start()
    aki.follow()
    answers = [(await aki.http.post("/api/study", json={"record": record})).status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]
    assert limited.end() == 0
