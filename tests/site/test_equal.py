"""What a garden computes in the browser is what Python computes here: bots of every level, hints, replays, reviews."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser

import niwashi
from niwashi import bots
from niwashi.analysis.review import ReviewedAction
from niwashi.core.record import Record, read_record
from niwashi.server.workers.jobs import JudgeResult
from niwashi.site.browser import jobs
from niwashi.wire.replay import replay_record
from niwashi.wire.score import score
from tests.conformance.variants import GAMES
from tests.server.test_score import AKI, BO, sheet
from tests.site.gardens import served, thinker_of
from tests.site.in_browser import GardenTable, act, ask, enter
from tests.web.visiting import Visitor

pytestmark = pytest.mark.more
PEOPLE = [{"called": "Aki"}, {"called": "Bo"}]
BETWEEN = 5
"""Actions between two turns of a bot."""


@pytest.fixture(scope="module")
def visitor(browser: Browser, garden: Path) -> Iterator[Visitor]:
    with served(garden) as address:
        yield enter(browser, address)


def two_turns(game: str) -> Iterator[niwashi.Game]:
    played = niwashi.new(game, seed=7, seats=2)
    for _ in range(2):
        yield played.copy()
        for _ in range(BETWEEN):
            played.play(played.legal()[-1])


@pytest.mark.parametrize("game", GAMES)
def test_bots_of_every_level_decide_as_python_does(visitor: Visitor, garden: Path, game: str) -> None:
    """Who thinks for a time, and not for a number of positions, decides by the machine; it is legal all the same."""
    turns = [(turn, level) for level in bots.names() for turn in two_turns(game)]
    asked = [jobs.choose_action(turn, turn.to_act[0], level) for turn, level in turns]
    found = visitor.page.evaluate(THINK, [f"assets/{thinker_of(garden).name}", asked])
    for (turn, level), job, answer in zip(turns, asked, found, strict=True):
        if bots.default_budget(level).seconds is None:
            assert answer == jobs.run(job), level
        assert msgspec.json.decode(answer) in [str(action) for action in turn.legal(turn.to_act[0])], level


# Another worker of the same kind, which is given jobs whose generator is known.
THINK = """([script, jobs]) => new Promise((resolve) => {
  const base = document.baseURI.split(/[?#]/)[0]
  const thinker = new Worker(new URL(script, base), { type: 'module' })
  const found = []
  thinker.onmessage = ({ data }) => {
    found.push(data.from === 'thought' ? data.text : JSON.stringify(data))
    if (found.length < jobs.length && data.from === 'thought') return
    thinker.terminate()
    resolve(found)
  }
  thinker.onerror = ({ message }) => resolve([`no worker: ${message}`])
  thinker.postMessage({ to: 'start', base, parts: document.documentElement.dataset.garden })
  jobs.forEach((job, id) => thinker.postMessage({ to: 'think', id, job }))
})"""


@pytest.mark.parametrize("game", GAMES)
def test_hints_replays_and_reviews_are_those_of_python(visitor: Visitor, game: str) -> None:
    options = {"seats": 2, **({"grab": "calm"} if game == "edo_yashiki" else {})}
    table = GardenTable.start(visitor, game, options, PEOPLE)
    for _ in range(2):
        act(table)
    record = read_record(table.record_bytes())
    seat = table.now()["choices"]["seat"]
    hint = ask(visitor.page, "POST", f"tables/{table.id}/hints")
    assert hint == msgspec.json.decode(jobs.run(jobs.advise(record, seat)))
    given = {"record": msgspec.json.decode(record.to_json())}
    assert ask(visitor.page, "POST", "study", given) == plain(replay_record(record, 0, None))
    assert review_by(visitor, given) == review(record)


def plain(found: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(found))


def review_by(visitor: Visitor, given: dict[str, Any]) -> Any:
    progress = ask(visitor.page, "POST", "study/analysis", given)
    while progress["state"] == "running":
        time.sleep(0.2)
        progress = ask(visitor.page, "GET", f"study/analysis/{progress['record']}")
    return progress["review"]


def review(record: Record) -> Any:
    judgements = list[ReviewedAction]()
    of = 1
    while len(judgements) < of:
        judged = msgspec.json.decode(jobs.run(jobs.judge(record, len(judgements))), type=JudgeResult)
        judgements.append(judged.judgement)
        of = judged.of
    return msgspec.json.decode(jobs.run(jobs.sum_up(record, judgements)))


def test_score_sheets_are_those_of_python(visitor: Visitor) -> None:
    filled = sheet(AKI, BO)
    assert ask(visitor.page, "POST", "score", filled) == plain(score(filled))
