"""How much anybody may ask of us: token buckets, kept for as many as fit."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from niwashi.core.errors import NiwashiError

MAX_BUCKETS = 50_000


class TooManyRequests(NiwashiError):
    """More than a client may ask in this time."""


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, so many at once."""

    per_second: float
    burst: float


class Bucket:
    """Full at first; refilled steadily."""

    def __init__(self, rate: Rate, seconds: Callable[[], float]) -> None:
        self.rate, self._seconds = rate, seconds
        self._tokens, self._at = rate.burst, seconds()

    def take(self) -> bool:
        now = self._seconds()
        self._tokens = min(self.rate.burst, self._tokens + (now - self._at) * self.rate.per_second)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """One for each name. The ones longest unused are forgotten, and a forgotten bucket is a full one."""

    def __init__(self, rate: Rate, seconds: Callable[[], float], most: int = MAX_BUCKETS) -> None:
        self._rate, self._seconds, self._most = rate, seconds, most
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str) -> None:
        """Raises TooManyRequests where the bucket is empty."""
        bucket = self._of.setdefault(name, Bucket(self._rate, self._seconds))
        self._of.move_to_end(name)
        if len(self._of) > self._most:
            self._of.popitem(last=False)
        if not bucket.take():
            raise TooManyRequests("limits/rate", "that is too much at once; wait a moment")
