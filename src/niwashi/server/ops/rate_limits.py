"""Rate limits: a token bucket for each person or address."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite

from niwashi.core.errors import NiwashiError

MAX_BUCKETS = 50_000


class TooManyRequests(NiwashiError):
    """The client has exceeded a rate limit."""


def too_many_requests() -> TooManyRequests:
    return TooManyRequests("limits/rate", "too many requests; wait a moment")


@dataclass(frozen=True)
class Rate:
    per_second: float
    burst: float

    @property
    def is_valid(self) -> bool:
        return all(isfinite(part) and part > 0 for part in (self.per_second, self.burst)) and self.burst >= 1


class Bucket:
    """Starts full and refills steadily."""

    def __init__(self, rate: Rate, seconds: Callable[[], float]) -> None:
        self.rate, self._seconds = rate, seconds
        self._tokens, self._at = rate.burst, seconds()

    def has(self) -> bool:
        now = self._seconds()
        self._tokens = min(self.rate.burst, self._tokens + (now - self._at) * self.rate.per_second)
        self._at = now
        return self._tokens >= 1

    def take(self, count: int = 1) -> bool:
        """What is missing is not owed."""
        enough = self.has()
        self._tokens = max(self._tokens - count, 0) if enough else self._tokens
        return enough


class Buckets:
    """One bucket for each name. The least recently used are dropped, which is the same as refilling them."""

    def __init__(self, rate: Rate, seconds: Callable[[], float], most: int = MAX_BUCKETS) -> None:
        self._rate, self._seconds, self._most = rate, seconds, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str) -> None:
        """Raises TooManyRequests if the bucket is empty."""
        if not self.may(name):
            raise too_many_requests()

    def may(self, name: str) -> bool:
        """The same without an error: one is made for every message of a flood."""
        return self._bucket(name).take()

    def has(self, name: str) -> bool:
        return name not in self._buckets or self._bucket(name).has()

    def charge(self, name: str, count: int) -> None:
        """For what has happened already."""
        if count:
            self._bucket(name).take(count)

    def share(self, name: str, parts: int) -> None:
        """Leave only one of so many equal parts here; other processes have the rest."""
        rate = self._rate
        self._bucket(name).rate = Rate(rate.per_second / parts, max(rate.burst / parts, 1.0))

    def _bucket(self, name: str) -> Bucket:
        bucket = self._buckets.setdefault(name, Bucket(self._rate, self._seconds))
        self._buckets.move_to_end(name)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket
