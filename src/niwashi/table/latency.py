"""Latency: how long a person's messages travel. Nothing that a client does can make it longer than it is."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from niwashi.wire import Ping

MAX_ROUND_TRIPS = 32
"""Eight pings at joining and one every five seconds: a little over two minutes, in which clocks hardly drift."""


@dataclass(frozen=True)
class _RoundTrip:
    number: int
    sent: int
    took: int


@dataclass
class _Connection:
    pings: int = 0
    sent: dict[int, int] = field(default_factory=dict)
    round_trips: deque[_RoundTrip] = field(default_factory=lambda: deque(maxlen=MAX_ROUND_TRIPS))
    max_lag: int | None = None
    """What the transport gave last as the most that the one-way time can be."""

    @property
    def best(self) -> _RoundTrip | None:
        """Of equals the newest, because clocks drift."""
        return min(reversed(self.round_trips), key=lambda trip: trip.took, default=None)

    @property
    def average(self) -> float | None:
        trips = self.round_trips
        return sum(trip.took for trip in trips) / len(trips) if trips else None


class Latencies:
    """By person. Not part of the log: a press's entry holds the latency that it was judged by."""

    def __init__(self) -> None:
        self._connections: dict[str, _Connection] = {}

    def ping(self, person: str, now: int, max_lag: int | None = None) -> Ping:
        """`max_lag` is the most that the one-way time can be, as far as the transport knows that."""
        connection = self._connections.setdefault(person, _Connection())
        connection.max_lag = max_lag
        connection.pings += 1
        connection.sent[connection.pings] = now
        connection.sent.pop(connection.pings - MAX_ROUND_TRIPS, None)
        best = connection.best
        if best is None:
            return Ping(n=connection.pings, at=now)
        return Ping(n=connection.pings, at=now, best=best.number, best_at=best.sent, lag=best.took // 2)

    def pong(self, person: str, number: int, now: int) -> None:
        """Counts once per ping; a pong without its ping is ignored."""
        connection = self._connections.get(person)
        if connection and number in connection.sent:
            sent = connection.sent.pop(number)
            connection.round_trips.append(_RoundTrip(number, sent, max(now - sent, 0)))

    def answered(self, person: str | None) -> int | None:
        """Half of the average round trip of a ping, which a client can make longer; None before the first pong."""
        connection = self._connections.get(person or "")
        average = None if connection is None else connection.average
        return None if average is None else round(average / 2)

    def lag(self, person: str | None) -> int | None:
        """The one-way time in milliseconds that is compensated; None before the first pong."""
        answered = self.answered(person)
        if answered is None:
            return None
        limit = self._connections[person or ""].max_lag
        return answered if limit is None else min(answered, limit)

    def forget(self, person: str) -> None:
        """To be called when a person disconnects: a new connection may take another route."""
        self._connections.pop(person, None)
