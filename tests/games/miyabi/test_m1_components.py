"""M1: seats, gardens, tiles, and how a tile is written and turned."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

import pytest

from niwashi.core.errors import BadOptions, UnreadableAction
from niwashi.games.miyabi import RULES
from niwashi.games.miyabi.tiles import BACK_NAMES, KIND_TEXTS, OBJECT_NAMES, SHAPE_LETTERS, back_of
from tests.games.miyabi.drawing import (
    drawn,
    finished,
    garden_of,
    lanterns,
    opening,
    picture,
    placements,
    play,
    rows,
    table,
)

BARE = """
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
"""
TILES: dict[str, int] = RULES.box.content["tiles"]


# -- M1.1 --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_m1_1_each_of_two_to_four_seats_has_a_bare_garden_without_lanterns(seats: int) -> None:
    p = opening(seats)
    assert [(picture(p, seat), lanterns(p, seat)) for seat in range(seats)] == [(drawn(BARE), "")] * seats


@pytest.mark.parametrize("seats", [1, 5, 0, -2, True, "3", 2.0, None, [2], 10**30])
def test_m1_1_no_other_number_of_seats_plays(seats: object) -> None:
    with pytest.raises(BadOptions, match="2 to 4 seats") as caught:
        RULES.options({"seats": seats})
    assert caught.value.code == "options/seats"


def test_m1_1_seats_act_in_clockwise_order() -> None:
    p = table(display="m1 p1 f1 a1", seats=4)
    acting = []
    for text in ("m1a", "p1a", "f1a", "a1a"):
        acting.append(int(p.turn))
        p = play(p, text)
    assert acting == [0, 1, 2, 3]


def test_m1_1_rows_are_counted_from_the_top_and_columns_from_the_left() -> None:
    p = play(table(display="m1 s1", lanterns="- abcdef"), "m1a", "s1f")
    assert picture(p) == drawn("""
        1m1 . . . . .
        .   . . . . .
        .   . . . . .
        .   . . . . .
        .   . . . . .
        .   . . . . 1s1
    """)


# -- M1.2 --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("number", "letter", "most", "second"),
    [(0, "m", 15, 7), (1, "p", 12, 6), (2, "f", 9, 4), (3, "a", 8, 4), (4, "b", 7, 3), (5, "s", 6, 3)],
)
def test_m1_2_each_row_belongs_to_an_object_and_has_its_points(
    number: int, letter: str, most: int, second: int
) -> None:
    assert placements(table(display=f"{letter}1")) == {f"{letter}1{column}" for column in "abcdef"}
    objects = [0] * 6
    objects[number] = 2
    p = finished(garden_of(*objects), garden_of())
    assert (rows(p, 0)[number], rows(p, 1)[number]) == (most, second)


# -- M1.3 --------------------------------------------------------------------------------------------
def test_m1_3_there_are_32_single_32_double_16_corner_and_16_straight_tiles() -> None:
    backs = Counter[str]()
    for kind, text in enumerate(KIND_TEXTS):
        backs[BACK_NAMES[back_of(kind)]] += TILES.get(text, 0)
    assert backs == {"single": 32, "double": 32, "corner": 16, "straight": 16}


def test_m1_3_the_back_shows_single_double_corner_or_straight() -> None:
    backs = {shape: BACK_NAMES[back_of(KIND_TEXTS.index("m" + shape))] for shape in SHAPE_LETTERS}
    assert backs == {
        "1": "single",
        "2": "double",
        **dict.fromkeys("LJK", "corner"),
        **dict.fromkeys("IH", "straight"),
    }


@pytest.mark.parametrize(
    ("shape", "turns"),
    [("1", [""]), ("2", "ESWN"), ("L", "ESWN"), ("J", "ESWN"), ("K", "ESWN"), ("I", "ESWN"), ("H", "ES")],
)
def test_m1_3_a_tile_may_be_turned_by_quarter_turns(shape: str, turns: list[str]) -> None:
    found = {text for text in placements(table(display=f"f{shape}")) if text.startswith(f"f{shape}c")}
    assert found == {f"f{shape}c{turn}" for turn in turns}


def test_m1_3_a_tile_is_never_flipped() -> None:
    def covered(kind: str) -> set[str]:
        p = table(display=kind)
        return {picture(play(p, text)) for text in placements(p)}

    assert covered("fJ").isdisjoint(covered("fK"))


# -- M1.4 --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("shape", "size"), [("1", 1), ("2", 2), ("L", 3), ("J", 3), ("K", 3), ("I", 3), ("H", 3)])
@pytest.mark.parametrize("letter", "mpfabs")
def test_m1_4_one_cell_of_a_tile_holds_as_many_objects_as_it_has_cells(letter: str, shape: str, size: int) -> None:
    p = table(display=letter + shape)
    for text in placements(p):
        cells = Counter(picture(play(p, text)).split())
        assert cells == {".": 36 - size, f"1{letter}{size}": 1, **({"1": size - 1} if size > 1 else {})}


# -- M1.5 to M1.8: the shipped file --------------------------------------------------------------------
@pytest.mark.parametrize(
    ("letter", "single", "double", "corner", "straight"),
    [
        ("m", 6, 5, 2, 3),
        ("p", 6, 5, 3, 2),
        ("f", 5, 6, 2, 3),
        ("a", 5, 6, 3, 2),
        ("b", 5, 5, 3, 3),
        ("s", 5, 5, 3, 3),
    ],
)
def test_m1_5_tiles_by_object_and_shape(letter: str, single: int, double: int, corner: int, straight: int) -> None:
    counts = [sum(TILES[letter + shape] for shape in shapes) for shapes in ("1", "2", "LJK", "IH")]
    assert counts == [single, double, corner, straight]


@pytest.mark.parametrize(
    ("letter", "corners", "ends_and_middles"),
    [
        ("m", "LJ", "IIH"),
        ("p", "LJK", "IH"),
        ("f", "LK", "IIH"),
        ("a", "LJK", "IH"),
        ("b", "LJK", "IIH"),
        ("s", "LJK", "IIH"),
    ],
)
def test_m1_6_where_the_object_sits(letter: str, corners: str, ends_and_middles: str) -> None:
    assert "".join(shape * TILES[letter + shape] for shape in "LJK") == corners
    assert "".join(shape * TILES[letter + shape] for shape in "IH") == ends_and_middles


def test_m1_7_layer_5_bonus_tiles() -> None:
    assert RULES.box.content["bonuses"] == {"maple": 10, "pagoda": 9, "fish": 8, "azalea": 7, "boxwood": 6, "stone": 5}


def test_m1_7_the_bonus_tiles_of_a_game_are_those_of_its_box() -> None:
    bonuses = [(bonus["object"], bonus["points"], bonus["holder"]) for bonus in RULES.view(opening())["bonuses"]]
    assert bonuses == list(zip(OBJECT_NAMES, [10, 9, 8, 7, 6, 5], [None] * 6, strict=True))


def test_m1_8_zen_tiles_by_object() -> None:
    assert RULES.box.content["zen"] == {"maple": 3, "pagoda": 3, "fish": 3, "azalea": 3, "boxwood": 2, "stone": 2}


def test_m1_8_a_game_without_the_zen_garden_has_no_zen_tile() -> None:
    assert RULES.view(opening(expansions="ABDE"))["zen"] is None


# -- tile kinds and their notation -----------------------------------------------------------------------
def test_there_are_42_kinds() -> None:
    assert {letter + shape for letter, shape in product("mpfabs", "12IHLJK")} == set(KIND_TEXTS)
    assert len(KIND_TEXTS) == 42


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("f1c", ". . . . / . 1f1 . . / . . . ."),
        ("f2cE", ". . . . / . 1f2 1 . / . . . ."),
        ("fIcE", ". . . . / . 1f3 1 1 / . . . ."),
        ("fHcE", ". . . . / 1 1f3 1 . / . . . ."),
        ("fLcE", ". . . . / . 1f3 1 . / . 1 . ."),
        ("fJcE", ". . 1 . / . 1f3 1 . / . . . ."),
        ("fKcE", ". . . . / . 1f3 1 . / . . 1 ."),
        ("f2cS", ". . . . / . 1f2 . . / . 1 . ."),
        ("f2cW", ". . . . / 1 1f2 . . / . . . ."),
        ("f2cN", ". 1 . . / . 1f2 . . / . . . ."),
        ("fLcS", ". . . . / 1 1f3 . . / . 1 . ."),
        ("fLcW", ". 1 . . / 1 1f3 . . / . . . ."),
        ("fLcN", ". 1 . . / . 1f3 1 . / . . . ."),
        ("fJcS", ". . . . / . 1f3 . . / . 1 1 ."),
        ("fJcW", ". . . . / 1 1f3 . . / 1 . . ."),
        ("fJcN", "1 1 . . / . 1f3 . . / . . . ."),
        ("fKcS", ". . . . / . 1f3 . . / 1 1 . ."),
        ("fKcW", "1 . . . / 1 1f3 . . / . . . ."),
        ("fKcN", ". 1 1 . / . 1f3 . . / . . . ."),
    ],
)
def test_the_notation_draws_the_tile(text: str, cells: str) -> None:
    """Rows 2 to 4 and columns b to e; all else stays bare."""
    middle = [f". {line.strip()} ." for line in cells.split("/")]
    bare = ". . . . . ."
    assert picture(play(table(display=text[:2]), text)) == "\n".join([bare, *middle, bare, bare])


@pytest.mark.parametrize(("text", "column"), [("fHcS", 2), ("fIcS", 2)])
def test_a_straight_turned_south_stands_upright(text: str, column: int) -> None:
    lines = [line.split()[column] for line in picture(play(table(display=text[:2]), text)).splitlines()]
    assert lines == ([".", "1", "1f3", "1", ".", "."] if "H" in text else [".", ".", "1f3", "1", "1", "."])


@pytest.mark.parametrize(
    "text",
    [
        *("", "m1", "m1g", "m2d", "mHdW", "mHdN", "m1dS", "x1a", "m3a", "fJds", "FJdS", "fJ dS", "fJdS ", "fJdSS"),
        *("zm", "zmg", "zm1d", "frog", "frog@g1", "frog@c0", "frog@c7", "frog@c44", "frogn", "Pass", "pass\n", "END"),
        *("m1d٣", "m1d²", "ｍ1d", "m1d-1", "\0", "m1d1E1"),
    ],
)
def test_what_is_no_action_is_quoted_and_refused(text: str) -> None:
    with pytest.raises(UnreadableAction) as caught:
        RULES.action_of(opening(), 0, text)
    assert re.fullmatch(r"miyabi/(unreadable|turn)", caught.value.code)
    assert "“" in caught.value.sentence


@pytest.mark.parametrize(("text", "same"), [("m1d1", "m1d"), ("fJd3S", "fJdS"), ("zmd1", "zmd")])
def test_a_row_may_be_written_and_is_then_the_own_row(text: str, same: str) -> None:
    assert RULES.action_of(opening(), 0, text) == RULES.action_of(opening(), 0, same)


@pytest.mark.parametrize("number", range(1, 7))
def test_a_frogs_place_is_written_column_first(number: int) -> None:
    p = play(opening(expansions="E"), f"frog@c{number}")
    assert picture(p).split().index("(.)") == 6 * (number - 1) + 2
