"""The main screens look as they did; and the comparison sees what somebody would see."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.web.snapshots import FOLDER, MOST_IN_A_CELL, MOST_IN_ALL, SHOTS, Shot, apart, look, settle, small_picture
from tests.web.visiting import Visitors


def is_alike(page: Page, picture: bytes, name: str) -> bool:
    most, mean = apart(page, picture, (FOLDER / f"{name}.webp").read_bytes())
    print(f"{name}: {most:.1f} in a cell, {mean:.2f} in all")
    return most <= MOST_IN_A_CELL and mean <= MOST_IN_ALL


QUICKLY = [pytest.param(shot, marks=() if shot.quick else pytest.mark.full, id=shot.name) for shot in SHOTS]


@pytest.mark.parametrize("shot", QUICKLY)
def test_a_screen_looks_as_it_did(visitors: Visitors, shot: Shot) -> None:
    """`python -m tests.web.snapshots NAME` takes a picture anew; look at it before it is kept."""
    page = look(visitors, shot).page
    assert is_alike(page, small_picture(page), shot.name)


CHANGES = {
    "a panel moved by sixteen pixels": "document.querySelector('.bonuses').style.translate = '16px 0'",
    "a button of another colour": "document.querySelector('.steps').style.background = '#c8d8f0'",
    "an object that is gone": "document.querySelector('.plot .garden g, .plot .garden circle').style.display = 'none'",
    "larger letters": "document.documentElement.style.fontSize = '18px'",
}


SEEN_QUICKLY = ("a panel moved by sixteen pixels", "a button of another colour")
SEEN = [pytest.param(change, marks=() if change in SEEN_QUICKLY else pytest.mark.full) for change in CHANGES]


@pytest.mark.more
@pytest.mark.parametrize("change", SEEN)
def test_a_change_is_seen(visitors: Visitors, change: str) -> None:
    shot = next(one for one in SHOTS if one.name == "miyabi")
    page = look(visitors, shot).page
    page.evaluate(CHANGES[change])
    settle(page)
    assert not is_alike(page, small_picture(page), shot.name)


# Another machine's letters: a little heavier, drawn at half a pixel's distance, without their fine edges.
OTHER_LETTERS = """document.querySelectorAll('body *').forEach((one) => {
  one.style.webkitTextStroke = '0.25px'
  one.style.textRendering = 'geometricPrecision'
})"""


@pytest.mark.more
def test_another_way_to_draw_letters_is_not(visitors: Visitors) -> None:
    shot = next(one for one in SHOTS if one.name == "miyabi")
    page = look(visitors, shot).page
    page.evaluate(OTHER_LETTERS)
    settle(page)
    assert is_alike(page, small_picture(page), shot.name)
