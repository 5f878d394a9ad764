"""What goes wrong is said where it is seen, in a sentence, with a way on; and it covers nothing that is needed."""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.hands import Keys, taps
from tests.web.one_device import sit_together
from tests.web.playing import Table, post
from tests.web.visiting import DESKTOP, NOT_LOADED, PHONE, Visitor, Visitors

NO_ANSWER = "**/api/**"


def cut(page: Page) -> None:
    """No answer from the server, as without a line."""
    page.route(NO_ANSWER, lambda route: route.abort())


def box_of(found: Locator) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    box = found.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def overlap(one: Locator, other: Locator) -> bool:
    a, b = box_of(one), box_of(other)
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


# -- toasts ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", [pytest.param("miyabi", marks=pytest.mark.more), "edo_yashiki"])
def test_a_toast_never_lies_over_the_buttons_of_a_turn(visitors: Visitors, game: str, size: tuple[int, int]) -> None:
    visitor = visitors.come(size)
    options = {"seats": 2, **({"grab": "calm"} if game == "edo_yashiki" else {})}
    table = Table.with_bots(visitor, game, options=options)
    page = table.show()
    choices = table.decision()
    assert choices is not None
    (taps() if size == PHONE else Keys()).prepare(page, choices, 0)
    sit_down_elsewhere(visitor)
    toast = page.locator(".toasts li")
    expect(toast).to_have_text(re.compile("It is your turn at another table"))
    for button in page.locator(".confirm, .confirm ~ button, button:has(~ .confirm)").all():
        assert not overlap(toast, button), button.inner_text()


def sit_down_elsewhere(visitor: Visitor) -> None:
    """At a table of two of which both seats are ours: it waits for us, whoever begins."""
    opened = post(visitor, "tables", {"game": "miyabi", "options": {"seats": 2}, "settings": {"hot_seat": True}})
    table = Table(visitor, opened["table"])
    for seat, called in enumerate(("Aki", "Ken")):
        table.ask("sit", name="Aki", seat=seat, called=called)
    table.ask("start")


@pytest.mark.more
def test_a_table_that_one_opens_is_no_other_table(visitor: Visitor) -> None:
    """The lobby's line hears of its first turn while one is on the way there."""
    visitor.play_now()
    page = visitor.open()
    sit_together(visitor, "Hana", "Ken")
    said = page.get_by_role("status").filter(has_text="another table")
    page.wait_for_timeout(300)
    expect(said).to_have_count(0)
    expect(page.locator(".toasts")).to_have_count(0)


@pytest.mark.more
def test_what_fails_in_a_dialog_is_seen_above_it(visitor: Visitor) -> None:
    page = visitor.open()
    page.get_by_role("button", name="New table (Miyabi)").click()
    submit = page.get_by_role("button", name="Open the table")
    expect(submit).to_be_visible()
    cut(page)
    submit.click()
    toast = page.locator(".toasts li")
    expect(toast).to_contain_text("The server cannot be reached. Are you online?")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.locator(".toasts").evaluate("toasts => toasts.matches(':popover-open')"), "above what the dialog dims"
    page.unroute(NO_ANSWER)
    submit.click()
    expect(page.get_by_role("heading", name="Your table")).to_be_visible()
    visitor.may_note(NOT_LOADED)


# -- no line -----------------------------------------------------------------------------------------------------------
@pytest.mark.more
def test_a_table_that_cannot_be_reached_says_so_and_comes_by_itself(visitors: Visitors) -> None:
    link = visitors.come().open_table()
    visitor = visitors.come()
    page = visitor.open()
    cut(page)
    page.goto(link)
    expect(page.get_by_text("The server cannot be reached. We keep trying")).to_be_visible()
    page.unroute(NO_ANSWER)
    expect(page.get_by_role("heading", name="invites you to")).to_be_visible()
    visitor.may_note(NOT_LOADED)


def test_a_page_that_cannot_be_loaded_offers_to_load_it_again(visitor: Visitor) -> None:
    page = visitor.open()
    visitor.context.set_offline(True)
    page.get_by_role("link", name="Settings").first.click()
    expect(page.get_by_role("heading", name="This page could not be loaded")).to_be_focused()
    visitor.context.set_offline(False)
    page.get_by_role("button", name="Load again").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    visitor.may_note(NOT_LOADED)


@pytest.mark.parametrize("part", [pytest.param("WaitingRoom", marks=pytest.mark.more), "miyabi"])
def test_a_part_of_a_table_that_cannot_be_loaded_offers_to_load_it_again(visitors: Visitors, part: str) -> None:
    """As when the server has a newer client by now: first the page tries by itself, then it asks."""
    table = Table.open(visitors.come(), "miyabi", options={"seats": 2})
    if part == "miyabi":
        friend = visitors.come()
        post(friend, "session", {"name": "Bo"})
        Table(friend, table.id).ask("sit", name="Bo")
        table.ask("start")
    visitor = visitors.come()
    visitor.page.route(f"**/assets/{part}-*.js", lambda route: route.abort())
    loads = itertools.count(1)
    with visitor.page.expect_event("requestfinished", lambda one: one.is_navigation_request() and next(loads) == 2):
        page = visitor.open(f"#/t/{table.id}")
    expect(page.get_by_role("heading", name="This page could not be loaded")).to_be_visible()
    page.unroute_all()
    page.get_by_role("button", name="Load again").click()
    there = page.get_by_role("button", name="Sit here") if part == "WaitingRoom" else page.get_by_role("grid")
    expect(there.first).to_be_visible()
    visitor.may_note(NOT_LOADED)


def test_while_there_is_no_server_a_part_that_does_not_come_leaves_the_page(visitor: Visitor) -> None:
    """Loaded anew it would be the browser's page for what cannot be reached."""
    page = visitor.open()
    page.route("**/*", lambda route: route.abort())
    page.get_by_role("link", name="Settings").first.click()
    expect(page.get_by_role("heading", name="This page could not be loaded")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("heading", name="This page could not be loaded")).to_be_visible()
    visitor.may_note(NOT_LOADED)


# -- tables and records ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("known", [False, True], ids=["a stranger", "somebody known"])
def test_a_table_that_does_not_exist_says_so(visitor: Visitor, known: bool) -> None:
    if known:
        visitor.play_now()
    page = visitor.open("#/t/there-is-no-such-table")
    expect(page.get_by_role("heading", name="This table cannot be shown")).to_be_visible()
    expect(page.get_by_text("There is no such table. It may have been cleared away.")).to_be_visible()
    page.locator("main").get_by_role("link", name="To the lobby").click()
    expect(page.get_by_role("button", name="Play now against bots (Miyabi)")).to_be_visible()
    visitor.may_note(NOT_LOADED)


@pytest.mark.more
def test_whoever_comes_to_a_full_table_may_look_on(visitors: Visitors) -> None:
    host = visitors.come()
    table = Table.open(host, "miyabi", options={"seats": 2})
    friend = visitors.come()
    post(friend, "session", {"name": "Bo"})
    Table(friend, table.id).ask("sit", name="Bo")
    late = visitors.come().open(f"#/t/{table.id}")
    expect(late.get_by_text("All seats are taken. You can watch.")).to_be_visible()
    late.locator("main").get_by_role("link", name="To the lobby").click()
    expect(late.get_by_role("button", name="Play now against bots (Miyabi)")).to_be_visible()


@pytest.mark.more
def test_a_replay_of_no_game_has_a_way_on(visitor: Visitor) -> None:
    page = visitor.open("#/r/there-is-no-such-table")
    expect(page.get_by_role("heading", name="This game cannot be shown")).to_be_visible()
    expect(page.get_by_text("There is no such table. It may have been cleared away.")).to_be_visible()
    expect(page.locator("main").get_by_role("link", name="To the lobby")).to_be_visible()
    visitor.may_note(NOT_LOADED)
