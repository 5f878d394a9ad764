"""What can be killed: a server of one process or of several on SQLite, or two nodes with PostgreSQL and Redis."""

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
from tests.kills.people import NODES
from tests.server.redis import Redis, running_redis
from tests.store.postgres import Server as Postgres
from tests.store.postgres import running_server

NOTHING = "nothing"
"""Killed to learn how long people wait anyway."""
QUICK = {"NIWASHI_HEARTBEAT": "0.5", "NIWASHI_LEASE": "3"}
Kill: TypeAlias = Callable[[], None]
"""Kills at once; the world's `mend` starts again what is gone and is not replaced by itself."""


class World:
    """Servers on one store."""

    def __init__(self, servers: list[ForkedServer], random: Random) -> None:
        self.servers, self._random = servers, random
        self.place = servers[0].place

    @property
    def kills(self) -> dict[str, Kill]:
        raise NotImplementedError

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

    def kill_server(self) -> None:
        self._random.choice(self.servers).kill()

    def _kill_table_process(self) -> None:
        """One of a server that has several; the front replaces it."""
        several = [server for server in self.servers if server.table_processes]
        _kill(self._random.choice(self._random.choice(several).table_processes))


class SqliteWorld(World):
    """One server, and the process that writes."""

    @property
    def kills(self) -> dict[str, Kill]:
        return {"server": self.kill_server, "writer": self._kill_writer, NOTHING: lambda: None}

    def _kill_writer(self) -> None:
        _kill(self.servers[0].writer_pid())


class ProcessesWorld(SqliteWorld):
    """A front, its table processes, the template that they are forked from, and the process that writes."""

    @property
    def kills(self) -> dict[str, Kill]:
        return {
            "front": self.kill_server,
            "tables": self._kill_table_process,
            "template": self._kill_template,
            "writer": self._kill_writer,
            NOTHING: lambda: None,
        }

    def _kill_template(self) -> None:
        """Noticed with the next table process that is to be forked; so one of these is killed, too."""
        self.servers[0].kill_template()
        self._kill_table_process()


class ClusterWorld(World):
    """Two nodes, one of them with table processes, on one PostgreSQL and one Redis."""

    def __init__(self, servers: list[ForkedServer], random: Random, postgres: Postgres, redis: Redis) -> None:
        super().__init__(servers, random)
        self._postgres, self._redis = postgres, redis
        self._redis_is_gone = self._postgres_is_gone = False

    @property
    def kills(self) -> dict[str, Kill]:
        return {
            "server": self.kill_server,
            "tables": self._kill_table_process,
            "postgres": self._kill_postgres,
            "redis": self._kill_redis,
        }

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


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


@contextmanager
def sqlite_world(nursery: Nursery, folder: Path, random: Random) -> Iterator[World]:
    yield SqliteWorld([ForkedServer(nursery, folder, **QUICK, NIWASHI_PROCESSES="1")], random)


@contextmanager
def processes_world(nursery: Nursery, folder: Path, random: Random) -> Iterator[World]:
    yield ProcessesWorld([ForkedServer(nursery, folder, **QUICK, NIWASHI_PROCESSES="2")], random)


@contextmanager
def cluster_world(nursery: Nursery, folder: Path, random: Random) -> Iterator[World]:
    with running_server() as postgres, running_redis() as redis:
        place, address = postgres.address(postgres.new_database()), redis.new_address()
        servers = []
        for name, processes in zip(NODES, ("1", "2"), strict=True):
            (folder / name).mkdir()
            environment = {**QUICK, "NIWASHI_REDIS": address, "NIWASHI_NODE": name, "NIWASHI_NODE_PATHS": "yes"}
            server = ForkedServer(nursery, folder / name, place, **environment, NIWASHI_PROCESSES=processes)
            servers.append(server)
        yield ClusterWorld(servers, random, postgres, redis)


WORLDS = {"sqlite": sqlite_world, "processes": processes_world, "cluster": cluster_world}
KINDS = {
    "server": ("sqlite", "cluster"),
    "front": ("processes",),
    "tables": ("processes", "cluster"),
    "template": ("processes",),
    "writer": ("sqlite", "processes"),
    "postgres": ("cluster",),
    "redis": ("cluster",),
}
"""What may be killed, and where there is such a thing."""
PLACES = {**KINDS, NOTHING: ("sqlite", "processes")}
STARTED_BY_US = ("server", "front")
"""What does not come back by itself and is no database: the harness starts it again."""
