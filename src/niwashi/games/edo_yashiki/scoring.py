"""Scoring (E4, E6): the points of runs, how often each feature scores, and the choices of a seat."""

from __future__ import annotations

from niwashi.core.game import Position
from niwashi.core.kernel import kernel
from niwashi.games.edo_yashiki.house import one_run
from niwashi.games.edo_yashiki.state import (
    ALL_MARKERS,
    COUNT,
    COUNT_BITS,
    FEATURE_BITS,
    LONGEST,
    ONE_FEATURE,
    SCORE_LENGTHS,
    SHORTEST,
)


# -- packed counts ---------------------------------------------------------------------------------
@kernel
def runs_of(runs: int, feature: int, length: int) -> int:
    """The number of runs of this feature and length; LONGEST + 1 stands for all longer ones."""
    return (runs >> (feature * FEATURE_BITS + (length - SHORTEST) * COUNT_BITS)) & COUNT


@kernel
def scoring_runs(runs: int, feature: int) -> int:
    """The number of runs of the feature that could score (E4.1)."""
    total = 0
    for length in range(SHORTEST, LONGEST + 1):
        total += runs_of(runs, feature, length)
    return total


@kernel
def times_of(times: int, feature: int) -> int:
    return (times >> (COUNT_BITS * feature)) & COUNT


# -- points ----------------------------------------------------------------------------------------
@kernel
def run_points(length: int) -> int:
    """E4.1: 3 → 1, 4 → 2, 5 → 4."""
    return 1 << (length - SHORTEST)


@kernel
def bonus_points(times: int) -> int:
    """E4.3, E6.5: 2, 4 or 6 points where two, three or four features score."""
    features = 0
    for feature in range(4):
        features += 1 if times_of(times, feature) > 0 else 0
    return max(0, 2 * (features - 1))


@kernel
def best_points(runs: int, times: int) -> int:
    """E6.4: the bonus and the longest runs of each feature, as many as may score."""
    points = bonus_points(times)
    for feature in range(4):
        points += feature_points(runs, times_of(times, feature), feature)
    return points


@kernel
def feature_points(runs: int, times: int, feature: int) -> int:
    """The points of the `times` longest runs of a feature."""
    points = 0
    for length in range(LONGEST, SHORTEST - 1, -1):
        scoring = min(times, runs_of(runs, feature, length))
        points += scoring * run_points(length)
        times -= scoring
    return points


# -- how often each feature scores -----------------------------------------------------------------
@kernel
def all_times(runs: int) -> int:
    """E4.1: how often each feature scores without specialists: every run does."""
    times = 0
    for feature in range(4):
        times |= scoring_runs(runs, feature) << (COUNT_BITS * feature)
    return times


@kernel
def specialist_times(runs: int, markers: int) -> tuple[int, int]:
    """E6.2–E6.4: how often each feature scores, and the markers left.

    The order of scoring changes neither: until the last marker is spent each feature scores at most once, and the
    last marker is spent exactly when every marker left has a run to score.
    """
    times = 0
    wanted = all_times(runs)
    while True:
        for feature in range(4):
            if markers >> feature & 1 and times_of(times, feature) < times_of(wanted, feature):
                markers &= ~(1 << feature)
                times += 1 << (COUNT_BITS * feature)
        if markers != 0:
            return times, markers
        markers = ALL_MARKERS


@kernel
def times_and_markers(p: Position, seat: int, runs: int) -> tuple[int, int]:
    """How often each feature of these runs would score for the seat, and its markers afterwards."""
    markers = int(p.seat[seat].markers)
    if int(p.specialists) == 0:
        return all_times(runs), markers
    return specialist_times(runs, markers)


@kernel
def placing_points(p: Position, seat: int, runs: int) -> int:
    """The points of a placement that makes these runs, with the best choice."""
    if runs == 0:
        return 0
    times, _ = times_and_markers(p, seat, runs)
    return best_points(runs, times)


@kernel
def round_points(runs: int, markers: int, specialists: bool) -> tuple[int, int, int]:
    """For score pads: the points of a placement that made these runs, its bonus, and the markers left."""
    times = all_times(runs)
    if specialists:
        times, markers = specialist_times(runs, markers)
    return best_points(runs, times), bonus_points(times), markers


# -- scoring ---------------------------------------------------------------------------------------
@kernel
def score_runs(p: Position, seat: int, feature: int, length: int, number: int) -> None:
    """Scores `number` runs of a feature and length, and removes them."""
    house = p.seat[seat]
    house.score += number * run_points(length)
    house.scored[length - SHORTEST] += number
    house.times -= number << (COUNT_BITS * feature)
    house.runs -= number * one_run(feature, length)


@kernel
def has_choice(runs: int, times: int, feature: int) -> bool:
    """E6.4: whether there are more runs than may score, of different lengths."""
    lengths = 0
    for length in range(SHORTEST, LONGEST + 1):
        lengths += 1 if runs_of(runs, feature, length) > 0 else 0
    return 0 < times < scoring_runs(runs, feature) and lengths > 1


@kernel
def settle(p: Position, seat: int, feature: int) -> None:
    """E6.4: if the feature needs no choice, scores its runs and drops those that cannot score any more."""
    if has_choice(int(p.seat[seat].runs), times_of(int(p.seat[seat].times), feature), feature):
        return
    for length in range(SHORTEST, LONGEST + 1):
        house = p.seat[seat]
        number = min(times_of(int(house.times), feature), runs_of(int(house.runs), feature, length))
        score_runs(p, seat, feature, length, number)
    p.seat[seat].runs -= int(p.seat[seat].runs) & (ONE_FEATURE << (feature * FEATURE_BITS))


@kernel
def choice_points(p: Position, seat: int, feature: int, length: int) -> int:
    """E6.4: the points of a chosen run, with the runs that then score automatically."""
    runs = int(p.seat[seat].runs) - one_run(feature, length)
    times = times_of(int(p.seat[seat].times), feature) - 1
    if has_choice(runs, times, feature):
        return run_points(length)
    return run_points(length) + feature_points(runs, times, feature)


@kernel
def score_placing(p: Position, seat: int) -> bool:
    """E4, E6: scores the seat's last placement; returns whether a choice is left (E6.4)."""
    house = p.seat[seat]
    times, markers = times_and_markers(p, seat, int(house.runs))
    house.times = times
    house.markers = markers
    house.score += bonus_points(times)
    house.bonus += bonus_points(times)
    for feature in range(4):
        settle(p, seat, feature)
    return int(house.times) != 0


@kernel
def asked_feature(p: Position, seat: int) -> int:
    """E6.4: the first feature, in the order T P F G, with an open choice. There must be one."""
    feature = 0
    while times_of(int(p.seat[seat].times), feature) == 0:
        feature += 1
    return feature


@kernel
def may_score(p: Position, seat: int, choice: int) -> bool:
    """E6.4: whether this feature is to be chosen from, and has a run of this length."""
    feature, length = choice // SCORE_LENGTHS, SHORTEST + choice % SCORE_LENGTHS
    return feature == asked_feature(p, seat) and runs_of(int(p.seat[seat].runs), feature, length) > 0
