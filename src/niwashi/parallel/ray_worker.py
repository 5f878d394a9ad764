"""What a worker of a Ray cluster does with a task. Everything travels as bytes, which are read after the versions are
compared."""

from __future__ import annotations

import fcntl
import pickle
import traceback
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ray import cloudpickle

from niwashi.core.errors import NiwashiError
from niwashi.core.kernel import cache_folder
from niwashi.parallel.installation import installation

Answer = tuple[str, bytes]
"""Its kind and its content."""
DONE, FAILED, REFUSED = "done", "failed", "refused"
"""The result of the task; an error, with its traceback; or what is installed here instead."""


def answer(wanted: str, package: bytes, task: bytes) -> Answer:
    """Do the task, if this machine has the installation that is wanted."""
    if installation() != wanted:
        return REFUSED, f"Niwashi {installation()}".encode()
    try:
        return DONE, cloudpickle.dumps(_unpack(package)(pickle.loads(task)))
    except NiwashiError as error:
        return FAILED, cloudpickle.dumps((error, traceback.format_exc()))


@lru_cache(maxsize=1)
def _unpack(package: bytes) -> Callable[[Any], Any]:
    """The work, once this process is prepared for it."""
    work, prepare = pickle.loads(package)
    if prepare is not None:
        _prepare(prepare)
    made: Callable[[Any], Any] = work
    return made


def _prepare(prepare: Callable[[], object]) -> None:
    """A machine's first worker compiles. The others wait until it has, then load together."""
    with (cache_folder("core").parent / "ray.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(lock, fcntl.LOCK_SH)
        prepare()
