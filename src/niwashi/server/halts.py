"""Halts of the process, such as a paused virtual machine: time passes, and nobody could have acted in it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import structlog

from niwashi.server.clock import Clock

log = structlog.get_logger()
BEAT_SECONDS = 0.5
HALT_SECONDS = 2.0
"""A shorter gap between two beats is an ordinary delay."""


@dataclass(frozen=True)
class Halt:
    """In milliseconds of the tables' clock."""

    since: int
    until: int


class HaltWatch:
    """Notices a halt by the beats that are missing, before any clock that ran out meanwhile counts."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._beat_at: float | None = None
        self._latest: Halt | None = None

    async def run(self) -> None:
        """Beats until it is cancelled. Before the first beat nothing is a halt."""
        self._beat_at = self._clock.seconds()
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            self.latest()

    def latest(self) -> Halt | None:
        """The last halt, up to this moment."""
        if self._beat_at is not None:
            seconds = self._clock.seconds()
            gap, self._beat_at = seconds - self._beat_at, seconds
            if gap > HALT_SECONDS:
                until = self._clock.now()
                self._latest = Halt(until - round(1000 * gap), until)
                log.warning("halted", seconds=round(gap, 1))
        return self._latest
