"""Runs tasks on a Ray cluster, with results in order. A lost worker's tasks are done again by another."""

from __future__ import annotations

import logging
import os
import pickle
import re
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from niwashi.core.errors import NiwashiError, quote
from niwashi.parallel.extras import missing
from niwashi.parallel.installation import installation
from niwashi.parallel.processes import TASKS_PER_PROCESS

Task = TypeVar("Task")
Done = TypeVar("Done")

AUTO = "auto"
"""The cluster that RAY_ADDRESS names, or that was started on this machine."""
ADDRESS = re.compile(r"(?P<host>[\w.-]+|\[[\w:.%]+\]):(?P<port>\d{1,5})")
EXAMPLE = "10.0.0.5:6379, as `ray start --head` prints it"
LISTEN_SECONDS = 5.0
"""Within which the head must accept a connection."""
JOIN_SECONDS = 60.0
"""Within which the cluster must accept this program. Ray itself would try for many minutes."""
HEAD_CHECK_SECONDS = 10.0
"""Between looks at the head while a result is awaited. After a minute without it, Ray would end this process."""
CAPACITY_SECONDS = 5.0
"""Between looks at the number of CPUs."""
MAX_RETRIES = 3
"""Of a task whose worker was lost. A task that ends every worker must end some day."""


class ClusterError(NiwashiError):
    """A Ray cluster that cannot be used, or is lost."""


class WorkerTraceback(Exception):
    """An error's traceback on its worker, shown as its cause."""


def map_on_cluster(
    work: Callable[[Task], Done], tasks: Iterable[Task], address: str, prepare: Callable[[], object] | None
) -> Generator[Done, None, None]:
    """As `processes.map_in_order`."""
    with _connection(address):
        submit, capacity = _make_submit(work, prepare), _Capacity()
        remaining, under_way = iter(tasks), deque[Any]()
        try:
            while True:
                for task in islice(remaining, max(TASKS_PER_PROCESS * capacity.cpus - len(under_way), 0)):
                    under_way.append(submit(task))
                if not under_way:
                    return
                done: Done = _result_of(under_way[0])
                under_way.popleft()
                yield done
        finally:
            _abandon(under_way)


def _make_submit(work: Callable[[Any], Any], prepare: Callable[[], object] | None) -> Callable[[Any], Any]:
    import ray

    run = ray.remote(num_cpus=1, max_retries=MAX_RETRIES)(_portable_task())
    package = ray.put(ray.cloudpickle.dumps((work, prepare)))
    return lambda task: run.remote(installation(), package, ray.cloudpickle.dumps(task))


def _portable_task() -> Callable[..., tuple[str, str, bytes]]:
    """A function that is sent by value, since it is nested: the worker may have another Niwashi, or none."""

    def niwashi_task(wanted: str, package: bytes, task: bytes) -> tuple[str, str, bytes]:
        import socket

        try:
            from niwashi.parallel.ray_worker import answer
        except ImportError as error:
            return socket.gethostname(), "refused", f"no Niwashi that it could use ({error})".encode()
        return socket.gethostname(), *answer(wanted, package, task)

    return niwashi_task


class _Capacity:
    """The number of CPUs in the cluster, which machines join and leave."""

    def __init__(self) -> None:
        self._cpus, self._seen = 0, float("-inf")
        if not self._look():
            raise ClusterError("ray/empty", "the Ray cluster has no CPU that could work; add machines with `ray start`")

    @property
    def cpus(self) -> int:
        if time.monotonic() - self._seen > CAPACITY_SECONDS:
            self._look()
        return max(self._cpus, 1)

    def _look(self) -> int:
        import ray

        _check_head()  # without it, the next line would wait until Ray ends this process
        self._cpus, self._seen = int(ray.cluster_resources().get("CPU", 0)), time.monotonic()
        return self._cpus


# -- results -----------------------------------------------------------------------------------------------------------
def _result_of(task: Any) -> Any:
    from niwashi.parallel.ray_worker import DONE, REFUSED

    host, kind, content = _await(task)
    if kind == REFUSED:
        sentence = f"the machine {quote(host)} has {content.decode()}, and this one Niwashi {installation()}"
        raise ClusterError("ray/version", f"{sentence}; install the same on all machines of the cluster")
    if kind == DONE:
        return pickle.loads(content)
    error, text = pickle.loads(content)
    raise error from WorkerTraceback(text)


def _await(task: Any) -> tuple[str, str, bytes]:
    import ray
    from ray.exceptions import RayError, RayTaskError

    while not ray.wait([task], timeout=HEAD_CHECK_SECONDS)[0]:
        _check_head()
    try:
        answer: tuple[str, str, bytes] = ray.get(task)
        return answer
    except RayTaskError:
        raise
    except RayError as error:
        sentence = f"a task lost its worker {MAX_RETRIES + 1} times; perhaps memory runs out, or a bot ends it"
        raise ClusterError("ray/ended", sentence) from error


def _check_head() -> None:
    import ray

    address = ray.get_runtime_context().gcs_address
    try:
        _knock(address)
    except OSError as error:
        raise ClusterError("ray/lost", f"the head of the Ray cluster, {quote(address)}, no longer answers") from error


def _abandon(tasks: Iterable[Any]) -> None:
    import ray

    for task in tasks:
        ray.cancel(task, force=True)


# -- connecting --------------------------------------------------------------------------------------------------------
@contextmanager
def _connection(address: str) -> Iterator[None]:
    """Belongs to the cluster inside the block. A program that has called `ray.init` itself keeps its connection."""
    ray = _import_ray()
    if ray.is_initialized():
        yield
        return
    _check_address(address)
    _join(address)
    try:
        yield
    finally:
        ray.shutdown()


def _import_ray() -> Any:
    # Ray prints on the standard output that a worker was lost. It reads this when it is imported.
    os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".")
    try:
        import ray
    except ImportError:
        raise ClusterError("ray/missing", missing("ray", "ray")) from None
    return ray


def _check_address(address: str) -> None:
    """Ray would wait for minutes where nobody listens."""
    known = os.environ.get("RAY_ADDRESS", AUTO) if address == AUTO else address
    if known == AUTO:
        return
    if not ADDRESS.fullmatch(known):
        raise ClusterError("ray/address", f"the address of a Ray cluster is {AUTO} or {EXAMPLE}; not {quote(known)}")
    try:
        _knock(known)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        sentence = (
            f"no Ray cluster listens at {quote(known)} ({reason}); give the address of its head, such as {EXAMPLE}"
        )
        raise ClusterError("ray/address", sentence) from None


def _knock(address: str) -> None:
    host, port = address.rsplit(":", 1)
    socket.create_connection((host.strip("[]"), int(port)), LISTEN_SECONDS).close()


def _join(address: str) -> None:
    """Joins from a thread, which may be left behind: nothing else bounds the time that Ray takes."""
    failures: list[Exception] = []
    thread = threading.Thread(target=_init, args=(address, failures), daemon=True)
    thread.start()
    thread.join(JOIN_SECONDS)
    if thread.is_alive():
        reason = f"it did not answer like one within {JOIN_SECONDS:.0f} seconds"
    elif failures:
        reason = " ".join(str(failures[0]).split())
    else:
        return
    sentence = f"cannot join the Ray cluster {quote(address)}: {reason}"
    advice = "this machine must belong to it (`ray start --address=HOST:PORT`)"
    raise ClusterError("ray/join", f"{sentence}; {advice}")


def _init(address: str, failures: list[Exception]) -> None:
    import ray

    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except Exception as error:  # of many types, none of them documented
        failures.append(error)
