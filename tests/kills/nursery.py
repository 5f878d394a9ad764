"""Servers that start quickly: one process loads everything once and forks a server for each line that it reads.

A server that is started as a program computes three seconds before it serves, most of it for loading packages and
compiled rules. Here a start is a few tenths of a second, so that a thousand kills are a matter of minutes. What is
killed is the same: a process of its own, with its own children, that runs `niwashi serve`.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, NoReturn

from tests.server.process import PATIENCE, ServerProcess


class ForkedProcess:
    """The part of `subprocess.Popen` that a test needs, for a process that is not our child."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._descriptor = os.pidfd_open(pid)

    def poll(self) -> int | None:
        return 0 if self._ends_within(0) else None

    def _ends_within(self, seconds: float) -> bool:
        return bool(select.select([self._descriptor], [], [], seconds)[0])

    def send_signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._descriptor, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def wait(self, seconds: float = PATIENCE) -> int:
        assert self._ends_within(seconds), f"process {self.pid} does not end"
        return 0


class Nursery:
    """Forks servers."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        assert self._read() == "ready"

    def fork(self, words: list[str], environment: dict[str, str], log: Path) -> ForkedProcess:
        assert self._process.stdin is not None
        order = {"words": words, "environment": environment, "log": str(log)}
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return ForkedProcess(int(self._read()))

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


@contextmanager
def running_nursery() -> Iterator[Nursery]:
    """All servers end with it, however the test ends."""
    words = [sys.executable, "-m", "tests.kills.nursery"]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            yield Nursery(process)
        finally:
            os.killpg(process.pid, signal.SIGKILL)


TEMPLATE = "kills-template"


class ForkedServer(ServerProcess):
    """Keeps its port over restarts."""

    def __init__(self, nursery: Nursery, folder: Path, place: str | None = None, **environment: str) -> None:
        super().__init__(folder, place, **environment)
        self._nursery = nursery
        self.serves = False

    def begin(self) -> None:
        """Start without waiting until it serves."""
        self.serves = False
        self.log.touch()
        self._from_here = self.log.stat().st_size
        words = ["serve", "--port", str(self.port), "--store", self.place, "--workers", "1"]
        self.process = self._nursery.fork(words, self._environment, self.log)  # type: ignore[assignment]

    def finish(self) -> None:
        self.port = self._port(self._from_here)
        self.serves = True

    @property
    def gone(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def start(self, port: int = 0, /, **environment: str) -> None:
        self._environment.update(environment)
        self.begin()
        self.finish()

    @property
    def table_processes(self) -> list[int]:
        """Those that are ready, by what the server has logged since its start."""
        newest: dict[int, int] = {}
        for line in self.log.read_bytes()[self._from_here :].splitlines():
            if b'"table process ready"' in line:
                entry = json.loads(line)
                newest[entry["number"]] = entry["pid"]
        return list(newest.values())

    def kill_template(self) -> None:
        """The process that table processes are forked from. They have its name, and come after it."""
        for pid in self.processes():
            with suppress(OSError):  # it has just ended
                if Path(f"/proc/{pid}/comm").read_text().strip() == TEMPLATE:
                    os.kill(pid, signal.SIGKILL)
                    return

    def processes(self) -> list[int]:
        """The server and all that it started, parents first."""
        assert self.process is not None
        return _descendants(self.process.pid)


def _descendants(pid: int) -> list[int]:
    children: list[int] = []
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):  # it has just ended
            children += map(int, listed.read_text().split())
    return [pid, *(one for child in children for one in _descendants(child))]


# -- in the process that forks -----------------------------------------------------------------------------------------
def load() -> None:
    from niwashi.server.workers.precompile import compile_all
    from niwashi.server.workers.warmup import warm_up

    for module in (
        "niwashi.cli",
        "niwashi.server.main",
        "niwashi.server.table_process",
        "niwashi.server.workers.queue",
        "asyncpg",
        "uvloop",
    ):
        __import__(module)
    compile_all()
    warm_up()


class ForkedTemplate:
    """In place of `subprocess.Popen` where a server starts the template of its table processes: forked, too."""

    _forker: ClassVar[socket.socket]

    @classmethod
    def prepare(cls) -> None:
        """Fork the process that forks templates, while this one has a single thread."""
        cls._forker, theirs = socket.socketpair()
        if os.fork() == 0:
            cls._forker.close()
            fork_templates(theirs)
        theirs.close()

    def __init__(self, _: list[str], pass_fds: list[int], env: dict[str, str]) -> None:
        socket.send_fds(self._forker, [b"t"], pass_fds)
        self._process = ForkedProcess(int.from_bytes(self._forker.recv(4), "big"))
        self.kill, self.wait = self._process.kill, self._process.wait


def fork_templates(orders: socket.socket) -> NoReturn:
    from niwashi.server.table_process import run_template

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while descriptors := socket.recv_fds(orders, 1, 1)[1]:
        child = os.fork()
        if child == 0:
            orders.close()
            Path("/proc/self/comm").write_text(TEMPLATE)
            run_template(socket.socket(fileno=descriptors[0]))
            os._exit(0)
        os.close(descriptors[0])
        orders.send(child.to_bytes(4, "big"))
    os._exit(0)


def serve(order: dict[str, Any]) -> NoReturn:
    from niwashi.cli import main
    from niwashi.server.processes import template

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    quiet, log = os.open(os.devnull, os.O_RDWR), os.open(order["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for descriptor, onto in ((quiet, 0), (quiet, 1), (log, 2)):
        os.dup2(descriptor, onto)
    sys.stdin = os.fdopen(0)  # the other one has been read from
    os.environ.clear()
    os.environ.update(order["environment"])
    if os.environ["NIWASHI_PROCESSES"] != "1":
        ForkedTemplate.prepare()
        vars(template)["subprocess"] = SimpleNamespace(Popen=ForkedTemplate)
    sys.argv = ["niwashi", *order["words"]]
    main()
    os._exit(1)


def main() -> None:
    load()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever ends is gone at once
    print("ready", flush=True)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            serve(json.loads(line))
        print(child, flush=True)
    os.killpg(0, signal.SIGKILL)  # whoever reads us has gone, and all servers go with us


if __name__ == "__main__":
    main()
