"""One server for most tests; those that stop or kill it have their own. Tests may be coroutines."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from niwashi.server.workers.precompile import compile_all
from tests.server.cluster import Cluster, running_cluster
from tests.server.process import ServerProcess
from tests.server.redis import Redis, running_redis
from tests.store.postgres import Server as Postgres
from tests.store.postgres import running_server

POLLING = 1.0
"""Seconds for which an HTTP-only client counts as present."""


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    compile_all()
    running = ServerProcess(tmp_path_factory.mktemp("server"), NIWASHI_HEARTBEAT="0.5")
    running.start()
    yield running
    assert running.end() == 0


@pytest.fixture(scope="session")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Another server, for tests that ban people, with a short presence timeout."""
    environment = {"NIWASHI_POLLING": str(POLLING), "NIWASHI_BEHIND_PROXY": "yes", "NIWASHI_PROXY_RTT": "yes"}
    running = ServerProcess(tmp_path_factory.mktemp("hosted"), **environment)
    running.start()
    yield running
    assert running.end() == 0
    assert "Traceback" not in running.log.read_text()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path)
    running.start()
    yield running
    running.end()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_server() as postgres:
        yield postgres


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    with running_redis() as redis:
        yield redis


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, redis: Redis) -> Iterator[Cluster]:
    """Two nodes and a worker for all tests that do not kill them."""
    with running_cluster(tmp_path_factory.mktemp("cluster"), postgres, redis) as cluster:
        yield cluster
