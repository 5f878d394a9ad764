"""Compiles all kernels before the tests start, one process per game, so that test workers only load them."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from typing import IO

from niwashi.build.tour import parts
from niwashi.core.kernel import watch_compiling
from niwashi.engine import catalog
from niwashi.parallel.progress import CompileProgress
from niwashi.server.workers.precompile import compile_all


class Compilation:
    """Compiles all games in the background, and prints a line after each part. Takes seconds if the cache has them."""

    def __init__(self) -> None:
        games = catalog.names()
        progress = Progress(len(list(parts(games[0]))) * len(games))
        self._command = [sys.executable, "-m", __spec__.name]
        self._running = [subprocess.Popen([*self._command, game], stdout=subprocess.PIPE, text=True) for game in games]
        self._readers = [
            threading.Thread(target=progress.follow, args=(process.stdout,))
            for process in self._running
            if process.stdout is not None
        ]
        for reader in self._readers:
            reader.start()

    def finish(self) -> None:
        failed = max(process.wait() for process in self._running)
        for reader in self._readers:
            reader.join()
        if failed:
            raise subprocess.CalledProcessError(failed, self._command)
        compile_all()  # little is left to do, and it marks the cache as complete for servers

    def stop(self) -> None:
        for process in self._running:
            process.terminate()


class Progress:
    """Prints the number of finished parts to standard error; silent if the cache has everything."""

    QUIET_SECONDS = 10

    def __init__(self, total: int) -> None:
        self._total, self._done, self._began = total, 0, time.monotonic()
        self._lock = threading.Lock()

    def follow(self, lines: IO[str]) -> None:
        with lines:
            for line in lines:
                with self._lock:
                    self._count(line.strip())

    def _count(self, part: str) -> None:
        self._done += 1
        if (seconds := time.monotonic() - self._began) > self.QUIET_SECONDS:
            done = f"{self._done} of {self._total} parts"
            print(f"test: compiled {done} ({part}), {seconds:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    watch_compiling(CompileProgress())  # the parent process reports the progress
    for name, compile_part in parts(sys.argv[1]):
        compile_part()
        print(f"{sys.argv[1]}: {name}", flush=True)
