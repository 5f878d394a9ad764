"""Migrates a database's schema to this program's, under a lock, when a store is opened."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from niwashi.core.errors import quote
from niwashi.store.database import Database
from niwashi.store.errors import BadStore
from niwashi.store.schema import HEAD, metadata

SCRIPTS = Path(__file__).with_name("migrations")
VERSION_TABLE = "niwashi_schema"
ADVISORY_LOCK = 0x6E69_7761_7368_6900
"""PostgreSQL's advisory lock for migrations: “niwashi” in ASCII."""


async def migrate(database: Database) -> None:
    """Checks the version first: usually it is current, which needs neither lock nor Alembic."""
    async with database.read_transaction() as connection:
        version = await connection.run_sync(_read_version)
    _refuse_newer(database, version)
    if version != HEAD:
        async with database.write_transaction() as connection:
            if not database.is_sqlite:
                await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ADVISORY_LOCK})
            _refuse_newer(database, await connection.run_sync(_read_version))
            await connection.run_sync(upgrade)


def _read_version(connection: Connection) -> str | None:
    names = inspect(connection).get_table_names()
    if VERSION_TABLE in names:
        return str(connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar_one())
    if ours := sorted(set(names) & set(metadata.tables)):
        raise BadStore("store/foreign", f"the database has a table {quote(ours[0])} that Niwashi did not create")
    return None


def _refuse_newer(database: Database, version: str | None) -> None:
    if version is not None and version > HEAD:
        sentence = (
            f"{quote(str(database.place))} has schema {quote(version)}, which is newer than this program's {HEAD}"
        )
        raise BadStore("store/newer", f"{sentence}; use the newer program, or restore a backup")


def upgrade(connection: Connection, to: str = "head") -> None:
    """Runs in the connection's transaction, so a migration succeeds whole or not at all."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
