"""Every worked example and caption of the rulebooks, under the names of their files.

`miyabi-en-1` and `miyabi-en-2` are the English rulebook, `miyabi-de` the German and `miyabi-fr` the French one. Where
only the numbers of a printed garden can be read, a garden of ours has the same.
"""

from __future__ import annotations

import pytest

from tests.games.miyabi.drawing import finished, garden_of, play, points, refused, rows, scores, sheet, table
from tests.games.miyabi.test_m6_end import GROUP_OF_27, SIX_GREEN, colourful, meadow, sevens
from tests.games.miyabi.test_m6_zen import open_zen


# -- placing -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "code", "rule"),
    [
        pytest.param(
            "f2c4E",
            "miyabi/row",
            "M3.3",
            id="miyabi-en-2: wrong row; miyabi-de: falsche Reihe; miyabi-fr: mauvaise rangée",
        ),
        pytest.param(
            "f2fE",
            "miyabi/outside",
            "M3.2",
            id="miyabi-en-2: protrudes beyond the grid; miyabi-de: überragt das Raster; miyabi-fr: dépasse du cadre",
        ),
        pytest.param(
            "f2bE",
            "miyabi/lantern",
            "M3.4",
            id="miyabi-en-2: lantern field already occupied; miyabi-de: bereits belegt; miyabi-fr: déjà occupée",
        ),
    ],
)
def test_a_tile_may_not_lie_there(text: str, code: str, rule: str) -> None:
    error = refused(table(display="f2", lanterns="b"), text)
    assert error.code == code
    assert rule in str(error)


# -- points ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", ["pI", "pH", "pL", "pJ", "pK"])
def test_3_pagodas_on_layer_1_are_3_points(kind: str) -> None:
    """miyabi-en-1, miyabi-en-2, miyabi-de, miyabi-fr: 3 pagodas × layer 1 (M4.2)."""
    assert points(table(display=kind), f"{kind}cS") == 3


def test_2_fish_on_layer_2_are_4_points() -> None:
    """miyabi-en-1, miyabi-en-2, miyabi-de, miyabi-fr: 2 fish × layer 2 (M4.2)."""
    ground = """
        . . . . . .
        . . . . . .
        1 1 . . . .
        . . . . . .
        . . . . . .
        . . . . . .
    """
    assert points(table(ground, display="f2"), "f2aE") == 4


# -- the end -----------------------------------------------------------------------------------------------------------
def test_the_final_scoring() -> None:
    """miyabi-en-2, the two gardens at the end of the game (M5.1 to M5.4)."""
    p = finished(garden_of(9, 8, 8, 7, 6, 6), garden_of(0, 10, 5, 8, 7, 4))
    assert rows(p, 0) == (15, 6, 9, 4, 3, 6)
    assert rows(p, 1) == (7, 12, 4, 8, 7, 3)
    assert scores(p) == (43, 41)


# -- expansions --------------------------------------------------------------------------------------------------------
def test_a_group_of_27_objects_is_27_points() -> None:
    """miyabi-en-1, miyabi-en-2, miyabi-de, miyabi-fr: 27 × 1 point (M6.A1)."""
    assert colourful(GROUP_OF_27) == 27


def test_a_meadow_of_6_is_12_points() -> None:
    """miyabi-en-1, miyabi-en-2 (tiles), miyabi-de, miyabi-fr (cells): 6 × 2 points (M6.B1)."""
    assert meadow(SIX_GREEN) == 12


def test_an_enclosed_boxwood_is_4_points() -> None:
    """miyabi-en-1, miyabi-en-2, miyabi-de, miyabi-fr: 4 points, for three objects beside it and its own (M6.C5)."""
    after = play(table(open_zen("1p2 1 . 1f1"), expansions="C", display="s2 b2"), "b2cN")
    assert sheet(after, "zen enclosed") == (4, 0)
    assert scores(after)[0] == 2 + 4


def test_an_enclosed_azalea_is_5_points() -> None:
    """miyabi-en-1, miyabi-en-2, miyabi-de, miyabi-fr: 5 points, for four objects beside it and its own (M6.C5)."""
    after = play(table(open_zen("1p2 1 . 1f1"), expansions="C", display="a1"), "a1c")
    assert sheet(after, "zen enclosed") == (5, 0)
    assert scores(after)[0] == 1 + 5


def test_a_maple_that_is_not_yet_enclosed_is_1_point() -> None:
    """miyabi-en-1, miyabi-en-2, miyabi-de, miyabi-fr: just 1 point up to now (M6.C4)."""
    after = play(table(expansions="C", zen="m"), "zmd")
    assert (sheet(after, "zen placed"), sheet(after, "zen enclosed")) == ((1, 0), (0, 0))


def test_two_sevens_are_14_points() -> None:
    """miyabi-en-1, miyabi-en-2, miyabi-de, miyabi-fr: 2 × 7 points (M6.D1)."""
    two = """
        1m3 1m3 1m1 . . .
        1p1 .   .   . . .
        1f3 .   .   . . .
        .   .   .   . . .
        .   .   .   . . .
        .   .   .   . . .
    """
    assert sevens(two) == 14
