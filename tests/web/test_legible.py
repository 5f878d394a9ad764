"""What must be read can be read: numerals on any mix of heights, large type, a window of 320 pixels, forced colours."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Page, Route, expect

from tests.web.hands import Hands, Keys, clicks
from tests.web.pictures import differences
from tests.web.playing import Table, any_action, play_on
from tests.web.snapshots import at_table
from tests.web.test_screens import Screen, on_a_desk
from tests.web.visiting import DESKTOP, NOT_LOADED, PHONE, Visitor, Visitors

SIDE = 6


# -- numerals ----------------------------------------------------------------------------------------------------------
def any_garden(rng: random.Random) -> dict[str, Any]:
    """Higher than a game ever gets, in every order; a frog and a Zen tile somewhere."""
    heights = [[rng.choice((0, rng.randrange(7))) for _ in range(SIDE)] for _ in range(SIDE)]
    objects = [[rng.randrange(4) if height else 0 for height in row] for row in heights]
    frog, zen = (f"{rng.choice('abcdef')}{rng.randint(1, 6)}" for _ in range(2))
    return {
        "heights": heights,
        "objects": objects,
        "frog": {"cell": frog, "golden": rng.random() < 0.5},
        "zen": [zen],
        "open_zen": rng.choice((None, zen)),
    }


def with_any_gardens(seed: int) -> Callable[[Route], None]:
    """The real table, with other gardens on it."""

    def answer(route: Route) -> None:
        try:
            response = route.fetch()
            table, rng = response.json(), random.Random(seed)
        except Error:  # the window that asked has gone meanwhile
            return
        for garden in table["view"]["gardens"]:
            garden.update(any_garden(rng))
        route.fulfill(response=response, json=table)

    return answer


# Each numeral is drawn once more over everything; where it then looks otherwise, something had covered it.
TO_THE_TOP = """(shown) => {
  for (const garden of document.querySelectorAll('svg.garden')) {
    const hidden = garden.closest('.plot') ? new Set(shown) : new Set()
    garden.append(...[...garden.querySelectorAll(':scope > text')].filter((_, cell) => !hidden.has(cell)))
  }
}"""
NUMERALS = """(hidden) => [...document.querySelectorAll('svg.garden')].flatMap((garden) => {
  const passed = garden.closest('.plot') ? new Set(hidden) : new Set()
  const all = [...garden.querySelectorAll(':scope > text')].filter((_, cell) => !passed.has(cell))
  const boxes = all.map((text) => text.getBoundingClientRect())
  return boxes.map((box) => [box.x + scrollX, box.y + scrollY, box.width, box.height])
})"""
COVERED = 8.0
"""A mean difference of colours, of 255: what is drawn anew differs by less, a numeral that was covered by more."""


def covered_numerals(page: Page, beneath: list[int]) -> list[float]:
    """By how much numerals change that something lies over; without those of the cells beneath a preview."""
    before, again = b"", page.screenshot(full_page=True, animations="disabled")
    while before != again:  # a busy machine is still drawing
        before, again = again, page.screenshot(full_page=True, animations="disabled")
    boxes = page.evaluate(NUMERALS, beneath)
    page.evaluate(TO_THE_TOP, beneath)
    after = page.screenshot(full_page=True, animations="disabled")
    assert len(boxes) >= SIDE * SIDE - len(beneath)
    return [change for change in differences(page, before, after, boxes) if change > COVERED]


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(1, 8))])
@pytest.mark.parametrize(
    "plan", [pytest.param(False, id="lifted"), pytest.param(True, id="plan", marks=pytest.mark.more)]
)
def test_numerals_are_never_covered(visitors: Visitors, seed: int, plan: bool) -> None:
    host = visitors.come()
    table = Table.with_bots(host, "miyabi", options={"seats": 4, "expansions": "ABCDE"})
    spectator = visitors.come(plan=plan)
    page = spectator.page
    page.route(f"**/api/tables/{table.id}", with_any_gardens(seed))
    page.goto(f"{spectator.address}#/t/{table.id}")
    expect(page.locator("svg.garden text").first).to_be_attached()
    page.context.set_offline(True)  # whoever has no session looks again every few seconds; not while we compare
    spectator.may_note(NOT_LOADED)
    assert covered_numerals(page, []) == []


@pytest.mark.more
@pytest.mark.parametrize(
    "size", [pytest.param(DESKTOP, marks=pytest.mark.full, id="desk"), pytest.param(PHONE, id="phone")]
)
def test_a_preview_covers_no_numeral_but_those_beneath_it(visitors: Visitors, size: tuple[int, int]) -> None:
    visitor = visitors.come(size)
    table = Table.with_bots(visitor, "miyabi", options={"seats": 2})
    page = table.show()
    for _ in play_on(table, clicks(), any_action(4), most=2):
        pass
    choices = table.decision(table.made, alone=True)
    assert choices is not None
    for place in random.Random(1).sample(range(len(choices["actions"])), 2):
        page.reload()  # nothing in hand, and the bot's last points no longer shine over its garden
        expect(page.locator(".tile[aria-disabled=false]").first).to_be_visible()
        clicks().prepare(page, choices, place)
        assert covered_numerals(page, choices["cover"]["cells"][place]) == [], choices["actions"][place]


# -- large type and small windows --------------------------------------------------------------------------------------
LARGE = "document.documentElement.style.fontSize = '200%'"
ZOOMED = (320, 256)
"""1280 × 1024 at 400%."""


@on_a_desk
def test_twice_as_large_type_loses_nothing(visitors: Visitors, screen: Screen) -> None:
    visitor = visitors.come((1280, 900))
    screen.arrive(visitor)
    screen.show(visitor)
    visitor.page.evaluate(LARGE)
    assert visitor.sticking_out() == []
    assert visitor.cut_off() == []


@on_a_desk
def test_four_times_the_size_loses_nothing(visitors: Visitors, screen: Screen) -> None:
    visitor = visitors.come(ZOOMED)
    screen.arrive(visitor)
    screen.show(visitor)
    assert visitor.sticking_out() == []
    assert visitor.cut_off() == []


TITLES: dict[str, dict[str, Any]] = {
    "miyabi": {"game": "miyabi", "options": {"seats": 2, "expansions": "E"}},
    "edo yashiki": {"game": "edo_yashiki", "options": {"seats": 2, "grab": "calm", "specialists": True}},
}
by_title = pytest.mark.parametrize("title", ["miyabi", pytest.param("edo yashiki", marks=pytest.mark.full)])


@by_title
def test_one_plays_in_a_window_of_320_pixels(visitors: Visitors, title: str) -> None:
    """Every button that is needed can be scrolled to, and nothing lies over it."""
    play(visitors.come(ZOOMED), clicks(), TITLES[title])


@pytest.mark.more
@by_title
def test_one_plays_with_forced_colours(visitors: Visitors, title: str) -> None:
    visitor = visitors.come(colours="active")
    play(visitor, Keys(), TITLES[title])
    page = visitor.page
    page.get_by_role("grid").locator("[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    assert edge(page, ":focus") != edge(page, "[role=gridcell]:not(:focus)"), "the cell with the focus looks otherwise"
    # axe reads the colours that we ask for; what is shown are the system's, which fit each other.
    assert [line for line in visitor.axe() if not line.startswith("color-contrast")] == []


def edge(page: Page, selector: str) -> Any:
    style = "one => [getComputedStyle(one).border, getComputedStyle(one).outline]"
    return page.locator(selector).first.evaluate(style)


def play(visitor: Visitor, hands: Hands, title: dict[str, Any], most: int = 3) -> None:
    table = Table.with_bots(visitor, **title)
    table.show()
    made = list(play_on(table, hands, any_action(6), most))
    assert len(made) == most
    assert table.decision() is not None


# -- the house on a phone ----------------------------------------------------------------------------------------------
@pytest.mark.more
@pytest.mark.parametrize("position", ["start", "calm", "place", "score"])
def test_on_a_phone_nothing_lies_over_the_house(visitors: Visitors, position: str) -> None:
    """Whoever is to act sees all of its window, above the bar with the buttons."""
    visitor = visitors.come(PHONE)
    at_table("edo_yashiki", position)(visitor)
    stage, bar = (visitor.page.locator(f".board {part}") for part in (".stage", ".dock"))
    zooming = visitor.page.get_by_role("button", name="Zoom in")
    expect(zooming).to_have_count(1)
    expect(visitor.page.locator(".table > .bar button").first).to_be_visible()  # it comes later, and needs room
    assert bottom(stage) <= top(bar) + 1
    for button in bar.get_by_role("button").all():
        assert top(button) >= top(bar), "none reaches out of the bar"
    assert bottom(bar) <= PHONE[1] + 1
    assert top(zooming) >= top(bar)


@pytest.mark.more
def test_at_the_end_all_of_every_house_is_shown(visitors: Visitors) -> None:
    visitor = visitors.come(PHONE)
    at_table("edo_yashiki", "over")(visitor)
    expect(visitor.page.locator(".scene .house")).to_have_count(4)
    for house in visitor.page.locator(".scene .house").all():
        assert top(house) < top(house.get_by_role("grid"))
        assert bottom(house.get_by_role("grid")) < bottom(house)


def top(found: Locator) -> float:
    box = found.bounding_box()
    assert box is not None
    return box["y"]


def bottom(found: Locator) -> float:
    box = found.bounding_box()
    assert box is not None
    return box["y"] + box["height"]
