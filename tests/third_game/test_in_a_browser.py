"""A third game in the browser is one more folder: Pebbles is played from its card in the lobby to its result."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.machine.browser import chromium as find_chromium
from tests.server.process import PATIENCE, ServerProcess
from tests.third_game.conftest import Copy
from tests.web import windows
from tests.web.visiting import Visitor, Visitors

HEAP = re.compile(r"^(One pebble|\d+ pebbles) in the heap$")
OWN_TURN = re.compile(r"You one pebble\s*\+\d")


@pytest.fixture(scope="module")
def chromium() -> str:
    return find_chromium()


@pytest.fixture(scope="module")
def built_copy(copy: Copy) -> Copy:
    copy.build_client()
    return copy


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with windows.window_maker(chromium) as running:
        yield running


@pytest.fixture
def visitor(browser: Browser, built_copy: Copy, server: ServerProcess) -> Iterator[Visitor]:
    """In a lobby with an open table: an empty one asks for the game of the day, and interpreted bots would play it for
    minutes."""
    assert (built_copy.package / "server" / "static" / "index.html").is_file()
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as aki:
        aki.post("/api/session", json={"name": "Aki"}).raise_for_status()
        aki.post("/api/tables", json={"game": "pebbles", "visibility": "public"}).raise_for_status()
    visitors = Visitors(browser, f"{server.address}/")
    yield visitors.come()
    visitors.leave()


def test_it_is_played_against_a_bot(visitor: Visitor) -> None:
    page = visitor.open()
    expect(page.get_by_role("region", name="Open tables").get_by_text("Pebbles")).to_be_visible()
    card = page.get_by_role("article").filter(has_text="Take one to three pebbles")
    card.get_by_role("button", name="New table (Pebbles)").click()
    page.get_by_role("dialog").get_by_label("Seat 2").select_option("casual")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("region", name=HEAP)).to_be_visible()
    assert not visitor.axe()
    taken = _play(page)
    expect(page.get_by_role("heading", name=re.compile("won|share"))).to_be_visible()
    expect(_log(page).filter(has_text=OWN_TURN)).to_have_count(taken)
    expect(_log(page).filter(has_text="The game is over")).to_have_count(1)
    assert not re.search(r"pebbles-\w", page.locator("body").inner_text()), "every key has its words"


def _play(page: Page) -> int:
    """Takes one pebble whenever something may be taken; returns how often."""
    take, over = page.get_by_role("button", name="Take 1"), page.get_by_role("link", name="Replay")
    for turn in itertools.count():
        expect(take.or_(over).first).to_be_visible()
        if over.count():
            return turn
        take.click()
        expect(_log(page).filter(has_text=OWN_TURN)).to_have_count(turn + 1)
    raise AssertionError


def _log(page: Page) -> Locator:
    return page.get_by_role("list", name="Log").get_by_role("listitem")
