"""M2: rounds, from the tiles laid out to the tiles left over."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from niwashi.core.errors import BadChance
from niwashi.core.game import Position
from niwashi.games.miyabi import RULES
from niwashi.games.miyabi.options import MiyabiOptions
from niwashi.games.miyabi.pool import count_kinds
from niwashi.games.miyabi.tiles import BACK_NAMES, KIND_TEXTS, back_of
from tests.games.miyabi.drawing import (
    chance_acts,
    display,
    lanterns,
    legal,
    moments,
    opening,
    picture,
    placements,
    play,
    scores,
    table,
    to_act,
)

DEAL_2 = "deal m1 m1 p1 f1 m2 p2 a2 b2 fL sJ bI sH"
DEAL_3 = f"{DEAL_2} a1 s1 f2 s2 aL aH"
PASS_2 = ("pass", "pass")
FULL = "abcdef"


def deals(seats: int, seed: int = 1) -> list[tuple[Position, Position]]:
    """The positions around every deal of a game."""
    game = list(moments(MiyabiOptions(seats=seats), seed))
    return [(before, after) for before, after in pairwise(game) if chance_acts(before)]


# -- M2.1 --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("seats", "rounds"), [(2, 6), (3, 5), (4, 4)])
def test_m2_1_six_rounds_with_two_players_five_with_three_four_with_four(seats: int, rounds: int) -> None:
    assert len(deals(seats)) == rounds
    assert RULES.view(opening(seats))["rounds"] == rounds


@pytest.mark.parametrize(("seats", "rounds"), [(2, 6), (3, 5), (4, 4)])
def test_m2_1_after_the_last_round_the_game_is_over(seats: int, rounds: int) -> None:
    last = play(table(seats=seats, building_round=rounds), *["pass"] * seats)
    assert (to_act(last), chance_acts(last)) == ((), False)


@pytest.mark.parametrize(("seats", "rounds"), [(2, 6), (3, 5), (4, 4)])
def test_m2_1_before_the_last_round_another_follows(seats: int, rounds: int) -> None:
    assert chance_acts(play(table(seats=seats, building_round=rounds - 1), *["pass"] * seats))


# -- M2.2 --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("seats", "wanted"), [(2, (4, 4, 2, 2)), (3, (6, 6, 3, 3)), (4, (8, 8, 4, 4))])
def test_m2_2_two_singles_two_doubles_a_corner_and_a_straight_per_player(seats: int, wanted: tuple[int, ...]) -> None:
    for _, after in deals(seats):
        backs = Counter(back_of(KIND_TEXTS.index(kind)) for kind in display(after).split())
        assert tuple(backs[back] for back in range(len(BACK_NAMES))) == wanted


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_m2_2_tiles_come_from_the_box_without_replacement(seats: int) -> None:
    for before, after in deals(seats):
        left, dealt = count_kinds(after.box), count_kinds(after.display)
        assert [a + b for a, b in zip(left, dealt, strict=True)] == count_kinds(before.box)
        assert min(left) >= 0


def test_m2_2_four_players_use_up_the_box() -> None:
    assert sum(count_kinds(deals(4)[-1][1].box)) == 0


@pytest.mark.parametrize(
    ("outcome", "code", "says"),
    [
        (DEAL_2 + " m1", "miyabi/deal", "4 single tiles, not 5 (M2.2)"),
        (DEAL_2.replace(" fL", ""), "miyabi/deal", "2 corner tiles, not 1 (M2.2)"),
        (DEAL_2.replace("fL", "mK"), "miyabi/box", "1 of mK are drawn where the box has 0 left (M2.2)"),
        (DEAL_2.replace("fL sJ", "fL fL"), "miyabi/box", "2 of fL are drawn where the box has 1 left (M2.2)"),
        (DEAL_2.replace("fL", "xL"), "miyabi/chance", "“xL”"),
        ("zen m m m p p", "miyabi/chance", "here comes “deal …”"),
        ("", "miyabi/chance", "here comes “deal …”"),
    ],
)
def test_m2_2_a_deal_that_cannot_come_up_is_refused(outcome: str, code: str, says: str) -> None:
    with pytest.raises(BadChance) as caught:
        RULES.outcome_of(opening(), outcome)
    assert caught.value.code == code
    assert says in caught.value.sentence


# -- M2.3 --------------------------------------------------------------------------------------------
def test_m2_3_lantern_fields_are_empty_at_the_start_of_a_round() -> None:
    p = table(display="m1", lanterns="abcde abcdef", seat=0)
    p = play(p, "m1f")
    assert (lanterns(p, 0), lanterns(p, 1)) == ("", "")
    assert placements(play(p, DEAL_2)) >= {"m1a", "m1f"}


def test_m2_3_lanterns_stay_until_the_round_ends() -> None:
    assert lanterns(play(table(display="m1", lanterns="abc ab"), "m1f")) == "abcf"


# -- M2.4 --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("seats", "starters"), [(2, [0, 1, 0, 1, 0, 1]), (3, [0, 1, 2, 0, 1]), (4, [0, 1, 2, 3])])
def test_m2_4_seat_0_starts_and_the_bonsai_goes_clockwise_after_each_round(seats: int, starters: list[int]) -> None:
    dealt = [after for _, after in deals(seats)]
    assert [to_act(p) for p in dealt] == [(seat,) for seat in starters]
    assert [RULES.view(p)["bonsai"] for p in dealt] == starters


@pytest.mark.parametrize("last", [0, 1, 2])
def test_m2_4_whoever_ended_the_round_the_holder_of_the_bonsai_starts(last: int) -> None:
    others = "".join(str(seat) for seat in range(3) if seat != last)
    p = play(table(seats=3, seat=last, passed=others), "pass", DEAL_3)
    assert to_act(p) == (1,)


def test_m2_4_play_goes_clockwise_from_the_starting_seat() -> None:
    p = play(table(seats=3), "pass", "pass", "pass", DEAL_3)
    order: list[int] = []
    for text in ("m1a", "p1a", "f1a", "a1b"):
        order += to_act(p)
        p = play(p, text)
    assert order == [1, 2, 0, 1]


# -- M2.5 --------------------------------------------------------------------------------------------
def test_m2_5_a_seat_that_has_passed_takes_no_further_turn() -> None:
    assert to_act(play(table(display="m1 m1", seats=3, passed="1"), "m1a")) == (2,)


def test_m2_5_a_seat_with_six_lanterns_takes_no_further_turn() -> None:
    assert to_act(play(table(display="m1 m1", seats=3, lanterns=f"- {FULL} -"), "m1a")) == (2,)


def test_m2_5_the_last_seat_left_takes_turn_after_turn() -> None:
    p = table(display="m1 m1 p1", seats=3, lanterns=f"- {FULL} -", passed="2")
    assert to_act(play(p, "m1a")) == (0,)
    assert to_act(play(p, "m1a", "m1b")) == (0,)


def test_m2_5_the_round_ends_when_all_have_passed_or_have_six_lanterns() -> None:
    p = table(display="m1 m1 p1", seats=3, lanterns=f"abcde {FULL} -", passed="2")
    assert chance_acts(play(p, "m1f"))


def test_m2_5_with_one_lantern_field_empty_the_round_goes_on() -> None:
    p = table(display="m1 m1 p1", seats=2, lanterns=f"abcd {FULL}")
    assert to_act(play(p, "m1f")) == (0,)


def test_m2_5_who_passed_plays_again_in_the_next_round() -> None:
    p = play(table(), "pass", "pass", DEAL_2)
    assert to_act(p) == (1,)
    assert "pass" not in legal(p)
    assert to_act(play(p, "m1a")) == (0,)


# -- M2.6 --------------------------------------------------------------------------------------------
def test_m2_6_tiles_not_taken_are_out_of_the_game() -> None:
    p = table(display="m1 s2 fL", free_pass=True)
    after = play(p, *PASS_2)
    assert display(after) == ""
    assert count_kinds(after.box) == count_kinds(p.box)


def test_m2_6_tiles_not_taken_do_not_come_up_again() -> None:
    after = play(table(display="m1 s2 fL", free_pass=True), *PASS_2, DEAL_2)
    assert sorted(display(after).split()) == sorted(DEAL_2.split()[1:])


def test_m2_6_the_end_of_a_round_leaves_gardens_and_points_as_they_are() -> None:
    p = table(
        """
        1m3 1 1 . . .
        .   . . . . .
        .   . 2 . . .
        .   . . . . .
        .   . . . . .
        .   . . . . .
        """,
    )
    after = play(p, *PASS_2)
    assert (picture(after), scores(after)) == (picture(p), scores(p))
