"""M6.A, M6.B and M6.D: the expansions that only add to the final scoring."""

from __future__ import annotations

from itertools import combinations

import pytest

from niwashi.games.miyabi import RULES
from tests.games.miyabi.drawing import finished, garden_of, scores, sheet, table

GROUP_OF_27 = """
    1m3 2m3 1m3 .   .   1m3
    .   .   1p3 1   .   1p3
    .   1f3 4f3 .   .   1f3
    .   1a3 1   1a3 .   .
    .   1b3 .   .   1b3 .
    .   1s3 .   1   .   1s3
"""
SIX_GREEN = """
    1 1   . .   . 1
    . 2   . .   . 1
    . 1   3 1   . 1
    . 1a1 . 1a1 . 1
    1 .   . .   . 1b1
    1 1   1 .   . .
"""
BARE = garden_of()


def colourful(garden: str, expansions: str = "A") -> int:
    return sheet(finished(garden, BARE, expansions=expansions), "colourful garden")[0]


def meadow(garden: str, expansions: str = "B") -> int:
    return sheet(finished(garden, BARE, expansions=expansions), "big meadow")[0]


def sevens(garden: str, expansions: str = "D") -> int:
    return sheet(finished(garden, BARE, expansions=expansions), "7!")[0]


# -- A -----------------------------------------------------------------------------------------------
def test_m6_a1_the_best_group_has_the_most_objects_not_the_most_cells() -> None:
    assert (
        colourful("""
        1m1 1m1 1m1 1m1 1m1 .
        .   .   .   .   .   .
        1f3 1f3 .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
    """)
        == 6
    )


def test_m6_a1_diagonal_cells_are_not_adjacent() -> None:
    assert (
        colourful("""
        1m2 .   .   .   .   .
        .   1p3 .   .   .   .
        .   .   1f2 .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
    """)
        == 3
    )


def test_m6_a1_the_garden_does_not_reach_around_its_edges() -> None:
    assert (
        colourful("""
        1m1 . . . . 1m1
        1p1 . . . . .
        .   . . . . .
        .   . . . . .
        .   . . . . 1b1
        1s2 . . . . .
    """)
        == 2
    )


def test_m6_a1_layers_do_not_matter() -> None:
    assert (
        colourful("""
        1m2 9m2 .   . . .
        .   4p3 2p1 . . .
        .   .   .   . . .
        .   .   .   . . .
        .   .   .   . . .
        .   .   .   . . .
    """)
        == 8
    )


@pytest.mark.parametrize("between", [".", "1", "5"])
def test_m6_a1_green_cells_and_bare_board_separate(between: str) -> None:
    assert (
        colourful(f"""
        1m3 {between} 1m2 . . .
        .   .         .   . . .
        .   .         .   . . .
        .   .         .   . . .
        .   .         .   . . .
        .   .         .   . . .
    """)
        == 3
    )


def test_m6_a1_without_objects_there_is_nothing() -> None:
    assert colourful(SIX_GREEN.replace("1a1", "1").replace("1b1", "1")) == 0


def test_m6_a1_a_winding_group_is_followed_to_its_end() -> None:
    assert (
        colourful("""
        1m1 1m1 1m1 1m1 1m1 1m1
        .   .   .   .   .   1p1
        1f1 1f1 1f1 1f1 1f1 1f1
        1a1 .   .   .   .   .
        1b1 1b1 1b1 1b1 1b1 1b1
        .   .   .   .   .   1s1
    """)
        == 21
    )


def test_m6_a1_each_seat_scores_its_own_best_group() -> None:
    p = finished(garden_of(4), GROUP_OF_27, garden_of(), expansions="A")
    assert sheet(p, "colourful garden") == (4, 27, 0)


# -- B -----------------------------------------------------------------------------------------------
def test_m6_b1_bare_board_is_no_meadow() -> None:
    assert meadow(BARE) == 0


def test_m6_b1_objects_separate() -> None:
    assert (
        meadow("""
        1 1 1m1 1 . .
        . . 1   . . .
        . . .   . . .
        . . .   . . .
        . . .   . . .
        . . .   . . .
    """)
        == 4
    )


def test_m6_b1_diagonal_cells_are_not_adjacent() -> None:
    assert (
        meadow("""
        1 . . . . 1
        . 1 . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
    """)
        == 2
    )


def test_m6_b1_layers_do_not_matter() -> None:
    assert (
        meadow("""
        1 9 2 . . .
        . 4 . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
    """)
        == 8
    )


def test_m6_b1_the_garden_does_not_reach_around_its_edges() -> None:
    assert (
        meadow("""
        . . . . . 1
        1 . . . . .
        . . . . . 1
        . . . . . .
        . . . . . .
        1 . . . . .
    """)
        == 2
    )


def test_m6_b1_a_whole_green_garden_pays_72() -> None:
    assert meadow("1 " * 36) == 72


def test_m6_b1_a_zen_tile_is_no_meadow() -> None:
    assert (
        meadow(
            """
        1 z 1 . . .
        . 1 . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        """,
            expansions="BC",
        )
        == 2
    )


# -- D -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize(("objects", "pays"), [(6, 0), (7, 7), (8, 0), (14, 0), (0, 0)])
def test_m6_d1_a_row_pays_with_exactly_seven_visible_objects(number: int, objects: int, pays: int) -> None:
    counts = [0] * 6
    counts[number] = objects
    assert sevens(garden_of(*counts)) == pays


@pytest.mark.parametrize("column", range(6))
@pytest.mark.parametrize(("top", "pays"), [(1, 0), (2, 7), (3, 0)])
def test_m6_d1_a_column_pays_with_exactly_seven_visible_objects(column: int, top: int, pays: int) -> None:
    lines = []
    for cell in (f"1m{top}", ".", "1f3", "1", "2b2", "."):
        cells = ["."] * 6
        cells[column] = cell
        lines.append(" ".join(cells))
    assert sevens("\n".join(lines)) == pays


def test_m6_d1_all_twelve_rows_and_columns_can_pay() -> None:
    lines = []
    for number, letter in enumerate("mpfabs"):
        cells = [f"1{letter}1"] * 6
        cells[number] = f"1{letter}2"
        lines.append(" ".join(cells))
    assert sevens("\n".join(lines)) == 84


# -- together ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("expansions", ["".join(letters) for size in range(4) for letters in combinations("ABD", size)])
def test_m6_only_expansions_in_play_add_to_the_end(expansions: str) -> None:
    garden = """
        1m3 1m3 1m1 . . .
        1   1   .   . . .
        .   .   .   . . .
        .   .   .   . . .
        .   .   .   . . .
        .   .   .   . . .
    """
    worth = {"A": 7, "B": 4, "D": 7}
    p = finished(garden, BARE, expansions=expansions)
    assert scores(p) == (57 + sum(worth[letter] for letter in expansions), 49)


def test_m6_nothing_of_a_b_d_is_scored_before_the_end() -> None:
    assert scores(table(GROUP_OF_27, expansions="ABD")) == (0, 0)


def test_m6_any_subset_of_the_five_may_be_played() -> None:
    subsets = {options.as_dict()["expansions"] for options in RULES.variants()}
    assert subsets == {"".join(letters) for size in range(6) for letters in combinations("ABCDE", size)}
