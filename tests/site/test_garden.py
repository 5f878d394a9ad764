"""A garden without a server, in a real browser with its network off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from niwashi.core.record import read_record
from niwashi.engine.verification import check_file, check_record
from tests.conformance.variants import ALL, Variant, spread
from tests.site.gardens import damaged_copy, served
from tests.site.in_browser import ASK, READY_MS, GardenTable, act, ask, enter, play_out, wait_for
from tests.site.live_grabs import LEVELS, judged_again, kept_log, play_side_by_side
from tests.site.told_again import played_again, told_again
from tests.web.hands import clicks
from tests.web.playing import any_action, play_on
from tests.web.visiting import Visitor

pytestmark = pytest.mark.more
AGAINST_A_BOT: list[dict[str, Any]] = [{"you": True}, {"bot": "beginner"}]
PEOPLE: list[dict[str, Any]] = [{"called": name} for name in ("Aki", "Bo", "Cleo", "Dan", "Emi")]
LIVE = tuple(variant for variant in ALL if variant.options.as_dict().get("grab") == "live")
"""Nobody is fast enough for two seats of a live grab, so it is played against bots, and all else at one device."""
AT_ONE_DEVICE = tuple(variant for variant in ALL if variant not in LIVE)
SPREAD = tuple(variant for variant in spread(16) if variant in AT_ONE_DEVICE)


@pytest.fixture(scope="module")
def address(garden: Path) -> Iterator[str]:
    with served(garden) as found:
        yield found


@pytest.fixture(scope="module")
def visitor(browser: Browser, address: str) -> Visitor:
    return enter(browser, address)


@pytest.mark.parametrize(
    ("game", "options"),
    [("miyabi", {"seats": 2, "expansions": "CE"}), ("edo_yashiki", {"seats": 2, "grab": "calm"})],
)
def test_a_whole_game_by_clicks_without_a_line(
    visitor: Visitor, game: str, options: dict[str, Any], tmp_path: Path
) -> None:
    table = GardenTable.start(visitor, game, options, AGAINST_A_BOT)
    table.show()
    for _ in play_on(table, clicks(), any_action(seed=3)):
        pass
    file = tmp_path / "record.json"
    file.write_bytes(table.record_bytes())
    assert [finding.ok for finding in check_file(file)] == [True]  # as `niwashi check`
    assert visitor.wrong == []


@pytest.mark.parametrize(
    "variants", [pytest.param(SPREAD, id="spread"), pytest.param(AT_ONE_DEVICE, id="all", marks=pytest.mark.full)]
)
def test_records_are_those_of_python_here(visitor: Visitor, variants: tuple[Variant, ...]) -> None:
    """Byte for byte, for the same seed and the same choices: those of a program, and those of a server's table."""
    for variant in variants:
        seats = PEOPLE[: variant.options.seats]
        raw = play_out(GardenTable.start(visitor, variant.game, variant.options.as_dict(), seats))
        assert check_record(read_record(raw)).ok, variant
        assert raw == told_again(raw), variant
        assert raw == played_again(raw), variant


@pytest.mark.parametrize(
    "variants", [pytest.param(LIVE[-1:], id="one"), pytest.param(LIVE, id="all", marks=pytest.mark.full)]
)
def test_live_grabs_against_bots_are_those_of_a_server(visitor: Visitor, variants: tuple[Variant, ...]) -> None:
    """Logs and records, byte for byte, for the same seed and the same presses at the same times."""
    tables = [
        GardenTable.start(visitor, variant.game, variant.options.as_dict(), person_and_bots(variant))
        for variant in variants
    ]
    for variant, table, raw in zip(variants, tables, play_side_by_side(tables), strict=True):
        assert check_record(read_record(raw)).ok, variant
        assert raw == told_again(raw), variant
        assert raw == judged_again(kept_log(table)).record().to_json(), variant


def person_and_bots(variant: Variant) -> list[dict[str, Any]]:
    return [{"you": True}, *({"bot": LEVELS[seat % len(LEVELS)]} for seat in range(1, variant.options.seats))]


def test_a_second_tab_is_told_and_goes_on_once_the_first_is_closed(visitor: Visitor) -> None:
    first, second = visitor.context.new_page(), visitor.context.new_page()
    for tab in (first, second):
        tab.goto(visitor.address)
        wait_for(tab, "garden-ready")
    wanted = {"game": "miyabi", "options": {"seats": 2}, "settings": {"hot_seat": True}, "arranged": True}
    table = ask(first, "POST", "tables", {**wanted, "seats": PEOPLE[:2]})["table"]
    second.goto(f"{visitor.address}#/t/{table}")
    expect(second.get_by_text("This game is open in another tab").first).to_be_visible(timeout=READY_MS)
    first.close()
    expect(second.get_by_role("grid").first).to_be_visible(timeout=READY_MS)
    second.close()


@pytest.mark.parametrize("part", ["parts.json", "miyabi.so", "niwashi.zip", "pyodide.asm.wasm"])
def test_a_damaged_part_is_named(browser: Browser, garden: Path, tmp_path: Path, part: str) -> None:
    """The weights of the bots are in `niwashi.zip`."""
    with served(damaged_copy(garden, tmp_path / "damaged", part)) as address:
        context = browser.new_context(locale="en-GB")
        page = context.new_page()
        page.goto(address)
        expect(page.get_by_text(f"The file {part} of this garden is missing or damaged")).to_be_visible()
        context.close()


def test_a_part_that_is_damaged_in_the_browser_is_fetched_anew(browser: Browser, address: str) -> None:
    visitor = enter(browser, address)
    page = visitor.page
    page.evaluate(DAMAGE_PART, "edo_yashiki.so")
    page.reload()
    expect(page.get_by_text("The file edo_yashiki.so of this garden is missing or damaged")).to_be_visible()
    visitor.context.set_offline(False)
    page.reload()
    wait_for(page, "garden-ready")
    visitor.context.set_offline(True)
    page.reload()
    wait_for(page, "garden-ready")
    visitor.context.close()


# As a disk might do it.
DAMAGE_PART = """async (part) => {
  const [name] = await caches.keys()
  const cache = await caches.open(name)
  const request = (await cache.keys()).find(({ url }) => url.endsWith(part))
  const bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer())
  bytes[1000] ^= 1
  await cache.put(request, new Response(bytes))
}"""


def test_a_browser_that_becomes_full_says_so_and_loses_no_running_game(browser: Browser, address: str) -> None:
    visitor = enter_with(browser, address, BECOMES_FULL)
    table = GardenTable.start(visitor, "miyabi", {"seats": 2}, PEOPLE[:2])
    page = table.show()
    page.workers[0].evaluate("() => { self.full = true }")
    act(table)
    expect(page.get_by_text("This browser does not keep the game").first).to_be_visible()
    page.workers[0].evaluate("() => { self.full = false }")
    act(table)
    events = table.record().events
    page.reload()
    wait_for(page, "garden-ready")
    assert table.record().events == events
    visitor.context.close()


def test_a_browser_that_forbids_storage_says_so(browser: Browser, address: str) -> None:
    visitor = enter_with(browser, address, FORBIDS)
    table = GardenTable.start(visitor, "miyabi", {"seats": 2}, PEOPLE[:2])
    page = table.show()
    expect(page.get_by_text("This browser does not keep the game").first).to_be_visible()
    act(table)
    assert table.now()["phase"] == "playing"
    visitor.context.close()


def enter_with(browser: Browser, address: str, storage: str) -> Visitor:
    """In a browser with such a storage. Without a service worker, so that the script of the tables can be changed."""
    context = browser.new_context(service_workers="block", locale="en-GB")
    context.add_init_script(ASK)

    def change(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, body=storage + found.text())

    context.route(re.compile(r"/assets/tables-"), change)
    visitor = Visitor(context, address)
    visitor.page.goto(address)
    wait_for(visitor.page, "garden-ready")
    return visitor


FORBIDS = "indexedDB.__proto__.open = () => { throw new DOMException('', 'SecurityError') };"
BECOMES_FULL = """
const { add } = IDBObjectStore.prototype;
IDBObjectStore.prototype.add = function (...given) {
  if (self.full) throw new DOMException('', 'QuotaExceededError');
  return add.apply(this, given);
};
"""


def test_a_game_that_is_damaged_in_the_browser_is_said(visitor: Visitor) -> None:
    table = GardenTable.start(visitor, "miyabi", {"seats": 2}, PEOPLE[:2])
    visitor.page.evaluate(DAMAGE_GAME, table.id)
    visitor.page.goto(f"{visitor.address}#/t/{table.id}")
    visitor.page.reload()
    expect(visitor.page.get_by_text("This game is damaged in the storage").first).to_be_visible(timeout=READY_MS)


DAMAGE_GAME = """(table) => new Promise((done) => {
  indexedDB.open('niwashi').onsuccess = ({ target: { result: database } }) => {
    const writing = database.transaction('batches', 'readwrite')
    const batches = writing.objectStore('batches')
    batches.get([table, 1]).onsuccess = ({ target: { result: batch } }) =>
      batches.put(batch.replace('Aki', 'Oki'), [table, 1])
    writing.oncomplete = () => done(database.close())
  }
})"""


def test_a_game_is_there_after_a_reload(visitor: Visitor) -> None:
    table = GardenTable.start(visitor, "miyabi", {"seats": 2}, PEOPLE[:2])
    table.show()
    visitor.page.reload()
    wait_for(visitor.page, "garden-ready")
    assert table.now()["phase"] == "playing"
