"""What people do: come, play at once, invite somebody, talk, lose the line and come back."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.process import ServerProcess
from tests.web.visiting import NOT_LOADED, PHONE, Visitor, Visitors, table_in


def your_turn(page: Page) -> None:
    expect(page.get_by_role("list", name="Seats").get_by_text("Your turn")).to_be_visible()


def test_the_lobby_shows_both_games_and_leaves_no_cookie(visitor: Visitor) -> None:
    page = visitor.open()
    assert page.title() == "Niwashi"
    for game in ("Miyabi", "Edo Yashiki"):
        expect(page.get_by_role("heading", name=game)).to_be_visible()
    assert visitor.context.cookies() == []


def test_one_click_leads_to_a_game_against_bots(visitor: Visitor) -> None:
    page = visitor.play_now()
    your_turn(page)
    expect(page.get_by_role("grid")).to_be_visible()


def test_an_invitation_is_a_seat_in_two_taps(visitors: Visitors) -> None:
    host = visitors.come()
    link = host.open_table()
    friend = visitors.come(PHONE)
    friend.page.goto(link)
    friend.page.get_by_role("button", name="Sit here").tap()
    friend.page.get_by_role("button", name="Sit down").tap()
    expect(friend.page.get_by_text("The host starts the game.")).to_be_visible()
    expect(host.page.get_by_text("Everybody is here. Start when you like.")).to_be_visible()
    host.page.get_by_role("button", name="Start the game").click()
    for one in (host, friend):
        expect(one.page.get_by_role("list", name="Seats").get_by_text(re.compile("Your turn|to act"))).to_have_count(1)
    turns = [one.page.get_by_role("list", name="Seats").get_by_text("Your turn").count() for one in (host, friend)]
    assert sorted(turns) == [0, 1]


def test_what_is_said_at_a_table_is_heard_by_the_others(visitors: Visitors) -> None:
    host, friend = visitors.come(), visitors.come(name="Bo")
    link = host.open_table()
    friend.page.goto(link)
    friend.page.get_by_role("button", name="Sit here").click()
    friend.page.get_by_role("button", name="Sit down").click()
    friend.page.get_by_role("tab", name="Chat").click()
    friend.page.get_by_label("Say something").fill("a fine garden")
    friend.page.get_by_role("button", name="Send").click()
    expect(host.page.get_by_role("status").filter(has_text="Bo says: a fine garden")).to_be_attached()
    host.page.get_by_role("tab", name=re.compile("Chat")).click()
    expect(host.page.get_by_role("list", name="Chat").get_by_text("a fine garden")).to_be_visible()


@pytest.mark.more
def test_an_open_table_shows_in_everybodys_lobby(visitors: Visitors) -> None:
    somebody = visitors.come(name="Mei")
    somebody.play_now()  # who has been here before hears of new tables at once
    somebody.open()
    host = visitors.come(name="Yanagi of the pond")
    page = host.open()
    page.get_by_role("button", name="New table (Edo Yashiki)").click()
    page.get_by_text("Everybody: show it in the lobby").click()
    page.get_by_role("button", name="Open the table").click()
    row = somebody.page.get_by_role("listitem").filter(has_text="Yanagi of the pond’s table")
    row.get_by_role("link", name="Join").click()
    expect(somebody.page.get_by_role("heading", name="invites you to")).to_be_visible()


def test_whoever_comes_back_goes_on_where_they_were(visitor: Visitor) -> None:
    table = table_in(visitor.play_now().url)
    page = visitor.open()
    page.get_by_role("link", name=re.compile(r"^(Continue|Open) \(Miyabi with")).click()
    expect(page).to_have_url(re.compile(table))
    your_turn(page)


def test_a_lost_line_comes_back_and_the_table_stays_readable(
    browser: Browser, built_client: Path, tmp_path: Path
) -> None:
    """The server is killed and comes back on the same port, as after a power cut."""
    running = ServerProcess(tmp_path)
    running.start()
    visitors = Visitors(browser, f"{running.address}/")
    try:
        visitor = visitors.come()
        page = visitor.play_now()
        your_turn(page)
        running.kill()
        lost = page.locator(".banners").get_by_text("Connection lost. We keep trying")
        expect(lost).to_be_visible()
        expect(page.get_by_role("grid")).to_be_visible()
        running.start(running.port)
        expect(lost).to_have_count(0)
        your_turn(page)
        visitor.may_note(NOT_LOADED, "WebSocket")
        visitors.leave()
    finally:
        running.end()


def test_a_link_to_nowhere_says_so(visitor: Visitor) -> None:
    visitor.may_note("404")
    page = visitor.open("#/t/there-is-no-such-table")
    expect(page.get_by_role("heading", name="This table cannot be shown")).to_be_visible()
    page.goto(f"{visitor.address}#/no/such/page")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()


def test_languages_change_at_once_and_are_remembered(visitor: Visitor) -> None:
    page = visitor.open()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("button", name="Jetzt spielen gegen Bots (Miyabi)")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "de"
    page.reload()
    expect(page.get_by_role("heading", name="Per Link mitspielen")).to_be_visible()


@pytest.mark.more
def test_a_pasted_link_leads_to_its_table(visitors: Visitors) -> None:
    link = visitors.come().open_table()
    page = visitors.come().open()
    field = page.get_by_label("Link to a table")
    field.fill("not a link")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_text("That isn’t a table link.")).to_be_visible()
    field.fill(link)
    field.press("Enter")
    expect(page.get_by_role("heading", name="invites you to")).to_be_visible()


@pytest.mark.more
def test_resigning_asks_first_and_a_rematch_is_another_table(visitor: Visitor) -> None:
    page = visitor.play_now()
    your_turn(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("heading", name="Hana has won")).to_be_visible()
    old = page.url
    page.get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(old)
    expect(page.get_by_role("grid")).to_be_visible()


def test_the_lobbys_tables_are_those_of_the_server(visitor: Visitor, server: ServerProcess) -> None:
    table = table_in(visitor.open_table())
    snapshot = httpx.get(f"{server.address}/api/tables/{table}").json()
    assert [seat["held"] for seat in snapshot["seats"]] == ["person", "open"]
