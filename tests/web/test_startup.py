"""The page of a server that is not ready yet: how far it is, and then by itself the page that was asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from niwashi.server.workers.warmup import RULES_PARTS
from tests.server.slow_start import slow_start
from tests.web.visiting import PHONE, Visitors

UNANSWERED = "Failed to load resource: the server responded with a status of 503 (Service Unavailable)"


def test_the_page_of_a_server_that_starts_becomes_what_was_asked_for(
    browser: Browser, built_client: Path, tmp_path: Path
) -> None:
    with slow_start(tmp_path) as server:
        visitors = Visitors(browser, f"{server.address}/")
        visitor, on_a_phone = visitors.come(), visitors.come(PHONE, "dark")
        bar = visitor.page.get_by_role("progressbar", name="The garden is being prepared")
        for one in (visitor, on_a_phone):
            one.page.goto(f"{server.address}/#/rules/miyabi")
            expect(one.page.get_by_role("status")).to_have_text("Loading the rules …")
        assert bar.get_attribute("aria-valuenow") is None

        server.compile("first", "second")
        expect(bar).to_have_attribute("aria-valuenow", "2")
        expect(bar).to_have_attribute("aria-valuemax", str(RULES_PARTS))
        expect(visitor.page.get_by_text(f"2 of {RULES_PARTS} parts")).to_be_visible()
        for one in (visitor, on_a_phone):
            assert not one.axe()
            assert not one.sticking_out()
            one.may_note(UNANSWERED)
            assert not one.unexpected

        server.finish()
        for one in (visitor, on_a_phone):
            expect(one.page.locator("main h1")).to_contain_text("Miyabi")
            assert one.page.url == f"{server.address}/#/rules/miyabi"
        visitors.leave()
        assert server.end() == 0


@pytest.mark.more
def test_without_scripts_the_page_loads_itself_again(browser: Browser, built_client: Path, tmp_path: Path) -> None:
    with slow_start(tmp_path) as server:
        context = browser.new_context(java_script_enabled=False, locale="de-DE")
        page = context.new_page()
        page.goto(server.address)
        expect(page.get_by_text("Die Regeln werden geladen …")).to_be_visible()
        server.compile("first")
        expect(page.get_by_text(f"1 von {RULES_PARTS} Teilen")).to_be_visible()
        context.close()
        assert server.end() == 0
