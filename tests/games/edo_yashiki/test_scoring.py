"""E4: scoring without specialists."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from niwashi.core.rng import seeded
from niwashi.games.edo_yashiki import RULES
from niwashi.games.edo_yashiki.cards import face_code, half_turn
from niwashi.games.edo_yashiki.house import runs_made
from niwashi.games.edo_yashiki.options import EdoOptions
from tests.games.edo_yashiki.drawing import KERNELS, act, chance, gain, open_game, placing, scores

PLAIN = "FG/FP/TT"


def parts(house: str, card: str, place: str) -> list[str]:
    p = placing(house, hands=[card])
    return [str(part) for part in RULES.points(p, 0, RULES.action_of(p, 0, place))]


@pytest.mark.parametrize(("before", "points"), [(1, 0), (2, 1), (3, 2), (4, 4), (5, 0), (6, 0)])
def test_e4_1_a_run_scores_by_its_whole_length(before: int, points: int) -> None:
    house = "/".join(("G" * before, ("TP" * before)[:before], ("PT" * before)[:before]))
    p = placing(house, hands=["GT/FF/PT"])
    assert gain(p, f"place {before},0") == points


def test_e4_1_a_run_that_the_card_is_not_part_of_does_not_score() -> None:
    p = placing("GGGTF/TPFTP/FPTPG", hands=[PLAIN])
    assert gain(p, "place 5,0") == 0


def test_e4_1_a_card_may_bring_its_own_column() -> None:
    assert gain(placing("TP/FG/TP", hands=["GT/GF/GP"]), "place 2,0") == 1


def test_e4_1_a_card_may_join_two_runs() -> None:
    assert parts("GG..GG/TP..FT/FT..TP", "GG/PF/FT", "place 2,0") == ["six gardens: 0 (E4.1)"]


def test_e4_2_a_square_counts_in_its_row_and_its_column() -> None:
    assert parts("GG.../TPFTP/FTG../..G..", "GT/GF/GP", "place 2,0") == [
        "four gardens: 2 (E4.1)",
        "three gardens: 1 (E4.1)",
    ]


@pytest.mark.parametrize(
    ("house", "points"),
    [("GG/TP/FT", 1), ("GG/PP/FT", 1 + 1 + 2), ("GG/PP/FF", 3 + 4)],
)
def test_e4_3_bonus_for_two_and_three_features(house: str, points: int) -> None:
    assert gain(placing(house, hands=["GT/PT/FG"]), "place 2,0") == points


def test_e4_3_bonus_for_four_features() -> None:
    assert gain(placing("GG..TT/PP..GF/FF..PT", hands=["GT/PT/FG"]), "place 2,0") == 4 + 6


def test_e4_3_a_run_of_six_is_no_feature_of_the_bonus() -> None:
    assert gain(placing("GGGGG/TPFPP/FTPTF", hands=["GT/PT/FG"]), "place 5,0") == 1


def test_e4_4_the_starting_card_scores_nothing() -> None:
    cards = ["TP/TG/TF"] * 64
    components = RULES.components({"game": "edo_yashiki", "name": "columns", "cards": cards})
    p = RULES.opening(EdoOptions(seats=2), components)
    chance(p, seeded(1))
    chance(p, seeded(2))
    assert scores(p) == [0, 0]
    assert scores(open_game()) == [0, 0]


def test_the_sheet_tells_runs_and_bonus_apart() -> None:
    p = placing("GFGT/TGGG/TPPF/.TP./.TT./.FG.", hands=["FG/FP/TT", PLAIN])
    act(p, 0, "place -1,1")
    act(p, 1, "place 2,1")
    assert [part.points for part in RULES.sheet(p)[0]] == [2, 2, 0, 4]
    assert str(RULES.sheet(p)[0][0]) == "2 runs of three: 2 (E4.1)"


# -- laws ---------------------------------------------------------------------------------------------
SIZE = 7
houses = st.lists(st.text("TPFG", min_size=SIZE, max_size=SIZE), min_size=SIZE, max_size=SIZE)
faces = st.text("TPFG", min_size=6, max_size=6).map(lambda s: "/".join((s[:2], s[2:4], s[4:])))
spots = st.tuples(st.integers(-2, SIZE), st.integers(-3, SIZE))


def made(house: list[str], face: int, x: int, y: int) -> int:
    p = placing("/".join(house), hands=[PLAIN])
    return int(runs_made(p, 0, face, x, y))


@given(houses, faces, spots, st.integers(0, 5), st.integers(0, 5))
def test_runs_do_not_change_under_a_shift(
    house: list[str], face: str, spot: tuple[int, int], right: int, down: int
) -> None:
    (x, y), code = spot, face_code(face)
    shifted = ["." * (SIZE + right)] * down + ["." * right + row for row in house]
    assert made(house, code, x, y) == made(shifted, code, x + right, y + down)


@given(houses, faces, spots)
def test_runs_do_not_change_under_half_a_turn(house: list[str], face: str, spot: tuple[int, int]) -> None:
    (x, y), code = spot, face_code(face)
    turned = [row[::-1] for row in reversed(house)]
    assert made(house, code, x, y) == made(turned, int(half_turn(code)), SIZE - 2 - x, SIZE - 3 - y)


@given(houses, faces, spots)
def test_points_add_up_to_the_gain_wherever_a_card_would_lie(
    house: list[str], face: str, spot: tuple[int, int]
) -> None:
    p = placing("/".join(house), hands=[face])
    action = RULES.action_of(p, 0, f"place {spot[0]},{spot[1]}")
    assert sum(part.points for part in RULES.points(p, 0, action)) == KERNELS.gain(p, 0, action)
