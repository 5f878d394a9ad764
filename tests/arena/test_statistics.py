"""The arena's statistics, against numbers worked out by hand and against simulated truths."""

from __future__ import annotations

import math

import numpy as np
import pytest

from niwashi.arena.statistics import (
    Interval,
    Rankings,
    Sprt,
    elo,
    expected_share,
    log_ratio,
    rank_game,
    rate,
    share_interval,
    strengths,
    student,
    sum_rankings,
    win_shares,
)
from niwashi.core.rng import seeded

TEST = Sprt(0.5, 0.65)


def paired_deals(share: float, count: int, rng: np.random.Generator) -> list[float]:
    """Deals of two games of which, three times in ten, the second follows the first."""
    first, second, follows = (rng.random(count) < chance for chance in (share, share, 0.3))
    deals: list[float] = ((1.0 * first + np.where(follows, first, second)) / 2).tolist()
    return deals


# -- shares ------------------------------------------------------------------------------------------------------------
def test_a_win_shared_by_n_counts_one_nth() -> None:
    assert win_shares((3, 9, 9, 1)) == (0, 0.5, 0.5, 0)
    assert win_shares((7, 6)) == (1, 0)


@pytest.mark.parametrize(("degrees", "quantile"), [(3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)])
def test_students_quantiles_are_those_of_the_tables(degrees: int, quantile: float) -> None:
    assert student(degrees) == pytest.approx(quantile, rel=0.005)


def test_an_interval_by_hand() -> None:
    """Two deals, won and halved, and two of the prior: 1, ½, 1, 0 have mean 0.625 and variance 0.2292."""
    reach = student(3) * math.sqrt(0.229167 / 4)
    assert share_interval([1, 0.5], 0.5).low == pytest.approx(max(0.625 - reach, 0), abs=1e-5)


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_an_interval_always_has_a_width(value: float) -> None:
    for count in (1, 10, 10_000):
        found = share_interval([value] * count, 0.5)
        assert 0 <= found.low <= value <= found.high <= 1
        assert found.high - found.low > 1 / (count + 2) / 4


@pytest.mark.parametrize("share", [0.25, 0.5, 0.8, 0.95])
@pytest.mark.parametrize("count", [20, 200])
def test_nineteen_of_twenty_intervals_hold_the_truth(share: float, count: int) -> None:
    rng = np.random.default_rng(5)
    found = [share_interval(paired_deals(share, count, rng), 0.5) for _ in range(600)]
    assert np.mean([interval.low <= share <= interval.high for interval in found]) > 0.93


# -- Elo ---------------------------------------------------------------------------------------------------------------
def test_three_of_four_wins_are_190_8_elo() -> None:
    assert elo(0.75) == pytest.approx(190.8, abs=0.05)
    assert elo(0.5) == 0
    assert (elo(0), elo(1)) == (-math.inf, math.inf)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_shares_and_elo_are_each_others_inverse(seats: int) -> None:
    assert expected_share(0, seats) == pytest.approx(1 / seats)
    assert elo(expected_share(123, seats), seats) == pytest.approx(123)


# -- the sequential test -----------------------------------------------------------------------------------------------
def test_the_bounds_are_walds() -> None:
    assert TEST.bounds.high == pytest.approx(math.log(19))
    assert TEST.bounds.low == pytest.approx(-math.log(19))
    assert [TEST.verdict(ratio) for ratio in (-3, 0, 3)] == ["low", None, "high"]


def test_won_or_lost_deals_are_tested_as_coins_are() -> None:
    """Where all values are 0 or 1 the most likely distributions are Bernoulli's; the prior is one of each."""
    won, lost = 30, 20
    by_hand = (won + 1) * math.log(0.65 / 0.5) + (lost + 1) * math.log(0.35 / 0.5)
    assert log_ratio([1.0] * won + [0.0] * lost, 0.5, TEST) == pytest.approx(by_hand)


def decided(share: float, rng: np.random.Generator) -> str | None:
    deals = paired_deals(share, 400, rng)
    verdicts = (TEST.verdict(log_ratio(deals[:count], 0.5, TEST)) for count in range(1, 401))
    return next((verdict for verdict in verdicts if verdict), None)


@pytest.mark.parametrize(("share", "truth"), [(0.5, "low"), (0.65, "high")])
def test_the_sequential_test_is_wrong_as_rarely_as_it_says(share: float, truth: str) -> None:
    rng = np.random.default_rng(6)
    verdicts = [decided(share, rng) for _ in range(40)]
    assert verdicts.count(truth) >= 36


# -- ratings -----------------------------------------------------------------------------------------------------------
def test_a_tie_is_every_order_in_equal_parts() -> None:
    assert rank_game((5, 9, 5), (0, 1, 2)) == {(1, 0, 2): 0.5, (1, 2, 0): 0.5}
    assert rank_game((5, 5), (0, 1)) == {(0, 1): 0.5, (1, 0): 0.5}
    assert rank_game((5, 5, 1), (0, 1, 1)) == {(0, 1, 1): 0.5, (1, 0, 1): 0.5}


def test_between_two_strengths_are_the_odds() -> None:
    first, second = strengths(2, {(0, 1): 75, (1, 0): 25})
    assert first / second == pytest.approx(3)


def drawn_ranking(strong: list[float], rng: np.random.Generator) -> tuple[int, ...]:
    """Who has the shortest exponential time comes in first: that is Plackett and Luce's model."""
    order: list[int] = np.argsort(rng.exponential(1 / np.array(strong))).tolist()
    return tuple(order)


def test_plackett_and_luces_strengths_are_found_again() -> None:
    truth, rng = [4.0, 2.0, 1.0, 0.125], np.random.default_rng(7)
    rankings: list[Rankings] = [{drawn_ranking(truth, rng): 1.0} for _ in range(2000)]
    assert strengths(4, sum_rankings(rankings)) == pytest.approx(truth, rel=0.12)
    for rating, strong in zip(rate(4, rankings), truth, strict=True):
        assert rating.interval.low - 10 < 400 * math.log10(strong) < rating.interval.high + 10
        assert 5 < rating.interval.high - rating.interval.low < 60


def test_one_among_copies_of_another_is_rated_by_the_whole_ranking() -> None:
    """At three seats, of equals, each place is as likely."""
    even: Rankings = {(0, 1, 1): 1.0, (1, 0, 1): 1.0, (1, 1, 0): 1.0}
    assert strengths(2, even) == pytest.approx([1, 1])


def test_who_won_everything_is_not_infinitely_strong() -> None:
    best, worst = rate(2, [{(0, 1): 2.0}] * 50)
    assert best.elo == pytest.approx(-worst.elo)
    assert 200 < best.interval.low < best.elo < best.interval.high < 2000


def test_who_has_not_played_yet_is_rated_with_all_doubt() -> None:
    first, _, absent = rate(3, [{(0, 1): 2.0, (1, 0): 1.0}] * 50)
    assert abs(absent.elo) < 1
    assert absent.interval.high - absent.interval.low > 1.5 * (first.interval.high - first.interval.low)


def test_deals_that_always_come_out_even_still_leave_a_doubt() -> None:
    first, _ = rate(2, [{(0, 1): 1.0, (1, 0): 1.0}] * 20)
    assert first.interval.low < 0 < first.interval.high
    assert isinstance(first.interval, Interval)


def test_seeds_of_the_arena_are_apart() -> None:
    words = [tuple(seeded(f"arena/7-{deal}/{what}")) for deal in range(3) for what in ("seat 0", "seat 1", "order")]
    assert len(set(words)) == len(words)
