"""The live grab, simulated: near and far seats win alike, and a forged time gains next to nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from random import Random

import pytest

from niwashi.table import grab_timing
from niwashi.table.entries import Pressed
from niwashi.table.latency import Latencies

DISTANCES = (20, 80, 200)
CAP = 250
BETWEEN_PINGS = 5000
FEW, ALL = 3000, 12_000
DRIFT = 40e-6
"""Seconds that a cheap clock gains in one."""
LINES: dict[str, Callable[[Random], float]] = {
    "steady": lambda _: 0.0,
    "good": lambda random: random.expovariate(1),
    "usual": lambda random: random.expovariate(1 / 4),
    "shared": lambda random: random.uniform(0, 10),
    "bad": lambda random: random.expovariate(1 / 20),
}
"""What is added to the fastest way, in milliseconds."""


@dataclass
class Client:
    """A seat so far away, with a clock of its own and an uneven line."""

    name: str
    distance: int
    random: Random
    forges: bool = False
    line: str = "usual"
    arrivals: dict[int, float] = field(default_factory=dict)
    offset: float = 0.0

    def __post_init__(self) -> None:
        self.skew = self.random.uniform(-60_000, 60_000)
        self.rate = 1 + self.random.uniform(-DRIFT, DRIFT)

    def clock(self, true: float) -> float:
        return true * self.rate + self.skew

    def travel(self) -> float:
        """The fastest way, and now and then a queue."""
        return self.distance + LINES[self.line](self.random)

    def exchange(self, lags: Latencies, now: float) -> None:
        """Answer a ping with a pong. The client learns the table's clock from it (docs/tables.md), nothing else."""
        ping = lags.ping(self.name, int(now))
        there = now + self.travel()
        self.arrivals[ping.n] = self.clock(there)
        if ping.best is not None and ping.best_at is not None and ping.lag is not None:
            self.offset = ping.best_at + ping.lag - self.arrivals[ping.best]
        lags.pong(self.name, ping.n, int(there + self.travel()))

    def press(self, lags: Latencies, pressed: float, signal: int) -> Pressed:
        claimed = signal if self.forges else max(signal, round(self.clock(pressed) + self.offset))
        arrival = ceil(pressed + self.travel())
        lag = lags.guaranteed(self.name)
        effective = grab_timing.effective_time(arrival, claimed, lag, CAP, signal)
        everybody = [lags.guaranteed(str(distance)) for distance in DISTANCES]
        seat = DISTANCES.index(self.distance)
        return pressed_at(
            seat, "grab 1", arrival, claimed, effective, lag, grab_timing.window_end(arrival, everybody, CAP)
        )


def pressed_at(seat: int, action: str, arrival: int, claimed: int, effective: int, lag: int, closes: int) -> Pressed:
    times = {"arrival": arrival, "claimed": claimed, "effective": effective, "lag": lag, "closes": closes}
    return Pressed(at=arrival, seat=seat, action=action, **times)


def joined(random: Random, forger: int | None, line: str) -> tuple[list[Client], Latencies, float]:
    clients, lags = [Client(str(d), d, random, d == forger, line) for d in DISTANCES], Latencies()
    now = 1_000_000.0
    for _ in range(9):
        for client in clients:
            client.exchange(lags, now)
        now += 1000
    return clients, lags, now


def races(
    number: int, together: bool, forger: int | None = None, line: str = "usual"
) -> tuple[list[float], list[float]]:
    """The share that each seat wins, and how much earlier than pressed each forged press counted."""
    random = Random(number + together)
    clients, lags, now = joined(random, forger, line)
    priority, wins, gains = [0, 1, 2], [0, 0, 0], []
    for _ in range(number):
        signal = int(now) + grab_timing.LEAD_MS
        reactions = [350 if together else random.lognormvariate(5.86, 0.2) for _ in clients]
        presses = [client.press(lags, signal + r, signal) for client, r in zip(clients, reactions, strict=True)]
        closes = min(press.closes for press in presses)
        (winner,), priority = grab_timing.decide_winners(
            [press for press in presses if press.arrival <= closes], priority
        )
        wins[winner.seat] += 1
        gains += [
            signal + r - press.effective
            for client, r, press in zip(clients, reactions, presses, strict=True)
            if client.forges
        ]
        now += BETWEEN_PINGS
        for client in clients:
            client.exchange(lags, now)
    return [won / number for won in wins], gains


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("number", [FEW, pytest.param(ALL, marks=pytest.mark.full)])
def test_near_and_far_seats_win_a_third_each(number: int, together: bool) -> None:
    shares, _ = races(number, together)
    assert all(abs(share - 1 / 3) <= 0.03 for share in shares), shares


@pytest.mark.parametrize("forger", DISTANCES)
@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("number", [FEW // 10, pytest.param(ALL, marks=pytest.mark.full)])
def test_a_forged_time_gains_at_most_thirty_milliseconds(number: int, line: str, forger: int) -> None:
    _, gains = races(number, False, forger, line)
    assert max(gains) <= 30


def test_an_uneven_line_is_believed_less() -> None:
    """Half of the fastest trip, less what the usual trip took longer."""
    lags = Latencies()
    for trip in (100, 106, 104, 108, 103, 106, 110):
        lags.pong("aki", lags.ping("aki", 0).n, trip)
    assert lags.guaranteed("aki") == lags.one_way("aki") == 50, "it takes eight to tell"
    lags.pong("aki", lags.ping("aki", 0).n, 190)
    assert (lags.one_way("aki"), lags.guaranteed("aki")) == (50, 44)
    for _ in range(8):
        lags.pong("aki", lags.ping("aki", 0).n, 190)
    assert lags.guaranteed("aki") == 40, "at most ten"
    assert lags.guaranteed("nobody") == 0


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
        (900, 50, 920),  # too good: arrival − 50 − 30
        (950, 50, 950),  # believed
        (2000, 50, 1000),  # never later than it arrived
        (500, 240, 750),  # the cap is 250
    ],
)
def test_a_claim_is_believed_as_far_as_the_line_allows(claimed: int, lag: int, effective: int) -> None:
    assert grab_timing.effective_time(1000, claimed, lag, CAP, signal=0) == effective


def test_nothing_counts_before_the_signal() -> None:
    assert grab_timing.effective_time(1000, 960, 200, CAP, signal=980) == 980


def test_a_pong_counts_once_and_only_for_a_ping() -> None:
    lags = Latencies()
    lags.pong("aki", 1, 500)
    assert lags.one_way("aki") is None
    ping = lags.ping("aki", 1000)
    lags.pong("aki", ping.n, 1100)
    lags.pong("aki", ping.n, 1000)
    assert lags.one_way("aki") == 50
