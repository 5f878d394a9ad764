"""Work in threads of its own: whoever leaves waits neither until a bot has thought nor until rules are compiled."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

Result = TypeVar("Result")
_threads: set[threading.Thread] = set()
"""Those that are at work."""
_saving = threading.Lock()


async def in_background(work: Callable[[], Result]) -> Result:
    """As `asyncio.to_thread`, but asyncio waits for its own threads before it ends."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Result] = loop.create_future()

    def settle(result: Result | None, error: BaseException | None) -> None:
        if done.done():  # nobody waits any more
            return
        if error is None:
            done.set_result(result)  # type: ignore[arg-type]
        else:
            done.set_exception(error)

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except BaseException as raised:
            error = raised
        _threads.discard(threading.current_thread())
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(settle, result, error)

    thread = threading.Thread(target=run, daemon=True)
    _threads.add(thread)
    thread.start()
    return await done


@contextmanager
def whole() -> Iterator[None]:
    """What is written in this block is written to its end, even if the program is left meanwhile."""
    with _saving:
        yield


def end_if_at_work(farewell: str) -> None:
    """End the program, with these words, if threads are at work: compiled code cannot be stopped, and must not run
    while Python takes itself down."""
    if not _threads:
        return
    with _saving:
        if farewell:
            print(farewell)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
