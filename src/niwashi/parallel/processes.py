"""Runs tasks on all cores or on a Ray cluster, with results in order; processes never outlive their parent."""

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
"""Tasks submitted ahead, for each process."""
NO_SEMAPHORES = (
    "cannot start worker processes: they need semaphores, which on Linux are files in /dev/shm, "
    "and that folder must be writable"
)


class NoWorkers(NiwashiError):
    """The system lacks something that worker processes need."""


def cores() -> int:
    return os.cpu_count() or 1


def map_in_order(
    work: Callable[[Task], Done],
    tasks: Iterable[Task],
    processes: int,
    *,
    prepare: Callable[[], object] | None = None,
    ray: str | None = None,
) -> Generator[Done, None, None]:
    """Yield each task's result, in the tasks' order. Tasks are consumed lazily, a bounded number ahead.

    `ray` is the address of a Ray cluster, which then does the work, whatever the number of processes. `prepare` is
    called before a machine's first task, so that its workers load what one of them has compiled.
    Closing the generator early abandons the tasks in progress.
    """
    if ray is not None:
        from niwashi.parallel.ray_cluster import map_on_cluster

        yield from map_on_cluster(work, tasks, ray, prepare)
    elif processes == 1:
        yield from map(work, tasks)
    else:
        if prepare is not None:
            prepare()
        yield from _map_in_processes(work, tasks, processes)


def _map_in_processes(
    work: Callable[[Task], Done], tasks: Iterable[Task], processes: int
) -> Generator[Done, None, None]:
    remaining = iter(tasks)
    under_way: deque[Future[Done]] = deque()
    with worker_pool(processes) as workers:
        while True:
            for task in islice(remaining, TASKS_PER_PROCESS * processes - len(under_way)):
                with defer_sigint():  # a worker inherits the mask: Ctrl-C is for the parent alone
                    under_way.append(workers.submit(work, task))
            if not under_way:
                return
            yield _result_of(under_way.popleft())


def _result_of(future: Future[Done]) -> Done:
    try:
        return future.result()
    except BrokenProcessPool as error:
        sentence = "a worker process ended before its task; perhaps memory ran out, or a bot ended it"
        raise NiwashiError("processes/ended", sentence) from error


@contextmanager
def worker_pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """A process pool whose workers exit when their pipe to the parent closes, also if the parent dies.

    Workers report what they compile to the parent, which owns the terminal.
    """
    spawn = get_context("spawn")
    (lease_receiver, lease_sender), (event_receiver, event_sender) = spawn.Pipe(duplex=False), spawn.Pipe(duplex=False)
    workers = _executor(processes, lease_receiver, event_sender)
    listener = threading.Thread(target=_forward_events, args=(event_receiver,), daemon=True)
    with defer_sigint():  # a signal taken by this thread would interrupt the main one at the wrong time
        listener.start()
    try:
        yield workers
    finally:
        lease_sender.close()
        workers.shutdown(wait=True, cancel_futures=True)
        lease_receiver.close()
        event_sender.close()  # the last open sender: the listener reaches the end of the stream
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
    """Hold back Ctrl-C until the end of the block. Processes started inside never receive it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _forward_events(event_receiver: Connection) -> None:
    """Forward the workers' compile events to this process's watcher. Parts that a dead worker left open are ended."""
    open_parts: Counter[str] = Counter()
    with event_receiver, suppress(EOFError, OSError):
        while True:
            began, part = event_receiver.recv()
            open_parts[part] += 1 if began else -1
            (compile_watcher().begin if began else compile_watcher().end)(part)
    for part in open_parts.elements():
        compile_watcher().end(part)


class _ParentReporter:
    """Sends compile events to the parent, which prints them: several workers compile the same kernels."""

    def __init__(self, event_sender: Connection) -> None:
        self._sender = event_sender

    def begin(self, part: str) -> None:
        self._send(True, part)

    def end(self, part: str) -> None:
        self._send(False, part)

    def _send(self, began: bool, part: str) -> None:
        with suppress(OSError):  # the parent is gone, and this process exits soon
            self._sender.send((began, part))


def _initialise_worker(lease_receiver: Connection, event_sender: Connection) -> None:
    watch_compiling(_ParentReporter(event_sender))
    threading.Thread(target=_exit_with_parent, args=(lease_receiver,), daemon=True).start()


def _exit_with_parent(lease_receiver: Connection) -> None:
    parent = parent_process()
    wait([lease_receiver, *([parent.sentinel] if parent else [])])
    os._exit(1)
