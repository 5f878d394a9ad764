"""Several nodes and workers as processes, on one PostgreSQL and one Redis."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from tests.server.process import PATIENCE, Guest, ServerProcess
from tests.server.redis import Redis
from tests.store.postgres import Server as Postgres

QUICK = {"NIWASHI_HEARTBEAT": "0.5", "NIWASHI_TASK_SECONDS": "3", "NIWASHI_NODE_PATHS": "yes"}


COMPILING = 180.0
"""Seconds for a worker to start on a machine without compiled kernels."""


class WorkerProcess:
    def __init__(self, folder: Path, redis: str) -> None:
        self.log, self._redis = folder / "worker.log", redis
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, **environment: str) -> None:
        from_here = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            command = [str(Path(sys.executable).with_name("niwashi")), "worker", "--redis", self._redis]
            self.process = subprocess.Popen(
                [*command, "--workers", "1"], stdout=log, stderr=log, env={**os.environ, **QUICK, **environment}
            )
        end = time.monotonic() + COMPILING
        while b'"working"' not in self.log.read_bytes()[from_here:]:
            assert time.monotonic() < end, self.log.read_text()
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.02)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def end(self) -> int:
        assert self.process is not None
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


class Cluster:
    """Nodes “a” and “b”; `start` starts those named."""

    def __init__(self, folder: Path, postgres: Postgres, redis: Redis) -> None:
        self.redis, self._postgres, self._database = redis, postgres, postgres.new_database()
        store = postgres.address(self._database)
        self.address = redis.new_address()
        environment = {**QUICK, "NIWASHI_REDIS": self.address}
        self.nodes: dict[str, ServerProcess] = {}
        for name in ("a", "b"):
            (folder / name).mkdir()
            self.nodes[name] = ServerProcess(folder / name, store, **environment, NIWASHI_NODE=f"node-{name}")
        self.worker = WorkerProcess(folder, self.address)

    @property
    def a(self) -> ServerProcess:
        return self.nodes["a"]

    @property
    def b(self) -> ServerProcess:
        return self.nodes["b"]

    def start(self, *processes: ServerProcess | WorkerProcess, **environment: str) -> None:
        """At the same time."""
        with ThreadPoolExecutor() as threads:
            for started in [threads.submit(partial(process.start, **environment)) for process in processes]:
                started.result()

    def state_of(self, table: str) -> str:
        """Read from the store, because asking a node would make it load the table."""
        return self._postgres.ask(f"SELECT state FROM tables WHERE id = '{table}'", self._database)

    def end(self) -> list[int]:
        running = [node for node in self.nodes.values() if node.process is not None]
        codes = [node.end() for node in running]
        return [*codes, *([self.worker.end()] if self.worker.process else [])]


@contextmanager
def running_cluster(
    folder: Path, postgres: Postgres, redis: Redis, worker: bool = True, **environment: str
) -> Iterator[Cluster]:
    """Both nodes and a worker, each stopped gracefully at the end."""
    cluster = Cluster(folder, postgres, redis)
    try:
        cluster.start(cluster.a, cluster.b, *([cluster.worker] if worker else []), **environment)
        yield cluster
    finally:
        cluster.end()


async def apart(cluster: Cluster, game: str = "miyabi", **fields: Any) -> tuple[str, Guest, Guest]:
    """Aki at node a, which runs the table, and Bo at node b; both sit."""
    aki, bo = await Guest.arrive(cluster.a, "Aki"), await Guest.arrive(cluster.b, "Bo")
    table = await aki.open(game, **fields)
    await aki.done(table, "sit", name="")
    await bo.done(table, "sit", name="")
    return table, aki, bo
