"""E3: placing, and that the planes hold every house that can be built."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from niwashi.core.errors import IllegalAction
from niwashi.core.game import CHANCE, OVER, Position
from niwashi.core.rng import seeded
from niwashi.games.edo_yashiki import RULES
from niwashi.games.edo_yashiki.explain import Picture, card_squares, picture_of
from niwashi.games.edo_yashiki.options import EdoOptions
from niwashi.games.edo_yashiki.picture import house_rows
from tests.games.edo_yashiki.drawing import KERNELS, act, chance, gain, legal, placing, refused, to_act

CARD = "FG/FP/TT"


def test_e3_1_either_way_up() -> None:
    p = placing("TP/FG/TP", hands=[CARD])
    act(p, 0, "place 2,0")
    assert house_rows(p, 0) == ["TPFG", "FGFP", "TPTT"]
    p = placing("TP/FG/TP", hands=[CARD])
    act(p, 0, "place 2,0r")
    assert house_rows(p, 0) == ["TPTT", "FGPF", "TPGF"]


def test_e3_1_a_card_that_half_a_turn_does_not_change_has_no_r() -> None:
    p = placing(hands=["TP/FF/PT"])
    assert not any(action.endswith("r") for action in legal(p))
    assert refused(p, "place 2,0r") == "edo/turn"
    assert len(legal(placing(hands=[CARD]))) == 2 * len(legal(p))


def test_e3_2_a_card_overlaps_the_house_or_lies_beside_it() -> None:
    p = placing("TP/FG/TP", hands=["TP/FF/PT"])
    corners = {(-2, -3), (2, -3), (-2, 3), (2, 3)}
    around = {(x, y) for x in range(-2, 3) for y in range(-3, 4)} - corners
    assert set(legal(p)) == {f"place {x},{y}" for x, y in around}
    assert all(refused(p, f"place {x},{y}") == "edo/apart" for x, y in corners)


def test_e3_2_diagonally_is_not_beside() -> None:
    p = placing("TP../FG../TP../..TP/..GF/..TP", hands=[CARD])
    assert "place 4,0" not in legal(p)
    assert "place 4,1" in legal(p)
    assert "place 2,0" in legal(p)


def test_e3_2_far_away_is_apart_too() -> None:
    p = placing(hands=[CARD])
    with pytest.raises(IllegalAction, match=r"a card at 5000,-3 would not touch the house.*\(E3.2\)"):
        RULES.action_of(p, 0, "place 5000,-3")


def test_e3_3_it_may_cover_several_cards_and_a_whole_one() -> None:
    p = placing("TPTF/FGPG/TPFT", hands=[CARD])
    act(p, 0, "place 1,0")
    assert house_rows(p, 0) == ["TFGF", "FFPG", "TTTT"]
    p = placing("TP/FG/TP", hands=[CARD])
    act(p, 0, "place 0,0")
    assert house_rows(p, 0) == ["FG", "FP", "TT"]


def test_e3_4_a_run_of_three_may_not_be_covered() -> None:
    p = placing("TPGT/GGGF/TPFT", hands=[CARD])
    assert refused(p, "place 2,-1") == "edo/locked"
    assert refused(p, "place 1,1r") == "edo/locked"
    assert "place 0,2" in legal(p)
    assert "place 3,0" in legal(p)
    error = RULES.explain_illegal(p, 0, RULES.action_of(p, 0, "place 2,-1"))
    assert str(error) == "2,-1 would cover the garden at 2,1, part of a run of three (E3.4)"


def test_e3_4_a_column_is_locked_too_and_whatever_would_cover_it() -> None:
    p = placing("TP/TG/TF", hands=["TP/TG/TF"])
    assert refused(p, "place 0,0") == "edo/locked"
    assert refused(p, "place -1,2") == "edo/locked"
    assert "place 1,0" in legal(p)


def test_e3_4_a_card_just_laid_locks_its_runs() -> None:
    p = placing("GG/TP/FP", hands=["GT/TP/TP", CARD])
    act(p, 0, "place 2,0")
    assert RULES.view(p)["houses"][0]["locked"] == ["###.", "....", "...."]


def test_e3_4_a_starting_card_with_a_run_is_locked() -> None:
    cards = ["TP/TG/TF"] * 64
    p = RULES.opening(EdoOptions(seats=2), RULES.components({"game": "edo_yashiki", "name": "x", "cards": cards}))
    chance(p, seeded(1))
    assert RULES.view(p)["houses"][0]["locked"] == ["#.", "#.", "#."]


def test_coordinates_stay_with_the_first_card() -> None:
    p = placing("TP/FG/TP", hands=[CARD, CARD])
    act(p, 0, "place -2,-1")
    house = RULES.view(p)["houses"][0]
    assert (house["x"], house["y"]) == (-2, -1)
    assert house["rows"] == ["FG..", "FPTP", "TTFG", "..TP"]


# -- E3.5: the largest houses ------------------------------------------------------------------------
Where = Callable[[int, int], tuple[int, int]]
"""From a house's width and height, where its next card comes to lie, as seen from its top left."""

GROWTHS: dict[str, tuple[Where, Callable[[int], tuple[int, int]]]] = {
    "right": (lambda w, h: (w, 0), lambda n: (2 * n, 3)),
    "left": (lambda w, h: (-2, 0), lambda n: (2 * n, 3)),
    "down": (lambda w, h: (0, h), lambda n: (2, 3 * n)),
    "up": (lambda w, h: (0, -3), lambda n: (2, 3 * n)),
    "stairs down": (lambda w, h: (w, h - 1), lambda n: (2 * n, 2 * n + 1)),
    "steep stairs down": (lambda w, h: (w - 1, h), lambda n: (n + 1, 3 * n)),
    "stairs up": (lambda w, h: (-2, -2), lambda n: (2 * n, 2 * n + 1)),
    "steep stairs up": (lambda w, h: (-1, -3), lambda n: (n + 1, 3 * n)),
}


def calmest(p: Position, seat: int, where: Where) -> int:
    """The way up that scores least, so that the game lasts."""
    x, y = where(int(p.seat[seat].width), int(p.seat[seat].height))
    place = f"place {x + int(p.seat[seat].left)},{y + int(p.seat[seat].top)}"
    best = min((place, place + "r"), key=lambda text: gain(p, text, seat))
    return RULES.action_of(p, seat, best)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("growth", GROWTHS)
def test_e3_5_the_longest_game_fits(seats: int, growth: str) -> None:
    where, size = GROWTHS[growth]
    p = RULES.opening(EdoOptions(seats=seats), RULES.box)
    rng = seeded(12)
    tracked: list[Picture] = []
    while KERNELS.to_act(p) != OVER:
        if KERNELS.to_act(p) == CHANCE:
            chance(p, rng)
            tracked = tracked or [picture_of(p, seat) for seat in range(seats)]
            continue
        seat = to_act(p)[-1]
        action = int(KERNELS.sample(p, seat, rng))
        if RULES.action_text(p, seat, action).startswith("place"):
            action = calmest(p, seat, where)
            assert RULES.explain_illegal(p, seat, action) is None
            tracked[seat] |= card_squares(p, seat, action)
        KERNELS.play(p, seat, action)
    cards = 64 // seats
    assert int(p.rounds) == cards - 1
    for seat in range(seats):
        assert picture_of(p, seat) == tracked[seat]
        assert (int(p.seat[seat].width), int(p.seat[seat].height)) == size(cards)
