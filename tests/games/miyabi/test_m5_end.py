"""M5: the end of the game."""

from __future__ import annotations

from itertools import permutations

import pytest

import niwashi
from tests.games.miyabi.drawing import finished, garden_of, rows, scores, sheet, table

MOST, SECOND = 15, 7
"""Of maple."""


def maple(*objects: int) -> tuple[int, ...]:
    """What the maple row pays seats with so many visible maples."""
    return sheet(finished(*map(garden_of, objects)), "row maple")


# -- M5.1 --------------------------------------------------------------------------------------------
def test_m5_1_each_row_is_scored_by_itself() -> None:
    p = finished(garden_of(1, 0, 1, 0, 1, 0), garden_of(0, 1, 0, 1, 0, 1))
    assert rows(p, 0) == (15, 6, 9, 4, 7, 3)
    assert rows(p, 1) == (7, 12, 4, 8, 3, 6)


def test_m5_1_objects_and_not_cells_are_counted() -> None:
    many_cells = """
        1m1 1m1 1m1 1m1 . .
        .   .   .   .   . .
        .   .   .   .   . .
        .   .   .   .   . .
        .   .   .   .   . .
        .   .   .   .   . .
    """
    assert sheet(finished(many_cells, garden_of(5)), "row maple") == (SECOND, MOST)


def test_m5_1_layers_do_not_matter() -> None:
    high = """
        9m3 . . . . .
        .   . . . . .
        .   . . . . .
        .   . . . . .
        .   . . . . .
        .   . . . . .
    """
    assert sheet(finished(high, garden_of(4)), "row maple") == (SECOND, MOST)


def test_m5_1_rows_are_scored_only_after_the_last_round() -> None:
    assert scores(table(garden_of(9), garden_of(3), building_round=6)) == (0, 0)


def test_m5_1_points_while_playing_are_kept() -> None:
    p = finished(garden_of(1), garden_of(0))
    p.gardens[1].earned[0] = 30
    assert scores(p) == (15 + 42, 30 + 7 + 42)


# -- M5.2 --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("objects", list(permutations([9, 5, 4, 1])))
def test_m5_2_the_most_get_the_higher_the_second_most_the_lower_others_nothing(objects: tuple[int, ...]) -> None:
    assert maple(*objects) == tuple({9: MOST, 5: SECOND, 4: 0, 1: 0}[count] for count in objects)


@pytest.mark.parametrize("objects", list(permutations([9, 5, 4])))
def test_m5_2_the_third_of_three_gets_nothing(objects: tuple[int, ...]) -> None:
    assert maple(*objects) == tuple({9: MOST, 5: SECOND, 4: 0}[count] for count in objects)


def test_m5_2_a_lead_of_one_object_is_enough_even_in_full_rows() -> None:
    assert maple(18, 17) == (MOST, SECOND)


# -- M5.3 --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("objects", "pays"),
    [
        ((4, 4), {4: MOST}),
        ((4, 4, 4), {4: MOST}),
        ((4, 4, 4, 4), {4: MOST}),
        ((4, 4, 3), {4: MOST, 3: 0}),
        ((4, 4, 3, 2), {4: MOST, 3: 0, 2: 0}),
        ((4, 4, 3, 3), {4: MOST, 3: 0}),
        ((4, 4, 4, 3), {4: MOST, 3: 0}),
    ],
)
def test_m5_3_tied_for_most_all_get_the_higher_and_nobody_the_lower(
    objects: tuple[int, ...], pays: dict[int, int]
) -> None:
    for order in set(permutations(objects)):
        assert maple(*order) == tuple(pays[count] for count in order)


@pytest.mark.parametrize(
    ("objects", "pays"),
    [
        ((4, 3, 3), {4: MOST, 3: SECOND}),
        ((4, 3, 3, 3), {4: MOST, 3: SECOND}),
        ((4, 3, 3, 2), {4: MOST, 3: SECOND, 2: 0}),
        ((4, 3, 2, 2), {4: MOST, 3: SECOND, 2: 0}),
    ],
)
def test_m5_3_tied_for_second_all_get_the_lower(objects: tuple[int, ...], pays: dict[int, int]) -> None:
    for order in set(permutations(objects)):
        assert maple(*order) == tuple(pays[count] for count in order)


# -- M5.4 --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("objects", "pays"),
    [
        ((4, 0), {4: MOST, 0: SECOND}),
        ((4, 0, 0), {4: MOST, 0: SECOND}),
        ((4, 0, 0, 0), {4: MOST, 0: SECOND}),
        ((4, 3, 0), {4: MOST, 3: SECOND, 0: 0}),
        ((4, 4, 0), {4: MOST, 0: 0}),
        ((4, 4, 0, 0), {4: MOST, 0: 0}),
    ],
)
def test_m5_4_zero_is_a_number_like_any_other(objects: tuple[int, ...], pays: dict[int, int]) -> None:
    for order in set(permutations(objects)):
        assert maple(*order) == tuple(pays[count] for count in order)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_m5_4_with_all_at_zero_all_tie_for_most(seats: int) -> None:
    p = finished(*[garden_of()] * seats)
    assert [rows(p, seat) for seat in range(seats)] == [(15, 12, 9, 8, 7, 6)] * seats


# -- M5.5 --------------------------------------------------------------------------------------------
def passed_to_the_end(seats: int, rounds: int) -> niwashi.Game:
    """A game in which no seat places anything."""
    game = niwashi.new("miyabi", seats=seats, free_pass=True, seed=1)
    for _ in range(rounds * seats):
        game.play("pass")
    return game


@pytest.mark.parametrize(("seats", "rounds"), [(2, 6), (3, 5), (4, 4)])
def test_m5_5_tied_seats_share_the_win(seats: int, rounds: int) -> None:
    game = passed_to_the_end(seats, rounds)
    assert (game.over, game.scores, game.winners) == (True, (57,) * seats, tuple(range(seats)))


def test_m5_5_the_highest_total_wins() -> None:
    game = niwashi.new("miyabi", seats=2, free_pass=True, seed=1)
    game.play("pass")
    game.play(max(game.legal(), key=game.gain))
    while not game.over:
        game.play("pass")
    assert game.winners == (1,)
    assert game.scores[1] > game.scores[0]


def test_m5_5_nobody_has_won_while_the_game_goes_on() -> None:
    assert niwashi.new("miyabi", seats=2, seed=1).winners == ()
