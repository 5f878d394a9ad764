"""A table fits its window and stands still: sizes, fixed regions, sheets on a phone, and no layout shift in a game."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.hands import clicks, taps
from tests.web.playing import Table, any_action, play_on
from tests.web.snapshots import at_table
from tests.web.visiting import DESKTOP, PHONE, Visitor, Visitors

Size = tuple[int, int]
LAPTOP, TABLET, LARGE_PHONE = (1280, 640), (820, 1180), (390, 664)
MORE_SIZES = [(1366, 768), DESKTOP, (1920, 1080), (2560, 1440), (1180, 820), (1024, 768)]
MORE_PHONES = [(390, 844), PHONE, (320, 640), (430, 932)]


def named(*sizes: Size, more: list[Size]) -> list[Any]:
    quick = [pytest.param(size, id=f"{size[0]}x{size[1]}") for size in sizes]
    return quick + [pytest.param(size, id=f"{size[0]}x{size[1]}", marks=pytest.mark.more) for size in more]


on_screens = pytest.mark.parametrize("size", named(LAPTOP, TABLET, more=MORE_SIZES))
on_phones = pytest.mark.parametrize("size", named(LARGE_PHONE, more=MORE_PHONES))
POSITIONS = ["two", pytest.param("start", marks=pytest.mark.more), pytest.param("expansions", marks=pytest.mark.more)]


# -- measuring ---------------------------------------------------------------------------------------------------------
def scrolls(page: Page) -> bool:
    """The page is larger than its window."""
    size = "document.scrollingElement"
    return bool(page.evaluate(f"{size}.scrollHeight > innerHeight || {size}.scrollWidth > innerWidth"))


def cell_of(page: Page) -> float:
    box = page.locator(".plot [data-cell='0']").bounding_box()
    assert box is not None
    return box["width"]


# Parts that are there but reach beyond the window, or beyond a box that would cut them off.
OUTSIDE = """(selectors) => selectors.flatMap((selector) =>
  [...document.querySelectorAll(selector)]
    .map((part) => [part, part.getBoundingClientRect()])
    .filter(([, box]) => box.width)
    .filter(([part, box]) => {
      const frame = part.closest('.tiles, .majorities, .stage, .rail, .top, body').getBoundingClientRect()
      const [right, bottom] = [Math.min(innerWidth, frame.right), Math.min(innerHeight, frame.bottom)]
      return box.left < -1 || box.top < -1 || box.right > right + 2 || box.bottom > bottom + 2
    })
    .map(([part, box]) => `${selector}: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`)
)"""
SURFACE = [".seats button", ".plot [data-cell]", ".columns button", ".tile", ".actions .btn", ".board .bonuses"]
BESIDE = [".rail .other", ".majorities tr", ".rail .panels", ".table > .track"]


def outside(page: Page, selectors: list[str]) -> list[str]:
    return list(page.evaluate(OUTSIDE, selectors))


SMALL_TEXT = """(least) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = new Set()
  while (texts.nextNode()) {
    const [text, parent] = [texts.currentNode, texts.currentNode.parentElement]
    if (!text.data.trim() || parent.closest('.visually-hidden, script, style')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    if (!range.getBoundingClientRect().width) continue
    const svg = parent.closest('svg')
    const drawn = svg?.viewBox.baseVal?.width ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1
    const size = parseFloat(getComputedStyle(parent).fontSize) * drawn
    if (size < least - 0.05) found.add(`${parent.tagName}.${parent.getAttribute('class')}: ${size.toFixed(1)}`)
  }
  return [...found]
}"""
LEAST_TEXT_PX = 11

# Every entry counts, also those soon after an input: what somebody chooses must not move anything either.
WATCH_SHIFTS = """() => {
  window.shifts = []
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
  const name = (node) => {
    const element = node?.nodeType === 1 ? node : node?.parentElement
    return `${element?.tagName}.${element?.getAttribute('class')} “${element?.textContent.trim().slice(0, 30)}”`
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      for (const { node, previousRect, currentRect } of entry.sources)
        window.shifts.push(`${name(node)}: ${place(previousRect)} → ${place(currentRect)}`)
  }).observe({ type: 'layout-shift' })
}"""


def shifts(page: Page) -> list[str]:
    """What has moved since this was asked last."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return list(page.evaluate("window.shifts.splice(0)"))


# -- it fits -----------------------------------------------------------------------------------------------------------
@on_screens
@pytest.mark.parametrize("position", POSITIONS)
def test_everything_is_in_the_window(visitors: Visitors, size: Size, position: str) -> None:
    visitor = visitors.come(size)
    at_table("miyabi", position)(visitor)
    page = visitor.page
    assert not scrolls(page)
    for part in (*SURFACE[:4], *BESIDE):
        expect(page.locator(part).first).to_be_visible()
    assert outside(page, SURFACE + BESIDE) == []
    assert page.evaluate(SMALL_TEXT, LEAST_TEXT_PX) == []


@on_phones
@pytest.mark.parametrize("position", POSITIONS)
def test_a_phone_has_the_board_the_display_and_the_scores_in_its_window(
    visitors: Visitors, size: Size, position: str
) -> None:
    visitor = visitors.come(size)
    at_table("miyabi", position)(visitor)
    page = visitor.page
    assert not scrolls(page)
    page.locator(".tile[aria-disabled=false]").first.click()
    page.locator(".columns button.open").first.click()
    assert (
        outside(page, [".seats button", ".plot [data-cell]", ".columns button", ".confirm", ".table > .bar button"])
        == []
    )
    assert page.evaluate(SMALL_TEXT, LEAST_TEXT_PX) == []
    for number in range(page.locator(".table > .bar button").count()):
        page.locator(".table > .bar button").nth(number).click()
        assert not scrolls(page)
        assert page.evaluate(SMALL_TEXT, LEAST_TEXT_PX) == []


LEAST_CELLS: dict[Size, int] = {
    LAPTOP: 60,
    (1366, 768): 72,
    DESKTOP: 84,
    (1920, 1080): 104,
    (2560, 1440): 140,
    TABLET: 74,
    (1180, 820): 80,
    LARGE_PHONE: 44,
    PHONE: 42,
}
LEAST_TILES: dict[Size, int] = {LAPTOP: 29, DESKTOP: 33}
OUTLINED = 1.16
"""A tile's picture against its cells: the outline needs some room."""


@pytest.mark.parametrize("size", named(LAPTOP, DESKTOP, LARGE_PHONE, more=[s for s in LEAST_CELLS if s != DESKTOP][1:]))
def test_the_garden_is_as_large_as_its_window_allows(visitors: Visitors, size: Size) -> None:
    visitor = visitors.come(size)
    at_table("miyabi", "two")(visitor)
    assert cell_of(visitor.page) >= LEAST_CELLS[size]


@pytest.mark.parametrize("size", LEAST_TILES, ids=["laptop", "desktop"])
def test_the_tiles_of_four_seats_are_as_large_as_their_room_allows(visitors: Visitors, size: Size) -> None:
    visitor = visitors.come(size)
    at_table("miyabi", "four")(visitor)
    box = visitor.page.locator(".tile[data-kind*='1'] svg").first.bounding_box()
    assert box
    assert box["width"] / OUTLINED >= LEAST_TILES[size]


def test_zooming_in_enlarges_the_garden(visitors: Visitors) -> None:
    """Half as many pixels, each twice as large: the page scrolls then."""
    cells = []
    for size in (DESKTOP, (DESKTOP[0] // 2, DESKTOP[1] // 2)):
        visitor = visitors.come(size)
        at_table("miyabi", "two")(visitor)
        cells.append(cell_of(visitor.page))
    assert cells[1] * 2 >= cells[0] * 1.5


# Of every score: in how many lines it stands, with as many figures as it can have.
LINES = """() => [...document.querySelectorAll('.seats .score')].map((score) => {
  score.lastChild.data = '188'
  const range = document.createRange()
  range.selectNodeContents(score.lastChild)
  const [text, plate] = [range.getBoundingClientRect(), score.closest('button').getBoundingClientRect()]
  return range.getClientRects().length === 1 && text.left > plate.left && text.right < plate.right
})"""


@pytest.mark.parametrize("size", named(LAPTOP, (320, 640), more=[TABLET, DESKTOP, (844, 390), (1280, 720)]))
def test_the_scores_of_four_seats_stand_in_one_line_each(visitors: Visitors, size: Size) -> None:
    visitor = visitors.come(size, touch=size[1] < 500)
    at_table("miyabi", "four")(visitor)
    assert visitor.page.evaluate(LINES) == [True] * 4


def test_what_a_row_pays_has_its_sign(visitors: Visitors) -> None:
    """Also where both stand below each other."""
    for size in (LAPTOP, TABLET):
        visitor = visitors.come(size)
        at_table("miyabi", "two")(visitor)
        signs = visitor.page.locator(".heads li svg")
        assert [box["width"] >= 24 for one in signs.all() if (box := one.bounding_box())] == [True] * 6


@pytest.mark.parametrize("size", named((844, 390), more=[(667, 375), (932, 430)]))
def test_a_phone_on_its_side_shows_the_board_beside_the_display(visitors: Visitors, size: Size) -> None:
    visitor = visitors.come(size, touch=True)
    at_table("miyabi", "two")(visitor)
    page = visitor.page
    assert not scrolls(page)
    assert outside(page, [*SURFACE[:4], ".table > .bar button"]) == []
    assert cell_of(page) >= 40
    display, garden = page.locator(".offer").bounding_box(), page.locator(".plot").bounding_box()
    assert display
    assert garden
    assert display["x"] + display["width"] <= garden["x"]


# -- it stands still ---------------------------------------------------------------------------------------------------
GAMES = [
    pytest.param(LAPTOP, {"seats": 2, "expansions": "ABCDE"}, 8, id="laptop"),
    pytest.param(LAPTOP, {"seats": 2}, 1000, id="laptop, a whole game", marks=pytest.mark.full),
    pytest.param(
        DESKTOP, {"seats": 4, "expansions": "ABCDE"}, 1000, id="four seats, a whole game", marks=pytest.mark.full
    ),
    pytest.param(LARGE_PHONE, {"seats": 2}, 6, id="phone"),
    pytest.param(
        LARGE_PHONE, {"seats": 3, "expansions": "ABCDE"}, 1000, id="phone, a whole game", marks=pytest.mark.full
    ),
]


@pytest.mark.parametrize(("size", "options", "most"), GAMES)
def test_nothing_moves_while_a_game_is_played(
    visitors: Visitors, size: Size, options: dict[str, Any], most: int
) -> None:
    visitor = visitors.come(size)
    table = Table.with_bots(visitor, "miyabi", options=options)
    page = table.show()
    expect(page.locator(".seats button").first).to_be_visible()
    shown(page)
    moved: list[str] = []
    for action, _ in play_on(table, taps() if size[0] < 720 else clicks(), any_action(3), most):
        lines = shifts(page)
        if page.locator(".table.over").count():
            break  # the end is another scene
        moved += [f"{action}: {line}" for line in lines]
    assert moved == []


def shown(page: Page) -> None:
    """Fonts are there and everything is laid out: from now on nothing has a reason to move."""
    page.evaluate("document.fonts.ready")
    page.wait_for_load_state("networkidle")
    page.evaluate(WATCH_SHIFTS)


def at_two(visitors: Visitors, size: Size = LAPTOP) -> tuple[Visitor, Page]:
    visitor = visitors.come(size)
    at_table("miyabi", "two")(visitor)
    shown(visitor.page)
    return visitor, visitor.page


@pytest.mark.parametrize("size", [LAPTOP, LARGE_PHONE], ids=["laptop", "phone"])
def test_a_reason_why_not_pushes_nothing(visitors: Visitors, size: Size) -> None:
    _, page = at_two(visitors, size)
    page.locator(".tile[aria-disabled=false]").first.click()
    page.locator(".columns button.blocked").first.click(force=True)
    expect(page.locator(".actions .what.notice")).to_contain_text("already has a lantern")
    assert shifts(page) == []


# -- what is pressed ---------------------------------------------------------------------------------------------------
def test_a_cell_that_is_pressed_first_says_to_choose_a_tile(visitors: Visitors) -> None:
    _, page = at_two(visitors)
    page.locator("[data-cell='2']").first.click()
    expect(page.locator(".actions .what")).to_contain_text("First choose a tile.")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_stack_that_is_looked_into_closes_with_the_next_choice(visitors: Visitors) -> None:
    _, page = at_two(visitors)
    page.locator(".plot [data-cell='2']").focus()
    page.keyboard.press("i")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.locator(".tile[aria-disabled=false]").first.click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_escape_leads_back_from_another_garden(visitors: Visitors) -> None:
    _, page = at_two(visitors)
    page.locator(".rail .other").click()
    expect(page.get_by_role("grid", name="Bo’s garden")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("grid", name="Your garden")).to_be_visible()


def test_a_sheet_on_a_phone_keeps_the_board_as_it_was(visitors: Visitors) -> None:
    _, page = at_two(visitors, LARGE_PHONE)
    page.locator(".tile[aria-disabled=false]").first.click()
    others = page.locator(".table > .bar").get_by_role("button", name="Others")
    others.click()
    for part in (".rail .other", ".majorities", ".rail .bonuses li", ".table > .track"):
        expect(page.locator(part).first).to_be_visible()
    others.click()
    expect(page.locator(".rail .other").first).to_be_hidden()
    expect(page.locator(".tile[aria-pressed=true]")).to_be_visible()
    page.locator(".table > .bar .last").click()
    expect(page.get_by_role("list", name="Log")).to_be_visible()


def test_everybody_sees_who_starts_the_round(visitors: Visitors) -> None:
    _, page = at_two(visitors)
    seats = page.get_by_role("list", name="Seats").get_by_role("button")
    starts = [("starts this round" in seat.inner_text()) for seat in seats.all()]
    assert starts.count(True) == 1


def test_the_log_has_a_frog_for_a_frog(visitors: Visitors) -> None:
    visitor = visitors.come(LAPTOP)
    at_table("miyabi", "expansions")(visitor)
    line = visitor.page.locator(".panels li", has_text="frog to").first
    expect(line.locator("use[href^='#frog']")).to_have_count(1)
