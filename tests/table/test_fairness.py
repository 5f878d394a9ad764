"""The live grab, simulated: near and far seats win alike, and no strategy wins more than its share."""

from __future__ import annotations

import pytest

from benchmarks.grab import DISTANCES, LINES, ON_BAD_LINES, STRATEGIES, UNKNOWABLE, Strategy, shares, strategy_shares
from niwashi.table import grab_timing
from niwashi.table.entries import Pressed
from niwashi.table.latency import MAX_ROUND_TRIPS, Latencies

CAP = 250
FEW, ALL = 150, 4000
"""Draws of reaction times. Seeds are fixed, so a share is the same at every run."""
FAIR, TOLERANCE = 1 / 3, 0.03
NUMBERS = [FEW, pytest.param(ALL, marks=pytest.mark.full)]


def pressed_at(seat: int, action: str, arrival: int, claimed: int, effective: int, lag: int, closes: int) -> Pressed:
    times = {"arrival": arrival, "claimed": claimed, "effective": effective, "lag": lag, "closes": closes}
    return Pressed(at=arrival, seat=seat, action=action, **times)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("line", LINES)
def test_near_and_far_seats_win_a_third_each(number: int, line: str) -> None:
    won = shares([Strategy()] * 3, DISTANCES, [line] * 3, number)
    assert all(abs(share - FAIR) <= TOLERANCE for share in won), won


@pytest.mark.parametrize("number", NUMBERS)
def test_honest_people_on_even_and_usual_lines_win_a_third_each(number: int) -> None:
    won = shares([Strategy()] * 3, DISTANCES, ["usual", "steady", "good"], number)
    assert all(abs(share - FAIR) <= TOLERANCE for share in won), won


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("name", STRATEGIES)
def test_no_strategy_wins_more_than_its_share(number: int, name: str) -> None:
    won = strategy_shares(STRATEGIES[name], number)
    assert max(won.values()) <= FAIR + TOLERANCE, won


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("name", ON_BAD_LINES)
def test_jitter_cannot_be_turned_to_account(number: int, name: str) -> None:
    won = strategy_shares(STRATEGIES[name], number, "bad")
    assert max(won.values()) <= FAIR + TOLERANCE, won


@pytest.mark.parametrize("number", [2 * FEW, pytest.param(ALL, marks=pytest.mark.full)])
def test_honest_people_with_twenty_milliseconds_of_jitter_win_their_share_against_steady_lines(number: int) -> None:
    for lines in (["steady", "usual", "bad"], ["steady", "steady", "bad"]):
        won = shares([Strategy()] * 3, (80, 80, 80), lines, number)
        assert all(abs(share - FAIR) <= TOLERANCE for share in won), won


def test_what_cannot_be_known_is_what_docs_say() -> None:
    """Somebody who makes their own kernel or line slow wins: docs/tables.md says so."""
    assert [strategy_shares(strategy, 30)[20] > FAIR + TOLERANCE for strategy in UNKNOWABLE.values()] == [True, True]


@pytest.mark.parametrize("line", LINES)
def test_a_forged_time_gains_nothing(line: str) -> None:
    lines = [line, "steady", "steady"]
    forged, honest = [
        shares([Strategy(forge=forge), *[Strategy()] * 2], (80,) * 3, lines, 30) for forge in (True, False)
    ]
    assert forged == honest


def test_pongs_count_on_average() -> None:
    lags = Latencies()
    for trip in (900, *([40, 60] * (MAX_ROUND_TRIPS // 2))):
        lags.pong("aki", lags.ping("aki", 0).n, trip)
    assert lags.lag("aki") == 25
    assert lags.lag("nobody") is None


def test_a_late_pong_does_not_outdo_what_the_connection_shows() -> None:
    lags = Latencies()
    lags.pong("aki", lags.ping("aki", 0, max_lag=30).n, 420)
    assert (lags.lag("aki"), lags.answered("aki")) == (30, 210)
    lags = Latencies()
    lags.pong("aki", lags.ping("aki", 0, max_lag=30).n, 20)
    assert lags.lag("aki") == 10, "pongs only lower it"


def test_a_tie_goes_to_the_seat_next_in_priority_which_then_waits_longest() -> None:
    presses = [pressed_at(seat, "grab 1", 500, 500, 500 + 8 * seat, 0, 530) for seat in range(3)]
    priority, winners = [0, 1, 2], []
    for _ in range(6):
        (winner,), priority = grab_timing.decide_winners(presses, priority)
        winners.append(winner.seat)
    assert winners == [0, 1, 2, 0, 1, 2]


def test_of_two_who_always_tie_each_wins_every_other_time() -> None:
    presses = [pressed_at(seat, "grab 1", 500, 500, 500, 0, 530) for seat in (0, 1)]
    priority, winners = [0, 1, 2], []
    for _ in range(4):
        (winner,), priority = grab_timing.decide_winners(presses, priority)
        winners.append(winner.seat)
    assert winners == [0, 1, 0, 1]


def test_seventeen_milliseconds_are_no_tie() -> None:
    presses = [pressed_at(0, "grab 1", 517, 517, 517, 0, 530), pressed_at(1, "grab 1", 500, 500, 500, 0, 530)]
    (winner,), priority = grab_timing.decide_winners(presses, [0, 1])
    assert winner.seat == 1
    assert priority == [0, 1]


@pytest.mark.parametrize(
    ("lag", "effective"),
    [
        (0, 1000),
        (50, 950),
        (251, 750),  # the cap is 250
    ],
)
def test_a_press_counts_by_its_arrival_and_the_lag(lag: int, effective: int) -> None:
    assert grab_timing.effective_time(1000, lag, CAP, signal=0) == effective


def test_nothing_counts_before_the_signal() -> None:
    assert grab_timing.effective_time(1000, 200, CAP, signal=980) == 980


def test_a_pong_counts_once_and_only_for_a_ping() -> None:
    lags = Latencies()
    lags.pong("aki", 1, 500)
    assert lags.lag("aki") is None
    ping = lags.ping("aki", 1000)
    lags.pong("aki", ping.n, 1100)
    lags.pong("aki", ping.n, 1000)
    assert lags.lag("aki") == 50
