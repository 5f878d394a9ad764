"""Every test of the store runs on SQLite and on PostgreSQL, and may be a coroutine."""

from __future__ import annotations

import asyncio
import inspect
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from niwashi.store import open_database
from niwashi.store.schema import metadata
from tests.store.postgres import Server, running_server


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    with running_server() as server:
        yield server


async def _make(place: str) -> None:
    async with open_database(place):
        pass


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("template") / "store.sqlite"
    asyncio.run(_make(str(file)))
    return file


@pytest.fixture(scope="session")
def postgres_store(postgres: Server) -> str:
    name = postgres.new_database()
    asyncio.run(_make(postgres.address(name)))
    return name


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where no store is yet."""
    if request.param == "sqlite":
        return str(tmp_path / "store.sqlite")
    server: Server = request.getfixturevalue("postgres")
    return server.address(server.new_database())


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store with nothing in it: a copy, or the same one emptied, since making one takes longer."""
    if request.param == "sqlite":
        return str(shutil.copy(request.getfixturevalue("sqlite_template"), tmp_path / "store.sqlite"))
    server: Server = request.getfixturevalue("postgres")
    return server.emptied(request.getfixturevalue("postgres_store"), list(metadata.tables))
