"""Hints and reviews in the browser: found out as Python does, equal to the server's, and the server's where it must."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from niwashi.analysis.findings import StudyTask, study_task
from niwashi.analysis.judgement import Method
from niwashi.analysis.timeline import PlayedAction, timeline
from niwashi.bots import Budget
from tests.analysis.finding import find
from tests.analysis.games import play_on
from tests.build.libraries import build_think_files
from tests.conformance.variants import GAMES, Variant, mixed
from tests.server.process import ServerProcess
from tests.server.tables import advice
from tests.web.playing import Table
from tests.web.replays import as_file, careless_game, expected_review, open_file
from tests.web.thinking import damage, findings
from tests.web.visiting import NOT_LOADED, PATIENCE, Visitor

pytestmark = pytest.mark.more
QUICK = Method(budget=Budget(nodes=400), trials=8)
FAILED = "This browser cannot compute bots, hints and reviews"


@pytest.fixture(scope="module", autouse=True)
def think_files(built_client: object) -> None:
    build_think_files()


# -- the same, bit for bit ---------------------------------------------------------------------------------------------
def test_a_worker_finds_out_what_python_does(visitor: Visitor) -> None:
    """Rankings, solved ends, replies and every action of every trial: for hints and for judgements."""
    page = visitor.open()
    for variant in [variant for game in GAMES for variant in mixed(game, 3)]:
        tasks = list(tasks_of(variant))
        for task, found in zip(tasks, findings(page, variant.game, tasks), strict=True):
            assert found == find(task), (str(variant), task.number, task.action)


def tasks_of(variant: Variant) -> Iterator[StudyTask]:
    """From the beginning to the last actions of a game, of which the end is solved."""
    taken = timeline(play_on(variant.new("studies")).record()).taken
    for one in (taken[0], taken[len(taken) // 2], *taken[-3:]):
        yield _task(variant, one, None)
        yield _task(variant, one, one.action)


def _task(variant: Variant, taken: PlayedAction, action: int | None) -> StudyTask:
    return study_task(variant.rules, QUICK, taken.before, taken.seat, taken.event, action)


def computed_since(before: dict[str, int], server: ServerProcess) -> dict[str, int]:
    return {by: count - before[by] for by, count in advice(server).items()}


# -- hints -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_computed_in_the_browser_and_equals_the_servers(
    visitor: Visitor, server: ServerProcess, game: str
) -> None:
    table, before = hint_table(visitor, game), advice(server)
    loaded = requests(visitor.page)
    with visitor.page.expect_response("**/hints/found") as found:
        ask_for_hint(visitor.page)
    assert [url for url in loaded if url.endswith(".wasm")], "only now"
    assert found.value.status == 200, found.value.text()
    assert computed_since(before, server) == {"browser": 1, "server": 0}
    assert found.value.json() == server_hint(visitor, table)
    assert computed_since(before, server) == {"browser": 1, "server": 1}


@pytest.mark.parametrize("what", ["damaged", "other weights", "forbidden"])
def test_the_server_gives_the_hint_where_the_browser_cannot(visitor: Visitor, server: ServerProcess, what: str) -> None:
    damage(visitor, what)
    hint_table(visitor, "miyabi")
    before = advice(server)
    ask_for_hint(visitor.page)
    expect(visitor.page.get_by_role("status").get_by_text(FAILED)).to_be_visible()
    assert computed_since(before, server) == {"browser": 0, "server": 1}
    visitor.may_note(NOT_LOADED)


def test_the_server_gives_the_hint_where_it_does_not_accept_what_was_found(
    visitor: Visitor, server: ServerProcess
) -> None:
    nonsense = json.dumps({"number": 1, "findings": {"ranking": [99999]}})
    visitor.context.route("**/hints/found", lambda route: route.continue_(post_data=nonsense))
    hint_table(visitor, "miyabi")
    before = advice(server)
    ask_for_hint(visitor.page)
    assert computed_since(before, server) == {"browser": 0, "server": 1}
    visitor.may_note(NOT_LOADED)


def hint_table(visitor: Visitor, game: str) -> Table:
    """A table with a bot, at which the visitor is to act."""
    options = {"seats": 2, **({"grab": "calm"} if game == "edo_yashiki" else {})}
    table = Table.with_bots(visitor, game, options=options)
    table.show()
    table.decision()
    return table


def ask_for_hint(page: Page) -> None:
    expect(page.get_by_role("list", name="Seats").get_by_text("Your turn")).to_be_visible()
    page.keyboard.press("h")
    expect(page.get_by_role("region", name="Hint").get_by_role("heading")).to_be_visible()


def server_hint(visitor: Visitor, table: Table) -> dict[str, Any]:
    address = visitor.address.rstrip("/")
    answer = visitor.page.request.post(f"{address}/api/tables/{table.id}/hints", headers={"Origin": address})
    return dict(answer.json())


def requests(page: Page) -> list[str]:
    """The addresses of all requests from now on."""
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url))
    return seen


# -- reviews -----------------------------------------------------------------------------------------------------------
def test_a_review_is_computed_in_the_browser_and_equals_the_servers(visitor: Visitor, server: ServerProcess) -> None:
    game, before = careless_game(), advice(server)
    page = open_file(visitor, as_file(game))
    begin_review(page)
    expect(page.get_by_role("slider", name="Chances of winning")).to_be_visible(timeout=3 * PATIENCE)
    assert kept_review(page) == expected_review(game)
    assert computed_since(before, server) == {"browser": 6, "server": 0}
    loaded = requests(page)
    page.reload()
    expect(page.get_by_role("slider", name="Chances of winning")).to_be_visible()
    assert not [url for url in loaded if "analysis" in url], "it is kept in this browser"


def begin_review(page: Page) -> None:
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Analyse").click()


def _sent(request: Request) -> dict[str, Any]:
    return dict(request.post_data_json or {})


def kept_review(page: Page) -> dict[str, Any]:
    (kept,) = json.loads(page.evaluate("localStorage['niwashi.reviews.own']"))
    return dict(kept["review"])


def test_a_review_goes_on_when_one_comes_back(visitor: Visitor, server: ServerProcess) -> None:
    before = advice(server)
    page = open_file(visitor, as_file(careless_game(12)))
    with page.expect_request("**/analysis/found") as first:
        begin_review(page)
    assert _sent(first.value)["first"] == 0
    while not page.evaluate("JSON.parse(sessionStorage['niwashi.reviews.begun'] ?? '{}').judgements?.length"):
        page.wait_for_timeout(50)
    with page.expect_request("**/analysis/found") as again:
        page.reload()
    assert _sent(again.value)["first"] > 0
    expect(page.get_by_role("slider", name="Chances of winning")).to_be_visible(timeout=3 * PATIENCE)
    assert computed_since(before, server) == {"browser": 12, "server": 0}


def test_the_server_makes_the_review_where_the_browser_cannot(visitor: Visitor, server: ServerProcess) -> None:
    damage(visitor, "damaged")
    before = advice(server)
    page = open_file(visitor, as_file(careless_game(4)))  # the server keeps reviews: one that no other test asks for
    begin_review(page)
    expect(page.get_by_role("status").get_by_text(FAILED)).to_be_visible()
    expect(page.get_by_role("slider", name="Chances of winning")).to_be_visible(timeout=3 * PATIENCE)
    assert computed_since(before, server) == {"browser": 0, "server": 4}
    visitor.may_note(NOT_LOADED)


def test_the_server_makes_the_review_where_it_does_not_accept_what_was_found(
    visitor: Visitor, server: ServerProcess
) -> None:
    """As after an upgrade in the midst of a review. What was begun would be refused each time, so it is dropped."""

    def spoil(route: Route) -> None:
        asked = _sent(route.request)
        route.continue_(post_data=json.dumps({**asked, "first": 99}) if asked["findings"] else None)

    visitor.context.route("**/analysis/found", spoil)
    before = advice(server)
    page = open_file(visitor, as_file(careless_game(5)))
    begin_review(page)
    expect(page.get_by_role("slider", name="Chances of winning")).to_be_visible(timeout=3 * PATIENCE)
    assert computed_since(before, server) == {"browser": 0, "server": 5}
    assert page.evaluate("sessionStorage['niwashi.reviews.begun']") is None
    visitor.may_note(NOT_LOADED)
