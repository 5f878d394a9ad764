"""Edo Yashiki: the cards of a live grab stand still, a calm grab tells what they bring, and the house has room."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.hands import clicks
from tests.web.playing import Sent, Table, promised
from tests.web.visiting import DESKTOP, Visitor, Visitors

SMALL_PHONE, TALL_PHONE = (360, 640), (390, 844)


def live_table(visitor: Visitor, seats: int, level: str = "club") -> Page:
    table = Table.with_bots(visitor, "edo_yashiki", level, options={"seats": seats, "grab": "live"})
    page = table.show()
    expect(page.locator(".scene .cards button")).to_have_count(seats)
    return page


# -- the live grab -----------------------------------------------------------------------------------------------------
# Every frame from now on: where each card is, as long as they lie in the middle.
WATCH = """() => {
  window.places = new Set()
  window.taken = new Set()
  const watch = () => {
    const cards = [...document.querySelectorAll('.scene .cards button')]
    if (!cards.length) return
    window.taken.add(cards.filter((card) => card.matches('.taken')).length)
    window.places.add(cards.map((card) => {
      const { x, y, width, height } = card.getBoundingClientRect()
      return [x, y, width, height].map((n) => n.toFixed(1)).join(' ')
    }).join(' | '))
    requestAnimationFrame(watch)
  }
  watch()
}"""


@pytest.mark.parametrize("size", [SMALL_PHONE, pytest.param(DESKTOP, marks=pytest.mark.more)])
def test_cards_of_a_live_grab_stay_where_they_are_until_all_are_taken(
    visitors: Visitors, size: tuple[int, int]
) -> None:
    page = live_table(visitors.come(size), 5)
    page.evaluate(WATCH)
    page.get_by_role("button", name="I am ready").click()
    expect(page.locator(".scene")).to_have_count(0)  # the last card has come by itself
    assert max(page.evaluate("[...window.taken]")) > 0
    assert len(page.evaluate("[...window.places]")) == 1
    expect(page.get_by_role("heading", name="Place your card")).to_be_visible()


@pytest.mark.parametrize(
    ("size", "seats", "card", "lamp"),
    [(DESKTOP, 5, 150, 90), (TALL_PHONE, 3, 105, 50), pytest.param((1280, 640), 4, 120, 75, marks=pytest.mark.more)],
)
def test_the_grab_is_the_middle_of_the_screen(
    visitors: Visitors, size: tuple[int, int], seats: int, card: int, lamp: int
) -> None:
    page = live_table(visitors.come(size), seats)
    assert min(widths(page, ".scene .picture")) >= card
    assert min(widths(page, ".scene [data-lamp]")) >= lamp
    inside(page, ".scene .cards button", ".scene")
    inside(page, ".scene button", "body")


def widths(page: Page, selector: str) -> list[float]:
    found: list[float] = page.locator(selector).evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().width)"
    )
    assert found
    return found


def inside(page: Page, selector: str, frame: str) -> None:
    outside = page.locator(selector).evaluate_all(
        """(all, frame) => {
          const room = document.querySelector(frame).getBoundingClientRect()
          const beyond = (box) =>
            box.left < room.left || box.right > room.right || box.top < room.top || box.bottom > room.bottom
          return all.map((one) => one.getBoundingClientRect()).filter(beyond)
        }""",
        frame,
    )
    assert outside == []


# What the lamps say is said for a moment only: all of it is noted, also whether it was cut off. The first card is
# pressed as soon as it is night.
PRESS_TOO_EARLY = """() => {
  window.said = new Set()
  window.cut = new Set()
  let pressed = false
  const note = () => {
    const word = document.querySelector('.scene [role=status]')
    if (!word) return
    window.said.add(word.textContent)
    if (word.scrollWidth > word.parentElement.clientWidth) window.cut.add(word.textContent)
    if (pressed || !document.querySelector('.scene.night')) return
    pressed = true
    document.querySelector('.scene .cards button').click()
  }
  const all = { subtree: true, childList: true, characterData: true, attributes: true }
  new MutationObserver(note).observe(document.body, all)
}"""


def races(visitor: Visitor, most: int, seats: int = 2) -> Iterator[Page]:
    """Live grabs at their signal. On a busy machine the moment may be over before the browser has drawn it."""
    for _ in range(most):
        page = live_table(visitor, seats, "beginner")
        page.evaluate(PRESS_TOO_EARLY)
        page.get_by_role("button", name="I am ready").click()
        expect(page.locator(".scene [role=status]")).to_have_text("Hajime!")
        yield page


def test_a_press_before_the_signal_is_too_early_for_a_moment_only(visitor: Visitor) -> None:
    page = next(page for page in races(visitor, 5) if page.evaluate("window.said.has('Too early!')"))
    expect(page.locator(".toasts")).to_have_count(0)
    page.locator(".scene .cards button").first.click()
    expect(page.get_by_role("heading", name="Place your card")).to_be_visible()


def test_whoever_has_a_card_reads_all_of_what_the_lamps_say(visitors: Visitors) -> None:
    for page in races(visitors.come((1280, 640)), 5, seats=3):
        page.locator(".scene .cards button").first.click()
        expect(page.locator(".scene")).to_have_count(0)
        assert page.evaluate("[...window.cut]") == []
        if page.evaluate("window.said.has('You have your card')"):
            return
    raise AssertionError("nobody ever had a card before the others")


# -- the calm grab -----------------------------------------------------------------------------------------------------
def calm_table(visitor: Visitor, seats: int = 3) -> tuple[Table, Page, dict[str, Any]]:
    table = Table.with_bots(visitor, "edo_yashiki", options={"seats": seats, "grab": "calm"})
    while (choices := table.decision(table.made)) and choices["cover"]["does"] != "grab":
        table.act()  # the last card came by itself
        table.made = choices["seq"]
    assert choices is not None
    page = table.show()
    expect(page.locator(".cards button[aria-disabled=false]")).to_have_count(len(choices["actions"]))
    return table, page, choices


def test_every_open_card_says_what_it_could_bring_at_best(visitor: Visitor) -> None:
    _, page, choices = calm_table(visitor)
    assert page.locator(".cards .best").all_inner_texts() == [f"best +{best}" for best in choices["cover"]["best"]]


def test_a_card_is_tried_without_sending_anything_and_lies_there_once_it_is_taken(visitor: Visitor) -> None:
    sent = Sent(visitor.page)
    table, page, choices = calm_table(visitor)
    sent.frames.clear()
    best = choices["cover"]["best"]
    card = best.index(max(best))
    trial = choices["cover"]["trials"][card]
    place = trial["points"].index(max(trial["points"]))
    page.locator(".cards button").nth(choices["cover"]["card"][card]).click()
    clicks().lay(page, trial, place)
    expect(page.locator(".ledger .total")).to_have_text(f"= +{best[card]}" if best[card] else "= 0")
    assert sent.frames == []
    page.get_by_role("button", name=f"Take card {choices['cover']['card'][card] + 1}").click()
    placing = table.decision(choices["seq"])
    assert placing is not None
    expect(page.get_by_role("button", name="Confirm")).to_be_enabled()
    assert promised(page) == best[card] == max(placing["points"])


# -- room --------------------------------------------------------------------------------------------------------------
WINDOWS = {
    (1280, 640): 44,
    (1280, 720): 50,
    (1440, 900): 66,
    (2560, 1440): 95,
    (1180, 820): 55,
    (820, 1180): 55,
    (390, 844): 35,
    (390, 664): 25,
}
"""How large, in pixels, the squares of a house of eight by seven would be if all of it is shown."""
TARGET, LARGEST = 44, 96
"""A finger's square, and one that needs not grow."""
MARGIN = 0.8
"""Squares around a house, at most."""


def test_a_house_of_several_rounds_fills_every_window_and_nothing_moves_for_a_preview(visitor: Visitor) -> None:
    table = Table.with_bots(visitor, "edo_yashiki", options={"seats": 5, "grab": "calm", "specialists": True})
    while (choices := table.decision()) and (table.now()["view"]["round"] < 6 or choices["cover"]["does"] != "place"):
        table.act(choices["actions"][compact(choices)])
    now = table.now()
    rows = now["view"]["houses"][now["you"]]["rows"]
    page = table.show()
    for (width, height), least in WINDOWS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        wide, high = page.locator(".house .stage").evaluate("stage => [stage.clientWidth, stage.clientHeight]")
        assert min(wide / (8 + 2 * MARGIN), high / (7 + 2 * MARGIN)) >= least, (width, height)
        square = widths(page, ".house [data-square]")[0]
        fits = min(wide / (len(rows[0]) + 2 * MARGIN), high / (len(rows) + 2 * MARGIN))
        assert square >= min(fits, LARGEST) - 1, (width, height, square, fits)
        assert square >= TARGET - 0.5 or width > 720, (width, height, square)
        check_that_a_preview_moves_nothing(page)


LEGIBLE = 40
"""Pixels of a square, at least, while one plays with a mouse."""


def upright(choices: dict[str, Any]) -> int:
    """The lowest place in the first card's columns, so that the house becomes a tower."""
    cover = choices["cover"]
    if cover["does"] != "place":
        return 0
    return max(range(len(choices["actions"])), key=lambda n: (cover["x"][n] == 0, cover["y"][n]))


def test_a_high_house_is_seen_in_part_and_whole_in_a_corner(visitors: Visitors) -> None:
    """Its squares stay large; the newest card is in sight, and one button shows all of it."""
    table = Table.with_bots(visitors.come((1280, 640)), "edo_yashiki", options={"seats": 2, "grab": "calm"})
    while (choices := table.decision()) and (table.now()["view"]["round"] < 6 or choices["cover"]["does"] != "place"):
        table.act(choices["actions"][upright(choices)])
    now = table.now()
    house = now["view"]["houses"][now["you"]]
    page = table.show()
    expect(page.locator(".house .overview .seen")).to_be_visible()
    assert widths(page, ".house [data-square]")[0] >= LEGIBLE - 0.5
    stage = page.locator(".house .stage").bounding_box()
    lowest = page.locator(f'[data-square="0,{house["y"] + len(house["rows"]) - 1}"]').bounding_box()
    assert stage
    assert lowest
    assert lowest["y"] + lowest["height"] <= stage["y"] + stage["height"], "the newest card"
    page.get_by_role("button", name="Show the whole house").click()
    expect(page.locator(".house .overview")).to_have_count(0)
    assert widths(page, ".house [data-square]")[0] < LEGIBLE


def check_that_a_preview_moves_nothing(page: Page) -> None:
    before = regions(page)
    page.keyboard.press("r")
    expect(page.locator(".ledger, .notice")).not_to_have_count(0)
    assert regions(page) == before
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.keyboard.press("Escape")
    expect(page.locator(".ledger, .notice")).to_have_count(0)


def compact(choices: dict[str, Any]) -> int:
    """What scores most; of that, what lies nearest to the middle, as people build."""
    cover = choices["cover"]
    far = [abs(x) + abs(y) for x, y in zip(cover.get("x", []), cover.get("y", []), strict=True)] or [0] * 9
    return max(range(len(choices["actions"])), key=lambda n: (choices["points"][n], -far[n]))


def regions(page: Page) -> list[str]:
    """Where the parts of the stage are, and those around it."""
    parts = ".top, .house, .dock, .rail, .track"
    return list(
        page.locator(parts).evaluate_all(
            "all => all.map((one) => one.className + JSON.stringify(one.getBoundingClientRect()))"
        )
    )
