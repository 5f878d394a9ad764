"""A served site whose garden a browser keeps: the line is cut, somebody plays on, and comes back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from niwashi.server.workers.precompile import compile_all
from tests.server.process import ServerProcess
from tests.site.in_browser import ASK, READY_MS, GardenTable
from tests.web.hands import clicks
from tests.web.playing import Table, any_action, play_on
from tests.web.visiting import Visitor, Visitors, table_in

pytestmark = pytest.mark.more
UNREACHABLE = "Failed to load resource: net::ERR_CONNECTION_REFUSED"
"""What a browser says of the page that was asked for first."""


@pytest.fixture(scope="module")
def server(garden: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    compile_all()
    running = ServerProcess(tmp_path_factory.mktemp("served"), NIWASHI_GARDEN=str(garden))
    running.start()
    yield running
    running.end()


@pytest.fixture
def visitor(browser: Browser, server: ServerProcess) -> Iterator[Visitor]:
    """Whoever loses the line is told so by the browser, and by nothing else."""
    coming = Visitors(browser, f"{server.address}/")
    visitor = coming.come()
    visitor.may_note(UNREACHABLE)
    visitor.context.add_init_script(ASK)
    yield visitor
    coming.leave()


def keep(visitor: Visitor) -> Page:
    """By the entry in the lobby's menu."""
    page = visitor.open()
    page.get_by_role("link", name="Play offline").click()
    page.get_by_role("button", name="Keep the garden").click()
    expect(page.get_by_role("button", name="Open it now")).to_be_visible(timeout=READY_MS)
    return page


def test_who_opens_the_site_without_a_line_plays_on_and_comes_back(visitor: Visitor, server: ServerProcess) -> None:
    page = keep(visitor)
    server.end()
    page.goto(visitor.address)
    expect(page.get_by_text("You are playing offline")).to_be_visible()
    page.get_by_role("button", name="Play now against bots (Miyabi)").click(timeout=READY_MS)
    expect(page.get_by_role("grid").first).to_be_visible(timeout=READY_MS)
    table = GardenTable(visitor, table_in(page.url))
    for _ in play_on(table, clicks(), any_action(seed=5)):
        pass
    assert table.record().over
    server.start(server.port)
    page.goto(f"{visitor.address}?offline#/")
    page.get_by_role("button", name="To the server").click()
    expect(page.locator("html[data-offered]")).to_be_attached()
    page.reload()
    expect(page.locator("html[data-offered]")).to_be_attached()
    page.goto(f"{visitor.address}?offline#/games")
    expect(page.get_by_role("heading", name="Finished")).to_be_visible(timeout=READY_MS)


def test_a_game_goes_on_at_the_server_and_back(visitor: Visitor, server: ServerProcess) -> None:
    page = keep(visitor)
    page.get_by_role("button", name="Open it now").click()
    page.get_by_role("button", name="Play now against bots (Miyabi)").click(timeout=READY_MS)
    expect(page.get_by_role("grid").first).to_be_visible(timeout=READY_MS)
    here = GardenTable(visitor, table_in(page.url))
    plays = play_on(here, clicks(), any_action(seed=8))
    next(plays)
    here.settle()
    done = len(here.record().events)
    move(page, "Play on at the server")
    there = Table(visitor, table_in(page.url))
    assert there.now()["begun"] >= done
    expect(page.locator("html[data-offered]")).to_be_attached()
    next(play_on(there, clicks(), any_action(seed=8)))
    there.settle()
    begun = there.now()["begun"]
    move(page, "Play on offline")
    back = GardenTable(visitor, table_in(page.url))
    assert back.now()["begun"] > begun
    for _ in play_on(back, clicks(), any_action(seed=8)):
        pass
    assert back.record().over


def move(page: Page, entry: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=entry).click()
    page.get_by_role("dialog").get_by_role("button", name="Play on", exact=True).click(timeout=READY_MS)
    page.wait_for_url("**#/t/*")
    expect(page.get_by_role("grid").first).to_be_visible(timeout=READY_MS)


def test_a_finished_game_has_the_garden_fetched_without_being_asked(visitor: Visitor) -> None:
    table = Table.with_bots(visitor, "miyabi")
    page = table.show()
    expect(page.locator("html[data-offered]")).to_be_attached()
    assert not page.evaluate("() => navigator.serviceWorker.getRegistration()")
    table.ask("resign")
    expect(page.get_by_role("link", name="Replay")).to_be_visible()
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.goto(f"{visitor.address}#/offline")
    expect(page.get_by_role("button", name="Open it now")).to_be_visible(timeout=READY_MS)


def test_who_saves_data_is_asked_first(visitor: Visitor) -> None:
    saving = "Object.defineProperty(navigator, 'connection', {value: {saveData: true}})"
    visitor.context.add_init_script(saving)
    table = Table.with_bots(visitor, "miyabi")
    page = table.show()
    table.ask("resign")
    expect(page.get_by_role("link", name="Replay")).to_be_visible()
    page.goto(f"{visitor.address}#/offline")
    expect(page.get_by_role("button", name="Keep the garden")).to_be_visible()
    assert page.evaluate("() => caches.keys()") == []


def test_a_newer_garden_takes_the_place_of_the_older_once_it_is_whole(visitor: Visitor) -> None:
    page = keep(visitor)
    [old] = page.evaluate("() => caches.keys()")
    page.evaluate(RENAME_CACHE, "0123456789abcdef")
    page.reload()
    expect(page.get_by_text("but the server has a newer one")).to_be_visible()
    page.get_by_role("button", name="Keep the garden").click()
    expect(page.get_by_role("button", name="Open it now")).to_be_visible(timeout=READY_MS)
    assert page.evaluate("() => caches.keys()") == [old]


# As if it were the garden of an older version: the parts are lent to the newer one.
RENAME_CACHE = """async (version) => {
  const [old] = await caches.keys()
  const name = old.replace(/[^ ]*$/, version)
  const [from, to] = [await caches.open(old), await caches.open(name)]
  for (const request of await from.keys()) await to.put(request, await from.match(request))
  await caches.delete(old)
  return name
}"""
