"""Ctrl-C at safe moments only, so that files always hold whole games."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def hold_interrupts() -> Iterator[Callable[[], bool]]:
    """Ctrl-C takes effect at the end of the block. Yields a function that tells whether it was pressed meanwhile."""
    handler = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(handler):
        yield lambda: False
        return
    pressed = False

    def remember(*_: object) -> None:
        nonlocal pressed
        pressed = True

    signal.signal(signal.SIGINT, remember)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, handler)
    if pressed:
        handler(signal.SIGINT, None)
