"""M6.E: the frog."""

from __future__ import annotations

import pytest

from niwashi.games.miyabi import RULES
from tests.games.miyabi.drawing import (
    chance_acts,
    drawn,
    finished,
    lanterns,
    legal,
    opening,
    picture,
    placements,
    play,
    points,
    refused,
    rows,
    scores,
    sheet,
    table,
    to_act,
)

DEAL = "deal m1 m1 p1 f1 m2 p2 a2 b2 fL sJ bI sH"
STEPS = {"frogN", "frogE", "frogS", "frogW"}


def frog(here: str, north: str = ".", east: str = ".", south: str = ".", west: str = ".") -> str:
    """A garden whose frog sits at c3, in these brackets, among these neighbours."""
    return f"""
        .  .      .       .      . .
        .  .      {north} .      . .
        .  {west} {here}  {east} . .
        .  .      {south} .      . .
        .  .      .       .      . .
        .  .      .       .      . .
    """


def steps(*neighbours: str, here: str = "(.)") -> set[str]:
    """The steps open to a frog before its seat has placed."""
    return legal(table(frog(here, *neighbours), display="s1", expansions="E")) & STEPS


# -- M6.E1 -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_m6_e1_each_seat_from_the_start_player_on_places_its_frog_before_the_first_tiles(seats: int) -> None:
    p = opening(seats, "E")
    order: list[int] = []
    for _ in range(seats):
        order += to_act(p)
        p = play(p, "frog@c4")
    assert order == list(range(seats))
    assert RULES.view(p)["phase"] == "deal"


def test_m6_e1_on_any_cell_of_the_bare_garden() -> None:
    p = opening(expansions="E")
    assert legal(p) == {f"frog@{column}{row}" for column in "abcdef" for row in range(1, 7)}


def test_m6_e1_the_frog_is_silver_and_stands_on_layer_0() -> None:
    p = play(opening(expansions="E"), "frog@c4")
    assert picture(p) == drawn("""
        . . .   . . .
        . . .   . . .
        . . .   . . .
        . . (.) . . .
        . . .   . . .
        . . .   . . .
    """)
    assert scores(p) == (0, 0)


def test_m6_e1_gardens_are_the_seats_own_so_two_frogs_may_sit_alike() -> None:
    p = play(opening(expansions="E"), "frog@c4", "frog@c4")
    assert [RULES.view(p)["gardens"][seat]["frog"]["cell"] for seat in (0, 1)] == ["c4", "c4"]


@pytest.mark.parametrize("text", ["m1a", "pass", "frogN", "end", "zma"])
def test_m6_e1_nothing_else_comes_first(text: str) -> None:
    error = refused(opening(expansions="E"), text)
    assert error.code == "miyabi/frog-first"
    assert "(M6.E1)" in error.sentence


def test_m6_e1_the_start_player_places_first_and_then_also_starts() -> None:
    p = play(opening(expansions="E"), "frog@a1", "frog@f6", DEAL)
    assert to_act(p) == (0,)


def test_m6_e1_frogs_are_placed_once_and_not_again_in_later_rounds() -> None:
    p = table(expansions="E")
    p = play(p, "pass", "end", "pass", "end")
    assert RULES.view(p)["phase"] == "deal"
    assert refused(play(p, DEAL), "frog@a1").code == "miyabi/frog-stands"


def test_m6_e1_with_the_zen_garden_its_tiles_are_turned_up_first() -> None:
    p = opening(expansions="CE")
    assert chance_acts(p)
    assert to_act(play(p, "zen m m p p f")) == (0,)


@pytest.mark.parametrize("text", ["frog@a1", "frogN"])
def test_m6_e1_without_the_expansion_there_is_no_frog(text: str) -> None:
    error = refused(table(display="m1"), text)
    assert error.code == "miyabi/no-frog"
    assert "M6.E1" in error.sentence


# -- M6.E2 -------------------------------------------------------------------------------------------
def test_m6_e2_it_steps_to_an_orthogonal_neighbour() -> None:
    p = table(frog("(.)"), display="s1", expansions="E")
    assert legal(p) & STEPS == STEPS
    places = {text: picture(play(p, text)).split().index("(.)") for text in STEPS}
    assert places == {"frogN": 8, "frogE": 15, "frogS": 20, "frogW": 13}


@pytest.mark.parametrize(
    ("neighbours", "here", "open_steps"),
    [
        ((".", "1", "2", "."), "(.)", {"frogN", "frogE", "frogW"}),
        ((".", "1", "2", "3"), "(1)", {"frogE", "frogS"}),
        (("1", "2", "3", "4"), "(2)", {"frogE", "frogS"}),
        (("2", "3", "4", "5"), "(3)", {"frogE", "frogS"}),
        (("3", "4", "5", "6"), "[4]", {"frogE", "frogS"}),
        (("6", "7", "8", "9"), "[7]", {"frogE", "frogS"}),
        (("16", "15", "17", "14"), "[15]", {"frogN", "frogE"}),
    ],
)
def test_m6_e2_to_the_same_layer_or_one_higher_never_lower(
    neighbours: tuple[str, ...], here: str, open_steps: set[str]
) -> None:
    assert steps(*neighbours, here=here) == open_steps


def test_m6_e2_the_refusal_names_the_layers() -> None:
    error = refused(table(frog("(1)", "3"), expansions="E"), "frogN")
    sentence = "frogN: from layer 1 the frog reaches layer 1 or 2, not 3 (M6.E2)"
    assert (error.code, str(error)) == ("miyabi/frog-layer", sentence)
    assert refused(table(frog("(1)"), expansions="E"), "frogN").code == "miyabi/frog-layer"


@pytest.mark.parametrize(
    ("cell", "open_steps"),
    [
        ("a1", {"frogE", "frogS"}),
        ("f1", {"frogS", "frogW"}),
        ("a6", {"frogN", "frogE"}),
        ("f6", {"frogN", "frogW"}),
        ("a3", {"frogN", "frogE", "frogS"}),
        ("f3", {"frogN", "frogS", "frogW"}),
        ("c1", {"frogE", "frogS", "frogW"}),
        ("c6", {"frogN", "frogE", "frogW"}),
    ],
)
def test_m6_e2_it_never_leaves_the_garden(cell: str, open_steps: set[str]) -> None:
    p = play(opening(expansions="E"), f"frog@{cell}", "frog@a1", DEAL)
    assert legal(p) & STEPS == open_steps
    for text in STEPS - open_steps:
        assert refused(p, text).code == "miyabi/frog-outside"


def test_m6_e2_a_step_before_placing_and_the_turn_ends_with_the_tile() -> None:
    p = play(table(frog("(.)"), display="m1 m1", expansions="E"), "frogN")
    assert to_act(p) == (0,)
    assert legal(p) == {"m1a", "m1b", "m1c", "m1d", "m1e", "m1f"}
    assert to_act(play(p, "m1a")) == (1,)


def test_m6_e2_a_step_after_placing_ends_the_turn() -> None:
    p = play(table(frog("(.)"), display="m1 m1", expansions="E"), "m1a")
    assert to_act(p) == (0,)
    assert legal(p) == {*STEPS, "end"}
    assert to_act(play(p, "frogN")) == (1,)


def test_m6_e2_a_step_onto_the_tile_just_placed() -> None:
    p = play(table(frog("(.)"), display="p2", expansions="E"), "p2dW")
    assert points(p, "frogN") == 1


def test_m6_e2_once_a_turn() -> None:
    p = play(table(frog("(.)"), display="m1", expansions="E"), "frogN")
    error = refused(p, "frogN")
    assert (error.code, str(error)) == ("miyabi/stepped", "frogN: the frog steps once a turn (M6.E2)")


def test_m6_e2_again_in_the_next_turn() -> None:
    p = play(table(frog("(.)"), display="m1 m1 m1", expansions="E", passed="1"), "frogN", "m1a")
    assert legal(p) & STEPS == {"frogE", "frogS", "frogW", "frogN"}


def test_m6_e2_end_leaves_the_step_out() -> None:
    p = play(table(frog("(.)"), display="m1 m1", expansions="E"), "m1a")
    after = play(p, "end")
    assert to_act(after) == (1,)
    assert picture(after) == picture(p)


def test_m6_e2_no_end_before_placing_or_passing() -> None:
    p = table(frog("(.)"), display="m1", expansions="E")
    for now in (p, play(p, "frogN")):
        error = refused(now, "end")
        assert error.code == "miyabi/end"
        assert "(M6.E2)" in error.sentence


def test_m6_e2_where_no_step_is_possible_the_turn_ends_by_itself() -> None:
    p = table(frog("(.)", "2", "2", "2", "2"), display="m1 m1", expansions="E")
    assert to_act(play(p, "m1a")) == (1,)


def test_m6_e2_the_tile_just_placed_may_take_the_last_step_away() -> None:
    p = table(frog("(.)", "1", "2", "2", "2"), display="p1 m1", expansions="E")
    assert legal(p) & STEPS == {"frogN"}
    assert to_act(play(p, "p1c")) == (1,)


def test_m6_e2_without_frogs_the_turn_ends_with_the_tile() -> None:
    p = play(table(display="m1 m1"), "m1a")
    assert to_act(p) == (1,)
    assert "end" not in legal(p)


def test_m6_e2_a_step_after_passing_and_none_later_this_round() -> None:
    p = table(frog("(.)"), expansions="E", seats=3)
    p = play(p, "pass")
    assert to_act(p) == (0,)
    assert legal(p) == {*STEPS, "end"}
    p = play(p, "frogN")
    assert to_act(p) == (1,)
    assert to_act(play(p, "pass", "end")) == (2,)
    assert chance_acts(play(p, "pass", "end", "pass", "end"))


def test_m6_e2_a_step_before_passing_and_the_turn_ends_with_the_pass() -> None:
    p = play(table(frog("(.)"), expansions="E"), "frogN", "pass")
    assert to_act(p) == (1,)


def test_m6_e2_after_passing_where_no_step_is_possible_the_turn_ends_by_itself() -> None:
    p = table(frog("(.)", "2", "2", "2", "2"), expansions="E")
    assert to_act(play(p, "pass")) == (1,)


def test_m6_e2_a_step_after_the_sixth_lantern() -> None:
    p = play(table(frog("(.)"), display="m1 m1", lanterns="bcdef", expansions="E"), "m1a")
    assert to_act(p) == (0,)
    assert lanterns(p) == "abcdef"
    assert to_act(play(p, "frogE")) == (1,)


def test_m6_e2_a_step_after_the_rounds_last_tile_comes_before_the_next_deal() -> None:
    p = play(table(frog("(.)"), display="m1", lanterns="bcdef abcdef", expansions="E"), "m1a")
    assert to_act(p) == (0,)
    assert chance_acts(play(p, "frogE"))


def test_m6_e2_a_step_after_the_games_last_tile() -> None:
    p = table(frog("(.)", "1"), display="m1", lanterns="bcdef abcdef", expansions="E", building_round=6)
    after = play(p, "m1a", "frogN")
    assert RULES.view(after)["phase"] == "over"
    assert sheet(after, "frog") == (1, 0)


def test_m6_e2_the_step_is_used_up_for_one_seat_only() -> None:
    p = play(table(frog("(.)"), frog("(.)"), display="m1 m1", expansions="E"), "frogN", "m1a")
    assert legal(p) >= STEPS


# -- M6.E3 -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("layer", [1, 2, 3, 4, 5, 8, 16, 30])
def test_m6_e3_reaching_a_higher_layer_pays_its_number(layer: int) -> None:
    ground = str(layer - 1) if layer > 1 else "."
    p = table(frog(f"({ground})", north=str(layer)), expansions="E")
    assert points(p, "frogN") == layer
    assert sheet(play(p, "frogN"), "frog") == (layer, 0)


@pytest.mark.parametrize("layer", [".", "1", "2", "3", "7"])
def test_m6_e3_staying_on_a_layer_pays_nothing(layer: str) -> None:
    assert points(table(frog(f"({layer})", north=layer), expansions="E"), "frogN") == 0


def test_m6_e3_each_step_up_pays_at_once() -> None:
    p = table(
        """
        (.) 1 2 3 4 5
        .   . . . . .
        .   . . . . .
        .   . . . . .
        .   . . . . .
        .   . . . . .
        """,
        display="s1 s1 s1 s1 s1",
        expansions="E",
        passed="1",
    )
    earned = []
    for column in "abcde":
        p = play(p, "frogE")
        earned.append(sheet(p, "frog")[0])
        p = play(p, f"s1{column}")
    assert earned == [1, 3, 6, 10, 15]


# -- M6.E4 -------------------------------------------------------------------------------------------
def test_m6_e4_silver_never_steps_onto_visible_objects() -> None:
    p = table(frog("(.)", north="1p1", east="1f3", south="1a2"), expansions="E")
    assert legal(p) & STEPS == {"frogW"}
    error = refused(p, "frogN")
    assert (error.code, str(error)) == (
        "miyabi/frog-objects",
        "frogN: a silver frog does not step onto the objects at c2 (M6.E4)",
    )


def test_m6_e4_golden_may() -> None:
    assert steps("4p1", "5f3", "4a2", "4", here="[4]") == STEPS


@pytest.mark.parametrize(
    ("here", "north", "after"), [("(.)", "1", "("), ("(1)", "2", "("), ("(2)", "3", "("), ("(3)", "4", "[")]
)
def test_m6_e4_it_turns_golden_on_reaching_layer_4(here: str, north: str, after: str) -> None:
    p = play(table(frog(here, north), display="s1", expansions="E"), "frogN")
    assert picture(p).split()[8][0] == after


def test_m6_e4_silver_on_layer_3_does_not_step_onto_objects_on_layer_4() -> None:
    assert steps("4p1", "4", "3a1", "3", here="(3)") == {"frogE", "frogW"}


def test_m6_e4_it_stays_golden_from_round_to_round() -> None:
    p = table(frog("(3)", "4", "4"), expansions="E", passed="1")
    p = play(p, "frogN", "pass", DEAL)
    assert picture(p).split()[8] == "[4]"


def test_m6_e4_it_stays_golden_on_layers_above() -> None:
    p = play(table(frog("[4]", "5p3"), display="s1", expansions="E"), "frogN")
    assert picture(p).split()[8] == "[5p3]"


def test_m6_e4_a_climb_from_the_board_to_the_first_golden_step() -> None:
    p = table(
        """
        (.) 1 2 3 4 4m2
        .   . . . . .
        .   . . . . .
        .   . . . . .
        .   . . . . .
        .   . . . . .
        """,
        display="s1 s1 s1 s1 s1",
        expansions="E",
        passed="1",
    )
    for column in "abcd":
        p = play(p, "frogE", f"s1{column}")
    assert "frogE" in legal(p)
    assert points(p, "frogE") == 0


# -- M6.E5 -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("here", "zen"), [("(.)", "z"), ("(.)", "Z"), ("(1)", "z"), ("[1]", "z")])
def test_m6_e5_it_never_enters_a_zen_tile(here: str, zen: str) -> None:
    p = table(frog(here, north=zen), expansions="CE", zen="mpfab")
    assert "frogN" not in legal(p)
    error = refused(p, "frogN")
    assert (error.code, str(error)) == (
        "miyabi/frog-zen",
        "frogN: the frog never enters the Zen tile at c2 (M6.E5)",
    )


# -- M6.E6 -------------------------------------------------------------------------------------------
def test_m6_e6_no_tile_may_be_placed_where_the_frog_sits() -> None:
    p = table(frog("(.)"), display="f1 f2 fH", expansions="E", lanterns="aef")
    around = {"f1b", "f1d", "f2bW", "f2bN", "f2bS", "f2dE", "f2dN", "f2dS", "fHbS", "fHdS"}
    assert placements(p) == around
    error = refused(p, "f1c")
    assert (error.code, str(error)) == (
        "miyabi/on-frog",
        "f1c: the frog sits at c3, where no tile can lie (M6.E6)",
    )
    assert refused(p, "f2bE").code == "miyabi/on-frog"


def test_m6_e6_no_zen_tile_either() -> None:
    p = table(frog("(.)"), expansions="CE", zen="f")
    assert placements(p) == {"zfa", "zfb", "zfd", "zfe", "zff"}
    error = refused(p, "zfc")
    assert error.code == "miyabi/on-frog"
    assert "(M6.E6)" in error.sentence


def test_m6_e6_stepping_away_first_is_allowed() -> None:
    p = table(frog("(.)"), display="f1", expansions="E")
    assert "f1c" in placements(play(p, "frogN"))


def test_m6_e6_the_cell_it_stepped_onto_is_taken_instead() -> None:
    p = play(table(frog("(.)"), display="p1 f1", expansions="E"), "frogN")
    assert "p1c" not in placements(p)


def test_m6_e6_the_frogs_of_others_are_not_in_the_way() -> None:
    p = table(frog("(.)"), display="f1", expansions="E", seat=1)
    assert "f1c" in placements(p)


def test_m6_e6_a_golden_frog_is_in_the_way_too() -> None:
    p = table(frog("[4f1]"), display="f1", expansions="E")
    assert refused(p, "f1c").code == "miyabi/on-frog"


# -- M6.E7 -------------------------------------------------------------------------------------------
def test_m6_e7_it_has_no_influence_on_the_final_scoring() -> None:
    def ended(here: str, there: str) -> tuple[tuple[int, ...], ...]:
        garden = f"""
            1m3 {here} 1m2 . .      1
            .   1      1   1 {there} 1
            .   .      .   . .      .
            .   .      .   . .      .
            .   .      .   . .      .
            .   .      .   . .      .
        """
        p = finished(garden, frog("(.)"), expansions="ABDE")
        what = ("colourful garden", "big meadow", "7!")
        return (rows(p, 0), rows(p, 1), *(sheet(p, item) for item in what), scores(p))

    assert ended("[4m2]", "1") == ended("4m2", "(1)")
    assert ended("4m2", "(1)")[2:5] == ((7, 0), (12, 0), (7, 0))
