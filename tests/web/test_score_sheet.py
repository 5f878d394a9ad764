"""The score sheet of a real table: tapped in, typed in, undone, kept, sent and printed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.visiting import PHONE, Visitor, Visitors

AKI = "333000 332000 332000 331000 330000 330000"
BO = "000000 333100 320000 332000 331000 310000"


def totals(page: Page, *points: int) -> None:
    expect(page.locator("aside tfoot td")).to_have_text([str(one) for one in points])


def cell(page: Page, number: int) -> None:
    page.locator(f"[data-cell='{number}']").click()


def type_a_garden(page: Page, cells: str) -> None:
    """By keyboard alone, from the first cell on."""
    page.locator("[data-cell='0']").focus()
    for row in cells.split():
        page.keyboard.press("Home")
        for letter in row:
            page.keyboard.press(letter)
            page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")


@pytest.fixture
def sheet(visitor: Visitor) -> Iterator[Page]:
    page = visitor.open("#/score/miyabi")
    totals(page, 57, 57)
    yield page
    visitor.may_note("400")  # what cannot be is refused as it should


def test_the_rulebooks_final_table_typed_in_by_keyboard(sheet: Page) -> None:
    """M5's printed example: 43 points against 41, and what was on the track."""
    for number, (name, points, garden) in enumerate((("Aki", "10", AKI), ("Bo", "13", BO))):
        sheet.get_by_role("tab").nth(number).click()
        sheet.get_by_label("Name", exact=True).fill(name)
        sheet.get_by_label("Points on the score track").fill(points)
        type_a_garden(sheet, garden)
    totals(sheet, 53, 54)
    expect(sheet.locator("aside .verdict")).to_have_text("Bo has won")
    row = sheet.locator("aside").get_by_role("row", name="Most maple")
    expect(row.get_by_role("cell")).to_have_text(["15", "7"])


def test_taps_turn_a_cell_and_brushes_paint_it(sheet: Page) -> None:
    for said in ("one maple", "2 maples", "3 maples", "green", "bare"):
        cell(sheet, 0)
        expect(sheet.get_by_role("gridcell").first).to_have_accessible_name(f"Row 1, column a: {said}")
        expect(sheet.get_by_role("status").filter(has_text=said).first).to_be_attached()
    sheet.get_by_label("Three objects").check(force=True)
    for number in (0, 1, 7):
        cell(sheet, number)
    cell(sheet, 1)
    totals(sheet, 57, 43)
    expect(sheet.get_by_role("gridcell").nth(1)).to_have_accessible_name("Row 1, column b: bare")
    sheet.get_by_role("button", name="Undo").click()
    expect(sheet.get_by_role("gridcell").nth(1)).to_have_accessible_name("Row 1, column b: 3 maples")


def test_what_cannot_be_is_said_and_shown_at_its_place(sheet: Page) -> None:
    sheet.get_by_label("The Big Meadow").check(force=True)
    sheet.get_by_label("Two objects").check(force=True)
    cell(sheet, 14)
    wrong = sheet.get_by_role("alert").filter(has_text="Player 1, c3: a tile with 2 objects covers 2 cells")
    expect(wrong).to_be_visible()
    expect(sheet.locator(".garden .wrong")).to_be_visible()
    sheet.get_by_label("Green", exact=True).check(force=True)
    cell(sheet, 15)
    expect(wrong).to_have_count(0)
    expect(sheet.locator(".garden .wrong")).to_have_count(0)


def test_a_sheet_is_kept_and_a_link_has_all_of_it(visitors: Visitors) -> None:
    first = visitors.come(PHONE)
    page = first.open("#/score/miyabi")
    page.get_by_label("Name", exact=True).fill("Hana & Söhne")
    page.get_by_label("3 seats").check(force=True)
    page.get_by_label("The Zen Garden").check(force=True)
    page.get_by_label("Zen tile").check(force=True)
    page.locator("[data-cell='30']").tap()
    totals(page, 57, 54, 54)
    page.reload()
    totals(page, 57, 54, 54)
    expect(page.get_by_role("tab").first).to_contain_text("Hana & Söhne")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_role("textbox", name="Link to this sheet").input_value()
    second = visitors.come()
    other = second.page
    other.goto(link)
    totals(other, 57, 54, 54)
    expect(other.get_by_role("tab").first).to_contain_text("Hana & Söhne")
    assert other.url.endswith("#/score/miyabi"), "going on is one's own"
    other.get_by_role("button", name="Undo").click()
    totals(other, 57, 57)
    other.goto(link[:-3])
    expect(other.get_by_text("This link is incomplete")).to_be_visible()


def test_rounds_of_edo_yashiki_with_specialists(visitor: Visitor) -> None:
    page = visitor.open("#/score")
    page.get_by_role("link", name="Edo Yashiki").click()
    page.get_by_label("Specialists").check()
    add = page.get_by_role("group", name="Add a run")
    add.get_by_role("button", name="3 tatami").click()
    page.get_by_role("button", name="On to Player 2").click()
    for run in ("4 gardens", "3 ponds", "3 tatami"):
        add.get_by_role("button", name=run).click()
    totals(page, 1, 8)
    page.get_by_role("button", name="Next round").click()
    add.get_by_role("button", name="5 tatami").click()
    expect(page.get_by_role("button", name="Player 1, round 2: 5 tatami; 0 points")).to_be_visible()
    totals(page, 1, 8)
    page.get_by_role("button", name="Take away: 5 tatami").click()
    add.get_by_role("button", name="5 floors").click()
    totals(page, 5, 8)
    expect(page.locator("aside .verdict")).to_have_text("The game goes on.")


@pytest.mark.more
@pytest.mark.parametrize("seats", [2, 4])
def test_it_prints_on_one_page_on_white_paper(visitors: Visitors, seats: int) -> None:
    visitor = visitors.come(theme="dark")
    gardens = ";".join(f"Number{n},9{n},{'123ggg' * 6}" for n in range(seats))
    page = visitor.open(f"#/score/miyabi/ABD;{gardens}")
    expect(page.locator("aside tfoot td")).to_have_count(seats)
    pdf = page.pdf(prefer_css_page_size=True, print_background=True)
    assert pdf.count(b"/Type /Page\n") == 1
    page.emulate_media(media="print")
    expect(page.locator(".page figure")).to_have_count(seats)
    expect(page.locator(".page tfoot td").first).to_be_visible()
    for hidden in ("header", ".filling"):
        expect(page.locator(hidden).first).to_be_hidden()
    page.emulate_media(media="screen")
    assert page.locator("html").get_attribute("data-theme") == "dark"


@pytest.mark.more
def test_on_paper_every_round_has_its_runs(visitor: Visitor) -> None:
    rounds = ".".join(["T3P3G3", *["T3"] * 9])
    pad = ";".join(f"Number{n},{rounds}" for n in range(5))
    page = visitor.open(f"#/score/edo_yashiki/0;{pad}")
    expect(page.locator("aside tfoot td")).to_have_count(5)
    assert page.pdf(prefer_css_page_size=True, print_background=True).count(b"/Type /Page\n") == 1
    page.emulate_media(media="print")
    first = page.locator(".page tbody tr").first.locator("td").first
    expect(first.locator(".run")).to_have_text(["3", "3", "3"])
    points = page.locator("aside tbody tr").first.locator("td").first.inner_text()
    expect(first).to_have_text(f"333{points}")
    expect(first.locator(".run").first).to_be_visible()


def test_on_a_phone_every_cell_is_as_large_as_a_thumb_needs(visitors: Visitors) -> None:
    page = visitors.come(PHONE).open("#/score/miyabi")
    totals(page, 57, 57)
    box = page.locator("[data-cell='35']").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
