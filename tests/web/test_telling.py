"""What a table tells beside the game: hints and reasons, turns elsewhere, chat that is deleted, tables that close."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Page, expect

from niwashi import cli
from tests.server.process import ServerProcess
from tests.web.hands import clicks
from tests.web.playing import Sent, Table
from tests.web.test_together import two_at_a_table
from tests.web.thinking import leave_to_server
from tests.web.visiting import NOT_LOADED, PHONE, Visitors

TITLES = {"miyabi": {"seats": 2}, "edo_yashiki": {"seats": 2, "grab": "calm"}}


# -- hints -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", ["miyabi", pytest.param("edo_yashiki", marks=pytest.mark.full)])
def test_a_hint_lies_there_as_a_preview_with_its_reasons(visitors: Visitors, game: str) -> None:
    visitor = visitors.come()
    table = Table.with_bots(visitor, game, options=TITLES[game])
    page = table.show()
    choices = table.decision()
    assert choices is not None
    expect(page.get_by_role("list", name="Seats").get_by_text("Your turn")).to_be_visible()
    sent = Sent(page)
    page.keyboard.press("h")
    hint = page.get_by_role("region", name="Hint")
    expect(hint.get_by_role("heading")).to_be_visible()
    assert not [frame for frame in sent.frames if '"act"' in frame], "it is for the person to confirm"
    words = hint.get_by_role("heading").inner_text()
    expect(page.locator(".confirm")).to_contain_text(re.compile(re.escape(words), re.IGNORECASE))
    assert hint.get_by_role("listitem").count() >= 1
    expect(page.get_by_role("status").filter(has_text=re.compile(f"Hint: {re.escape(words)}", re.I))).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator(".confirm:enabled")).to_have_count(0)
    page.get_by_role("button", name="Hint", exact=True).click()
    clicks().confirm(page)
    expect(hint).to_have_count(0)
    assert table.decision(choices["seq"]) is not None


def test_a_hint_that_takes_long_is_asked_for_again(visitors: Visitors) -> None:
    visitor = visitors.come()
    leave_to_server(visitor)
    table = Table.with_bots(visitor, "miyabi", options={"seats": 2})
    page = table.show()
    table.decision()
    expect(page.get_by_role("list", name="Seats").get_by_text("Your turn")).to_be_visible()
    slow = {"code": "hint/slow", "sentence": "the hint takes longer than usual; ask again to go on waiting for it"}
    page.route("**/hints", lambda route: route.fulfill(status=503, json=slow), times=2)
    page.keyboard.press("h")
    expect(page.get_by_role("region", name="Hint").get_by_role("heading")).to_be_visible()
    expect(page.locator(".toasts")).to_have_count(0)
    visitor.may_note("503")


@pytest.mark.more
def test_a_hint_fits_a_phone_and_speaks_four_languages(visitors: Visitors) -> None:
    visitor = visitors.come(PHONE, "dark")
    table = Table.with_bots(visitor, "miyabi", options={"seats": 3, "expansions": "ABD"})
    page = table.show()
    assert table.decision() is not None
    for language in ("en", "de", "fr", "ja"):
        visitor.speak(language)
        button = page.locator("header button[aria-disabled=false]:has(path[d^='M9 17.5'])")
        button.click()
        expect(page.locator(".hint li").first).to_be_visible()
        assert visitor.sticking_out() == [], language
        assert not re.search(r"reason-|through-|hint-|advice-", page.locator(".hint").inner_text()), language
    assert visitor.small_targets() == []
    assert visitor.axe() == []
    visitor.stretch()
    assert visitor.sticking_out() == []


def test_a_table_without_hints_offers_none(visitors: Visitors) -> None:
    visitor = visitors.come()
    table = Table.with_bots(visitor, "miyabi", options={"seats": 2}, settings={"hints": False})
    page = table.show()
    assert table.decision() is not None
    expect(page.get_by_role("list", name="Seats").get_by_text("Your turn")).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    sent = Sent(page)
    page.keyboard.press("h")
    page.wait_for_timeout(100)
    assert sent.frames == []


# -- turns at other tables ---------------------------------------------------------------------------------------------
NOTIFIED = """
  window.notified = []
  window.Notification = class {
    static permission = 'default'
    static async requestPermission() {
      window.asked = (window.asked ?? 0) + 1
      return (Notification.permission = 'granted')
    }
    constructor(title, { body, tag }) {
      window.notified.push([body, tag])
    }
    close() {}
  }
  Object.defineProperty(document, 'hidden', { get: () => window.away ?? false })
"""


def test_a_turn_at_another_table_is_shown_and_notified(visitors: Visitors) -> None:
    host, friend = two_at_a_table(visitors, "miyabi")
    first, second = (host, friend) if host.now().get("choices") else (friend, host)
    waiting = second.visitor
    waiting.context.add_init_script(NOTIFIED)
    waiting.context.add_init_script("localStorage['niwashi.came-in'] = '1'")
    page = waiting.open("#/settings")
    assert page.evaluate("window.asked ?? 0") == 0, "nobody is asked before a click"
    page.get_by_text("Notify me when it is my turn").click()
    expect(page.get_by_role("switch", name="Notify me")).to_be_checked()
    assert page.evaluate("window.asked") == 1
    page.evaluate("window.away = true")
    first.act()
    badge = page.get_by_role("link", name="One other table waits for you")
    expect(badge).to_be_visible()
    assert page.evaluate("window.notified") == [["It is your turn at another table: Miyabi", second.id]]
    badge.click()
    expect(page.get_by_role("grid")).to_be_visible()
    expect(badge).to_have_count(0)


# -- what the host of the server does ----------------------------------------------------------------------------------
def admin(server: ServerProcess, *words: str) -> None:
    """In a thread: it runs its own event loop."""
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(cli.run, ["admin", *words, "--store", server.place]).result() == 0


def test_deleted_chat_goes_and_a_closed_table_says_so(visitors: Visitors, server: ServerProcess) -> None:
    visitor = visitors.come()
    table = Table.with_bots(visitor, "miyabi", options={"seats": 2})
    page = table.show()
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill("nothing nice")
    page.get_by_role("button", name="Send").click()
    line = page.get_by_role("list", name="Chat").get_by_text("nothing nice")
    expect(line).to_be_visible()
    admin(server, "delete-chat", "--table", table.id, "--yes")
    expect(line).to_have_count(0)
    admin(server, "close", table.id)
    expect(page.get_by_role("heading", name="This table cannot be shown")).to_be_visible()
    expect(page.locator("main").get_by_text("The host of this server has closed this table.")).to_be_visible()
    visitor.may_note("410")


def test_whoever_is_no_longer_known_looks_on(
    visitors: Visitors, server: ServerProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    visitor = visitors.come()
    table = Table.with_bots(visitor, "miyabi", name="Somebody who goes", options={"seats": 3})
    page = table.show()
    capsys.readouterr()
    admin(server, "accounts", "--guests", "--json")
    found = json.loads(capsys.readouterr().out)
    admin(server, "delete-account", next(one["id"] for one in found if one["name"] == "Somebody who goes"), "--yes")
    expect(page.locator(".toasts").get_by_text("You are no longer logged in.")).to_be_visible()
    expect(page.get_by_text("You are watching")).to_be_visible()
    expect(page.get_by_text("Somebody who goes")).to_have_count(0)
    visitor.may_note("401")


def names_in(page: Page) -> list[str]:
    return page.get_by_role("list", name="Seats").locator(".name").all_inner_texts()


@pytest.mark.full
def test_where_somebody_deletes_their_account_the_others_forget_the_name(
    visitors: Visitors, server: ServerProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    host, _ = two_at_a_table(visitors, "miyabi")
    page = host.show()
    assert "Bo" in names_in(page)
    capsys.readouterr()
    admin(server, "accounts", "--guests", "--json")
    newest = max(
        (one for one in json.loads(capsys.readouterr().out) if one["name"] == "Bo"), key=lambda one: one["created"]
    )
    admin(server, "delete-account", newest["id"], "--yes")
    expect(page.get_by_role("list", name="Seats").get_by_text("Bo", exact=True)).to_have_count(0)
    expect(page.get_by_role("list", name="Log").get_by_text("Bo", exact=True)).to_have_count(0)
    host.visitor.may_note(NOT_LOADED)
