"""docs/pictures: what is kept is what is drawn, and it is fit for a page."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from docs.pictures.draw import FOLDER, pictures

DRAWN = pictures()
LARGEST = 80_000


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_as_drawn(name: str) -> None:
    kept = (FOLDER / name).read_text(encoding="utf-8")
    assert kept == DRAWN[name], "draw it anew: python -m docs.pictures.draw"


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_small_and_says_what_it_shows(name: str) -> None:
    assert len(DRAWN[name].encode()) < LARGEST
    picture = ElementTree.fromstring(DRAWN[name])
    assert picture.attrib["role"] == "img"
    assert picture.find("{http://www.w3.org/2000/svg}title") is not None


def test_no_other_picture_lies_there() -> None:
    assert {path.name for path in Path(FOLDER).glob("*.svg")} == set(DRAWN)
