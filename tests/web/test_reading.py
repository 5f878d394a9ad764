"""A board for ears: keys that read it out in the live region, and tiles and cards whose turns are said. Keys alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.hands import Keys, reach
from tests.web.playing import Table, any_action, play_on
from tests.web.replays import as_file, careless_game, open_file
from tests.web.snapshots import at_table, snapshot
from tests.web.visiting import Visitor, Visitors


def said(page: Page) -> Locator:
    """What was said last."""
    return page.locator("[role=status][aria-live=polite] p").last


def in_grid(visitor: Visitor, game: str, position: str) -> Page:
    """At a table of the fixtures, with the keys in the first cell of the garden or the house."""
    at_table(game, position)(visitor)
    reach(visitor.page, "[role=gridcell]", "Tab")
    return visitor.page


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


# -- Miyabi ------------------------------------------------------------------------------------------------------------
def test_a_row_and_a_column_of_a_garden_are_read_out(visitor: Visitor) -> None:
    page = in_grid(visitor, "miyabi", "two")
    garden = snapshot("miyabi", "two")["view"]["gardens"][0]
    press(page, "Control+Home", "ArrowDown", "ArrowRight", "x")
    expect(said(page)).to_contain_text("Row 2, pagoda: a ")
    assert layers(said(page)) == garden["heights"][1]
    press(page, "y")
    lantern = "has a lantern" if "b" in garden["lanterns"] else "lantern field empty"
    expect(said(page)).to_contain_text(f"Column b, {lantern}: 1 ")
    assert layers(said(page)) == [row[1] for row in garden["heights"]]


def layers(sentence: Locator) -> list[int]:
    text = sentence.inner_text().split(":")[1]
    return [int(height or 0) for _, height in re.findall(r"(bare|layer (\d))", text)]


def test_a_layer_is_read_out_and_then_the_next(visitor: Visitor) -> None:
    page = in_grid(visitor, "miyabi", "two")
    heights = snapshot("miyabi", "two")["view"]["gardens"][0]["heights"]
    there = sorted({height for row in heights for height in row})
    press(page, "Control+Home")
    first = there.index(heights[0][0])
    for layer in there[first:] + there[: first + 1]:
        press(page, "z")
        expect(said(page)).to_contain_text(f"Layer {layer}: " if layer else "Bare cells: ")
        cells = sum(row.count(layer) for row in heights)
        assert len(re.findall(r"\b[a-f][1-6]\b", said(page).inner_text())) == cells


def test_it_says_whose_garden_it_reads(visitor: Visitor) -> None:
    page = in_grid(visitor, "miyabi", "two")
    reach(page, ".rail .other", "Tab")
    press(page, "Enter", "x")
    expect(said(page)).to_contain_text("Bo’s garden. Row 1, maple: a ")


def test_every_turn_of_a_tile_is_said_with_what_it_covers(visitor: Visitor) -> None:
    """Each turn names other cells, and so do the button and the garden."""
    page = in_grid(visitor, "miyabi", "two")
    choices = snapshot("miyabi", "two")["choices"]
    tile, column = turnable(choices["cover"])
    reach(page, ".tile", "Shift+Tab")
    press(page, "Home")
    reach(page, f'.tile[data-kind="{tile}"][aria-disabled="false"]', "ArrowRight")
    press(page, "Enter", str(column + 1))
    heard = set()
    for _ in range(2):
        expect(said(page)).to_contain_text(", green on ")
        covered = re.search(r"green on ([a-f]\d)(?:, ([a-f]\d))?;", said(page).inner_text())
        assert covered
        heard.add(covered[0])
        expect(page.locator(".confirm")).to_have_accessible_name(re.compile(covered[0].rstrip(";")))
        expect(page.locator('[role=gridcell][aria-label*="the tile in hand lies here"]')).to_have_count(
            1 + len([cell for cell in covered.groups() if cell])
        )
        press(page, "r")
    assert len(heard) == 2


def turnable(cover: dict[str, list[object]]) -> tuple[str, int]:
    """A tile and a column in which it lies in several ways."""
    places = list(zip(cover["does"], cover["tile"], cover["column"], strict=True))
    does, tile, column = next(place for place in places if place[0] == "tile" and places.count(place) > 1)
    assert does == "tile"
    return str(tile), int(str(column))


def test_what_is_new_since_the_last_action_is_said(visitors: Visitors) -> None:
    table = Table.with_bots(visitors.come(), "miyabi", options={"seats": 3})
    page = table.show()
    for _ in play_on(table, Keys(), any_action(1), 1):
        table.decision(table.made)
    expect(page.locator(".tile[aria-disabled=false]").first).to_be_visible()
    bots = [seat["name"] for seat in table.now()["seats"] if seat.get("bot")]
    press(page, "n")
    for bot in bots:
        expect(said(page)).to_contain_text(f"{bot}: ")
    expect(said(page)).not_to_contain_text("You: ")


# -- Edo Yashiki -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("position", ["place", "calm"])
def test_rows_columns_and_runs_of_a_house_are_read_out(visitor: Visitor, position: str) -> None:
    page = in_grid(visitor, "edo_yashiki", position)
    told = snapshot("edo_yashiki", position)
    house = told["view"]["houses"][told["you"]]
    x, y = map(int, page.locator("[role=gridcell][tabindex='0']").get_attribute("data-square").split(","))  # type: ignore[union-attr]
    press(page, "x")
    row = [letter for letter in house["rows"][y - house["y"]] if letter in "TPFG"]
    expect(said(page)).to_contain_text(f"Row {y}: ")
    assert len(said(page).inner_text().split(";")) == len(row)
    press(page, "y")
    expect(said(page)).to_contain_text(f"Column {x}: ")
    press(page, "u")
    runs = len(house["lines"]["x"])
    expect(said(page)).to_contain_text("Runs: " if runs else "No runs yet.")
    assert len(re.findall(r" from ", said(page).inner_text())) == runs


def test_half_a_turn_of_a_card_is_said(visitor: Visitor) -> None:
    page = in_grid(visitor, "edo_yashiki", "place")
    press(page, "Enter")
    square = page.locator("[role=gridcell][aria-selected=true]")
    expect(square).to_have_attribute("aria-label", re.compile("your card lies here: "))
    before = square.get_attribute("aria-label")
    press(page, "r")
    expect(square).not_to_have_attribute("aria-label", before or "")
    faces = snapshot("edo_yashiki", "place")["choices"]["cover"]["faces"]
    assert len(faces) == 2, "this card has another way up"
    first = {"T": "tatami", "P": "pond", "F": "floor", "G": "garden"}[faces[1][0]]
    expect(said(page)).to_contain_text(re.compile(f"^{first} "))


# -- everywhere --------------------------------------------------------------------------------------------------------
def test_a_replay_is_read_out_as_well(visitor: Visitor) -> None:
    page = open_file(visitor, as_file(careless_game()))
    reach(page, "[role=gridcell]", "Tab")
    press(page, "x")
    expect(said(page)).to_contain_text(": a ")


@pytest.mark.parametrize(
    ("language", "row"),
    [
        ("de", "Zeile 1, Ahornbaum: a "),
        pytest.param("fr", "Rangée 1, érable\u202f: a ", marks=pytest.mark.more),
        pytest.param("ja", "1行目 カエデ：a ", marks=pytest.mark.more),
    ],
)
def test_it_speaks_the_language_of_the_page(visitors: Visitors, language: str, row: str) -> None:
    page = in_grid(visitors.come(language=language), "miyabi", "two")
    press(page, "Control+Home", "x")
    expect(said(page)).to_contain_text(row)


def test_the_keys_are_in_the_help_and_can_be_moved(visitors: Visitors) -> None:
    page = in_grid(visitors.come(keys={"row": "q"}), "miyabi", "two")
    press(page, "?")
    line = page.get_by_role("dialog").locator("dl > div", has_text="Read the row")
    expect(line.locator("kbd")).to_have_text("Q")
    expect(page.get_by_role("dialog").locator("dl > div", has_text="Read a layer")).to_be_visible()
    press(page, "Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    press(page, "q")
    expect(said(page)).to_contain_text("Row ")
