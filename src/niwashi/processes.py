"""Work on all cores: what many tasks come to, in their order, from processes that never outlive their parent."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from typing import TypeVar

from niwashi.core.errors import NiwashiError

Task = TypeVar("Task")
Done = TypeVar("Done")

AHEAD = 2
"""Tasks under way or waiting, for each process."""


def cores() -> int:
    return os.cpu_count() or 1


def in_order(work: Callable[[Task], Done], tasks: Iterable[Task], processes: int) -> Generator[Done, None, None]:
    """Each task's result, in the tasks' order, a bounded number of them under way. Tasks are asked for as they go.

    Whoever closes this early abandons what is under way.
    """
    if processes == 1:
        yield from map(work, tasks)
        return
    coming = iter(tasks)
    under_way: deque[Future[Done]] = deque()
    with crew(processes) as workers:
        while True:
            for task in islice(coming, AHEAD * processes - len(under_way)):
                with interrupts_later():  # a worker that starts here leaves them to its parent from its first line on
                    under_way.append(workers.submit(work, task))
            if not under_way:
                return
            yield _result_of(under_way.popleft())


def _result_of(future: Future[Done]) -> Done:
    try:
        return future.result()
    except BrokenProcessPool as error:
        sentence = "a worker process ended before its work did; perhaps memory ran out, or a bot ended it"
        raise NiwashiError("processes/ended", sentence) from error


@contextmanager
def crew(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Workers on a leash: when it is let go, on purpose or because their parent has ended, they end at once."""
    held, leash = get_context("spawn").Pipe(duplex=False)
    workers = ProcessPoolExecutor(
        processes, mp_context=get_context("spawn"), initializer=_follow_parent, initargs=(held,)
    )
    try:
        yield workers
    finally:
        leash.close()
        workers.shutdown(wait=True, cancel_futures=True)
        held.close()


@contextmanager
def interrupts_later() -> Iterator[None]:
    """Ctrl-C waits until the end of this; processes that start within never hear of it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _follow_parent(held: Connection) -> None:
    threading.Thread(target=_end_with_parent, args=(held,), daemon=True).start()


def _end_with_parent(held: Connection) -> None:
    parent = parent_process()
    wait([held, *([parent.sentinel] if parent else [])])
    os._exit(1)
