"""E2: a round, and E5: the end."""

from __future__ import annotations

from itertools import permutations

import pytest

from niwashi.core.game import CHANCE, OVER
from niwashi.core.rng import seeded
from niwashi.games.edo_yashiki import RULES
from niwashi.games.edo_yashiki.options import EdoOptions
from niwashi.games.edo_yashiki.state import GRAB, PLACE
from tests.games.edo_yashiki.drawing import (
    KERNELS,
    act,
    chance,
    legal,
    open_game,
    placing,
    play_through,
    refused,
    scores,
    to_act,
)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_e2_1_as_many_cards_as_seats_are_laid_open(seats: int) -> None:
    p = open_game(seats=seats)
    assert len(RULES.view(p)["open"]) == seats
    assert int(p.cards) == 64 - 2 * seats
    assert refused(p, "place 2,0") == "edo/phase"


def test_e2_2_live_all_grab_at_once_and_a_taken_card_is_gone() -> None:
    p = open_game(seats=3)
    assert to_act(p) == (0, 1, 2)
    act(p, 1, "grab 2")
    assert to_act(p) == (0, 2)
    assert legal(p, 2) == ["grab 1", "grab 3"]
    assert refused(p, "grab 2") == "edo/taken"
    assert refused(p, "grab 4") == "edo/slot"


def test_e2_2_the_last_seat_has_the_last_card_at_once() -> None:
    p = open_game(seats=3)
    act(p, 1, "grab 2")
    act(p, 0, "grab 3")
    assert int(p.phase) == PLACE
    assert to_act(p) == (0, 1, 2)
    assert [card["taken_by"] for card in RULES.view(p)["open"]] == [2, 1, 0]
    assert refused(p, "grab 1", 2) == "edo/phase"


def test_e2_2_nothing_can_be_grabbed_before_the_cards_lie_open() -> None:
    p = RULES.opening(EdoOptions(seats=2), RULES.box)
    assert KERNELS.to_act(p) == CHANCE
    chance(p, seeded(1))
    assert KERNELS.to_act(p) == CHANCE
    error = RULES.explain_illegal(p, 0, RULES.action_of(p, 0, "grab 1"))
    assert error is not None
    assert error.code == "edo/phase"


def test_e2_3_calm_goes_clockwise_from_the_start_seat() -> None:
    p = open_game(seats=4, grab="calm")
    order = []
    for round_number in range(2):
        while int(p.phase) == GRAB:
            (seat,) = to_act(p)
            order.append(seat)
            KERNELS.play(p, seat, KERNELS.sample(p, seat, seeded(round_number)))
        for seat in range(4):
            KERNELS.play(p, seat, KERNELS.sample(p, seat, seeded(seat)))
        chance(p, seeded(5))
    assert order == [0, 1, 2, 1, 2, 3]


def test_e2_4_placings_do_not_see_each_other() -> None:
    results = set()
    for order in permutations(range(3)):
        p = placing(hands=["FG/FP/TT", "TP/TT/FG", "GG/TF/PG"])
        for seat in order:
            assert seat in to_act(p)
            act(p, seat, f"place 2,{seat}r")
        results.add(p.tobytes())
    assert len(results) == 1


def test_e2_4_points_come_when_all_have_placed() -> None:
    p = placing("GG./TP./FP.", hands=["GT/TP/TP", "FG/FP/TT"])
    act(p, 0, "place 2,0")
    assert scores(p) == [0, 0]
    assert to_act(p) == (1,)
    assert refused(p, "place 4,0", 0) == "edo/placed"
    act(p, 1, "place 2,0")
    assert scores(p)[0] == 1


def test_e2_5_the_start_passes_clockwise() -> None:
    p = open_game(seats=3)
    starts = []
    for _ in range(4):
        starts.append(int(p.starts))
        while KERNELS.to_act(p) > 0:
            seat = to_act(p)[0]
            KERNELS.play(p, seat, KERNELS.sample(p, seat, seeded(7)))
        chance(p, seeded(8))
    assert starts == [0, 1, 2, 0]


def test_e5_1_twenty_five_points_end_the_game_after_the_round() -> None:
    p = placing("GG./TP./FP.", hands=["GT/TP/TP", "FG/FP/TT"])
    p.seat[0].score, p.seat[1].score = 24, 30
    act(p, 0, "place 2,0")
    assert to_act(p) == (1,)
    act(p, 1, "place 2,0")
    assert KERNELS.to_act(p) == OVER
    assert scores(p)[0] == 25


def test_e5_1_twenty_four_points_do_not() -> None:
    p = placing(hands=["FG/FP/TT", "FG/FP/TT"])
    p.seat[0].score = 24
    act(p, 0, "place 2,1")
    act(p, 1, "place 2,1")
    assert scores(p) == [24, 0]
    assert KERNELS.to_act(p) == CHANCE


@pytest.mark.parametrize(("cards", "ends"), [(3, False), (2, True), (0, True)])
def test_e5_1_fewer_cards_than_seats_end_the_game(cards: int, ends: bool) -> None:
    p = placing(hands=["FG/FP/TT", "FG/FP/TT", "FG/FP/TT"])
    p.cards = cards
    for seat in range(3):
        act(p, seat, "place 2,1")
    assert KERNELS.to_act(p) == (OVER if ends else CHANCE)


def test_e5_2_scores_stand_at_the_end_and_add_up() -> None:
    p = open_game(seats=4)
    play_through(p, seeded(4))
    assert KERNELS.to_act(p) == OVER
    assert [sum(part.points for part in parts) for parts in RULES.sheet(p)] == scores(p)


def test_e5_3_scores_go_on_past_29() -> None:
    p = placing("GFGT/TGGG/TPPF/.TP./.TT./.FG.", hands=["FG/FP/TT", "FG/FP/TT"])
    p.seat[0].score = 24
    act(p, 1, "place 2,1")
    act(p, 0, "place -1,1")
    assert scores(p)[0] == 32
