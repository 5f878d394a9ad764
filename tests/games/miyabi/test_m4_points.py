"""M4: the lantern, the points and the bonus tiles of a placement."""

from __future__ import annotations

import pytest

from niwashi.games.miyabi import RULES
from niwashi.games.miyabi.view import track
from tests.games.miyabi.drawing import lanterns, play, points, scores, sheet, table


def tower(cell: str, letter: str = "m") -> str:
    """A garden with three such cells at the left of one row."""
    lines = [". . . . . ."] * 6
    lines["mpfabs".index(letter)] = f"{cell} {cell} {cell} . . ."
    return "\n".join(lines)


def holders(text: str) -> dict[str, int]:
    """The bonus tiles with a holder after this placement on layer 5, by object."""
    p = play(table(tower("4", text[0]), display=text[:2]), text)
    return {bonus["object"]: bonus["holder"] for bonus in RULES.view(p)["bonuses"] if bonus["holder"] is not None}


# -- M4.1 --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("text", "column"), [("m1a", "a"), ("f2cE", "c"), ("f2cW", "c"), ("fHcE", "c"), ("fJdN", "d")])
def test_m4_1_a_lantern_goes_to_the_object_cells_column(text: str, column: str) -> None:
    p = table(display=text[:2], lanterns="f e")
    assert lanterns(play(p, text)) == column + "f"
    assert lanterns(play(p, text), seat=1) == "e"


# -- M4.2 --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("kind", "objects"), [("a1a", 1), ("a2aE", 2), ("aIaE", 3)])
@pytest.mark.parametrize("ground", [1, 2, 3, 5, 6, 9, 28])
def test_m4_2_objects_on_the_tile_times_layer(kind: str, objects: int, ground: int) -> None:
    assert points(table(tower(str(ground), "a"), display=kind[:2]), kind) == objects * (ground + 1)


def test_m4_2_objects_beneath_do_not_count() -> None:
    assert points(table(tower("1m3"), display="mI"), "mIaE") == 6


def test_m4_2_only_the_seat_that_places_scores() -> None:
    p = table(display="s2", seats=3, seat=1)
    assert scores(play(p, "s2aE")) == (0, 2, 0)


# -- M4.3 --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("letter", "bonus"), [("m", 10), ("p", 9), ("f", 8), ("a", 7), ("b", 6), ("s", 5)])
def test_m4_3_the_first_to_place_an_object_on_layer_5_takes_its_bonus_tile(letter: str, bonus: int) -> None:
    p = table(tower("4", letter), display=f"{letter}1")
    assert points(p, f"{letter}1a") == 5 + bonus
    names = {"m": "maple", "p": "pagoda", "f": "fish", "a": "azalea", "b": "boxwood", "s": "stone"}
    assert holders(f"{letter}1a") == {names[letter]: 0}
    assert sheet(play(p, f"{letter}1a"), f"bonus {names[letter]}") == (bonus, 0)


@pytest.mark.parametrize(("text", "objects"), [("m2aE", 2), ("mIaE", 3), ("mHbE", 3)])
def test_m4_3_a_tile_of_several_cells_takes_the_bonus_once(text: str, objects: int) -> None:
    assert points(table(tower("4"), display=text[:2]), text) == objects * 5 + 10


@pytest.mark.parametrize("ground", [0, 1, 2, 3, 5, 6, 12, 20])
def test_m4_3_no_other_layer_takes_a_bonus(ground: int) -> None:
    p = table(tower(str(ground) if ground else "."), display="m1")
    assert points(p, "m1a") == ground + 1
    assert all(bonus["holder"] is None for bonus in RULES.view(play(p, "m1a"))["bonuses"])


def test_m4_3_green_cells_on_layer_5_in_another_objects_row_take_only_the_own_bonus() -> None:
    p = table(
        """
        4 . . . . .
        4 . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        """,
        display="p2",
    )
    held = [bonus["holder"] for bonus in RULES.view(play(p, "p2aN"))["bonuses"]]
    assert held == [None, 0, None, None, None, None]


def test_m4_3_the_bonus_is_gone_for_the_next_seat() -> None:
    p = play(table(tower("4"), tower("4"), display="m1 m1"), "m1a")
    assert points(p, "m1a") == 5
    assert RULES.view(play(p, "m1a"))["bonuses"][0] == {"object": "maple", "points": 10, "holder": 0}


def test_m4_3_the_bonus_is_gone_for_the_same_seat() -> None:
    p = play(table(tower("4"), display="m1 m1", passed="1"), "m1a")
    assert points(p, "m1b") == 5


def test_m4_3_the_bonus_is_gone_in_later_rounds() -> None:
    p = play(table(tower("4"), tower("4"), display="m1", lanterns="bcdef abcdef"), "m1a")
    p = play(p, "deal m1 m1 p1 f1 m2 p2 a2 b2 fL sJ bI sH")
    assert points(p, "m1a") == 5
    assert points(p, "m2aE") == 10


def test_m4_3_another_object_has_a_bonus_of_its_own() -> None:
    p = table(tower("4"), tower("4", "p"), display="m1 p1")
    assert points(play(p, "m1a"), "p1a") == 5 + 9


def test_m4_3_who_skips_layer_5_leaves_the_bonus_to_others() -> None:
    p = table(tower("5"), tower("4"), display="m1 m1")
    assert points(play(p, "m1a"), "m1a") == 15


# -- M4.4 --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("total", "field", "fifties"),
    [(0, 0, 0), (1, 1, 0), (49, 49, 0), (50, 50, 0), (51, 1, 1), (100, 50, 1), (101, 1, 2), (150, 50, 2), (223, 23, 4)],
)
def test_m4_4_the_track_shows_fields_to_50_and_the_fifties_passed(total: int, field: int, fifties: int) -> None:
    assert track(total) == {"field": field, "fifties": fifties}


def test_m4_4_the_view_says_where_the_stones_stand() -> None:
    p = table(tower("1"), display="m1")
    p.gardens[0].earned[0] = 49
    assert RULES.view(play(p, "m1a"))["gardens"][0]["track"] == {"field": 1, "fifties": 1}
