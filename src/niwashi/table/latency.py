"""How far away everybody is: round trips of pings, measured here, of which the smallest counts."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from niwashi.wire import Ping

MAX_ROUND_TRIPS = 32
"""Eight pings at joining and one every five seconds: a little over two minutes."""
MIN_ROUND_TRIPS = 8
"""Trips from which it can be told how uneven a line is."""
MAX_JITTER_MARGIN_MS = 10


@dataclass(frozen=True)
class _RoundTrip:
    number: int
    sent: int
    took: int


@dataclass
class _Connection:
    """One person's connection."""

    pings: int = 0
    sent: dict[int, int] = field(default_factory=dict)
    trips: deque[_RoundTrip] = field(default_factory=lambda: deque(maxlen=MAX_ROUND_TRIPS))

    @property
    def best(self) -> _RoundTrip | None:
        return min(self.trips, key=lambda trip: trip.took, default=None)

    @property
    def jitter_margin(self) -> int:
        """How much less than half of the fastest trip a way may take: of an uneven line we rarely see the fastest."""
        took = sorted(trip.took for trip in self.trips)
        return min(took[len(took) // 2] - took[0], MAX_JITTER_MARGIN_MS) if len(took) >= MIN_ROUND_TRIPS else 0


class Latencies:
    """Not part of the log: what a press was worth is written down with the press."""

    def __init__(self) -> None:
        self._lines: dict[str, _Connection] = {}

    def ping(self, person: str, now: int) -> Ping:
        line = self._lines.setdefault(person, _Connection())
        line.pings += 1
        line.sent[line.pings] = now
        line.sent.pop(line.pings - MAX_ROUND_TRIPS, None)
        best = line.best
        if best is None:
            return Ping(n=line.pings, at=now)
        return Ping(n=line.pings, at=now, best=best.number, best_at=best.sent, lag=best.took // 2)

    def pong(self, person: str, number: int, now: int) -> None:
        """Counts once; a pong without its ping counts nothing."""
        line = self._lines.get(person)
        if line and number in line.sent:
            sent = line.sent.pop(number)
            line.trips.append(_RoundTrip(number, sent, max(now - sent, 0)))

    def of(self, person: str | None) -> int | None:
        """The one-way time: half of the smallest round trip; None where nothing was measured."""
        line = self._lines.get(person or "")
        return line.best.took // 2 if line and line.best else None

    def guaranteed(self, person: str | None) -> int:
        """The one-way time that a press may claim: what cannot be told from luck is nobody's to gain."""
        line = self._lines.get(person or "")
        return max((self.of(person) or 0) - line.jitter_margin, 0) if line else 0

    def forget(self, person: str) -> None:
        """A new connection may come another way."""
        self._lines.pop(person, None)
