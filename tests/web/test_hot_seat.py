"""Several people at one device: the board turns to whoever is to act, and the device is passed on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.one_device import act_for_whoever_is_to, ask, place_a_tile, sit_together, snapshot
from tests.web.visiting import NOT_LOADED, PHONE, Visitor, Visitors


def garden_of(page: Page, name: str) -> None:
    expect(page.get_by_role("grid", name=re.compile(rf"\b{name}\b"))).to_be_visible()


def pass_on(page: Page, name: str) -> None:
    """The banner says who gets the device, and one tap goes on."""
    group = page.get_by_role("group", name=f"Pass the device to {name}")
    expect(group).to_be_visible()
    expect(page.locator(".tile[aria-disabled=false]")).to_have_count(0)
    button = group.get_by_role("button", name=f"{name} goes on")
    expect(button).to_be_focused()
    button.click()
    expect(group).to_have_count(0)


@pytest.mark.more
def test_two_people_play_rounds_by_clicks_and_the_game_to_its_end(visitor: Visitor) -> None:
    table = sit_together(visitor, "Hana", "Ken")
    page = visitor.page
    garden_of(page, "Hana")
    for turn in range(6):
        place_a_tile(page)
        pass_on(page, ["Ken", "Hana"][turn % 2])
        garden_of(page, ["Ken", "Hana"][turn % 2])
    expect(page.get_by_role("alert").filter(has_text="Pass the device to Hana")).to_be_attached()
    page.reload()
    garden_of(page, "Hana")
    place_a_tile(page)
    pass_on(page, "Ken")
    done = 0
    while snapshot(visitor, table)["phase"] == "playing":
        act_for_whoever_is_to(visitor, table, which=done)
        done += 1
    record = page.request.get(f"{visitor.address}api/tables/{table}/record").json()
    assert record["names"] == ["Hana", "Ken"]
    best = [record["names"][seat] for seat in record["result"]["winners"]]
    expect(page.get_by_role("heading", name=re.compile(" and ".join(best) + " "))).to_be_visible()
    page.get_by_role("button", name="Rematch").click()
    garden_of(page, "Ken")


@pytest.mark.more
def test_one_tap_takes_back_what_either_has_done(visitor: Visitor) -> None:
    sit_together(visitor, "Hana", "Ken")
    page = visitor.page
    place_a_tile(page)
    pass_on(page, "Ken")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Take back").click()
    pass_on(page, "Hana")
    expect(page.locator(".tile[aria-disabled=false]").first).to_be_visible()


def test_who_does_not_want_to_be_asked_is_not(visitors: Visitors) -> None:
    visitor = visitors.come(PHONE, handOver=False)
    sit_together(visitor, "Hana", "Ken")
    for name in ("Hana", "Ken", "Hana"):
        garden_of(visitor.page, name)
        place_a_tile(visitor.page)
    expect(visitor.page.locator(".pass")).to_have_count(0)


def test_in_edo_yashiki_all_at_the_device_place_one_after_the_other(visitor: Visitor) -> None:
    page = visitor.open()
    page.get_by_role("button", name="New table (Edo Yashiki)").click()
    page.get_by_label("Together at this device").check(force=True)
    expect(page.get_by_text("Not at one device: there, cards are taken in turn.")).to_be_visible()
    expect(page.get_by_role("radio", name=re.compile("in turn")).first).to_be_disabled()
    page.get_by_role("button", name="Cancel").click()
    table = sit_together(visitor, "Hana", "Ken", game="Edo Yashiki")
    acted = [act_for_whoever_is_to(visitor, table, which=7) for _ in range(3)]
    assert acted == [0, 0, 1], "the card taken, the other has the last one; then both place"
    assert snapshot(visitor, table)["options"]["grab"] == "calm"


@pytest.mark.more
def test_bots_and_people_elsewhere_play_along(visitors: Visitors) -> None:
    host, friend = visitors.come(), visitors.come(name="Mei")
    page = host.open()
    page.get_by_role("button", name="New table (Miyabi)").click()
    page.get_by_label("4", exact=True).check(force=True)
    page.get_by_label("Together at this device").check(force=True)
    for number, name in ((1, "Hana"), (2, "Hana")):
        page.get_by_label(f"Name of player {number}").fill(name)
    expect(page.get_by_text("Two players have the same name.")).to_be_visible()
    page.get_by_label("Name of player 2").fill("Ken")
    page.get_by_label("Seat 3").select_option(value="")
    page.get_by_label("Seat 4").select_option(value="beginner")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Your table")).to_be_visible()
    friend.page.goto(page.url)
    friend.page.get_by_role("button", name="Sit here").click()
    friend.page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Start the game").click()
    for one in (host, friend):
        seats = one.page.get_by_role("list", name="Seats").get_by_role("button")
        expect(seats).to_have_count(4)
        for name in ("Hana", "Ken"):
            expect(seats.filter(has_text=name)).to_have_count(1)


def test_one_resigns_and_it_is_said_for_whom(visitor: Visitor) -> None:
    table = sit_together(visitor, "Hana", "Ken")
    page = visitor.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign for Hana").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("heading", name="Ken has won")).to_be_visible()
    assert ask(visitor, table, "resign")["code"] == "table/which"
    visitor.may_note(NOT_LOADED)
