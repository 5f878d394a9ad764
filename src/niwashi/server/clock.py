"""The clock of tables."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from math import ceil


@dataclass
class Clock:
    """Milliseconds since 1970 that never go backwards, even if the system's clock is set."""

    _start: float = field(default_factory=time.time)
    _monotonic: float = field(default_factory=time.monotonic)

    def now(self) -> int:
        """Rounded up, so that a command never seems earlier than it was."""
        return ceil((self._start + self.seconds() - self._monotonic) * 1000)

    def seconds(self) -> float:
        return time.monotonic()
