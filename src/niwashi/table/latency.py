"""Latency: the round trips of pings, measured by the server. The shortest one counts."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from niwashi.wire import Ping

MAX_ROUND_TRIPS = 32
"""Eight pings at joining and one every five seconds: a little over two minutes."""
MIN_ROUND_TRIPS = 8
"""The least number of round trips that shows how much a connection's latency varies."""
MAX_JITTER_MARGIN_MS = 10


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

    @property
    def best(self) -> _RoundTrip | None:
        return min(self.round_trips, key=lambda trip: trip.took, default=None)

    @property
    def jitter_margin(self) -> int:
        """How far below half of the shortest round trip a message may be: with jitter we rarely see the shortest."""
        took = sorted(trip.took for trip in self.round_trips)
        return min(took[len(took) // 2] - took[0], MAX_JITTER_MARGIN_MS) if len(took) >= MIN_ROUND_TRIPS else 0


class Latencies:
    """By person. Not part of the log: a press's entry holds the latency that it was judged by."""

    def __init__(self) -> None:
        self._connections: dict[str, _Connection] = {}

    def ping(self, person: str, now: int) -> Ping:
        connection = self._connections.setdefault(person, _Connection())
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

    def one_way(self, person: str | None) -> int | None:
        """Half of the shortest round trip in milliseconds; None before the first measurement."""
        connection = self._connections.get(person or "")
        return connection.best.took // 2 if connection and connection.best else None

    def guaranteed(self, person: str | None) -> int:
        """The one-way time that a press may claim: the measured time less the jitter margin."""
        connection = self._connections.get(person or "")
        return max((self.one_way(person) or 0) - connection.jitter_margin, 0) if connection else 0

    def forget(self, person: str) -> None:
        """To be called when a person disconnects: a new connection may take another route."""
        self._connections.pop(person, None)
