"""Learning: a lesson of each game to its end, by clicks and by keys; the rules, searched, linked, in four languages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.web.playing import Sent
from tests.web.visiting import Visitor, Visitors

THEME_ON_PAPER = "addEventListener('beforeprint', () => (window.onPaper = document.documentElement.dataset.theme))"
LANGUAGES = {"de": ("Dein Garten", "Wertung"), "fr": ("Ton jardin", "Décompte"), "ja": ("あなたの庭", "得点")}


def begin(visitor: Visitor, game: str) -> Page:
    page = visitor.open(f"#/learn/{game}")
    expect(page.locator("#lesson-step")).to_be_visible()
    return page


@contextmanager
def next_step(page: Page) -> Iterator[None]:
    """The server tells what the next step looks like; what is done before it has is done to the one before."""
    count = page.locator(".where .count")
    here = count.inner_text()
    yield
    expect(count.filter(has_text=here)).to_have_count(0)


def go_on(page: Page) -> None:
    with next_step(page):
        page.get_by_role("button", name="Continue").click()


def at_step(page: Page, number: int, of: int) -> None:
    expect(page.locator(".where .count")).to_have_text(f"Step {number} of {of}")


# -- Miyabi ----------------------------------------------------------------------------------------------------------
def place(page: Page, tile: str, column: str) -> None:
    page.locator(f"[data-kind={tile}]").first.click()
    page.get_by_role("group", name="Columns").get_by_role("button").nth("abcdef".index(column)).click()
    page.locator(".confirm").click()


def test_miyabi_is_learnt_by_clicks_up_to_a_first_game(visitor: Visitor) -> None:
    page = begin(visitor, "miyabi")
    expect(page.locator(".heads[data-pointed]")).to_be_visible()
    go_on(page)
    page.locator("[data-kind=f2]").click()
    at_step(page, 3, 10)
    place(page, "p2", "b")
    expect(page.locator("[data-strayed]")).to_contain_text("allowed")
    place(page, "f2", "c")
    expect(page.locator(".said")).to_contain_text("2 fish × layer 1 = 2 points")
    go_on(page)
    page.locator("[data-kind=m2]").click()
    page.get_by_role("group", name="Columns").get_by_role("button").nth(2).click(force=True)
    expect(page.locator(".bar")).to_contain_text("already has a lantern")
    expect(page.locator(".bar a")).to_have_attribute("href", "#/rules/miyabi/M3.4")
    expect(page.locator(".said")).to_contain_text("not allowed")
    go_on(page)
    place(page, "f1", "d")
    expect(page.locator(".said")).to_contain_text("1 × layer 2 = 2")
    go_on(page)
    page.locator("[data-cell='15']").click(delay=600)
    expect(page.get_by_role("dialog", name="d3, layer by layer")).to_be_visible()
    go_on(page)
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Confirm +20").click()
    expect(page.locator(".said")).to_contain_text("20 points")
    go_on(page)
    go_on(page)
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(page.locator(".said")).to_contain_text("228 to 204")
    expect(page.locator(".final")).to_be_visible()
    go_on(page)
    at_step(page, 10, 10)
    go_on(page)
    page.get_by_role("button", name="A first game").click()
    expect(page.get_by_role("list", name="Seats")).to_contain_text("Beginner")


@pytest.mark.more
def test_miyabi_is_learnt_by_keys_alone(visitor: Visitor) -> None:
    page = begin(visitor, "miyabi")
    press = page.keyboard.press
    on_by_keys(page)
    page.locator(".display [data-number='0']").focus()
    while page.evaluate("document.activeElement.dataset.kind") != "f2":
        press("ArrowRight")
    press("Enter")
    at_step(page, 3, 10)
    for key in ("3", "Enter"):
        press(key)
    expect(page.locator(".said")).to_contain_text("= 2 points")
    on_by_keys(page)
    page.locator(".display button[tabindex='0']").focus()
    for key in ("Enter", "3"):
        press(key)
    expect(page.locator(".said")).to_contain_text("not allowed")
    on_by_keys(page)
    page.locator(".display [data-number='0']").focus()
    while page.evaluate("document.activeElement.dataset.kind") != "f1":
        press("ArrowRight")
    for key in ("Enter", "4", "Enter"):
        press(key)
    expect(page.locator(".said")).to_contain_text("layer 2")
    on_by_keys(page)
    page.locator("[data-cell='15']").focus()
    press("i")
    expect(page.get_by_role("dialog", name="d3, layer by layer")).to_be_focused()
    press("Escape")
    on_by_keys(page)
    page.get_by_role("button", name="Show me").focus()
    press("Enter")
    page.get_by_role("button", name="Confirm +20").focus()
    press("Enter")
    expect(page.locator(".said")).to_contain_text("20 points")
    on_by_keys(page)
    on_by_keys(page)
    page.get_by_role("button", name="Pass", exact=True).focus()
    press("Enter")
    expect(page.locator(".said")).to_contain_text("228 to 204")
    on_by_keys(page)
    on_by_keys(page)
    expect(page.get_by_role("heading", name="Well done!")).to_be_focused()


def on_by_keys(page: Page) -> None:
    with next_step(page):
        page.get_by_role("button", name="Continue").focus()
        page.keyboard.press("Enter")


# -- Edo Yashiki -----------------------------------------------------------------------------------------------------
def show_and_confirm(page: Page) -> None:
    page.get_by_role("button", name="Show me").click()
    page.locator(".confirm").click()


def practise_the_grab(page: Page) -> None:
    """A race against the lamp alone: too early, which takes no card, then in time, then once more; nothing is sent."""
    sent = Sent(page)
    expect(page.get_by_role("button", name="I am ready")).to_be_visible()
    page.evaluate("for (const one of ['.primary', '.cards button']) document.querySelector(`.scene ${one}`).click()")
    expect(page.locator(".scene [role=status]")).to_have_text("Hajime!")
    expect(page.locator(".task")).to_be_visible()
    page.locator(".scene .cards button").first.click()
    expect(page.locator(".said")).to_contain_text("That is all there is to it")
    expect(page.locator(".scene .mine .ms")).to_contain_text("ms")
    page.get_by_role("button", name="Once more").click()
    expect(page.get_by_role("button", name="I am ready")).to_be_enabled()
    assert sent.frames == []


def test_edo_yashiki_is_learnt_by_clicks(visitor: Visitor) -> None:
    page = begin(visitor, "edo_yashiki")
    go_on(page)
    page.get_by_role("button", name="Card 2").click()
    page.locator(".confirm").click()
    expect(page.locator(".said")).to_contain_text("The last card went to Mei")
    go_on(page)
    show_and_confirm(page)
    expect(page.locator(".said")).to_contain_text("1 point.")
    go_on(page)
    page.locator("[data-square='0,1']").focus()
    page.keyboard.press("Space")
    expect(page.locator(".said")).to_contain_text("not allowed")
    expect(page.locator(".notice a")).to_have_attribute("href", "#/rules/edo_yashiki/E3.4")
    go_on(page)
    show_and_confirm(page)
    expect(page.locator(".said")).to_contain_text("5 points")
    go_on(page)
    practise_the_grab(page)
    go_on(page)
    show_and_confirm(page)
    expect(page.locator(".said")).to_contain_text("1 point, and the marker is spent")
    go_on(page)
    show_and_confirm(page)
    expect(page.locator(".said")).to_contain_text("25 to 14")
    go_on(page)
    expect(page.get_by_role("heading", name="Well done!")).to_be_visible()
    page.get_by_role("button", name="From the beginning").click()
    at_step(page, 1, 8)


@pytest.mark.more
def test_a_lesson_is_kept_goes_back_and_can_be_skipped_through(visitor: Visitor) -> None:
    page = begin(visitor, "miyabi")
    go_on(page)
    page.locator("[data-kind=f2]").click()
    at_step(page, 3, 10)
    page.get_by_role("group", name="Columns").get_by_role("button").nth(2).click()
    page.locator(".confirm").click()
    expect(page.locator(".said")).to_contain_text("= 2 points")
    page.reload()
    at_step(page, 3, 10)
    expect(page.locator(".said")).to_contain_text("= 2 points")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".task")).to_contain_text("column c")
    for number in range(4, 11):
        page.locator(".on").click()
        at_step(page, number, 10)
    page.get_by_role("button", name="Back", exact=True).click()
    at_step(page, 9, 10)


@pytest.mark.more
def test_what_was_kept_and_fits_no_more_begins_anew(visitor: Visitor) -> None:
    kept = {"step": 3, "acted": {"place": "f2cW"}}
    visitor.open()
    visitor.page.evaluate("kept => localStorage['niwashi.lesson.miyabi'] = JSON.stringify(kept)", kept)
    at_step(begin(visitor, "miyabi"), 4, 10)
    kept["acted"] = {"place": "no action"}
    visitor.page.evaluate("kept => localStorage['niwashi.lesson.miyabi'] = JSON.stringify(kept)", kept)
    visitor.page.reload()
    at_step(visitor.page, 1, 10)
    visitor.may_note("400")


# -- rules -----------------------------------------------------------------------------------------------------------
def test_the_rules_are_searched_as_one_types(visitor: Visitor) -> None:
    page = visitor.open("#/rules/miyabi")
    status = page.locator("article").get_by_role("status")
    expect(status).to_have_text("50 rules")
    page.get_by_role("searchbox").fill("golden FROG")
    expect(status).to_have_text("One rule found.")
    expect(page.locator("mark").first).to_be_visible()
    expect(page.locator("li[data-place]")).to_have_attribute("data-place", "M6.E4")
    page.keyboard.press("Enter")
    expect(page.locator("[data-place=E]")).to_be_focused()
    page.get_by_role("searchbox").focus()
    page.keyboard.press("Escape")
    expect(status).to_have_text("50 rules")
    page.get_by_role("searchbox").fill("zeppelin")
    expect(status).to_contain_text("Nothing found for “zeppelin”")


def test_a_rule_has_an_address(visitor: Visitor) -> None:
    page = visitor.open("#/rules/edo_yashiki/E3.4")
    expect(page.locator("[data-place='E3.4']")).to_be_focused()
    expect(page.locator("[data-place='E3.4']")).to_be_in_viewport()
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="Specialists").click()
    expect(page.locator("[data-place=specialists]")).to_be_in_viewport()
    page.get_by_role("link", name="Miyabi", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules · Miyabi")


def test_a_link_within_the_rules_keeps_the_page_and_what_was_searched(visitor: Visitor) -> None:
    page = visitor.open("#/rules/miyabi")
    page.locator("article").evaluate("article => (article.dataset.same = 'yes')")
    search = page.get_by_role("searchbox")
    search.fill("lantern")
    page.get_by_role("link", name="Link to rule M4.1").click()
    expect(page.locator("[data-place='M4.1']")).to_be_focused()
    expect(search).to_have_value("lantern")
    page.goto(f"{visitor.address}#/rules/miyabi/M3.8")
    expect(page.locator("[data-place='M3.8']")).to_be_focused()
    expect(search).to_have_value("")
    page.go_back()
    expect(page.locator("[data-place='M4.1']")).to_be_focused()
    expect(page.locator("article[data-same=yes]")).to_be_visible()


@pytest.mark.more
def test_the_rules_print_on_white_paper(visitors: Visitors) -> None:
    page = visitors.come(theme="dark").open("#/rules/edo_yashiki/E3.4")
    expect(page.locator("figure").first).to_be_visible()
    page.evaluate(THEME_ON_PAPER)
    pages = page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n")
    assert pages == 5, "a page more, and headings were left alone, or there is room for thumbs"
    assert page.evaluate("[onPaper, document.documentElement.dataset.theme]") == ["light", "dark"]
    page.emulate_media(media="print")
    for hidden in ("header.paper", "nav.contents", ".tools", "article [role=status]"):
        expect(page.locator(hidden).first).to_be_hidden()
    assert page.locator("article").evaluate("article => getComputedStyle(article).backgroundImage") == "none"


@pytest.mark.more
def test_one_comes_to_the_lesson_and_the_rules_from_everywhere(visitor: Visitor) -> None:
    page = visitor.play_now()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog").get_by_role("link", name="Rules")).to_have_attribute("target", "_blank")
    page.get_by_role("dialog").get_by_role("button", name="Keys and help").click()
    with page.expect_popup() as opened:
        page.get_by_role("dialog").get_by_role("link", name="Rules").click()
    expect(opened.value.locator("[data-place='M1.1']")).to_be_visible()
    visitor.open("")
    page.get_by_role("link", name="How to play (Edo Yashiki)").click()
    expect(page.locator("#lesson-step")).to_have_text("Your house")


IN_EVERY_LANGUAGE = ["de", *(pytest.param(one, marks=pytest.mark.more) for one in ("en", "fr", "ja"))]
BEYOND_ITS_BOX = "text => text.scrollHeight - text.clientHeight"


@pytest.mark.parametrize("language", IN_EVERY_LANGUAGE)
def test_what_the_coach_says_is_read_without_scrolling_in_a_low_window(visitors: Visitors, language: str) -> None:
    page = visitors.come((1280, 640), language=language).page
    page.goto(f"{visitors.address}#/learn/edo_yashiki")
    on, text = page.locator(".coach .ways .on"), page.locator(".coach .text")
    for step in range(8):
        expect(page.locator(".coach progress")).to_have_attribute("value", str(step + 1))
        assert text.evaluate(BEYOND_ITS_BOX) <= 0, step + 1
        on.click()


@pytest.mark.more
def test_both_are_told_in_every_language(visitor: Visitor) -> None:
    """The catalogs' own tests have every key; here they are loaded with their screens, and again when one changes."""
    page = begin(visitor, "miyabi")
    for language, words in LANGUAGES.items():
        page.locator(f"header .languages button[lang={language}]").click()
        expect(page.locator("#lesson-step")).to_have_text(words[0])
    visitor.open("#/rules/edo_yashiki")
    for language, words in LANGUAGES.items():
        page.locator(f"header .languages button[lang={language}]").click()
        expect(page.locator("[data-place=scoring]")).to_have_text(words[1])
        text = page.locator("article").inner_text()
        assert "-rule-" not in text
        assert "-figure-" not in text
