"""The live grab, simulated: near and far seats win alike, and no strategy wins more than its share."""

from __future__ import annotations

import pytest

from benchmarks.grab import DISTANCES, LINES, STRATEGIES, UNKNOWABLE, Strategy, shares, strategy_shares
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


def test_what_cannot_be_known_is_what_docs_say() -> None:
    """Somebody who delays the acknowledgements of their own kernel wins: docs/tables.md says so."""
    (strategy,) = UNKNOWABLE.values()
    assert strategy_shares(strategy, 30)[20] > 0.9


@pytest.mark.parametrize("line", LINES)
def test_a_forged_time_gains_no_more_than_the_margin(line: str) -> None:
    """Even if nobody else has a margin at all: four milliseconds, and what the shortest of many trips had of jitter."""
    forged = shares([Strategy(forge=True), Strategy(), Strategy()], (80, 80, 80), [line, "steady", "steady"], FEW)
    assert forged[0] <= FAIR + TOLERANCE, forged


def test_only_the_shortest_trip_counts_and_it_is_never_forgotten() -> None:
    lags = Latencies()
    for trip in (100, 40, *([900] * MAX_ROUND_TRIPS)):
        lags.pong("aki", lags.ping("aki", 0).n, trip)
    assert lags.lag("aki") == 20
    assert lags.lag("nobody") is None


def test_a_late_pong_does_not_outdo_what_the_connection_shows() -> None:
    lags = Latencies()
    lags.pong("aki", lags.ping("aki", 0, max_lag=30).n, 420)
    assert (lags.lag("aki"), lags.answered("aki")) == (30, 210)
    lags.pong("aki", lags.ping("aki", 0, max_lag=200).n, 420)
    assert lags.lag("aki") == 30, "the smallest of all sockets"
    lags.pong("aki", lags.ping("aki", 0).n, 20)
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
    ("claimed", "lag", "effective"),
    [
        (900, 50, 946),  # too good: arrival − 50 − 4
        (950, 50, 950),  # believed
        (2000, 50, 1000),  # never later than it arrived
        (500, 248, 750),  # the cap is 250
    ],
)
def test_a_claim_is_believed_as_far_as_the_line_allows(claimed: int, lag: int, effective: int) -> None:
    assert grab_timing.effective_time(1000, claimed, lag, CAP, signal=0) == effective


def test_nothing_counts_before_the_signal() -> None:
    assert grab_timing.effective_time(1000, 960, 200, CAP, signal=980) == 980


def test_a_pong_counts_once_and_only_for_a_ping() -> None:
    lags = Latencies()
    lags.pong("aki", 1, 500)
    assert lags.lag("aki") is None
    ping = lags.ping("aki", 1000)
    lags.pong("aki", ping.n, 1100)
    lags.pong("aki", ping.n, 1000)
    assert lags.lag("aki") == 50
