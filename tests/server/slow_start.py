"""`niwashi serve` whose rules are ready when somebody says so: a real server, held in its first minute.

Started as a program, its first word is a pipe. Each line that is written to it is a kernel that is compiled; its end is
the end of compiling.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import httpx

from niwashi.cli.main import main
from niwashi.core.kernel import compile_watcher
from niwashi.server import application
from niwashi.server.workers.warmup import warm_up
from tests.server.process import WIDE_OPEN

PATIENCE = 60.0


class SlowStart:
    """A server that waits for us: `compile` a kernel, `finish`, or let it be ended."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.pipe, self.log = folder / "pipe", folder / "log"
        os.mkfifo(self.pipe)
        command = [sys.executable, "-m", "tests.server.slow_start", str(self.pipe), "serve", "--port", "0"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*command, "--store", str(folder / "store.sqlite"), "--workers", "1", *words],
                stdout=subprocess.PIPE,
                stderr=log,
                env={**os.environ, **WIDE_OPEN},
            )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline().decode()  # where it is, as soon as it listens
        found = re.search(r"http://\S+", self.said)
        assert found, self.log.read_text()
        self.address = found[0].rstrip("/")
        self._writing: IO[str] = self.pipe.open("w")

    def compile(self, *kernels: str) -> None:
        self._writing.write("".join(f"{kernel}\n" for kernel in kernels))
        self._writing.flush()

    def finish(self) -> None:
        self._writing.close()

    def heard(self, count: int) -> dict[str, object]:
        """How far it says that it is, once that is so far."""
        while True:
            told = dict(httpx.get(f"{self.address}/starting", timeout=PATIENCE).json())
            if told.get("done") == count or told["ready"]:
                return told

    def end(self) -> int:
        self.process.terminate()
        return self.process.wait(PATIENCE)


@contextmanager
def slow_start(folder: Path, *words: str) -> Iterator[SlowStart]:
    server = SlowStart(folder, *words)
    try:
        yield server
    finally:
        server.finish()
        with server.process:
            server.process.kill()


# -- the program -------------------------------------------------------------------------------------------------------
def wait_for(pipe: Path) -> None:
    with pipe.open() as lines:
        for line in lines:
            compile_watcher().begin(line)
            compile_watcher().end(line)
    warm_up()


if __name__ == "__main__":
    held = Path(sys.argv.pop(1))
    vars(application)["warm_up"] = lambda: wait_for(held)
    main()
