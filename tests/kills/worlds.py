"""What can be killed: servers with a SQLite file and its writer, or two nodes with PostgreSQL and Redis."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import TypeAlias

from tests.kills.nursery import ForkedServer, Nursery
from tests.server.redis import Redis, running_redis
from tests.store.postgres import Server as Postgres
from tests.store.postgres import running_server

QUICK = {"NIWASHI_HEARTBEAT": "0.5", "NIWASHI_LEASE": "3"}
Kill: TypeAlias = Callable[[], None]
"""Kills at once; the world's `mend` starts again what is gone."""


class World:
    """Servers on one store."""

    def __init__(self, servers: list[ForkedServer], random: Random) -> None:
        self.servers, self._random = servers, random
        self.place = servers[0].place

    @property
    def kills(self) -> dict[str, Kill]:
        return {"processes": self._kill_server}

    def ports(self) -> list[int]:
        return [server.port for server in self.servers]

    def logs(self) -> str:
        return "".join(server.log.read_text() for server in self.servers)

    def start(self) -> None:
        self.begin_to_mend()
        for server in self.servers:
            server.finish()

    async def mend(self) -> None:
        """Start again what is gone, and wait until it serves."""
        self.begin_to_mend()
        for server in self.servers:
            if not server.serves:
                await asyncio.to_thread(server.finish)

    def begin_to_mend(self) -> None:
        """Without waiting."""
        for server in self.servers:
            if server.gone:
                server.begin()

    def end(self) -> None:
        for server in self.servers:
            assert server.end() == 0

    def _kill_server(self) -> None:
        self._random.choice(self.servers).kill()


class SqliteWorld(World):
    """One server, and the process that writes."""

    @property
    def kills(self) -> dict[str, Kill]:
        return {**super().kills, "writer": self._kill_writer}

    def _kill_writer(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.servers[0].writer_pid(), signal.SIGKILL)


class ClusterWorld(World):
    """Two nodes on one PostgreSQL and one Redis."""

    def __init__(self, servers: list[ForkedServer], random: Random, postgres: Postgres, redis: Redis) -> None:
        super().__init__(servers, random)
        self._postgres, self._redis = postgres, redis
        self._redis_is_gone = self._postgres_is_gone = False

    @property
    def kills(self) -> dict[str, Kill]:
        return {**super().kills, "postgres": self._kill_postgres, "redis": self._kill_redis}

    def _kill_postgres(self) -> None:
        self._postgres.crash()
        self._postgres_is_gone = True

    def _kill_redis(self) -> None:
        self._redis.kill()
        self._redis_is_gone = True

    def begin_to_mend(self) -> None:
        if self._postgres_is_gone:
            self._postgres.start()
        if self._redis_is_gone:
            self._redis.start()
        self._redis_is_gone = self._postgres_is_gone = False
        super().begin_to_mend()


@contextmanager
def sqlite_world(nursery: Nursery, folder: Path, random: Random) -> Iterator[World]:
    yield SqliteWorld([ForkedServer(nursery, folder, **QUICK)], random)


@contextmanager
def cluster_world(nursery: Nursery, folder: Path, random: Random) -> Iterator[World]:
    with running_server() as postgres, running_redis() as redis:
        place, address = postgres.address(postgres.new_database()), redis.new_address()
        servers = []
        for name in ("a", "b"):
            (folder / name).mkdir()
            environment = {**QUICK, "NIWASHI_REDIS": address, "NIWASHI_NODE": f"node-{name}"}
            servers.append(ForkedServer(nursery, folder / name, place, **environment))
        yield ClusterWorld(servers, random, postgres, redis)


WORLDS = {"sqlite": sqlite_world, "cluster": cluster_world}
KINDS = {"processes": ("sqlite", "cluster"), "writer": ("sqlite",), "postgres": ("cluster",), "redis": ("cluster",)}
"""What may be killed, and where there is such a thing."""
