"""M6.C: the Zen garden."""

from __future__ import annotations

import pytest

from niwashi.core.errors import BadChance
from niwashi.games.miyabi import RULES
from tests.games.miyabi.drawing import (
    chance_acts,
    display,
    drawn,
    finished,
    garden_of,
    lanterns,
    legal,
    opening,
    picture,
    placements,
    play,
    points,
    refused,
    sheet,
    table,
    to_act,
)

DEAL = "deal m1 m1 p1 f1 m2 p2 a2 b2 fL sJ bI sH"
ALL_FIVE = "mpfab"


def open_zen(neighbours: str) -> str:
    """A Zen tile at c3 that is not yet enclosed, and its neighbours north, east, south and west."""
    north, east, south, west = neighbours.split()
    return f"""
        . .      .       .      . .
        . .      {north} .      . .
        . {west} Z       {east} . .
        . .      {south} .      . .
        . .      .       .      . .
        . .      .       .      . .
    """


# -- M6.C1 -------------------------------------------------------------------------------------------
def test_m6_c1_five_zen_tiles_lie_open_before_anything_else() -> None:
    p = opening(expansions="C")
    assert chance_acts(p)
    zen = RULES.view(play(p, "zen s m p p m"))["zen"]
    assert zen["open"] == ["m", "m", "p", "p", "s"]
    assert zen["left"] == {"m": 1, "p": 1, "f": 3, "a": 3, "b": 2, "s": 1}


@pytest.mark.parametrize(
    ("outcome", "code", "says"),
    [
        ("zen m m p p", "miyabi/zen", "5 Zen tiles, not 4 (M6.C1)"),
        ("zen m m p p f f", "miyabi/zen", "5 Zen tiles, not 6 (M6.C1)"),
        ("zen s s s p p", "miyabi/box", "3 of s are drawn, but the box has 2 left (M6.C1)"),
        ("zen m m p p x", "miyabi/chance", "“x”"),
        ("deal m1", "miyabi/chance", "chance must bring “zen …” here"),
    ],
)
def test_m6_c1_zen_tiles_that_cannot_come_up_are_refused(outcome: str, code: str, says: str) -> None:
    with pytest.raises(BadChance) as caught:
        RULES.outcome_of(opening(expansions="C"), outcome)
    assert caught.value.code == code
    assert says in caught.value.sentence


def test_m6_c1_a_tile_taken_is_replaced_at_once() -> None:
    p = play(table(expansions="C", zen="mmpfa"), "zmc")
    assert chance_acts(p)
    assert RULES.view(p)["zen"]["open"] == ["a", "f", "m", "p"]
    p = play(p, "zen s")
    assert RULES.view(p)["zen"]["open"] == ["a", "f", "m", "p", "s"]
    assert to_act(p) == (1,)


def test_m6_c1_one_tile_and_not_more_comes_in_its_place() -> None:
    with pytest.raises(BadChance, match="chance must bring 1 Zen tiles, not 2"):
        RULES.outcome_of(play(table(expansions="C", zen="mmpfa"), "zmc"), "zen s s")


def test_m6_c1_a_garden_tile_brings_no_zen_tile() -> None:
    assert to_act(play(table(expansions="C", zen="mmpfa", display="m1"), "m1c")) == (1,)


def test_m6_c1_the_replacement_comes_before_the_frogs_step() -> None:
    p = play(table(expansions="CE", zen="mmpfa"), "zmc")
    assert (chance_acts(p), to_act(p)) == (True, ())
    p = play(p, "zen s")
    assert to_act(p) == (0,)
    assert legal(p) == {"frogN", "frogW", "end"}
    assert to_act(play(p, "frogN")) == (1,)


def test_m6_c1_after_a_step_the_replacement_ends_the_turn() -> None:
    p = play(table(expansions="CE", zen="mmpfa"), "frogN", "zmc")
    assert chance_acts(p)
    assert to_act(play(p, "zen s")) == (1,)


def test_m6_c1_with_an_empty_box_chance_does_not_act() -> None:
    p = play(table(expansions="C", zen="mpf", zen_box=""), "zmc")
    assert to_act(p) == (1,)
    assert RULES.view(p)["zen"]["open"] == ["f", "p"]


def test_m6_c1_with_an_empty_box_the_frog_steps_right_away() -> None:
    p = play(table(expansions="CE", zen="mpf", zen_box=""), "zmc")
    assert legal(p) == {"frogN", "frogW", "end"}


def test_m6_c1_the_last_hidden_tile_is_still_turned_up() -> None:
    p = play(table(expansions="C", zen="mpf", zen_box="s"), "zmc", "zen s", "zpc")
    assert to_act(p) == (0,)
    assert RULES.view(p)["zen"]["open"] == ["f", "s"]


def test_m6_c1_when_the_last_open_tile_is_taken_none_is_left() -> None:
    p = play(table(expansions="C", zen="m", zen_box=""), "zmc")
    assert refused(p, "zmc").sentence == "zmc: no Zen tile with maple lies open (M6.C2); open: none"


def test_m6_c1_zen_tiles_stay_from_round_to_round() -> None:
    p = table(expansions="C", zen="mmpfa", free_pass=True)
    assert RULES.view(play(p, "pass", "pass", DEAL))["zen"] == RULES.view(p)["zen"]


def test_m6_c1_a_zen_tile_that_ends_the_round_is_replaced_first() -> None:
    p = play(table(expansions="C", zen="mmpfa", lanterns="abcde abcdef"), "zmf", "zen s")
    assert RULES.view(p)["phase"] == "deal"
    assert (lanterns(p), display(p)) == ("", "")


# -- M6.C2 -------------------------------------------------------------------------------------------
def test_m6_c2_a_zen_tile_takes_the_place_of_a_garden_tile() -> None:
    p = table(expansions="C", zen="mp", zen_box="", display="s1")
    assert placements(p) == {f"{kind}{column}" for kind in ("zm", "zp", "s1") for column in "abcdef"}
    after = play(p, "zmc")
    assert (to_act(after), display(after)) == ((1,), "s1")


def test_m6_c2_only_an_open_zen_tile_may_be_taken() -> None:
    error = refused(table(expansions="C", zen="mp"), "zfc")
    assert (error.code, str(error)) == (
        "miyabi/zen-display",
        "zfc: no Zen tile with fish lies open (M6.C2); open: m p",
    )


def test_m6_c2_not_while_the_seats_last_zen_tile_is_open() -> None:
    p = table(open_zen("1 1 1 ."), expansions="C", zen=ALL_FIVE, display="f1")
    assert placements(p) == {"f1a", "f1b", "f1d", "f1e", "f1f"}
    error = refused(p, "zmf")
    assert (error.code, str(error)) == (
        "miyabi/zen-open",
        "zmf: the last Zen tile, at c3, is not yet enclosed (M6.C2)",
    )


def test_m6_c2_again_once_it_is_enclosed() -> None:
    p = table(open_zen("1 1 1 ."), expansions="C", zen=ALL_FIVE, display="f1", passed="1")
    assert "zmf" in placements(play(p, "f1b"))


def test_m6_c2_another_seats_open_zen_tile_does_not_matter() -> None:
    assert "zmf" in placements(table(open_zen("1 1 1 ."), expansions="C", zen=ALL_FIVE, seat=1))


def test_m6_c2_without_the_expansion_there_are_no_zen_tiles() -> None:
    error = refused(table(display="m1"), "zmc")
    assert error.code == "miyabi/no-zen"
    assert "M6.C1" in error.sentence


# -- M6.C3 -------------------------------------------------------------------------------------------
def test_m6_c3_it_goes_on_a_bare_cell_in_its_objects_row() -> None:
    p = table(
        """
        1 . 3m3 . z .
        . . .   . . .
        . . .   . . .
        . . .   . . .
        . . .   . . .
        . . .   . . .
        """,
        expansions="C",
        zen="mm",
    )
    assert placements(p) == {"zmb", "zmd", "zmf"}
    error = refused(p, "zma")
    sentence = "zma: a1 is not bare; a Zen tile lies on the board itself (M6.C3)"
    assert (error.code, str(error)) == ("miyabi/not-bare", sentence)
    assert refused(p, "zme").code == "miyabi/not-bare"


def test_m6_c3_another_row_is_refused() -> None:
    error = refused(table(expansions="C", zen="m"), "zmd3")
    assert error.code == "miyabi/row"
    assert "maple lies in row 1, not in row 3" in error.sentence


def test_m6_c3_its_column_needs_an_empty_lantern_field() -> None:
    p = table(expansions="C", zen="m", lanterns="abd")
    assert placements(p) == {"zmc", "zme", "zmf"}
    error = refused(p, "zmb")
    sentence = "zmb: column b already has a lantern this round (M6.C3); free: c, e, f"
    assert (error.code, str(error)) == ("miyabi/lantern", sentence)


def test_m6_c3_the_lantern_is_placed() -> None:
    p = table(expansions="C", zen="p", zen_box="", display="p1", lanterns="b", passed="1")
    after = play(p, "zpe")
    assert lanterns(after) == "be"
    assert placements(after) == {"p1a", "p1c", "p1d", "p1f"}


def test_m6_c3_it_lies_on_the_board_as_a_layer_of_its_own() -> None:
    assert picture(play(table(expansions="C", zen="p"), "zpe")) == drawn("""
        . . . . . .
        . . . . Z .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
    """)


# -- M6.C4 -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("letter", "mpfabs")
def test_m6_c4_placing_one_pays_1(letter: str) -> None:
    p = table(expansions="C", zen=letter)
    assert points(p, f"z{letter}d") == 1
    assert sheet(play(p, f"z{letter}d"), "zen placed") == (1, 0)


# -- M6.C5 -------------------------------------------------------------------------------------------
def test_m6_c5_without_objects_beside_it_the_1_more_is_paid() -> None:
    p = table(open_zen("1 1 . 1"), expansions="C", display="b2")
    assert sheet(play(p, "b2cN"), "zen enclosed") == (1, 0)


def test_m6_c5_the_most_that_four_neighbours_can_pay() -> None:
    p = table(open_zen("9p3 2f3 . 4f3"), expansions="C", display="aL")
    assert sheet(play(p, "aLcE"), "zen enclosed") == (13, 0)


@pytest.mark.parametrize("neighbours", [". 1 1 1", "1 . 1 1", "1 1 . 1", "1 1 1 ."])
def test_m6_c5_it_waits_for_the_last_neighbour(neighbours: str) -> None:
    p = table(open_zen(neighbours), expansions="C", display="m1", passed="1")
    after = play(p, "m1a")
    assert sheet(after, "zen enclosed") == (0, 0)
    assert "Z" in picture(after)


def test_m6_c5_one_tile_may_cover_two_neighbours() -> None:
    p = table(open_zen(". . 1 1"), expansions="C", display="pK")
    after = play(p, "pKcE")
    assert sheet(after, "zen enclosed") == (3 + 1, 0)
    assert picture(after) == drawn("""
        . . .   . . .
        . . 1p3 1 . .
        . 1 z   1 . .
        . . 1   . . .
        . . .   . . .
        . . .   . . .
    """)


def test_m6_c5_diagonal_neighbours_do_not_matter() -> None:
    p = table(
        """
        .   .   .   . . .
        .   3p3 1   . . .
        .   1   Z   . . .
        .   1a3 1   . . .
        .   .   .   . . .
        .   .   .   . . .
        """,
        expansions="C",
        display="f1",
    )
    assert sheet(play(p, "f1d"), "zen enclosed") == (2, 0)


def test_m6_c5_the_edge_encloses_too() -> None:
    p = table(
        """
        .   . . . . .
        1p2 . . . . .
        Z   . . . . .
        1   . . . . .
        .   . . . . .
        .   . . . . .
        """,
        expansions="C",
        display="f1",
    )
    assert sheet(play(p, "f1b"), "zen enclosed") == (2 + 1 + 1, 0)


def test_m6_c5_the_far_edge_of_the_row_above_is_no_neighbour() -> None:
    """Cell f2 is the number before a3, and b3 the one after."""
    p = table(
        """
        . . . . . .
        1 . . . . 1p3
        Z . . . . .
        1 . . . . .
        . . . . . .
        . . . . . .
        """,
        expansions="C",
        display="f1",
    )
    assert sheet(play(p, "f1b"), "zen enclosed") == (1 + 1, 0)


@pytest.mark.parametrize(
    ("text", "row_1", "row_2", "row_5", "row_6"),
    [
        ("zma", ". 1m2 . . . .", "1p1 . . . . .", ". . . . . .", ". . . . . ."),
        ("zmf", ". . . . 1m2 .", ". . . . . 1p1", ". . . . . .", ". . . . . ."),
        ("zsa", ". . . . . .", ". . . . . .", "1b2 . . . . .", ". 1s1 . . . ."),
        ("zsf", ". . . . . .", ". . . . . .", ". . . . . 1b2", ". . . . 1s1 ."),
    ],
)
def test_m6_c5_in_a_corner_it_may_be_enclosed_by_its_own_placing(
    text: str, row_1: str, row_2: str, row_5: str, row_6: str
) -> None:
    p = table(
        f"{row_1} {row_2} . . . . . . . . . . . . {row_5} {row_6}", expansions="C", zen="ms", zen_box="mm", passed="1"
    )
    assert points(p, text) == 1 + 3 + 1
    after = play(p, text)
    assert (sheet(after, "zen placed")[0], sheet(after, "zen enclosed")[0]) == (1, 4)
    assert "z" in picture(after)
    assert placements(play(after, "zen m"))


def test_m6_c5_in_the_middle_it_may_be_enclosed_by_its_own_placing() -> None:
    p = table(open_zen("1p2 1f1 1a3 2").replace("Z", "."), expansions="C", zen="f")
    assert points(p, "zfc") == 1 + 6 + 1


def test_m6_c5_a_zen_neighbour_covers_and_shows_its_object() -> None:
    p = table(
        """
        . .   . . . .
        . 1   1 . . .
        1 z   . 1 . .
        . 1a1 1 . . .
        . .   . . . .
        . .   . . . .
        """,
        expansions="C",
        zen="f",
    )
    assert points(p, "zfc") == 1 + 1 + 1


def test_m6_c5_a_zen_tile_beside_an_enclosed_one_pays_nothing_more_for_that() -> None:
    p = table(
        """
        .   .   . . . .
        1p1 1   . . . .
        z   1f2 . . . .
        1   .   . . . .
        .   .   . . . .
        .   .   . . . .
        """,
        expansions="C",
        zen="a",
    )
    assert points(p, "zab") == 1


def test_m6_c5_objects_under_a_frog_count() -> None:
    p = table(open_zen("1p2 [4f3] . 1"), expansions="CE", display="a1")
    assert sheet(play(p, "a1c"), "zen enclosed") == (2 + 3 + 1 + 1, 0)


def test_m6_c5_a_frog_on_the_bare_board_covers_nothing() -> None:
    p = table(open_zen("1 1 . (.)"), expansions="CE", display="a1")
    assert sheet(play(p, "a1c"), "zen enclosed") == (0, 0)


def test_m6_c5_only_visible_objects_count() -> None:
    p = table(open_zen("1p3 1 . 1"), expansions="C", display="p1 a2", passed="1")
    p = play(p, "p1c")
    assert picture(p).split()[8] == "2p1"
    assert sheet(play(p, "a2bE"), "zen enclosed") == (1 + 1, 0)


def test_m6_c5_it_pays_once_only() -> None:
    p = table(open_zen("1p2 1 . 1"), expansions="C", display="a1 p1 f1", passed="1")
    enclosed = play(p, "a1c")
    later = play(enclosed, "f1b")
    assert sheet(enclosed, "zen enclosed") == sheet(later, "zen enclosed") == (4, 0)


def test_m6_c5_a_second_zen_tile_has_an_enclosure_of_its_own() -> None:
    p = table(open_zen("1p2 1 . 1"), expansions="C", display="a1", zen="m", zen_box="", passed="1", lanterns="e")
    p = play(p, "a1c", "zma")
    assert picture(p).split()[0] == "Z"
    assert sheet(p, "zen placed")[0] == 1


def test_m6_c5_only_the_owner_scores() -> None:
    p = table(open_zen("1p2 1 . 1"), open_zen("1 1 . 1"), expansions="C", display="a1 a1")
    assert sheet(play(p, "a1c"), "zen enclosed") == (4, 0)
    assert sheet(play(p, "a1c", "a1c"), "zen enclosed") == (4, 2)


# -- M6.C6 -------------------------------------------------------------------------------------------
def test_m6_c6_nothing_may_cover_it() -> None:
    p = table(
        """
        . . . . . .
        . . . . . .
        1 z 1 . . .
        . . . . . .
        . . . . . .
        . . . . . .
        """,
        expansions="C",
        display="f1 f2 fH fL",
        lanterns="def",
    )
    assert placements(p) == {"f1a", "f1c"}
    error = refused(p, "f2aE")
    assert (error.code, str(error)) == ("miyabi/on-zen", "f2aE: it would cover the Zen tile at b3 (M6.C6)")
    assert refused(p, "f1b").code == "miyabi/on-zen"


def test_m6_c6_an_open_zen_tile_cannot_be_covered_either() -> None:
    assert refused(table(open_zen("1 1 1 ."), expansions="C", display="f1"), "f1c").code == "miyabi/on-zen"


# -- M6.C7 -------------------------------------------------------------------------------------------
ROW_OF_ZEN = """
    z 1m3 1m3 . . .
    . .   .   . . .
    . .   .   . . .
    . .   .   . . .
    . .   .   . . .
    . .   .   . . .
"""


def test_m6_c7_its_object_counts_in_its_row() -> None:
    assert sheet(finished(ROW_OF_ZEN, garden_of(6), expansions="C"), "row maple") == (15, 7)
    assert sheet(finished(ROW_OF_ZEN, garden_of(7), expansions="C"), "row maple") == (15, 15)


def test_m6_c7_its_object_belongs_to_the_colourful_garden() -> None:
    assert sheet(finished(ROW_OF_ZEN, garden_of(), expansions="AC"), "colourful garden") == (7, 0)


def test_m6_c7_its_object_counts_for_seven() -> None:
    assert sheet(finished(ROW_OF_ZEN, garden_of(), expansions="CD"), "7!") == (7, 0)


def test_m6_c7_an_open_zen_tile_counts_like_an_enclosed_one() -> None:
    p = finished(ROW_OF_ZEN.replace("z", "Z"), garden_of(), expansions="ACD")
    assert (sheet(p, "colourful garden"), sheet(p, "7!")) == ((7, 0), (7, 0))


def test_m6_c7_it_is_no_meadow_and_parts_one() -> None:
    p = finished("1 z 1 1 . . " + ". " * 30, garden_of(), expansions="BC")
    assert sheet(p, "big meadow") == (4, 0)


# -- M6.C8 -------------------------------------------------------------------------------------------
ONE_BARE_CELL = """
    1 2 1 2 1 .
    2 1 2 1 2 1
    1 2 1 2 1 2
    2 1 2 1 2 1
    1 2 1 2 1 2
    2 1 2 1 2 1
"""


def test_m6_c8_who_can_place_only_a_zen_tile_must() -> None:
    p = table(ONE_BARE_CELL, expansions="C", zen="mpfab", display="p2 fL")
    assert legal(p) == {"zmf"}
    error = refused(p, "pass")
    assert (error.code, str(error)) == (
        "miyabi/must-place",
        "pass: if you can place a tile, you must (M3.9); for example zmf",
    )


def test_m6_c8_with_free_pass_one_may_pass_instead() -> None:
    p = table(ONE_BARE_CELL, expansions="C", zen="mpfab", display="p2 fL", free_pass=True)
    assert legal(p) == {"zmf", "pass"}


def test_m6_c8_who_may_take_no_zen_tile_passes() -> None:
    p = table(ONE_BARE_CELL, expansions="C", zen="pfab", display="p2")
    assert legal(p) == {"pass"}


def test_m6_c8_a_zen_tile_not_yet_enclosed_leaves_only_passing() -> None:
    p = table(
        """
        1 2 1 2 1 .
        2 1 2 1 2 .
        1 2 1 2 1 Z
        2 1 2 1 2 1
        1 2 1 2 1 2
        2 1 2 1 2 1
        """,
        expansions="C",
        zen="mpfab",
        display="s2",
    )
    assert legal(p) == {"pass"}
