"""An event loop in which time passes only while everybody waits, and then at once: hours in milliseconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Any

MOST_STEPS = 2_000_000


class Stuck(Exception):
    """Everybody waits, and nothing will ever happen again; or somebody never waits."""


class _Waiting:
    """Stands where a real loop asks the system to wait for something."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise Stuck("everybody waits, and nothing is going to happen")
        self._loop.now += timeout
        return []

    def close(self) -> None:
        pass


class SimulatedLoop(asyncio.BaseEventLoop):
    """Every callback is a step, and so is every stretch of a task between two awaits; something may happen at each."""

    def __init__(self, at_step: dict[int, Callable[[], None]]) -> None:
        super().__init__()
        self.now = 0.0
        self.steps = 0
        self._at_step = at_step
        self._selector = _Waiting(self)

    def time(self) -> float:
        return self.now

    def call_soon(  # type: ignore[override]  # whatever there is to say to the callback is handed on
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        return super().call_soon(self._step, callback, args, context=context)

    def _step(self, callback: Callable[..., object], args: tuple[Any, ...]) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Stuck("somebody is busy for ever")
        if (happens := self._at_step.pop(self.steps, None)) is not None:
            happens()
        callback(*args)

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """There are no threads here: what one would do is done at once."""
        done = self.create_future()
        done.set_result(func(*args))
        return done

    def _process_events(self, event_list: list[Any]) -> None:
        pass

    def _write_to_self(self) -> None:
        pass
