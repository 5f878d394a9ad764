"""M3: where a tile may lie, and who must place one."""

from __future__ import annotations

import pytest

from niwashi.core.errors import IllegalAction
from niwashi.games.miyabi.garden import height, raise_by_one
from niwashi.games.miyabi.tiles import CELLS
from tests.games.miyabi.drawing import (
    display,
    drawn,
    lanterns,
    legal,
    picture,
    placements,
    play,
    points,
    refused,
    scores,
    sheet,
    table,
    to_act,
)

STEPS = """
    . . . . . .
    1 1 . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
"""
NOWHERE_FLAT = """
    1 2 1 2 1 2
    2 1 2 1 2 1
    1 2 1 2 1 2
    2 1 2 1 2 1
    1 2 1 2 1 2
    2 1 2 1 2 1
"""
"""Only a single can lie here."""


# -- M3.1 --------------------------------------------------------------------------------------------
def test_m3_1_a_turn_places_one_tile_of_the_display_in_the_own_garden() -> None:
    p = play(table(display="m1 m1 p2", seat=1), "m1b")
    assert display(p) == "m1 p2"
    assert to_act(p) == (0,)
    assert [picture(p, seat).count("1m1") for seat in (0, 1)] == [0, 1]


def test_m3_1_a_tile_that_is_not_on_display_is_refused() -> None:
    p = table(display="m1 p2")
    assert {text[:2] for text in placements(p)} == {"m1", "p2"}
    error = refused(p, "f1a")
    assert (error.code, str(error)) == ("miyabi/display", "f1a: the display has no f1 (M3.1); it has m1 p2")


def test_m3_1_the_last_tile_of_a_kind_is_gone_when_taken() -> None:
    p = table(display="m1 m1 mL")
    assert "m1b" in placements(play(p, "m1a"))
    assert "m1b" not in placements(play(p, "m1a", "m1a"))
    assert "mLbE" in placements(play(p, "m1a", "m1a"))


def test_m3_1_only_one_tile_a_turn() -> None:
    p = table(
        """
        . .   . . . .
        . .   . . . .
        . (.) . . . .
        . .   . . . .
        . .   . . . .
        . .   . . . .
        """,
        display="m1 m1",
        expansions="E",
    )
    error = refused(play(p, "m1a"), "m1b")
    assert error.code == "miyabi/placed"
    assert "(M3.1, M6.E2)" in error.sentence


# -- M3.2 --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "inside"),
    [
        ("m2", "aE bE cE dE eE aS bS cS dS eS fS bW cW dW eW fW"),
        ("s2", "aE bE cE dE eE bW cW dW eW fW aN bN cN dN eN fN"),
        ("mH", "bE cE dE eE"),
        ("fH", "bE cE dE eE aS bS cS dS eS fS"),
        ("pI", "aE bE cE dE aS bS cS dS eS fS cW dW eW fW"),
        ("mL", "aE bE cE dE eE bS cS dS eS fS"),
        ("mJ", "aS bS cS dS eS bW cW dW eW fW"),
        ("mK", "aE bE cE dE eE bS cS dS eS fS"),
        ("sJ", "aE bE cE dE eE bN cN dN eN fN"),
        ("sK", "bW cW dW eW fW aN bN cN dN eN"),
    ],
)
def test_m3_2_no_cell_may_lie_outside_the_grid(kind: str, inside: str) -> None:
    assert placements(table(display=kind)) == {kind + place for place in inside.split()}


@pytest.mark.parametrize("text", ["f2fE", "f2aW", "fIbW", "fIeE", "fHaE", "fHfE", "fLfE", "fJaN"])
def test_m3_2_a_tile_that_would_stick_out_is_refused(text: str) -> None:
    error = refused(table(display=text[:2]), text)
    assert isinstance(error, IllegalAction)
    assert (error.code, str(error)) == ("miyabi/outside", f"{text}: the tile would stick out of the 6×6 grid (M3.2)")


# -- M3.3 --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("letter", "number"), [("m", 0), ("p", 1), ("f", 2), ("a", 3), ("b", 4), ("s", 5)])
def test_m3_3_the_object_cell_lies_in_its_objects_row(letter: str, number: int) -> None:
    p = play(table(display=f"{letter}1"), f"{letter}1d")
    assert picture(p).splitlines()[number] == f". . . 1{letter}1 . ."


@pytest.mark.parametrize(("text", "row"), [("m1d3", "3"), ("m1d2", "2"), ("m1d6", "6")])
def test_m3_3_another_row_is_refused(text: str, row: str) -> None:
    error = refused(table(display="m1"), text)
    assert isinstance(error, IllegalAction)
    assert (error.code, str(error)) == ("miyabi/row", f"“{text}”: maple lies in row 1, not in row {row} (M3.3)")


# -- M3.4 --------------------------------------------------------------------------------------------
def test_m3_4_the_object_column_needs_an_empty_lantern_field() -> None:
    p = table(display="m1", lanterns="bde")
    assert placements(p) == {"m1a", "m1c", "m1f"}
    error = refused(p, "m1d")
    assert isinstance(error, IllegalAction)
    sentence = "m1d: column d already has a lantern this round (M3.4); free: a, c, f"
    assert (error.code, str(error)) == ("miyabi/lantern", sentence)


def test_m3_4_lanterns_of_others_do_not_matter() -> None:
    assert placements(table(display="m1", lanterns="abcde bcdef", seat=1)) == {"m1a"}


# -- M3.5 --------------------------------------------------------------------------------------------
def test_m3_5_green_cells_may_lie_in_any_row() -> None:
    assert placements(table(display="a2")) >= {"a2cN", "a2cE", "a2cS", "a2cW"}


def test_m3_5_green_cells_may_lie_under_a_lantern() -> None:
    p = table(display="p2 pI", lanterns="bcdef")
    assert placements(p) == {"p2aE", "p2aS", "p2aN", "pIaE", "pIaS"}


# -- M3.6 --------------------------------------------------------------------------------------------
def test_m3_6_a_tile_may_not_bridge_two_heights() -> None:
    p = table(STEPS, display="p2")
    assert "p2bE" not in placements(p)
    assert "p2bW" in placements(p)


def test_m3_6_the_refusal_says_how_high_the_cells_are() -> None:
    error = refused(table(STEPS, display="p2"), "p2bE")
    sentence = "p2bE: its cells must all be equally high (M3.6), but b2 is 1 high, c2 is 0 high"
    assert (error.code, str(error)) == ("miyabi/uneven", sentence)


@pytest.mark.parametrize(
    ("text", "flat"),
    [
        ("mLbE", True),
        ("mLcE", False),
        ("mLbS", False),
        ("mHbE", False),
        ("mHcE", False),
        ("mIbE", False),
        ("mIdE", True),
    ],
)
def test_m3_6_all_three_cells_must_be_equally_high(text: str, flat: bool) -> None:
    p = table(
        """
        1 2 2 . . .
        1 2 1 . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        """,
        display=text[:2],
    )
    assert (text in placements(p)) == flat


def test_m3_6_heights_that_share_no_bit_are_not_equal() -> None:
    p = table(
        """
        3 4 7 8 15 16
        . . . . .  .
        . . . . .  .
        . . . . .  .
        . . . . .  .
        . . . . .  .
        """,
        display="m2 mI mH",
    )
    assert placements(p) == set()


@pytest.mark.parametrize("ground", [0, 1, 2, 3, 4, 7, 8, 15, 16, 23, 28, 29])
def test_m3_6_the_tile_is_one_layer_above_what_it_covers(ground: int) -> None:
    cell = str(ground) if ground else "."
    p = table("\n".join([" ".join([cell] * 6)] * 6), display="fJ")
    top, cells = str(ground + 1), [[cell] * 6 for _ in range(6)]
    cells[2][2], cells[2][3], cells[1][3] = f"{top}f3", top, top
    assert picture(play(p, "fJcE")) == "\n".join(" ".join(line) for line in cells)


def test_m3_6_a_tile_does_not_reach_around_the_edge() -> None:
    """Column f and the next row's column a are neighbours only as numbers."""
    p = table(
        """
        2 1 2 1 2 3
        3 1 2 1 2 3
        3 1 2 1 2 3
        3 1 2 1 2 3
        3 1 2 1 2 3
        3 1 2 1 2 1
        """,
        display="m2 p2 fH aI bL bJ bK",
        lanterns="bcde",
    )
    assert placements(p) == {"m2fS", "p2aS", "p2fS", "p2fN", "fHaS", "fHfS", "aIaS", "aIaN", "aIfN"}


# -- M3.7 --------------------------------------------------------------------------------------------
def test_m3_7_objects_may_be_covered_and_only_the_top_is_visible() -> None:
    p = table(
        """
        1m3 1m2 . . . .
        .   .   . . . .
        .   .   . . . .
        .   .   . . . .
        .   .   . . . .
        .   .   . . . .
        """,
        display="m2",
    )
    assert picture(play(p, "m2bW")) == drawn("""
        2 2m2 . . . .
        . .   . . . .
        . .   . . . .
        . .   . . . .
        . .   . . . .
        . .   . . . .
    """)


@pytest.mark.parametrize(("below", "above"), [(a, b) for a in (1, 2, 3) for b in (1, 2, 3)])
def test_m3_7_new_objects_replace_the_old_ones_whatever_their_numbers(below: int, above: int) -> None:
    kind = ("p1", "p2", "pI")[above - 1]
    p = table(
        f"""
        .        . . . . .
        1p{below} 1 1 . . .
        .        . . . . .
        .        . . . . .
        .        . . . . .
        .        . . . . .
        """,
        display=kind,
    )
    shown = picture(play(p, kind + ("a" if above == 1 else "aE"))).split()[6]
    assert shown == f"2p{above}"


# -- M3.8 --------------------------------------------------------------------------------------------
def test_m3_8_a_cell_rises_to_30_layers_tile_by_tile() -> None:
    p = table(lanterns="- abcdef")
    earned = 0
    for layer in range(1, 31):
        fresh = table(display="f1", lanterns="- abcdef")
        p.display[:], p.offered[:] = fresh.display, fresh.offered
        p.gardens[0].lanterns = 0
        earned += points(p, "f1c") - (8 if layer == 5 else 0)
        p = play(p, "f1c")
        assert picture(p).split()[14] == f"{layer}f1"
    assert earned == sum(range(1, 31))
    assert picture(p).split().count(".") == 35


def test_m3_8_neighbours_do_not_feel_the_carry() -> None:
    ground = "\n".join(" ".join(str((x * 5 + y * 7) % 30 + 1) for x in range(6)) for y in range(6))
    p = table(ground)
    for cell in range(CELLS):
        before = picture(p).split()
        raise_by_one(p.gardens[0], 1 << cell)
        before[cell] = str(int(before[cell]) + 1)
        assert picture(p).split() == before


def test_m3_8_every_height_to_30_is_read_as_it_is() -> None:
    p = table("\n".join(" ".join(str((x + 6 * y) % 30 + 1) for x in range(6)) for y in range(6)))
    assert [int(height(p.gardens[0], cell)) for cell in range(CELLS)] == [cell % 30 + 1 for cell in range(CELLS)]


def test_m3_8_the_thirtieth_layer_pays_thirty_times() -> None:
    p = table(
        """
        29 29 29 . . .
        .  .  .  . . .
        .  .  .  . . .
        .  .  .  . . .
        .  .  .  . . .
        .  .  .  . . .
        """,
        display="mI",
    )
    assert points(p, "mIaE") == 90
    assert picture(play(p, "mIaE")).splitlines()[0] == "30m3 30 30 . . ."


def test_m3_8_a_tile_on_layer_30_can_still_not_bridge() -> None:
    p = table(
        """
        30 29 . . . .
        .  .  . . . .
        .  .  . . . .
        .  .  . . . .
        .  .  . . . .
        .  .  . . . .
        """,
        display="m2",
        lanterns="cdef",
    )
    assert placements(p) == set()


def test_m3_8_a_score_of_many_layers_does_not_wrap() -> None:
    p = table("29 29 29 29 29 29 " * 6, display="mI", lanterns="- abcdef")
    p.gardens[0].earned[0] = 5000
    assert scores(play(p, "mIaE"))[0] == 5090
    assert sheet(play(p, "mIaE"), "tiles")[0] == 5090


# -- M3.9 --------------------------------------------------------------------------------------------
def test_m3_9_who_can_place_must_place() -> None:
    p = table(NOWHERE_FLAT, display="m1 p2 fL", lanterns="abcde")
    assert legal(p) == {"m1f"}
    error = refused(p, "pass")
    assert (error.code, str(error)) == (
        "miyabi/must-place",
        "pass: if you can place a tile, you must (M3.9); for example m1f",
    )


def test_m3_9_who_cannot_place_passes_for_the_rest_of_the_round() -> None:
    p = table(NOWHERE_FLAT, display="p2 fL m2", seats=3)
    assert legal(p) == {"pass"}
    p = play(p, "pass")
    assert to_act(p) == (1,)
    assert to_act(play(p, "p2aE", "m2aE")) == (1,)


def test_m3_9_with_an_empty_display_all_pass() -> None:
    assert legal(table()) == {"pass"}


def test_m3_9_passing_places_no_lantern_and_scores_nothing() -> None:
    p = table(NOWHERE_FLAT, display="p2", lanterns="ac")
    after = play(p, "pass")
    assert (lanterns(after), scores(after), picture(after)) == ("ac", (0, 0), picture(p))


def test_m3_9_with_free_pass_one_may_pass_at_any_time() -> None:
    p = table(display="m1", free_pass=True)
    assert legal(p) == {"m1a", "m1b", "m1c", "m1d", "m1e", "m1f", "pass"}
    assert to_act(play(p, "pass", "m1a")) == (1,)


def test_m3_9_with_free_pass_who_cannot_place_still_passes() -> None:
    assert legal(table(NOWHERE_FLAT, display="p2", free_pass=True)) == {"pass"}


FROG_ON_THE_ONLY_PLACE = """
    1 2 1 2 1 (2)
    2 1 2 1 2 2
    1 2 1 2 1 2
    2 1 2 1 2 1
    1 2 1 2 1 2
    2 1 2 1 2 1
"""


def test_m3_9_is_judged_with_the_frog_where_it_stands() -> None:
    p = table(FROG_ON_THE_ONLY_PLACE, display="m1", lanterns="abcde", expansions="E")
    assert legal(p) == {"pass", "frogS"}


def test_m3_9_who_steps_away_from_the_only_place_must_then_place() -> None:
    p = play(table(FROG_ON_THE_ONLY_PLACE, display="m1", lanterns="abcde", expansions="E"), "frogS")
    assert legal(p) == {"m1f"}
    assert refused(p, "pass").code == "miyabi/must-place"


def test_m3_9_who_steps_onto_the_only_place_may_then_pass() -> None:
    p = table(
        """
        1 2 1 2 1 2
        2 1 2 1 2 (2)
        1 2 1 2 1 1
        2 1 2 1 2 1
        1 2 1 2 1 2
        2 1 2 1 2 1
        """,
        display="m1",
        lanterns="abcde",
        expansions="E",
    )
    assert "pass" not in legal(p)
    assert legal(play(p, "frogN")) == {"pass"}
