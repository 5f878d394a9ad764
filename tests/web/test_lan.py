"""Playing in one's own network: links and codes hold an address that a phone can reach, or there is no code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from niwashi.server.addresses import network_addresses
from tests.server.process import ServerProcess
from tests.web.visiting import Visitors

HOW = re.compile("start it with “scripts/play --lan”")
UNTRUSTED = "the URL's origin was untrustworthy"
"""What a browser notes of a page without TLS at an address that is not its own machine's."""
ADDRESSES = network_addresses()


@pytest.fixture(scope="module")
def lan_server(built_client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path_factory.mktemp("lan"), NIWASHI_HOST="0.0.0.0")
    running.start()
    yield running
    assert running.end() == 0


def code_in_lobby(page: Page) -> str | None:
    """What is drawn: the same for the same address, and for no other."""
    code = page.get_by_role("img", name="Code to scan: the address of this page").locator("path").first
    return code.get_attribute("d")


@pytest.mark.skipif(not ADDRESSES, reason="this machine is in no network")
def test_what_is_shared_from_this_machine_is_the_address_that_others_reach(
    lan_server: ServerProcess, browser: Browser
) -> None:
    elsewhere = f"http://{ADDRESSES[0]}:{lan_server.port}/"
    here, there = Visitors(browser, f"{lan_server.address}/"), Visitors(browser, elsewhere)
    host, friend = here.come(), there.come()
    assert code_in_lobby(host.open()) == code_in_lobby(friend.open())
    table = host.open_table().partition("#")[2]
    link = host.page.get_by_label("Link to a table")
    expect(link).to_have_value(f"{elsewhere}#{table}")
    friend.page.goto(link.input_value())
    expect(friend.page.get_by_role("heading", name="invites you to")).to_be_visible()
    friend.page.get_by_role("button", name="Sit here").click()
    friend.page.get_by_role("button", name="Sit down").click()
    expect(host.page.get_by_text("Everybody is here. Start when you like.")).to_be_visible()
    friend.may_note(UNTRUSTED)
    here.leave()
    there.leave()


def test_where_only_this_machine_can_come_there_is_no_code_but_a_word_on_how(visitors: Visitors) -> None:
    host = visitors.come()
    page = host.open()
    expect(page.get_by_text(HOW)).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("Code to scan"))).to_have_count(0)
    host.open_table()
    expect(page.get_by_text(HOW)).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("Code to scan"))).to_have_count(0)
