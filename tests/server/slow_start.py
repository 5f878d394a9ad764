"""`niwashi serve` with a controlled warm-up: a real server that stays in its first minute until the test releases it.

The program's first argument is a pipe. Each line written to it counts as a compiled kernel; closing it ends the
compilation.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO

import httpx

from niwashi.cli.main import main
from niwashi.core.kernel import compile_watcher
from niwashi.server import main as server_main
from niwashi.server.application import Application
from niwashi.server.workers.warmup import prepare_process
from tests.server.process import WIDE_OPEN

PATIENCE = 60.0


class SlowStart:
    """A server that waits for the test: `compile` a kernel, `finish`, or `end` it."""

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
        self.said = self.process.stdout.readline().decode()  # the address, printed as soon as the server listens
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
        """The reported progress, once it has reached this count."""
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


def wait_for(pipe: Path) -> None:
    with pipe.open() as lines:
        for line in lines:
            compile_watcher().begin(line)
            compile_watcher().end(line)
    prepare_process()


if __name__ == "__main__":
    held = Path(sys.argv.pop(1))
    vars(server_main)["Application"] = partial(Application, prepare=lambda: wait_for(held))
    main()
