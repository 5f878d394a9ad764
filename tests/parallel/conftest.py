"""A Ray cluster of two nodes on this machine."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

# Ray reads these when it is imported: stay on 127.0.0.1, as everywhere but on Linux; and tell nobody that it runs.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"


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
