"""The end of a game: told step by step with the winner last, complete at a touch, and a picture to keep of it."""

from __future__ import annotations

import re
import struct
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.endings import GAMES, LastAction
from tests.web.replays import drawn
from tests.web.visiting import DESKTOP, PHONE, Visitors

STEP_MS = 1500
"""More than any step takes, less than two."""
QUICK = ["miyabi", "edo yashiki"]
titles = pytest.mark.parametrize("title", QUICK)
all_titles = pytest.mark.parametrize(
    "title", [title if title in QUICK else pytest.param(title, marks=pytest.mark.more) for title in GAMES]
)


def told(page: Page) -> float:
    return float(page.locator(".scene").get_attribute("data-told") or "nan")


def seat_scores(page: Page) -> list[int]:
    return [int(text.split()[-1]) for text in page.locator(".seats .score").all_inner_texts()]


def begin(visitors: Visitors, title: str, size: tuple[int, int] = DESKTOP, **preferences: Any) -> LastAction:
    """The scene, with nothing told yet; time passes only when a test says so."""
    last = LastAction(visitors.come(size, motion="full", **preferences), title)
    page = last.visitor.page
    page.clock.install()
    last.table.show()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    last.end()
    for _ in range(100):  # what was placed last is shown first
        page.clock.run_for(50)
        if page.locator(".result .step").count():
            break
    expect(page.locator(".scene")).to_have_attribute("data-told", "0")
    return last


def tell_all(page: Page) -> None:
    for _ in range(14):
        page.clock.run_for(STEP_MS)
        if page.locator("#result").count():
            return
    raise AssertionError(f"nobody has won after {told(page)} steps")


# -- told step by step -------------------------------------------------------------------------------------------------
@all_titles
def test_points_are_told_in_order_and_the_winner_last(visitors: Visitors, title: str) -> None:
    last = begin(visitors, title)
    page, final = last.visitor.page, last.game.view()["scores"]
    seen: list[tuple[float, int, list[int]]] = []
    while not page.locator("#result").count():
        assert page.locator(".board-page").get_by_text(re.compile("has won|have won|Winner")).count() == 0
        assert page.locator(".rank").count() == 0
        rows = page.locator(".final tbody tr:not(.later)").count()
        seen.append((told(page), rows, seat_scores(page)))
        assert len(seen) < 14
        page.clock.run_for(STEP_MS)
    steps = [one[0] for one in seen]
    assert steps == sorted(steps), steps
    assert steps[0] == 0
    assert len(set(steps)) > 2
    for (_, fewer, before), (_, more, after) in pairwise(seen):
        assert more >= fewer, "what has been told stays"
        assert all(one <= other for one, other in zip(before, after, strict=True))
    assert seen[0][2] != final
    assert seen[-1][2] == final
    assert seat_scores(page) == final
    assert told(page) == float("inf")
    expect(page.locator("#result")).to_contain_text("won")


@titles
@pytest.mark.parametrize("way", ["a key", "a click", "the button"])
def test_any_input_completes_it(visitors: Visitors, title: str, way: str) -> None:
    page = begin(visitors, title).visitor.page
    page.clock.run_for(STEP_MS)
    assert page.locator("#result").count() == 0
    if way == "a key":
        page.keyboard.press("Shift")
    elif way == "a click":
        page.mouse.click(5, 5)
    else:
        page.get_by_role("button", name="Skip", exact=True).click()
    expect(page.locator("#result")).to_be_visible()
    assert told(page) == float("inf")


@titles
def test_the_picture_is_that_of_whoever_comes_later(visitors: Visitors, title: str) -> None:
    page = begin(visitors, title).visitor.page
    tell_all(page)
    before, headline = drawn(page), page.locator("#result").inner_text()
    page.reload()
    expect(page.locator("#result")).to_have_text(headline)
    expect(page.locator(".final")).to_be_visible()
    assert drawn(page) == before


@titles
def test_without_motion_all_of_it_is_there_at_once_and_said(visitors: Visitors, title: str) -> None:
    last = LastAction(visitors.come(), title)
    page = last.table.show()
    last.end()
    expect(page.locator("#result")).to_be_visible()
    assert told(page) == float("inf")
    expect(page.get_by_role("status").filter(has_text=page.locator("#result").inner_text())).to_be_attached()
    rows = page.locator(".final tbody tr")
    assert rows.count() == page.locator(".final tbody tr:not(.later)").count() > 3


def test_ears_are_told_at_once(visitors: Visitors) -> None:
    page = begin(visitors, "miyabi").visitor.page
    said = page.get_by_role("status").filter(has_text=re.compile("has won|have won"))
    expect(said).to_be_attached()
    assert re.search(r"\d+", said.first.inner_text())


# -- what it looks like ------------------------------------------------------------------------------------------------
SHIFTS = """() => {
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      for (const { node, previousRect, currentRect } of entry.sources)
        // another line of the log stands in the bar of a small screen
        if (!(node?.parentElement ?? document.body).closest('nav'))
          window.shifts.push([node?.nodeName, node?.className, previousRect.toJSON(), currentRect.toJSON()])
  }).observe({ type: 'layout-shift', buffered: false })
}"""


@titles
@pytest.mark.parametrize("size", [DESKTOP, (1280, 720), PHONE])
def test_nothing_moves_and_nothing_is_cut_off(visitors: Visitors, title: str, size: tuple[int, int]) -> None:
    visitor = begin(visitors, title, size).visitor
    page = visitor.page
    expect(page.locator(".final")).to_be_attached()
    page.screenshot()  # the scene has been drawn once
    page.evaluate(SHIFTS)
    boxes = [panel.bounding_box() for panel in page.locator(".scene .panel").all()]
    tell_all(page)
    page.screenshot()  # which draws a frame, though time stands still
    assert [panel.bounding_box() for panel in page.locator(".scene .panel").all()] == boxes
    assert page.evaluate("window.shifts") == []
    assert visitor.sticking_out() == []
    assert visitor.small_targets() == []


@pytest.mark.more
@pytest.mark.parametrize("size", [DESKTOP, (1024, 768)])
def test_what_can_be_done_next_has_room_where_words_are_long(visitors: Visitors, size: tuple[int, int]) -> None:
    page = begin(visitors, "miyabi, all expansions", size, language="de").visitor.page
    tell_all(page)
    for inner in page.locator(".result .ways .btn").all():
        assert_within(inner, page.locator(".result"))
    assert_within(page.locator(".final tfoot"), page.locator(".final"))


def assert_within(inner: Locator, outer: Locator) -> None:
    box, around = inner.bounding_box(), outer.bounding_box()
    assert box is not None
    assert around is not None
    assert around["y"] <= box["y"], inner.inner_text()
    assert box["y"] + box["height"] <= around["y"] + around["height"], inner.inner_text()


# What fades in has its contrast at the end; what goes on for ever is not waited for.
STANDING_STILL = """() => Promise.allSettled(document.getAnimations()
  .filter((one) => one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity)
  .map((one) => one.finished)).then(() => {})"""


@titles
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(visitors: Visitors, title: str, theme: Any) -> None:
    last = LastAction(visitors.come(theme=theme, motion="full"), title)
    page = last.table.show()
    last.end()
    expect(page.locator(".result .step")).to_be_visible()
    page.clock.install()  # from here on it waits
    page.evaluate(STANDING_STILL)
    assert last.visitor.axe() == []
    page.keyboard.press("Shift")
    expect(page.locator("#result")).to_be_visible()
    page.evaluate(STANDING_STILL)
    assert last.visitor.axe() == []
    page.get_by_role("button", name="Keep the picture").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.evaluate(STANDING_STILL)
    assert last.visitor.axe() == []


def test_a_garden_is_enlarged_by_one_tap_and_escape_leads_back(visitors: Visitors) -> None:
    last = LastAction(visitors.come(), "miyabi")
    page = last.table.show()
    last.end()
    grids = page.locator(".scene").get_by_role("grid")
    expect(grids).to_have_count(2)
    page.get_by_role("button", name="’s garden: enlarge").first.click()
    expect(grids).to_have_count(1)
    page.keyboard.press("Escape")
    expect(grids).to_have_count(2)


def test_after_a_resignation_nobody_is_to_act(visitors: Visitors) -> None:
    last = LastAction(visitors.come(motion="full"), "miyabi")
    page = last.table.show()
    last.table.ask("resign")
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator(".scene").get_by_role("grid")).to_have_count(2)
    assert page.locator(".board-page").get_by_text(re.compile("Your turn|to act")).count() == 0


# -- the picture to keep -----------------------------------------------------------------------------------------------
def keep(page: Page) -> None:
    """By keys alone."""
    page.get_by_role("button", name="Keep the picture").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("img", name="Preview of the picture")).to_be_visible()


def save(page: Page, name: str) -> Path:
    with page.expect_download() as download:
        page.get_by_role("dialog").get_by_role("button", name=name).press("Enter")
    return Path(download.value.path())


def dangling(text: str) -> list[str]:
    """What the file refers to and does not have, and anything that it would have to fetch."""
    root = ElementTree.fromstring(text)
    ids = {element.get("id") for element in root.iter()}
    links = [element.get("href", "") for element in root.iter() if "href" in element.attrib]
    urls = [url.strip("\"'") for url in re.findall(r"url\(([^)]*)\)", unescape(text)) if not url.startswith("data:")]
    names = [name.removeprefix("#") for name in (*links, *urls)]
    return [name for name in names if name not in ids] + re.findall(r"var\(--[\w-]+|https?://(?!www\.w3\.org)\S+", text)


@titles
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_stands_alone_by_daylight(visitors: Visitors, title: str, theme: Any) -> None:
    last = LastAction(visitors.come(theme=theme), title)
    page = last.table.show()
    last.end()
    keep(page)
    page.keyboard.press("Tab")
    page.get_by_role("radio", name="Everybody’s").check()
    svg = save(page, "Save as SVG").read_text()
    assert dangling(svg) == []
    assert all(f">{score} points<" in svg for score in last.game.view()["scores"])
    png = save(page, "Save as PNG").read_bytes()
    box = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    assert box
    assert struct.unpack(">II", png[16:24]) == (int(box[1]), int(box[2]))
    check_colours(visitors, svg)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Keep the picture")).to_be_focused()


def check_colours(visitors: Visitors, svg: str) -> None:
    """Drawn without the page: there is paper at its edge, and much more than paper inside."""
    page = visitors.come().page
    edge, colours = page.evaluate(COLOURS, svg)
    assert edge == [247, 242, 230]
    assert colours > 200


COLOURS = """async (svg) => {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = new OffscreenCanvas(400, 300)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0, 400, 300)
  const { data } = context.getImageData(0, 0, 400, 300)
  const seen = new Set()
  for (let at = 0; at < data.length; at += 4) seen.add(data.slice(at, at + 3).join())
  return [[...data.slice(0, 3)], seen.size]
}"""
