"""A copy of a store while it is in use: SQLite's own backup, or PostgreSQL's pg_dump."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL

from niwashi.core.errors import quote
from niwashi.core.files import atomic_file, printable
from niwashi.store.archive import OWNER_ONLY, Progress, no_progress
from niwashi.store.database import Database
from niwashi.store.errors import BadStore

PAGES_PER_STEP = 1000
DUMP_COMMAND = ("pg_dump", "--format=custom", "--no-password")


@dataclass(frozen=True)
class BackupResult:
    bytes: int


async def backup(database: Database, path: str | Path, progress: Progress = no_progress) -> BackupResult:
    """The copy is whole, of one moment, and readable for its owner only; writers go on meanwhile.

    Of a file it is a store like any other, of a PostgreSQL what pg_restore reads.
    """
    source = database.place.file
    if Path(path).exists() and not Path(path).is_file():
        raise BadStore("store/backup", f"{quote(str(path))} is no file, so no backup can be written there")
    if source is None:
        return BackupResult(await asyncio.to_thread(_dump, database.place.url, path))
    if os.path.realpath(path) == os.path.realpath(source):
        raise BadStore("store/backup", f"{quote(str(path))} is the store itself")
    return BackupResult(await asyncio.to_thread(_copy, source, path, progress))


# -- SQLite ------------------------------------------------------------------------------------------------------------
def _copy(source: Path, path: str | Path, progress: Progress) -> int:
    def tell(_: int, remaining: int, total: int) -> None:
        progress(total - remaining, total)

    with atomic_file(path, OWNER_ONLY) as file:
        try:
            with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(file.name)) as copy:
                # Within one read transaction: a copy in steps would else begin again with every write.
                live.execute("BEGIN")
                live.execute("SELECT 1 FROM sqlite_schema").fetchone()
                live.backup(copy, pages=PAGES_PER_STEP, progress=tell)
                copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        except sqlite3.Error as error:
            raise BadStore("store/backup", f"cannot copy {quote(str(source))}: {printable(str(error))}") from None
        os.fsync(file.fileno())
        return os.path.getsize(file.name)


# -- PostgreSQL --------------------------------------------------------------------------------------------------------
def _dump(url: URL, path: str | Path) -> int:
    with atomic_file(path, OWNER_ONLY) as file:
        try:
            done = subprocess.run(
                DUMP_COMMAND, stdout=file, stderr=subprocess.PIPE, env={**os.environ, **_environment(url)}
            )
        except FileNotFoundError:
            sentence = "a backup of a PostgreSQL needs its program pg_dump (Debian: apt-get install postgresql-client)"
            raise BadStore("store/backup", sentence) from None
        if done.returncode:
            raise BadStore("store/backup", _reason(done.stderr))
        os.fsync(file.fileno())
        return os.path.getsize(file.name)


def _environment(url: URL) -> dict[str, str]:
    """How to reach it, without words of a command: everybody on the machine can read those, and a password is one."""
    named = {
        "PGHOST": url.query.get("host", url.host),
        "PGPORT": url.port,
        "PGUSER": url.username,
        "PGPASSWORD": url.password,
        "PGDATABASE": url.database,
        "PGSSLMODE": url.query.get("ssl"),
    }
    return {name: str(value) for name, value in named.items() if value}


def _reason(said: bytes) -> str:
    lines = [
        line.removeprefix("pg_dump: ").removeprefix("error: ") for line in said.decode(errors="replace").splitlines()
    ]
    return f"pg_dump could not copy the store: {printable('; '.join(lines))}"
