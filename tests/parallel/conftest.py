"""A Ray cluster of two nodes on this machine."""

from __future__ import annotations

import functools
import os
import signal
import subprocess
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.process import TIMEOUT_SECONDS

# Ray reads these when it is imported: stay on 127.0.0.1, as everywhere but on Linux; and tell nobody that it runs.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"


def in_own_process(test: Callable[..., None]) -> Callable[..., None]:
    """Ray is made for one connection of a process, as commands have it, and when its core fails it ends the process."""

    @functools.wraps(test)
    def run(*args: Any, **named: Any) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads: this one starts all that the test needs
            child = os.fork()
        if not child:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(int(TIMEOUT_SECONDS))
            os._exit(_end_of(lambda: test(*args, **named)))
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 0, "the reason is above"

    return run


def _end_of(test: Callable[[], None]) -> int:
    try:
        test()
        return 0
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


class RayNodes:
    """The cluster of tests/parallel/ray_nodes.py."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.address = self._read()

    def lose_node(self) -> None:
        """Kill all processes of the second node at once."""
        self._ask("lose")

    def add_node(self) -> None:
        self._ask("add")

    def lose_head(self) -> None:
        """Kill the process that keeps the cluster together; there is no way back."""
        self._ask("behead")

    def _ask(self, what: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(what + "\n")
        self._process.stdin.flush()
        assert self._read() == "done"

    def _read(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the cluster has ended; the reason is above"
        return line.strip()


@contextmanager
def start_nodes() -> Iterator[RayNodes]:
    # In a short folder, since the paths of Ray's sockets are long.
    with tempfile.TemporaryDirectory(prefix="niwashi-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        Path(folder, "ray").mkdir()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("RAY_TMPDIR", folder)
            pipe = subprocess.PIPE
            command = [sys.executable, "-m", "tests.parallel.ray_nodes"]
            with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
                yield RayNodes(process)
                assert process.stdin is not None
                process.stdin.close()


@pytest.fixture(scope="session")
def ray_nodes(ray_packages: None) -> Iterator[RayNodes]:
    with start_nodes() as nodes:
        yield nodes
