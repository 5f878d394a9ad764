"""Where a store is, that it is made by itself, and which ones are refused."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from niwashi.store import Database, open_database, open_store, read_location
from niwashi.store.database import connect
from niwashi.store.errors import BadStore, Unavailable
from niwashi.store.migration import SCRIPTS, VERSION_TABLE
from niwashi.store.schema import HEAD, metadata
from tests.store.logs import batch, seated


# -- places ----------------------------------------------------------------------------------------------------------
def test_without_a_place_it_is_a_file_in_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NIWASHI_DATA", str(tmp_path / "a" / "b"))
    assert read_location().file == tmp_path / "a" / "b" / "niwashi.sqlite"


def test_an_address_is_shown_without_its_password() -> None:
    place = read_location("postgresql://host:secret@example.org:5433/games?sslmode=require")
    assert str(place) == "postgresql://host:***@example.org:5433/games?sslmode=require"
    assert place.file is None
    assert place.url.password == "secret"


@pytest.mark.parametrize(
    "wrong",
    [
        "mysql://host:secret@example.org/games",
        "sqlite:///games",
        "postgresql://host:secret@example.org:port/games",
        "postgresql://host:secret@example.org/games?sslmode=maybe",
        "postgresql://host:secret@example.org/games?options=secret",
        "://",
    ],
)
def test_another_address_is_refused_without_telling_the_password(wrong: str) -> None:
    with pytest.raises(BadStore) as refused:
        read_location(wrong)
    assert "secret" not in refused.value.sentence


# -- opening ---------------------------------------------------------------------------------------------------------
async def test_a_file_and_its_folders_are_made_on_first_use(tmp_path: Path) -> None:
    file = tmp_path / "some" / "where" / "new.sqlite"
    async with open_database(file):
        assert file.stat().st_mode & 0o777 == 0o600, "seeds of running games are in it"


@pytest.mark.parametrize("content", [b"this is no database, and long enough to be one" * 100, b"{}\n" * 2000])
async def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(content)
    with pytest.raises(BadStore, match="is not a SQLite database"):
        async with open_database(file):
            pass
    assert file.read_bytes() == content


async def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadStore, match="is a folder"):
        async with open_database(tmp_path):
            pass


async def test_somebody_elses_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE accounts (id)")
    with pytest.raises(BadStore, match="“accounts”"):
        async with open_database(file):
            pass


async def test_a_database_that_nobody_answers_for_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Unavailable) as failed:
        async with open_database(f"postgresql://postgres:secret@/games?host={tmp_path}"):
            pass
    assert "secret" not in failed.value.sentence


# -- migrations ------------------------------------------------------------------------------------------------------
def _differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE, "compare_type": True})
    return list(compare_metadata(context, metadata))


def _checks(connection: Connection) -> set[str]:
    """Alembic does not compare these."""
    look = inspect(connection)
    return {str(check["name"]) for table in metadata.tables for check in look.get_check_constraints(table)}


async def test_migrations_from_empty_to_head_make_the_schema(empty_place: str) -> None:
    async with open_database(empty_place) as database, database.read_transaction() as connection:
        assert await connection.run_sync(_differences) == []
        wanted = {"ck_bans_kind", "ck_tables_state", "ck_tables_visibility"}
        assert await connection.run_sync(_checks) == wanted


def test_the_programs_newest_migration_is_the_newest_there_is() -> None:
    assert ScriptDirectory(str(SCRIPTS)).get_heads() == [HEAD]


async def test_several_may_open_a_new_store_at_once(empty_place: str) -> None:
    async def use(name: str) -> None:
        async with open_store(empty_place) as store:
            (lease,) = await seated(store, name)
            await store.log.append(batch(lease, 0))

    await asyncio.gather(*(use(f"t{number}") for number in range(5)))


def test_programs_that_meet_at_a_new_file_wait_for_each_other(tmp_path: Path) -> None:
    """SQLite itself refuses one of two that begin a file's write-ahead log at the same time."""

    async def look(place: Path) -> None:
        await (await connect(read_location(str(place)))).close()

    with ThreadPoolExecutor(8) as several:
        for number in range(40):
            file = tmp_path / f"{number}.sqlite"
            list(several.map(lambda place: asyncio.run(look(place)), [file] * 8))


async def test_a_newer_schema_is_refused_with_a_sentence(place: str) -> None:
    async with open_database(place) as database:
        await _say_version(database, "9999")
    with pytest.raises(BadStore, match=f"“9999”, which is newer than this program's {HEAD}"):
        async with open_database(place):
            pass
    database = await connect(read_location(place))
    await _say_version(database, HEAD)
    await database.close()


async def _say_version(database: Database, version: str) -> None:
    async with database.write_transaction() as connection:
        await connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '{version}'")
