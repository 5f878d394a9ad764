"""Runs a coroutine at once, where a task would wait for its turn of the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


def run_eagerly(work: Coroutine[Any, Any, None]) -> None:
    """Run until the work awaits a future that is not done, and go on as soon as that is done.

    It is not a task: nobody can cancel it, and timeouts, which need one, do not work in it. It must not raise.
    """
    try:
        awaited: asyncio.Future[Any] | None = work.send(None)
    except StopIteration:
        return
    if awaited is None:  # asyncio.sleep(0)
        asyncio.get_running_loop().call_soon(run_eagerly, work)
        return
    awaited._asyncio_future_blocking = False  # as a task does: the future was awaited, and not just yielded
    awaited.add_done_callback(lambda _: run_eagerly(work))
