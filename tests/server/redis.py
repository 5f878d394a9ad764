"""A real Redis for the tests, in a temporary folder."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from tests.machine.redis import redis_server

PATIENCE = 20.0


class Redis:
    """Listens on a Unix socket in its folder. Killing it loses its data, as in most installations."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._numbers = count(0)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        words = ["--port", "0", "--unixsocket", str(self._socket), "--save", "", "--databases", "100"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen([redis_server(), *words], stdout=log, stderr=log, cwd=self.folder)
        end = time.monotonic() + PATIENCE
        while not self._socket.exists():
            assert time.monotonic() < end, (self.folder / "log").read_text()
            time.sleep(0.01)

    @property
    def _socket(self) -> Path:
        return self.folder / "redis.sock"

    def new_address(self) -> str:
        """The address of an unused database."""
        return f"unix://{self._socket}?db={next(self._numbers)}"

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._socket.unlink(missing_ok=True)


@contextmanager
def running_redis() -> Iterator[Redis]:
    folder = Path(tempfile.mkdtemp(prefix="niwashi-redis-"))
    redis = Redis(folder)
    redis.start()
    try:
        yield redis
    finally:
        redis.kill()
        shutil.rmtree(folder, ignore_errors=True)
