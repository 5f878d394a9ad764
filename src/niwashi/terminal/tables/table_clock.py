"""The table's clock as far as this machine can know it, from pings: the server says which travelled fastest."""

from __future__ import annotations

import time

from niwashi.wire.news import Ping

MAX_PINGS = 64


def now_ms() -> float:
    return time.monotonic() * 1000


class TableClock:
    def __init__(self) -> None:
        self._arrivals: dict[int, float] = {}
        self._offset: float | None = None

    def note_ping(self, ping: Ping) -> None:
        self._arrivals[ping.n] = now_ms()
        if len(self._arrivals) > MAX_PINGS:
            del self._arrivals[next(iter(self._arrivals))]
        arrived = self._arrivals.get(-1 if ping.best is None else ping.best)
        if arrived is not None and ping.best_at is not None and ping.lag is not None:
            self._offset = ping.best_at + ping.lag - arrived

    def estimate(self, at: int) -> None:
        """Without pings, a message that has just come is close enough."""
        if self._offset is None:
            self._offset = at - now_ms()

    def forget_pings(self) -> None:
        self._arrivals.clear()

    def table_time(self) -> int | None:
        return None if self._offset is None else round(now_ms() + self._offset)
