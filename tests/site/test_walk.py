"""Every screen of a garden that is kept, in every language: nothing is asked of the network any more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.site.gardens import Sent, counted
from tests.site.in_browser import ASK, READY_MS, GardenTable, ask, play_out, wait_for
from tests.web.visiting import Visitor

pytestmark = pytest.mark.more
SCREENS = (
    *("learn/miyabi", "learn/edo_yashiki", "rules", "rules/miyabi", "rules/edo_yashiki"),
    *("rules/miyabi/card", "rules/edo_yashiki/card", "score/miyabi", "score/edo_yashiki"),
    *("box/miyabi", "box/edo_yashiki", "replay", "games", "settings", "about", ""),
)
PEOPLE = [{"called": "Aki"}, {"called": "Bo"}]


@pytest.fixture(scope="module")
def server(garden: Path) -> Iterator[tuple[str, Sent]]:
    with counted(garden) as found:
        yield found


@pytest.fixture(scope="module")
def visitor(browser: Browser, server: tuple[str, Sent]) -> Iterator[Visitor]:
    """With a line all the time: what is not kept would come over it, and be counted."""
    context = browser.new_context(reduced_motion="reduce", locale="en-GB")
    context.add_init_script(ASK)
    visitor = Visitor(context, server[0])
    visitor.page.goto(server[0])
    wait_for(visitor.page, "garden-kept")
    ask(visitor.page, "POST", "session", {"name": "Aki"})
    yield visitor
    context.close()


@pytest.mark.parametrize("language", ["en", "de", "fr", "ja"])
def test_no_screen_asks_for_anything(visitor: Visitor, server: tuple[str, Sent], language: str) -> None:
    visitor.page.evaluate("() => (localStorage['niwashi.preferences'] ??= '{}')")
    visitor.speak(language)
    wait_for(visitor.page, "garden-ready")
    if language == "ja":
        visitor.page.evaluate(LETTERS_KEPT)
    server[1].clear()
    for screen in SCREENS:
        visitor.page.evaluate("screen => (location.hash = `#/${screen}`)", screen)
        expect(visitor.page.locator("main h1").first).to_be_attached()
        visitor.page.evaluate("document.fonts.ready.then(() => new Promise(requestIdleCallback)).then(() => null)")
    assert [path for path in server[1].asked if not path.endswith("/service-worker.js")] == []


# Two hundred files, which come when the language is chosen.
LETTERS_KEPT = """async () => {
  const script = await (await fetch('service-worker.js')).text()
  const last = JSON.parse(/JAPANESE = (.*);/.exec(script)[1]).at(-1)
  while (!(await caches.match(new URL(last, document.baseURI)))) await new Promise((done) => setTimeout(done, 100))
}"""


def test_games_go_out_into_a_file_and_come_back_elsewhere(
    browser: Browser, visitor: Visitor, server: tuple[str, Sent], tmp_path: Path
) -> None:
    """Also where nobody has given a name yet, and after the page was loaded anew."""
    over = GardenTable.start(visitor, "miyabi", {"seats": 2}, PEOPLE)
    play_out(over)
    GardenTable.start(visitor, "edo_yashiki", {"seats": 2, "grab": "calm"}, PEOPLE)
    visitor.page.evaluate("() => (localStorage['niwashi.preferences'] = '{}')")
    visitor.page.goto(f"{visitor.address}#/games")
    visitor.page.reload()
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name="Export all games").click(timeout=READY_MS)
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert len(file.read_text().splitlines()) == 2
    page = browser.new_context(locale="en-GB").new_page()
    page.goto(f"{visitor.address}#/games")
    expect(page.get_by_role("button", name="Import games")).to_be_visible(timeout=READY_MS)
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("One game added.").first).to_be_visible(timeout=READY_MS)
    expect(page.get_by_text("One game of the file is not over.").first).to_be_visible()
    expect(page.get_by_role("heading", name="Finished")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Finished")).to_be_visible(timeout=READY_MS)
    page.context.close()


def test_a_garden_can_be_installed(visitor: Visitor) -> None:
    tools = visitor.context.new_cdp_session(visitor.page)
    manifest = tools.send("Page.getAppManifest")
    assert manifest["url"] == f"{visitor.address}manifest.webmanifest"
    assert manifest["errors"] == []
    errors = tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
