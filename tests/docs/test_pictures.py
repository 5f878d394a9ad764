"""docs/pictures: what is kept is what is drawn, and it is fit for a page."""

from __future__ import annotations

import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tools.pictures.draw import FOLDER, pictures
from tools.pictures.layers import LAYERS

DRAWN = pictures()
LARGEST = 80_000


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_as_drawn(name: str) -> None:
    kept = (FOLDER / name).read_text(encoding="utf-8")
    assert kept == DRAWN[name], "draw it anew: python -m tools.pictures.draw"


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_small_and_says_what_it_shows(name: str) -> None:
    assert len(DRAWN[name].encode()) < LARGEST
    picture = ElementTree.fromstring(DRAWN[name])
    assert picture.attrib["role"] == "img"
    assert picture.find("{http://www.w3.org/2000/svg}title") is not None


def test_no_other_picture_lies_there() -> None:
    """`benchmarks.growth` draws what it measured."""
    assert {path.name for path in Path(FOLDER).glob("*.svg")} == {*DRAWN, "growth.svg"}


def test_the_layers_drawn_are_those_that_are_enforced() -> None:
    """`games` is drawn as its folders."""
    project = tomllib.loads((Path(FOLDER).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    contract = project["tool"]["importlinter"]["contracts"][0]["layers"]
    drawn = [{name.partition("/")[0] for name, _ in layer.boxes} for layer in LAYERS]
    assert drawn == [set(line.split(" | ")) for line in contract]
