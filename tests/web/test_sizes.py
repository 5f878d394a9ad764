"""Whole games of each title in every window: nothing moves, nothing is outside, and all text is legible."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.hands import clicks, taps
from tests.web.playing import Choose, Table, any_action, play_on
from tests.web.test_stage import LEAST_TEXT_PX, SMALL_TEXT, Size, outside, scrolls, shifts, shown
from tests.web.visiting import Visitors

SIZES: list[Size] = [
    (1280, 640),
    (1440, 900),
    (2560, 1440),
    (820, 1180),
    (1180, 820),
    (390, 844),
    (390, 664),
    (844, 390),
    (320, 640),
]
OPTIONS: dict[str, dict[str, Any]] = {
    "miyabi": {"seats": 2},
    "edo_yashiki": {"seats": 3, "grab": "calm", "specialists": True},
}
SEATS = ".seats button"
# Tiles that a small phone has no room for are pushed sideways.
SURFACES = {
    "miyabi": [
        SEATS,
        ".plot [data-cell]",
        ".columns button",
        ".tiles:not([data-shelf='sideways']) .tile",
        ".actions .btn",
    ],
    "edo_yashiki": [SEATS, ".cards button", ".dock .btn", ".house .stage", ".tools button"],
}
OFTEN = {("miyabi", (1280, 640)), ("edo_yashiki", (390, 664))}
"""Played with --more; all others with --full."""


def every_window() -> list[Any]:
    def marked(game: str, size: Size) -> Any:
        mark = pytest.mark.more if (game, size) in OFTEN else pytest.mark.full
        return pytest.param(game, size, id=f"{game}-{size[0]}x{size[1]}", marks=mark)

    return [marked(game, size) for game in OPTIONS for size in SIZES]


def most_points(choices: dict[str, Any]) -> int:
    return max(range(len(choices["actions"])), key=lambda n: choices["points"][n])


CHOOSE: dict[str, Choose] = {"miyabi": any_action(5), "edo_yashiki": most_points}


def wrong_in(page: Page, game: str) -> list[str]:
    """All that is not as it should be now. A house that is shown from elsewhere has not moved on the page."""
    moved = [line for line in shifts(page) if game == "miyabi" or not line.startswith(IN_THE_HOUSE)]
    small: list[str] = page.evaluate(SMALL_TEXT, LEAST_TEXT_PX)
    return moved + outside(page, SURFACES[game]) + small + (["the page scrolls"] if scrolls(page) else [])


IN_THE_HOUSE = ("DIV.world", "DIV.cell", "DIV.row", "DIV.grid", "svg.drawing")


@pytest.mark.parametrize(("game", "size"), every_window())
def test_a_whole_game_fits_its_window_and_stands_still(visitors: Visitors, game: str, size: Size) -> None:
    visitor = visitors.come(size, touch=size[0] < 720 or size[1] < 500)
    table = Table.with_bots(visitor, game, options=OPTIONS[game])
    page = table.show()
    expect(page.locator(SEATS).first).to_be_visible()
    shown(page)
    found: list[str] = []
    hands = taps() if size[0] < 720 or size[1] < 500 else clicks()
    for action, _ in play_on(table, hands, CHOOSE[game]):
        wrong = wrong_in(page, game)
        if page.locator(".table.over").count():
            break  # the end is another scene
        found += [f"{action}: {line}" for line in wrong]
    assert found == []
