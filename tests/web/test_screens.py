"""Every screen, by day and night, on a desk and a phone: nothing that axe finds, nothing that sticks out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.web.visiting import PHONE, Visitor, Visitors

LANGUAGES = ("en", "ja", "fr", "de")
LONGEST = "de"
"""The language whose words are drawn out further."""


@dataclass(frozen=True)
class Screen:
    """How one comes there once, and what one does there again after the page was loaded anew."""

    name: str
    arrive: Callable[[Visitor], None]
    show: Callable[[Visitor], None] = lambda _: None


def at(place: str) -> Callable[[Visitor], None]:
    def arrive(visitor: Visitor) -> None:
        visitor.open(place)

    return arrive


def ask_for_a_table(visitor: Visitor) -> None:
    visitor.page.locator("article .btn.big:not(.primary)").first.click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()


def open_a_table(visitor: Visitor) -> None:
    visitor.open()
    ask_for_a_table(visitor)
    visitor.page.locator("dialog button[type=submit]").click()
    gathering(visitor)


def gathering(visitor: Visitor) -> None:
    expect(visitor.page.locator("#gathering")).to_be_visible()


def as_a_stranger(visitor: Visitor) -> None:
    """The table as somebody sees it who was invited and has no name yet."""
    open_a_table(visitor)
    visitor.context.clear_cookies()
    visitor.page.evaluate("localStorage.removeItem('niwashi.came-in')")
    visitor.page.reload()


def want_a_seat(visitor: Visitor) -> None:
    visitor.page.locator("section li .btn.dark").click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()


def play(game: int) -> Callable[[Visitor], None]:
    def arrive(visitor: Visitor) -> None:
        visitor.open().locator("article .btn.primary").nth(game).click()
        seated(visitor)

    return arrive


def seated(visitor: Visitor) -> None:
    expect(visitor.page.locator(".seats button").first).to_be_visible()


def lesson(visitor: Visitor) -> None:
    expect(visitor.page.locator("#lesson-step")).to_be_visible()


def rules(visitor: Visitor) -> None:
    expect(visitor.page.locator("li[data-place]").first).to_be_visible()


def taught(visitor: Visitor) -> None:
    """A lesson at its last page."""
    visitor.open()
    visitor.page.evaluate("localStorage['niwashi.lesson.edo_yashiki'] = JSON.stringify({step: 8, acted: {}})")
    visitor.open("#/learn/edo_yashiki")


def well_done(visitor: Visitor) -> None:
    expect(visitor.page.locator("section.end")).to_be_visible()


def resign(visitor: Visitor) -> None:
    play(0)(visitor)
    open_menu(visitor)
    visitor.page.locator("dialog li button:has(path[d^='M5.5 21V4'])").click()
    visitor.page.locator("dialog .btn.primary").click()
    result(visitor)


def result(visitor: Visitor) -> None:
    expect(visitor.page.locator("#result")).to_be_visible()


def open_menu(visitor: Visitor) -> None:
    visitor.page.locator("header button[aria-haspopup=dialog]").click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()


SCREENS = [
    Screen("lobby", at("")),
    Screen("new table", at(""), ask_for_a_table),
    Screen("settings", at("#/settings")),
    Screen("about", at("#/about")),
    Screen("nowhere", at("#/no/such/page")),
    Screen("miyabi's lesson", at("#/learn/miyabi"), lesson),
    Screen("edo yashiki's lesson", at("#/learn/edo_yashiki"), lesson),
    Screen("end of a lesson", taught, well_done),
    Screen("miyabi's rules", at("#/rules/miyabi"), rules),
    Screen("edo yashiki's rules", at("#/rules/edo_yashiki"), rules),
    Screen("gathering", open_a_table, gathering),
    Screen("coming in", as_a_stranger, want_a_seat),
    Screen("miyabi", play(0), seated),
    Screen("edo yashiki", play(1), seated),
    Screen("menu", play(0), open_menu),
    Screen("result", resign, result),
]
by_name = pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)


@by_name
def test_axe_finds_nothing_by_day_on_a_desk(visitor: Visitor, screen: Screen) -> None:
    screen.arrive(visitor)
    screen.show(visitor)
    assert visitor.axe() == []


@by_name
def test_axe_finds_nothing_by_night_and_all_fits_a_small_phone(visitors: Visitors, screen: Screen) -> None:
    """In four languages, and with words 40% longer; and what is to be tapped is large enough."""
    visitor = visitors.come(PHONE, "dark")
    screen.arrive(visitor)
    for language in LANGUAGES:
        visitor.speak(language)
        screen.show(visitor)
        assert visitor.sticking_out() == [], language
        if language == "en":
            assert visitor.axe() == []
            assert visitor.small_targets() == []
    visitor.stretch()
    assert visitor.sticking_out() == [], "longer words"
