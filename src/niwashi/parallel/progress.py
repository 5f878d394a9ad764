"""Progress of compilation: kernels done, in this process and in its workers."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


class CompileProgress:
    """Counts each kernel once, however many processes compile it. `of` is the expected total; 0 if unknown."""

    def __init__(self, what: str = "the rules", of: int = 0, now: Callable[[], float] = time.monotonic) -> None:
        self._now, self._lock = now, threading.RLock()
        self._under_way, self._since = 0, 0.0
        self.expect(what, of)

    def expect(self, what: str, of: int) -> None:
        """Start counting anew, for `of` kernels of `what`."""
        with self._lock:
            self.what, self._of = what, of
            self._done: set[str] = set()
            self._spent = 0.0
            self._since = self._now()

    def begin(self, part: str) -> None:
        with self._lock:
            if not self._under_way:
                self._since = self._now()
            self._under_way += 1

    def end(self, part: str) -> None:
        with self._lock:
            self._under_way -= 1
            self._done.add(part)
            if not self._under_way:
                self._spent += self._now() - self._since

    @property
    def compiling(self) -> bool:
        """Whether a kernel is being compiled right now."""
        return self._under_way > 0

    @property
    def begun(self) -> bool:
        """Whether anything had to be compiled, because it was not in the cache."""
        return self.compiling or bool(self._done)

    @property
    def done(self) -> int:
        return len(self._done)

    @property
    def of(self) -> int:
        """The expected total, never less than `done`: the estimate may be outdated."""
        return max(self._of, self.done) if self._of else 0

    @property
    def seconds(self) -> int:
        """Seconds spent compiling."""
        with self._lock:
            return int(self._spent + (self._now() - self._since if self.compiling else 0))

    @property
    def parts(self) -> str:
        return f"{self.done} of {self.of} parts" if self.of else f"{self.done} part{'s' * (self.done != 1)}"
