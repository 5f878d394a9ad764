"""An event loop whose time advances only while all tasks wait, and then at once: hours take milliseconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Any

MOST_STEPS = 2_000_000


class Stuck(Exception):
    """All tasks wait for ever, or one never waits."""


class _Waiting:
    """Replaces the selector: instead of waiting, it advances the time."""

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
    """Every callback, and every stretch of a task between two awaits, is a numbered step that `at_step` can precede."""

    def __init__(self, at_step: dict[int, Callable[[], None]]) -> None:
        super().__init__()
        self.now = 0.0
        self.steps = 0
        self._at_step = at_step
        self._selector = _Waiting(self)

    def time(self) -> float:
        return self.now

    def call_soon(  # type: ignore[override]  # passes all arguments on
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
        """Runs the function at once, without a thread."""
        done = self.create_future()
        done.set_result(func(*args))
        return done

    def _process_events(self, event_list: list[Any]) -> None:
        pass

    def _write_to_self(self) -> None:
        pass
