"""Hints and reviews from a client's findings: for whom, the same as the server's, and nothing is kept of them."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec

from niwashi.analysis.findings import StudyTask
from tests.analysis.finding import find
from tests.server.process import Guest, ServerProcess
from tests.server.tables import started, to_act
from tests.web.replays import careless_game, expected_review


def findings(task: dict[str, Any]) -> Any:
    return msgspec.to_builtins(find(msgspec.convert(task, StudyTask)))


def problem(found: httpx.Response) -> tuple[int, str]:
    return found.status_code, found.json()["code"]


async def test_a_hint_from_findings_is_for_whoever_may_have_one(server: ServerProcess) -> None:
    table, *guests = await started(server)
    mover, other, _ = await to_act(table, *guests)
    task = (await mover.http.post(f"/api/tables/{table}/hints/task")).json()
    body = {"number": task["number"], "findings": findings(task)}
    hint = await mover.http.post(f"/api/tables/{table}/hints/found", json=body)
    assert hint.status_code == 200, hint.text
    assert hint.json()["action"]
    cleo = await Guest.arrive(server, "Cleo")
    for page in ("task", "found"):
        place = f"/api/tables/{table}/hints/{page}"
        assert problem(await other.http.post(place, json=body)) == (400, "hint/turn")
        assert problem(await cleo.http.post(place, json=body)) == (403, "hint/seat")
    late = {**body, "number": task["number"] - 1}
    assert problem(await mover.http.post(f"/api/tables/{table}/hints/found", json=late)) == (400, "hint/moved")


async def test_a_table_without_hints_gives_no_task(server: ServerProcess) -> None:
    table, *guests = await started(server, settings={"hints": False})
    mover, _, _ = await to_act(table, *guests)
    assert problem(await mover.http.post(f"/api/tables/{table}/hints/task")) == (403, "hint/off")


async def test_nonsense_gets_a_refusal_and_breaks_nothing(server: ServerProcess) -> None:
    table, *guests = await started(server)
    mover, _, _ = await to_act(table, *guests)
    task = (await mover.http.post(f"/api/tables/{table}/hints/task")).json()
    place = f"/api/tables/{table}/hints/found"
    impossible: list[Any] = [{}, {"ranking": [1 << 62]}, {"endings": [[]]}, {"trials": [{"action": -1}]}]
    for found in impossible:
        refused = await mover.http.post(place, json={"number": task["number"], "findings": found})
        assert problem(refused) == (400, "analysis/findings"), found
    unreadable: list[Any] = [{"findings": {}}, {"number": "x", "findings": []}, []]
    for wrong in unreadable:
        assert (await mover.http.post(place, json=wrong)).status_code == 400
    assert (await mover.http.get(f"/api/tables/{table}")).status_code == 200


async def test_a_review_from_findings_is_the_servers_and_is_not_kept(server: ServerProcess) -> None:
    aki = await Guest.arrive(server, "Aki")
    game = careless_game()
    record = msgspec.json.decode(game.record().to_json())
    place, judgements = "/api/study/analysis/found", list[Any]()
    page = (await aki.http.post(place, json={"record": record})).json()
    while page["tasks"]:
        body = {"record": record, "first": len(judgements), "findings": [findings(task) for task in page["tasks"]]}
        page = (await aki.http.post(place, json=body)).json()
        judgements += page["judgements"]
    assert len(judgements) == page["of"] == 6
    summary = {"record": record, "judgements": judgements}
    found = await aki.http.post("/api/study/analysis/summary", json=summary)
    assert found.json() == expected_review(game)
    short = {"record": record, "judgements": judgements[1:]}
    assert problem(await aki.http.post("/api/study/analysis/summary", json=short)) == (400, "analysis/findings")
    beyond = {"record": record, "first": 6, "findings": [{}]}
    assert problem(await aki.http.post(place, json=beyond)) == (400, "analysis/findings")
