"""A game on one page, and what is in its box: on a screen, on paper, and the ways between them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.visiting import PHONE, Visitor, Visitors

GAMES = ("miyabi", "edo_yashiki")
LANGUAGES = ("en", "de", "fr", "ja")
by_game = pytest.mark.parametrize("game", GAMES)

BELOW_THE_SHEET = """() => {
  const sheet = document.querySelector('.sheet').getBoundingClientRect()
  const parts = [...document.querySelectorAll('.sheet *')].filter((one) => !one.closest('svg, .visually-hidden'))
  return Math.max(...parts.map((one) => one.getBoundingClientRect().bottom)) - sheet.bottom
}"""
A4_WIDTH = 710
"""Pixels between the margins of the card's page."""


def card_of(visitor: Visitor, game: str) -> Page:
    page = visitor.open(f"#/rules/{game}/card")
    expect(page.locator(".sheet .foot")).to_be_visible()
    page.evaluate("document.fonts.ready")
    return page


@by_game
def test_a_card_is_one_sheet_of_paper_in_every_language(visitors: Visitors, game: str) -> None:
    visitor = visitors.come(theme="dark")
    visitor.open()
    for language in LANGUAGES:
        visitor.speak(language)
        page = card_of(visitor, game)
        pdf = page.pdf(prefer_css_page_size=True, print_background=True)
        assert pdf.count(b"/Type /Page\n") == 1, language
        assert fits_its_sheet(page), language
        assert "-card-" not in page.locator(".sheet").inner_text()


def fits_its_sheet(page: Page) -> bool:
    """Nothing is lost at the foot of the page."""
    page.set_viewport_size({"width": A4_WIDTH, "height": 1050})
    page.emulate_media(media="print")
    for hidden in ("header.paper", ".bar", ".games", "h1"):
        expect(page.locator(hidden).first).to_be_hidden()
    below = float(page.evaluate(BELOW_THE_SHEET))
    page.emulate_media(media="null")
    page.set_viewport_size({"width": 1440, "height": 900})
    return below <= 1


def test_a_card_marks_the_bonuses_that_are_assumed(visitor: Visitor) -> None:
    """All but maple's (M1.7)."""
    rows = card_of(visitor, "miyabi").locator(".panel", has_text="Layer 5").get_by_role("row")
    for name, marks in (("maple", 0), ("pagoda", 1), ("fish", 1), ("azalea", 1), ("boxwood", 1), ("stone", 1)):
        expect(rows.filter(has_text=name).get_by_role("img", name="assumed by us")).to_have_count(marks)


def test_one_goes_from_the_rules_to_the_card_to_a_rule_by_keyboard(visitor: Visitor) -> None:
    page = visitor.open("#/rules/miyabi")
    card = page.get_by_role("link", name="On one page")
    card.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".sheet .foot")).to_be_visible()
    expect(card).to_have_attribute("aria-current", "page")
    page.get_by_role("link", name="Link to rule M3.6").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-place='M3.6']")).to_be_focused()
    expect(page.locator("[data-place='M3.6'] .judged")).to_have_count(2)


@by_game
def test_the_box_shows_every_piece_with_its_source(visitor: Visitor, game: str) -> None:
    page = visitor.open(f"#/rules/{game}")
    page.get_by_role("link", name="Box and set-up").click()
    expect(page.get_by_role("heading", name="Every piece")).to_be_visible()
    legend = page.locator(".legend li").count()
    pieces = {"miyabi": 42 + 6 + 6, "edo_yashiki": 64}[game]
    expect(page.get_by_role("img", name="assumed by us").first).to_be_visible()
    marks = page.locator("section svg[role=img][aria-label]")
    expect(marks).to_have_count(pieces + legend)
    assert f"niwashi play {game} --components" in page.locator("code").inner_text()


def test_the_card_is_one_click_from_the_table(visitor: Visitor) -> None:
    page = visitor.play_now()
    page.get_by_role("button", name="Menu").click()
    with page.expect_popup() as opened:
        page.get_by_role("dialog").get_by_role("link", name="On one page").click()
    expect(opened.value.locator(".sheet .foot")).to_be_visible()


@pytest.mark.more
@by_game
def test_the_box_prints_without_what_is_for_thumbs(visitor: Visitor, game: str) -> None:
    page = visitor.open(f"#/rules/{game}/box")
    expect(page.locator(".setup")).to_be_visible()
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") <= 4
    page.emulate_media(media="print")
    for hidden in ("header.paper", ".bar", ".games"):
        expect(page.locator(hidden).first).to_be_hidden()


def test_on_a_phone_the_card_is_one_column(visitors: Visitors) -> None:
    page = card_of(visitors.come(PHONE), "edo_yashiki")
    lefts = page.locator(".panel").evaluate_all("panels => panels.map((one) => one.getBoundingClientRect().left)")
    assert len(set(lefts)) == 1
