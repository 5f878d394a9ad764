"""Hints for the player to act and reviews of finished games, on one node with its own processes."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import httpx
import pytest

from tests.server.process import PATIENCE, Guest, ServerProcess
from tests.server.tables import ask_for_hint, reviewed, started, to_act


def _problem(found: httpx.Response) -> tuple[int, str]:
    body = found.json()
    assert set(body) == {"code", "sentence"}, body
    return found.status_code, body["code"]


async def test_who_is_to_act_gets_a_hint_with_its_reasons(server: ServerProcess) -> None:
    table, *guests = await started(server)
    mover, other, actions = await to_act(table, *guests)
    first = await ask_for_hint(mover, table)
    assert first.status_code == 200, first.text
    assert first.json()["action"] in actions
    assert first.json()["legal"] == len(actions)
    assert (await mover.http.post(f"/api/tables/{table}/hints")).content == first.content, "it is made once"
    assert _problem(await other.http.post(f"/api/tables/{table}/hints")) == (400, "hint/turn")
    cleo = await Guest.arrive(server, "Cleo")
    assert _problem(await cleo.http.post(f"/api/tables/{table}/hints")) == (403, "hint/seat")
    nobody = Guest(server, "")
    assert _problem(await nobody.http.post(f"/api/tables/{table}/hints")) == (401, "people/session")


async def test_a_table_may_play_without_hints(server: ServerProcess) -> None:
    table, *guests = await started(server, settings={"hints": False})
    mover, _, _ = await to_act(table, *guests)
    assert _problem(await mover.http.post(f"/api/tables/{table}/hints")) == (403, "hint/off")
    assert (await mover.http.get(f"/api/tables/{table}")).json()["settings"]["hints"] is False


async def test_a_game_that_is_over_is_reviewed_for_those_who_played(server: ServerProcess) -> None:
    table, aki, bo = await started(server)
    assert _problem(await aki.http.post(f"/api/tables/{table}/analysis")) == (400, "analysis/over")
    async with aki.socket(table) as first, bo.socket(table) as second:
        await asyncio.gather(first.play(4), second.play(4))
    await aki.done(table, "resign")
    cleo = await Guest.arrive(server, "Cleo")
    assert _problem(await cleo.http.post(f"/api/tables/{table}/analysis")) == (403, "analysis/seat")
    assert (await cleo.http.get(f"/api/tables/{table}/analysis")).json() == {"state": "none"}
    review = await reviewed(aki, table)
    assert review["actions"] == len(review["judgements"]) >= 4
    text = json.dumps(review)
    assert "Aki" not in text, "an account can be deleted, and the review stays"
    assert "Bo" not in text
    kept = (await cleo.http.get(f"/api/tables/{table}/analysis")).json()
    assert kept["review"] == review, "whoever can see the table can read it"


async def test_a_game_without_an_action_has_no_review(server: ServerProcess) -> None:
    table, aki, _ = await started(server)
    await aki.done(table, "resign")
    await aki.http.post(f"/api/tables/{table}/analysis")
    end = time.monotonic() + PATIENCE
    while (found := await aki.http.get(f"/api/tables/{table}/analysis")).status_code == 200:
        assert time.monotonic() < end
        await asyncio.sleep(0.05)
    assert _problem(found) == (400, "analysis/empty")


@pytest.mark.more
async def test_advice_is_not_to_be_had_without_end(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, NIWASHI_HINTS_PER_PERSON="0.001/2", NIWASHI_REVIEWS_PER_PERSON="0.001/1")
    server.start()
    try:
        table, aki, _ = await started(server)
        for page, enough in (("hints", 2), ("analysis", 1)):
            codes = [(await aki.http.post(f"/api/tables/{table}/{page}")).status_code for _ in range(enough + 1)]
            assert codes[-1] == 429
            assert 429 not in codes[:-1]
    finally:
        assert server.end() == 0
