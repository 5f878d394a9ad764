"""What a browser keeps of a garden: fetched once, beside other gardens, and what it says where a script is missing."""

from __future__ import annotations

import re
import shutil
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from niwashi.site import folder as site_folder
from niwashi.site.parts import python_archive
from tests.site.gardens import counted, served, thinker_of, write_garden
from tests.site.in_browser import ASK, READY_MS, GardenTable, ask, wait_for
from tests.web.visiting import FLAGS, Visitor

pytestmark = pytest.mark.more
PEOPLE = [{"called": "Aki"}, {"called": "Bo"}]


def visit(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    wait_for(page, "garden-kept")
    return page


def test_a_first_visit_loads_every_part_once_and_a_newer_garden_what_is_new(
    browser: Browser, chromium: str, garden: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a cache on disk, as people have: in memory browsers have no room for the largest part."""
    here = tmp_path / "here"
    here.symlink_to(garden)
    context = browser.browser_type.launch_persistent_context(tmp_path / "profile", executable_path=chromium, args=FLAGS)
    with counted(here) as (address, sent):
        page = visit(context, address)
        assert sent.twice() == []
        sent.clear()
        monkeypatch.setattr(site_folder, "python_archive", newer_archive)
        here.unlink()
        here.symlink_to(write_garden(tmp_path / "newer"))
        page.reload()
        page.evaluate(WAITING)
        assert sent.twice() == []
        assert sent.megabytes() < 3, sent.files
        page.goto("about:blank")
        context.set_offline(True)
        page.goto(address)
        wait_for(page, "garden-ready")
        page.wait_for_function("async () => (await caches.keys()).length === 1")
    context.close()


def newer_archive() -> bytes:
    made = BytesIO(python_archive())
    with zipfile.ZipFile(made, "a") as archive:
        archive.writestr("niwashi/newer.txt", "newer")
    return made.getvalue()


# The service worker of a newer garden has all of it, and waits until no tab has the older one open.
WAITING = """() => new Promise(async (whole) => {
  const registration = await navigator.serviceWorker.ready
  const look = () => {
    const coming = registration.installing
    if (registration.waiting) whole(true)
    else if (coming) coming.addEventListener('statechange', look)
    else registration.addEventListener('updatefound', look, { once: true })
  }
  look()
})"""


@pytest.mark.full
def test_two_gardens_at_one_origin_leave_each_other_alone(browser: Browser, garden: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).symlink_to(garden)
    context = browser.new_context()
    context.add_init_script(ASK)
    with served(tmp_path) as address:
        first, second = visit(context, f"{address}a/"), visit(context, f"{address}b/")
        wanted = {"game": "miyabi", "options": {"seats": 2}, "settings": {"hot_seat": True}, "arranged": True}
        ask(first, "POST", "tables", {**wanted, "seats": PEOPLE})
        context.set_offline(True)
        for page, games in ((first, 1), (second, 0)):
            page.reload()
            wait_for(page, "garden-ready")
            assert len(ask(page, "GET", "tables/mine")) == games
    context.close()


def test_a_garden_whose_worker_is_missing_says_so(browser: Browser, garden: Path) -> None:
    context = browser.new_context(locale="en-GB", service_workers="block")
    context.route(re.compile(r"/assets/tables-"), lambda route: route.fulfill(status=404))
    page = context.new_page()
    with served(garden) as address:
        page.goto(address)
        expect(page.get_by_text("The garden could not start in this browser")).to_be_visible()
    context.close()


def test_bots_whose_worker_is_missing_say_so_and_come_back_with_it(
    browser: Browser, garden: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "garden"
    shutil.copytree(garden, folder)
    thinker = thinker_of(folder)
    thinker.unlink()
    context = browser.new_context(locale="en-GB", service_workers="block")
    context.add_init_script(ASK)
    with served(folder) as address:
        visitor = Visitor(context, address)
        visitor.page.goto(address)
        wait_for(visitor.page, "garden-ready")
        table = GardenTable.start(visitor, "miyabi", {"seats": 2}, [{"bot": "beginner"}, {"you": True}])
        page = table.show()
        said = page.get_by_text("The bots and hints have stopped in this browser")
        expect(said.first).to_be_visible()
        shutil.copy(garden / "assets" / thinker.name, thinker)
        page.reload()
        wait_for(page, "garden-ready")
        expect(page.get_by_role("list", name="Seats").get_by_text("Your turn")).to_be_visible(timeout=READY_MS)
    context.close()
