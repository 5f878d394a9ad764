"""Whole games of each title in Firefox, where one is installed: everything works, is in the window and stands still."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web import firefox, windows
from tests.web.hands import clicks
from tests.web.playing import Table, play_on
from tests.web.test_sizes import CHOOSE, OPTIONS, SEATS, SURFACES
from tests.web.test_stage import LEAST_TEXT_PX, SMALL_TEXT, Size, outside, scrolls
from tests.web.visiting import Visitors

# Firefox reports no layout shifts, so what must stand still is compared. Cells rise with their layers, and a house is
# moved about in its window.
STANDING = {
    "miyabi": [SEATS, ".plot", ".columns button", ".offer", ".actions", ".rail"],
    "edo_yashiki": [SEATS, ".house .stage", ".tools button", ".dock", ".rail"],
}
PLACES = """(selectors) => Object.fromEntries(selectors.flatMap((selector) =>
  [...document.querySelectorAll(selector)].map((part, number) => {
    const { x, y, width, height } = part.getBoundingClientRect()
    return [`${selector} ${number}`, [x, y, width, height].map(Math.round).join(' ')]
  })))"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with windows.firefox_maker(tmp_path_factory.mktemp("firefox")) as running:
        yield running


def places(page: Page, game: str) -> dict[str, str]:
    return dict(page.evaluate(PLACES, STANDING[game]))


def moved(before: dict[str, str], now: dict[str, str]) -> list[str]:
    return [f"{part}: {before[part]} → {now[part]}" for part in before if part in now and before[part] != now[part]]


def wrong_in(page: Page, game: str) -> list[str]:
    small: list[str] = page.evaluate(SMALL_TEXT, LEAST_TEXT_PX)
    return outside(page, SURFACES[game]) + small + (["the page scrolls"] if scrolls(page) else [])


@pytest.mark.full
@pytest.mark.skipif(firefox.find() is None, reason="no Firefox: install one or name yours in NIWASHI_FIREFOX")
@pytest.mark.parametrize("size", [(1280, 640), (390, 664)], ids=["laptop", "phone"])
@pytest.mark.parametrize("game", OPTIONS)
def test_a_whole_game_can_be_played_in_firefox(visitors: Visitors, game: str, size: Size) -> None:
    visitor = visitors.come(size, touch=False)
    table = Table.with_bots(visitor, game, options=OPTIONS[game])
    page = table.show()
    expect(page.locator(SEATS).first).to_be_visible()
    page.evaluate("document.fonts.ready")
    before, found = places(page, game), list[str]()
    for action, _ in play_on(table, clicks(), CHOOSE[game]):
        wrong = moved(before, places(page, game)) + wrong_in(page, game)
        if page.locator(".table.over").count():
            break  # the end is another scene
        found += [f"{action}: {line}" for line in wrong]
    assert found == []
    assert table.settle()["phase"] == "over"
