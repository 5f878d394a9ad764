"""People and places: names, invitations, rematches, one's own games, talk, watching, an empty lobby, busy buttons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, Route, expect

from tests.server.process import ServerProcess
from tests.web.pictures import contrast
from tests.web.playing import Table
from tests.web.visiting import PHONE, Theme, Visitor, Visitors, table_in

ENOUGH = 4.5


def seats(page: Page) -> Locator:
    return page.get_by_role("list", name="Seats")


def resign(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()


def together(visitors: Visitors, size: tuple[int, int] = PHONE) -> tuple[Visitor, Visitor, str]:
    """A host and a friend at a running table, and its link."""
    host, friend = visitors.come(name="Aki"), visitors.come(size)
    link = host.open_table()
    friend.page.goto(link)
    friend.page.get_by_role("button", name="Sit here").click()
    expect(friend.page.get_by_label("Your name at the table")).to_be_focused()
    friend.page.keyboard.type("Mei")
    friend.page.get_by_role("button", name="Sit down").click()
    host.page.get_by_role("button", name="Start the game").click()
    for one in (host, friend):
        expect(seats(one.page)).to_be_visible()
    return host, friend, link


# -- names and invitations ---------------------------------------------------------------------------------------------
def test_a_host_has_a_name_before_anybody_is_invited(visitors: Visitors) -> None:
    host = visitors.come()
    page = host.open()
    page.get_by_role("button", name="New table (Miyabi)").click()
    page.get_by_label("Your name, as others see it").fill("Hana")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Your table: Miyabi")).to_be_visible()
    friend = visitors.come()
    friend.page.goto(page.url)
    expect(friend.page.get_by_role("heading", name="Hana invites you to Miyabi")).to_be_visible()
    page.get_by_label("Your name at the table").fill("Hanako")
    page.get_by_role("button", name="Use this name").click()
    expect(friend.page.get_by_role("heading", name="Hanako invites you to Miyabi")).to_be_visible()


def test_a_name_that_is_too_long_is_cut_with_a_word_about_it(visitor: Visitor) -> None:
    page = visitor.open("#/settings")
    page.get_by_label("Name", exact=True).fill("Hana of the very long garden path")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Hana of the very long ga")
    expect(page.get_by_text("A name has at most 24 characters, so the rest was cut off.")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Hana")
    expect(page.get_by_text("A name has at most 24 characters")).to_have_count(0)


def test_bots_have_names_a_level_and_a_line_of_character(visitor: Visitor) -> None:
    visitor.open_table()
    page = visitor.page
    page.get_by_label("Give seat 2 to a bot").select_option("casual")
    row = page.get_by_role("listitem").filter(has_text="Hana")
    expect(row.first).to_contain_text("Casual · Plays for the pleasure of it.")
    page.get_by_role("button", name="Start the game").click()
    expect(seats(page)).to_contain_text("Hana")
    expect(seats(page).get_by_text(re.compile("Casual|thinking"))).to_be_visible()


# -- rematches ---------------------------------------------------------------------------------------------------------
def test_against_a_bot_one_click_is_another_game(visitor: Visitor) -> None:
    page = visitor.play_now()
    resign(page)
    old = page.url
    page.get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(old)
    expect(page.get_by_role("grid")).to_be_visible()
    expect(page.locator("#gathering")).to_have_count(0)


def test_among_friends_it_takes_two_and_who_watches_comes_along(visitors: Visitors) -> None:
    host, friend, link = together(visitors)
    watcher = visitors.come()
    watcher.page.goto(link)
    expect(seats(watcher.page)).to_be_visible()
    resign(host.page)
    host.page.get_by_role("button", name="Rematch").click()
    friend.page.get_by_role("button", name="Agree").click()
    for one in (host, friend, watcher):
        expect(one.page).not_to_have_url(link)
        expect(one.page.get_by_role("grid").first).to_be_visible()
    assert watcher.context.cookies() == [], "nobody asked them who they are"
    watcher.page.goto(link)
    expect(watcher.page.get_by_role("link", name="To the rematch")).to_be_visible()


def test_after_a_resignation_it_is_nobodys_turn(visitor: Visitor) -> None:
    page = visitor.play_now()
    resign(page)
    expect(page.get_by_role("heading", name="Hana has won")).to_be_visible()
    expect(page.get_by_text(re.compile(r"^(Your turn|.* plays)$"))).to_have_count(0)


# -- one's own games ---------------------------------------------------------------------------------------------------
def test_finished_games_are_found_again(visitors: Visitors) -> None:
    visitor = visitors.come(name="Aki")
    page = visitor.play_now()
    table = table_in(page.url)
    resign(page)
    page.get_by_role("link", name="My games").click()
    row = page.get_by_role("listitem").filter(has_text="Place 2 of 2")
    expect(row).to_contain_text("Hana")
    search = page.get_by_label("Search by name")
    search.fill("kenji")
    expect(page.get_by_text("No finished game matches that.")).to_be_visible()
    search.fill("han")
    expect(row).to_be_visible()
    page.get_by_text("Edo Yashiki", exact=True).click()
    expect(page.get_by_text("No finished game matches that.")).to_be_visible()
    page.get_by_text("All games", exact=True).click()
    row.get_by_role("link", name="Replay").click()
    expect(page).to_have_url(re.compile(f"#/r/{table}"))
    expect(page.get_by_role("heading", name="Miyabi")).to_be_attached()


def test_whoever_has_played_nothing_is_told_what_will_be_there(visitor: Visitor) -> None:
    page = visitor.open("#/games")
    expect(page.get_by_role("heading", name="Nothing played yet")).to_be_visible()
    assert visitor.context.cookies() == []


# -- talk --------------------------------------------------------------------------------------------------------------
def test_on_a_phone_what_is_said_is_seen_at_once_and_ones_own_lines_are_no_news(visitors: Visitors) -> None:
    host, friend, _ = together(visitors)
    page = host.page
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill("a fine garden")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("list", name="Chat").get_by_text("a fine garden")).to_be_visible()
    page.get_by_role("tab", name="Log").click()
    expect(page.get_by_role("button", name=re.compile("in the chat"))).to_have_count(0)
    expect(friend.page.locator(".toasts").get_by_text("Aki says: a fine garden")).to_be_in_viewport()
    badge = friend.page.get_by_role("button", name="One new line in the chat")
    expect(badge).to_be_in_viewport()
    badge.click()
    expect(friend.page.get_by_role("list", name="Chat").get_by_text("a fine garden")).to_be_in_viewport()
    expect(badge).to_have_count(0)


# -- watching ----------------------------------------------------------------------------------------------------------
def test_whoever_watches_without_a_session_has_a_line_of_their_own(visitors: Visitors) -> None:
    host, _, link = together(visitors)
    watcher = visitors.come()
    sockets: list[str] = []
    watcher.page.on("websocket", lambda socket: sockets.append(socket.url))
    watcher.page.goto(link)
    expect(seats(watcher.page)).to_be_visible()
    resign(host.page)
    expect(watcher.page.get_by_role("heading", name="Mei has won")).to_be_visible()
    assert len(sockets) == 1


def test_a_browser_that_forgot_its_session_still_plays(visitor: Visitor) -> None:
    table = Table.with_bots(visitor, "miyabi")
    visitor.context.add_init_script("localStorage.removeItem('niwashi.came-in')")
    page = visitor.page
    page.goto(f"{visitor.address}#/t/{table.id}")
    choices = table.decision()
    assert choices is not None
    page.locator('.tile[aria-disabled="false"]').first.click()
    page.locator('.columns button:not([aria-disabled="true"])').first.click()
    page.locator(".confirm").click()
    assert table.decision(after=choices["seq"]) is not None


def test_a_table_that_is_not_there_is_not_asked_for_again(visitor: Visitor) -> None:
    asked: list[Request] = []
    page = visitor.page
    page.clock.install()
    page.on("request", lambda request: asked.append(request) if "/api/" in request.url else None)
    page.goto(f"{visitor.address}#/t/t{'0' * 32}")
    expect(page.get_by_role("heading", name="This table cannot be shown")).to_be_visible()
    page.wait_for_load_state("networkidle")
    before = len(asked)
    page.clock.run_for(60_000)
    page.wait_for_load_state("networkidle")
    assert len(asked) == before
    visitor.may_note("404")


# -- the first minute --------------------------------------------------------------------------------------------------
@pytest.fixture
def quiet_server(built_client: Path, tmp_path: Path) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path)
    running.start()
    yield running
    running.end()


def test_an_empty_lobby_shows_the_garden_of_the_day(quiet_server: ServerProcess, browser: Browser) -> None:
    visitors = Visitors(browser, f"{quiet_server.address}/")
    page = visitors.come().open()
    garden = page.get_by_role("region", name="The garden of the day")
    expect(garden.get_by_role("img", name="The end of today’s game").locator("svg").first).to_be_visible()
    expect(page.get_by_text("0 tables")).to_have_count(0)
    garden.get_by_role("link", name="Watch it grow").click()
    expect(page.get_by_role("grid").first).to_be_visible()
    visitors.leave()


def test_while_the_garden_of_the_day_is_being_played_the_lobby_says_so(
    quiet_server: ServerProcess, browser: Browser
) -> None:
    visitors = Visitors(browser, f"{quiet_server.address}/")
    visitor, asked = visitors.come(), list[Route]()
    visitor.page.route("**/api/daily/*", lambda route: asked.append(route))
    page = visitor.open()
    expect(page.get_by_text("Two bots are still playing today’s garden")).to_be_visible()
    for route in asked:
        route.continue_()
    expect(page.get_by_role("region", name="The garden of the day")).to_be_visible()
    visitors.leave()


def test_the_board_is_there_before_it_is_wanted(visitor: Visitor) -> None:
    """After the click nothing of the client is fetched any more, and few requests go to and fro."""
    page = visitor.page
    with page.expect_response(re.compile(r"assets/Table-[\w-]+\.js")):
        page.goto(visitor.address)
    page.wait_for_load_state("networkidle")
    fetched: list[Request] = []
    page.on("request", lambda request: fetched.append(request))
    page.get_by_role("button", name="Play now against bots (Miyabi)").click()
    expect(page.get_by_role("grid")).to_be_visible()
    scripts = [one.url for one in fetched if one.url.endswith(".js")]
    assert [url for url in scripts if "soundboard" not in url] == [], "sounds must wait for the first gesture"
    opened = [one.url.split("/api/")[1] for one in fetched if one.method == "POST"]
    assert [path for path in opened if path != "tickets"] == ["session", "tables"]


# -- buttons -----------------------------------------------------------------------------------------------------------
def words_on(button: Locator) -> float:
    """The contrast of a button's words as they are drawn now, whatever the pointer does to it."""
    page, box = button.page, button.locator("span").first.bounding_box()
    assert box is not None
    clip = {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}
    return contrast(page, page.screenshot(clip=clip))  # type: ignore[arg-type]  # a box has these four


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_buttons_are_legible_in_every_state(visitors: Visitors, theme: Theme) -> None:
    visitor = visitors.come(theme=theme)
    page = visitor.open()
    held: list[Route] = []
    page.route("**/api/session", lambda route: held.append(route))
    play = page.get_by_role("button", name=re.compile(r"Play now .*Miyabi"))
    open_new = page.get_by_role("button", name="New table (Miyabi)")
    for button in (play, open_new):
        button.hover()
        assert words_on(button) >= ENOUGH, "under the pointer"
        page.mouse.down()
        assert words_on(button) >= ENOUGH, "pressed"
        page.mouse.move(1, 1)
        page.mouse.up()
    play.click()
    expect(play).to_have_attribute("aria-busy", "true")
    play.hover()
    assert words_on(play) >= ENOUGH, "busy"
    held[0].abort()
    visitor.may_note("ERR_FAILED")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_cannot_be_pressed_yet_can_be_read(visitors: Visitors, theme: Theme) -> None:
    visitor = visitors.come(theme=theme)
    visitor.open_table()
    page = visitor.page
    start = page.get_by_role("button", name="Start the game")
    start.evaluate(
        "button => button.lastChild.replaceWith(Object.assign(document.createElement('span'), "
        "{ textContent: button.lastChild.textContent }))"
    )
    assert start.get_attribute("aria-disabled") == "true"
    for state in ("at rest", "under the pointer"):
        assert words_on(start) >= ENOUGH, state
        start.hover()
