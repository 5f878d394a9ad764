"""E6: specialists."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from niwashi.core.game import CHANCE, Position
from niwashi.games.edo_yashiki import RULES
from niwashi.games.edo_yashiki.cards import FEATURES
from niwashi.games.edo_yashiki.house import one_run
from niwashi.games.edo_yashiki.rules import score_round
from niwashi.games.edo_yashiki.scoring import (
    best_points,
    bonus_points,
    placing_points,
    specialist_times,
    times_of,
)
from tests.games.edo_yashiki.drawing import (
    KERNELS,
    act,
    legal,
    open_game,
    placing,
    refused,
    scores,
    to_act,
)

POINTS = {3: 1, 4: 2, 5: 4}
PLAIN = "FG/FP/TT"
Runs: TypeAlias = tuple[tuple[str, int], ...]


def markers(p: Position, seat: int = 0) -> str:
    return str(RULES.view(p)["houses"][seat]["markers"])


def scored(runs: str, there: str) -> Position:
    """Seat 0's card has made these runs, as `T3 T4 P3`, with these markers, and the round is scored."""
    p = placing(hands=[PLAIN, PLAIN], markers=[there, "TPFG"])
    p.seat[0].runs = encode_message(tuple((run[0], int(run[1:])) for run in runs.split()))
    for seat in (0, 1):
        p.seat[seat].hand = -1
    p.waiting = 0
    score_round(p)
    return p


def encode_message(runs: Runs) -> int:
    return sum(int(one_run(FEATURES.index(feature), length)) for feature, length in runs)


def test_e6_1_each_seat_has_a_marker_for_each_feature() -> None:
    p = open_game(seats=3, specialists=True)
    assert [house["markers"] for house in RULES.view(p)["houses"]] == ["TPFG"] * 3
    assert RULES.view(open_game(seats=3))["houses"][0]["markers"] is None


def test_e6_2_scoring_takes_the_marker_and_needs_it() -> None:
    p = scored("T3", "TP")
    assert (scores(p)[0], markers(p)) == (1, "P")
    p = scored("T3", "PF")
    assert (scores(p)[0], markers(p)) == (0, "PF")


def test_e6_3_with_the_last_marker_gone_all_return_even_in_the_middle() -> None:
    p = scored("T3", "T")
    assert (scores(p)[0], markers(p)) == (1, "TPFG")
    p = scored("T3 T3", "T")
    assert (scores(p)[0], markers(p)) == (2, "PFG")
    p = scored("T3 P3", "T")
    assert (scores(p)[0], markers(p)) == (2 + 2, "TFG")


def test_e6_4_a_seat_is_asked_which_run_scores() -> None:
    p = scored("T3 T4", "TP")
    assert to_act(p) == (0,)
    assert legal(p) == ["score T3", "score T4"]
    assert RULES.view(p)["houses"][0]["choice"] == {"feature": "T", "times": 1, "lengths": [3, 4]}
    assert refused(p, "score T5") == "edo/run"
    assert refused(p, "score P3") == "edo/order"
    act(p, 0, "score T3")
    assert scores(p)[0] == 1
    assert KERNELS.to_act(p) == CHANCE


def test_e6_4_features_are_asked_in_order() -> None:
    p = scored("G3 G4 T3 T5", "TPG")
    assert legal(p) == ["score T3", "score T5"]
    assert refused(p, "score G3") == "edo/order"
    act(p, 0, "score T5")
    assert legal(p) == ["score G3", "score G4"]
    act(p, 0, "score G4")
    assert scores(p)[0] == 4 + 2 + 2


def test_e6_4_no_one_is_asked_where_all_choices_are_equal() -> None:
    p = scored("T4 T4", "TP")
    assert (scores(p)[0], KERNELS.to_act(p)) == (2, CHANCE)


def test_e6_4_the_rest_scores_by_itself_once_no_choice_is_left() -> None:
    p = scored("T3 T4 T4", "T")
    assert RULES.view(p)["houses"][0]["choice"] == {"feature": "T", "times": 2, "lengths": [3, 4]}
    act(p, 0, "score T3")
    assert (scores(p)[0], KERNELS.to_act(p)) == (1 + 2, CHANCE)


def test_e6_4_the_round_goes_on_when_every_seat_has_chosen() -> None:
    p = placing(hands=[PLAIN, PLAIN], markers=["TP", "TP"])
    for seat in (0, 1):
        p.seat[seat].runs = encode_message((("T", 3), ("T", 4)))
        p.seat[seat].hand = -1
    p.waiting = 0
    score_round(p)
    assert to_act(p) == (0, 1)
    act(p, 1, "score T4")
    assert to_act(p) == (0,)
    act(p, 0, "score T3")
    assert (scores(p), KERNELS.to_act(p), int(p.starts)) == ([1, 2], CHANCE, 1)


def test_e6_4_runs_of_six_neither_score_nor_take_a_marker() -> None:
    p = scored("T6", "TP")
    assert (scores(p)[0], markers(p), int(p.seat[0].runs)) == (0, "TP", 0)


def test_e6_5_the_bonus_counts_features_that_were_scored() -> None:
    assert scores(scored("T3 P3 G3", "TPF"))[0] == 2 + 2
    assert scores(scored("T3 P3 G3", "TPFG"))[0] == 3 + 4
    assert scores(scored("T3 P3 G3", "GF"))[0] == 1


# -- E6.4 against every order of scoring --------------------------------------------------------------
Outcome: TypeAlias = tuple[tuple[int, ...], frozenset[str], int]
"""How often each feature scored, the markers left, the points with the bonus."""


@cache
def every_order(runs: Runs, there: frozenset[str], done: tuple[int, ...]) -> frozenset[Outcome]:
    """Scores run after run in every order that E6.2 and E6.3 allow."""
    able = [run for run in set(runs) if run[1] <= 5 and run[0] in there]
    if not able:
        features = sum(times > 0 for times in done)
        return frozenset({(done, there, {0: 0, 1: 0, 2: 2, 3: 4, 4: 6}[features])})
    outcomes: set[Outcome] = set()
    for feature, length in able:
        rest = list(runs)
        rest.remove((feature, length))
        after = tuple(times + (FEATURES[place] == feature) for place, times in enumerate(done))
        left = (there - {feature}) or frozenset(FEATURES)
        for times, markers_left, points in every_order(tuple(rest), left, after):
            outcomes.add((times, markers_left, points + POINTS[length]))
    return frozenset(outcomes)


some_runs = st.lists(st.tuples(st.sampled_from(FEATURES), st.integers(3, 6)), max_size=6).map(
    lambda runs: tuple(sorted(runs))
)
some_markers = st.sets(st.sampled_from(FEATURES), min_size=1).map(frozenset)


@given(some_runs, some_markers)
def test_e6_4_no_order_changes_the_times_the_markers_or_the_bonus(runs: Runs, there: frozenset[str]) -> None:
    outcomes = every_order(runs, there, (0, 0, 0, 0))
    mask = sum(1 << FEATURES.index(letter) for letter in there)
    times, left = (int(number) for number in specialist_times(encode_message(runs), mask))
    counts = tuple(int(times_of(times, feature)) for feature in range(4))
    letters = frozenset(letter for place, letter in enumerate(FEATURES) if left >> place & 1)
    assert {outcome[:2] for outcome in outcomes} == {(counts, letters)}
    assert best_points(encode_message(runs), times) == max(points for _, _, points in outcomes)
    assert bonus_points(times) == max(0, 2 * sum(count > 0 for count in counts) - 2)


@given(some_runs, some_markers)
def test_e6_4_the_questions_reach_what_the_orders_reach(runs: Runs, there: frozenset[str]) -> None:
    words = " ".join(f"{feature}{length}" for feature, length in runs)
    letters = "".join(sorted(there, key=FEATURES.index))
    p = scored(words, letters)
    reachable = totals(p)
    assert reachable == {points for _, _, points in every_order(runs, there, (0, 0, 0, 0))}
    fresh = placing(hands=[PLAIN, PLAIN], markers=[letters, "TPFG"])
    assert placing_points(fresh, 0, encode_message(runs)) == max(reachable)


def totals(p: Position) -> set[int]:
    """Every score that seat 0's answers can lead to; each question is a real one."""
    if 0 not in to_act(p):
        return {scores(p)[0]}
    found = []
    for choice in legal(p):
        copy = p.copy()
        act(copy, 0, choice)
        found.append(totals(copy))
    assert len(found) > 1
    return set().union(*found)
