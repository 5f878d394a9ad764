"""The time, as tables want it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from math import ceil


@dataclass
class Clock:
    """Milliseconds since 1970 that never go backwards: the system's clock may be set, ours only runs on."""

    _start: float = field(default_factory=time.time)
    _monotonic: float = field(default_factory=time.monotonic)

    def now(self) -> int:
        """Rounded up: nothing has come in before it came in."""
        return ceil((self._start + self.seconds() - self._monotonic) * 1000)

    def seconds(self) -> float:
        return time.monotonic()
