"""Work on all cores: what many tasks come to, in their order, from processes that never outlive their parent."""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from typing import TypeVar

from niwashi.core.errors import NiwashiError
from niwashi.core.kernel import compile_watcher, watch_compiling

Task = TypeVar("Task")
Done = TypeVar("Done")

TASKS_PER_PROCESS = 2
"""Tasks under way or waiting, for each process."""
NO_SEMAPHORES = (
    "cannot start worker processes: they need semaphores, which on Linux are files in /dev/shm, "
    "and that folder must be writable"
)


class NoWorkers(NiwashiError):
    """The system does not give what worker processes need."""


def cores() -> int:
    return os.cpu_count() or 1


def map_in_order(work: Callable[[Task], Done], tasks: Iterable[Task], processes: int) -> Generator[Done, None, None]:
    """Each task's result, in the tasks' order, a bounded number of them under way. Tasks are asked for as they go.

    Whoever closes this early abandons what is under way.
    """
    if processes == 1:
        yield from map(work, tasks)
        return
    remaining = iter(tasks)
    under_way: deque[Future[Done]] = deque()
    with worker_pool(processes) as workers:
        while True:
            for task in islice(remaining, TASKS_PER_PROCESS * processes - len(under_way)):
                with defer_sigint():  # a worker that starts here leaves them to its parent from its first line on
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
def worker_pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Workers on a leash: when it is let go, on purpose or because their parent has ended, they end at once.

    What they compile they tell their parent, which has the terminal.
    """
    spawn = get_context("spawn")
    (lease_receiver, lease_sender), (event_receiver, event_sender) = spawn.Pipe(duplex=False), spawn.Pipe(duplex=False)
    workers = _executor(processes, lease_receiver, event_sender)
    listener = threading.Thread(target=_forward_events, args=(event_receiver,), daemon=True)
    with defer_sigint():  # a thread that took them would have the main one act on them at the wrong time
        listener.start()
    try:
        yield workers
    finally:
        lease_sender.close()
        workers.shutdown(wait=True, cancel_futures=True)
        lease_receiver.close()
        event_sender.close()  # the last end that could write: the listener hears that nothing more comes
        listener.join()


def _executor(processes: int, lease_receiver: Connection, event_sender: Connection) -> ProcessPoolExecutor:
    spawn = get_context("spawn")
    try:
        return ProcessPoolExecutor(
            processes, mp_context=spawn, initializer=_initialise_worker, initargs=(lease_receiver, event_sender)
        )
    except OSError as error:
        raise NoWorkers("processes/semaphores", f"{NO_SEMAPHORES} ({error.strerror or error})") from None


@contextmanager
def defer_sigint() -> Iterator[None]:
    """Ctrl-C waits until the end of this; processes that start within never hear of it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _forward_events(event_receiver: Connection) -> None:
    """What workers compile, to whoever watches here. A part that a dead worker has not finished is over with it."""
    open_parts: Counter[str] = Counter()
    with event_receiver, suppress(EOFError, OSError):
        while True:
            began, part = event_receiver.recv()
            open_parts[part] += 1 if began else -1
            (compile_watcher().begin if began else compile_watcher().end)(part)
    for part in open_parts.elements():
        compile_watcher().end(part)


class _ParentReporter:
    """A worker says nothing itself: several of them compile the same, and the terminal is their parent's."""

    def __init__(self, event_sender: Connection) -> None:
        self._sender = event_sender

    def begin(self, part: str) -> None:
        self._send(True, part)

    def end(self, part: str) -> None:
        self._send(False, part)

    def _send(self, began: bool, part: str) -> None:
        with suppress(OSError):  # the parent has ended, and we will, too
            self._sender.send((began, part))


def _initialise_worker(lease_receiver: Connection, event_sender: Connection) -> None:
    watch_compiling(_ParentReporter(event_sender))
    threading.Thread(target=_exit_with_parent, args=(lease_receiver,), daemon=True).start()


def _exit_with_parent(lease_receiver: Connection) -> None:
    parent = parent_process()
    wait([lease_receiver, *([parent.sentinel] if parent else [])])
    os._exit(1)
