"""What lives when nothing happens: koi, lanterns, petals. One thing at a time, next to no work, and only if wanted."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.snapshots import at_table
from tests.web.visiting import Visitor, Visitors

ALIVE = "[class^='life-']"
A_WHILE = 40_000
"""Milliseconds of the page's clock: some koi have swum by then, and a petal has fallen after twice as much."""
MOST_IDLE = 0.02
"""Of a core, for the page's own thread while nothing happens."""

HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
  document.dispatchEvent(new Event('visibilitychange'))
}"""
MOVED = """() => {
  const frames = document.getAnimations().flatMap(({ effect }) => effect.getKeyframes())
  return [...new Set(frames.flatMap(Object.keys))]
}"""


def watch(visitor: Visitor) -> Page:
    """A garden with koi, in a window whose clock is ours."""
    visitor.page.clock.install()
    at_table("miyabi", "two")(visitor)
    return visitor.page


def wait_for(page: Page, what: str) -> None:
    """Lets the page's time go by until that lives."""
    while not page.locator(what).count():
        page.clock.run_for(500)


def test_koi_swim_when_nothing_happens(visitors: Visitors) -> None:
    page = watch(visitors.come(motion="full"))
    wait_for(page, ".life-pond")
    expect(page.locator(".life-koi")).not_to_have_count(0)
    moved = set(page.evaluate(MOVED)) - {"offset", "computedOffset", "easing", "composite"}
    assert moved <= {"transform", "opacity"}, "anything else would be painted anew for every frame"
    disc, pond = page.locator(".plot svg.garden circle + use[href='#object-f']").first, page.locator(".life-pond")
    assert disc.bounding_box() is not None
    assert pond.get_attribute("aria-hidden") == "true"


def test_lanterns_flicker_by_night_only(visitors: Visitors) -> None:
    night = watch(visitors.come(theme="dark", motion="full"))
    wait_for(night, ".life-glow")
    day = watch(visitors.come(motion="full"))
    for _ in range(20):
        day.clock.run_for(A_WHILE // 20)
        expect(day.locator(".life-glow")).to_have_count(0)


def test_a_petal_falls_under_what_lies_on_the_gravel(visitors: Visitors) -> None:
    page = watch(visitors.come(motion="full"))
    wait_for(page, ".life-petal")
    assert page.locator(".life-petal").evaluate("petal => getComputedStyle(petal).zIndex") == "-1"


def test_an_input_ends_it_at_once(visitors: Visitors) -> None:
    page = watch(visitors.come(motion="full"))
    wait_for(page, ALIVE)
    page.keyboard.press("Shift")
    expect(page.locator(ALIVE)).to_have_count(0)


def test_nothing_lives_in_a_window_that_nobody_looks_at(visitors: Visitors) -> None:
    page = watch(visitors.come(motion="full"))
    wait_for(page, ALIVE)
    page.evaluate(HIDE, True)
    expect(page.locator(ALIVE)).to_have_count(0)
    page.clock.run_for(A_WHILE)
    expect(page.locator(ALIVE)).to_have_count(0)
    page.evaluate(HIDE, False)
    wait_for(page, ALIVE)


@pytest.mark.parametrize("motion", ["none", "auto"])
def test_nothing_lives_where_no_motion_is_wanted(visitors: Visitors, motion: str) -> None:
    """“auto” is what the system says; all windows of these tests say that they want none."""
    visitor = visitors.come(theme="dark", motion=motion)
    loaded: list[str] = []
    visitor.page.on("request", lambda request: loaded.append(request.url))
    page = watch(visitor)
    for _ in range(20):
        page.clock.run_for(A_WHILE // 10)
        expect(page.locator(ALIVE)).to_have_count(0)
    assert page.evaluate("document.getAnimations().length") == 0
    assert not [url for url in loaded if "/life" in url]


def test_it_ends_when_motion_is_no_longer_wanted(visitors: Visitors) -> None:
    page = watch(visitors.come(motion="auto"))
    page.emulate_media(reduced_motion="no-preference")
    wait_for(page, ALIVE)
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator(ALIVE)).to_have_count(0)


def test_an_idle_garden_costs_next_to_nothing(visitors: Visitors) -> None:
    visitor = visitors.come(theme="dark", motion="full")
    page = watch(visitor)
    wait_for(page, ALIVE)
    page.clock.resume()
    line = visitor.context.new_cdp_session(page)
    line.send("Performance.enable", {"timeDomain": "threadTicks"})

    def worked() -> float:
        return next(
            float(one["value"])
            for one in line.send("Performance.getMetrics")["metrics"]
            if one["name"] == "TaskDuration"
        )

    before = worked()
    page.wait_for_timeout(10_000)
    assert (worked() - before) / 10 <= MOST_IDLE
