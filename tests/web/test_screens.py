"""Every screen, by day and night, on a desk and a phone: nothing that axe finds, nothing that sticks out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.web.one_device import act_for_whoever_is_to
from tests.web.replays import as_file, careless_game, open_file
from tests.web.snapshots import at_table
from tests.web.visiting import PATIENCE, PHONE, Theme, Visitor, Visitors, table_in

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


def played_one(visitor: Visitor) -> None:
    resign(visitor)
    listed(visitor)
    visitor.open("#/games")


def listed(visitor: Visitor) -> None:
    """Everybody is told how a game ended before it is entered in the list of games."""
    while not visitor.page.request.get(f"{visitor.address}api/accounts/me/games").json()["games"]:
        visitor.page.wait_for_timeout(50)


def at_my_games(visitor: Visitor) -> None:
    expect(visitor.page.locator("main time").first).to_be_visible()


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


def on_one_page(visitor: Visitor) -> None:
    expect(visitor.page.locator(".sheet .foot")).to_be_visible()


def in_the_box(visitor: Visitor) -> None:
    expect(visitor.page.locator(".setup")).to_be_visible()


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


def at_one_device(visitor: Visitor) -> None:
    """Two people, and the device is to be passed on."""
    visitor.open()
    ask_for_a_shared_table(visitor)
    visitor.page.locator("dialog button[type=submit]").click()
    seated(visitor)
    table = table_in(visitor.page.url)
    act_for_whoever_is_to(visitor, table)
    expect(visitor.page.locator(".pass")).to_be_visible()


def ask_for_a_shared_table(visitor: Visitor) -> None:
    ask_for_a_table(visitor)
    share_the_device(visitor)


def share_the_device(visitor: Visitor) -> None:
    visitor.page.locator("dialog .where label").nth(1).click()
    expect(visitor.page.locator("dialog input.name")).to_have_count(2)


GARDENS = "#/score/miyabi/BC;Hana,87,333g1g3g2ggg32gg3g3g1gz0g0g33gg0g3g0;Ken,91,1gg2gg1gg2gg1gg2gg1gg2gg1gg2gg1gg2gg"
ROUNDS = "#/score/edo_yashiki/s;Hana,T3P4.0.G5T3;Ken,0.P3F3.T4;Mei,G4P3T3.T6.P3"


def scored(visitor: Visitor) -> None:
    expect(visitor.page.locator("aside tfoot td").first).to_be_visible()


def share_the_sheet(visitor: Visitor) -> None:
    visitor.page.locator("aside button[aria-haspopup=dialog]").click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()


def replay(visitor: Visitor) -> None:
    open_file(visitor, as_file(careless_game(2)))


def analysis(visitor: Visitor) -> None:
    """Of a short game, so that it is soon there."""
    page = open_file(visitor, as_file(careless_game(2)))
    beside_the_board(visitor)
    page.locator("[role=tab]").nth(1).click()
    page.locator("[role=tabpanel] .btn.primary").click()
    at_a_turning_point(visitor)


def at_a_step(visitor: Visitor) -> None:
    expect(visitor.page.locator("input[type=range]")).to_be_visible()
    beside_the_board(visitor)
    visitor.page.locator("[role=tab]").first.click()
    expect(visitor.page.locator("ol [aria-current=step]")).to_be_visible()


def beside_the_board(visitor: Visitor) -> None:
    """On a phone the log and the analysis are a sheet, which the bar opens."""
    panels = visitor.page.locator("[role=tablist]")
    expect(panels).to_be_attached()
    if not panels.is_visible():
        visitor.page.locator(".table > .bar .last").click()
        expect(panels).to_be_visible()


def at_a_turning_point(visitor: Visitor) -> None:
    page = visitor.page
    beside_the_board(visitor)
    expect(page.locator(".graph")).to_be_visible(timeout=3 * PATIENCE)
    page.locator(".turns li button").first.click()
    expect(page.locator(".better")).to_be_visible()


def better_on_the_board(visitor: Visitor) -> None:
    at_a_turning_point(visitor)
    visitor.page.locator(".better button:not([aria-disabled=true])").first.click()
    expect(visitor.page.locator(".confirm")).to_be_visible()


def want_to_play_on(visitor: Visitor) -> None:
    visitor.page.locator("header .btn.on").click()
    expect(visitor.page.locator("dialog input[name=level]").first).to_be_attached()


SCREENS = [
    Screen("lobby", at("")),
    Screen("new table", at(""), ask_for_a_table),
    Screen("settings", at("#/settings")),
    Screen("my games", played_one, at_my_games),
    Screen("about", at("#/about")),
    Screen("nowhere", at("#/no/such/page")),
    Screen("miyabi's lesson", at("#/learn/miyabi"), lesson),
    Screen("edo yashiki's lesson", at("#/learn/edo_yashiki"), lesson),
    Screen("end of a lesson", taught, well_done),
    Screen("miyabi's rules", at("#/rules/miyabi"), rules),
    Screen("edo yashiki's rules", at("#/rules/edo_yashiki"), rules),
    Screen("miyabi on one page", at("#/rules/miyabi/card"), on_one_page),
    Screen("edo yashiki on one page", at("#/rules/edo_yashiki/card"), on_one_page),
    Screen("miyabi's box", at("#/rules/miyabi/box"), in_the_box),
    Screen("edo yashiki's box", at("#/rules/edo_yashiki/box"), in_the_box),
    Screen("gathering", open_a_table, gathering),
    Screen("coming in", as_a_stranger, want_a_seat),
    Screen("miyabi", play(0), seated),
    Screen("edo yashiki", play(1), seated),
    Screen("cards to pick", at_table("edo_yashiki", "calm"), seated),
    Screen("menu", play(0), open_menu),
    Screen("result", resign, result),
    Screen("new table at one device", at(""), ask_for_a_shared_table),
    Screen("at one device", at_one_device, seated),
    Screen("score sheets", at("#/score")),
    Screen("gardens", at(GARDENS), scored),
    Screen("rounds", at(ROUNDS), scored),
    Screen("a sheet to share", at(GARDENS), share_the_sheet),
    Screen("open a record", at("#/replay")),
    Screen("replay", replay, at_a_step),
    Screen("analysis", analysis, better_on_the_board),
    Screen("play on", replay, want_to_play_on),
]
ON_A_DESK, ON_A_PHONE = ("miyabi", "my games"), ("lobby", "miyabi", "edo yashiki", "my games")
"""Looked at in every run."""
MORE_ON_A_DESK = ("lobby", "new table", "edo yashiki", "cards to pick")
MORE_ON_A_PHONE = (
    *("new table at one device", "miyabi's lesson", "edo yashiki's rules", "miyabi on one page", "edo yashiki's box"),
    *("coming in", "cards to pick", "menu", "result", "at one device", "gardens", "rounds", "analysis", "play on"),
)
"""Each kind of screen, of one game."""


def screens(always: tuple[str, ...], with_more: tuple[str, ...]) -> pytest.MarkDecorator:
    """All of them; which wait for a longer run is said by those that do not."""
    params = []
    for screen in SCREENS:
        waits = pytest.mark.more if screen.name in with_more else pytest.mark.full
        params.append(pytest.param(screen, marks=() if screen.name in always else waits, id=screen.name))
    return pytest.mark.parametrize("screen", params)


on_a_desk = screens(ON_A_DESK, MORE_ON_A_DESK)
on_a_phone = screens(ON_A_PHONE, MORE_ON_A_PHONE)


@on_a_desk
def test_axe_finds_nothing_on_a_desk(visitor: Visitor, screen: Screen) -> None:
    screen.arrive(visitor)
    screen.show(visitor)
    by_day_and_by_night(visitor)


def by_day_and_by_night(visitor: Visitor) -> None:
    themes: tuple[Theme, Theme] = ("light", "dark")
    for theme in themes:
        visitor.page.emulate_media(color_scheme=theme)
        expect(visitor.page.locator("html")).to_have_attribute("data-theme", theme)
        assert visitor.axe() == [], theme


@on_a_phone
def test_axe_finds_nothing_on_a_small_phone_and_all_fits(visitors: Visitors, screen: Screen) -> None:
    """In four languages, and with words 40% longer; and what is to be tapped is large enough."""
    visitor = visitors.come(PHONE)
    screen.arrive(visitor)
    for language in LANGUAGES:
        visitor.speak(language)
        screen.show(visitor)
        assert visitor.sticking_out() == [], language
        if language == "en":
            by_day_and_by_night(visitor)
            assert visitor.small_targets() == []
    visitor.stretch()
    assert visitor.sticking_out() == [], "longer words"
