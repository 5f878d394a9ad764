"""Backups of a store in use: SQLite's own backup, or PostgreSQL's pg_dump."""

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
from niwashi.store.database import Database, new_store_id
from niwashi.store.errors import BadStore

PAGES_PER_STEP = 1000
DUMP_COMMAND = ("pg_dump", "--format=custom", "--no-password")


@dataclass(frozen=True)
class BackupResult:
    bytes: int


async def backup(database: Database, path: str | Path, progress: Progress = no_progress) -> BackupResult:
    """Write a consistent copy that only its owner can read. Writers are not blocked meanwhile.

    A copy of SQLite is itself a store; a copy of PostgreSQL is for pg_restore.
    """
    source = database.place.file
    if Path(path).exists() and not Path(path).is_file():
        raise BadStore("store/backup", f"{quote(str(path))} is not a file; a backup cannot be written there")
    if source is None:
        return BackupResult(await asyncio.to_thread(_dump, database.place.url, path))
    if os.path.realpath(path) == os.path.realpath(source):
        raise BadStore("store/backup", f"{quote(str(path))} is the store itself")
    return BackupResult(await asyncio.to_thread(_copy, source, path, progress))


def _copy(source: Path, path: str | Path, progress: Progress) -> int:
    def report(_: int, remaining: int, total: int) -> None:
        progress(total - remaining, total)

    with atomic_file(path, OWNER_ONLY) as file:
        try:
            with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(file.name)) as copy:
                # Within one read transaction: otherwise a copy in steps would restart with every write.
                live.execute("BEGIN")
                live.execute("SELECT 1 FROM sqlite_schema").fetchone()
                live.backup(copy, pages=PAGES_PER_STEP, progress=report)
                copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
                copy.execute(f"PRAGMA application_id = {new_store_id()}")
        except sqlite3.Error as error:
            raise BadStore("store/backup", f"cannot copy {quote(str(source))}: {printable(str(error))}") from None
        os.fsync(file.fileno())
        return os.path.getsize(file.name)


def _dump(url: URL, path: str | Path) -> int:
    with atomic_file(path, OWNER_ONLY) as file:
        try:
            done = subprocess.run(
                DUMP_COMMAND, stdout=file, stderr=subprocess.PIPE, env={**os.environ, **_environment(url)}
            )
        except FileNotFoundError:
            sentence = "a backup of PostgreSQL needs the program pg_dump (Debian: apt-get install postgresql-client)"
            raise BadStore("store/backup", sentence) from None
        if done.returncode:
            raise BadStore("store/backup", _reason(done.stderr))
        os.fsync(file.fileno())
        return os.path.getsize(file.name)


def _environment(url: URL) -> dict[str, str]:
    """The connection as environment variables: every user of the machine can read a command line, which would show
    the password."""
    named = {
        "PGHOST": url.query.get("host", url.host),
        "PGPORT": url.port,
        "PGUSER": url.username,
        "PGPASSWORD": url.password,
        "PGDATABASE": url.database,
        "PGSSLMODE": url.query.get("ssl"),
    }
    return {name: str(value) for name, value in named.items() if value}


def _reason(stderr: bytes) -> str:
    lines = [
        line.removeprefix("pg_dump: ").removeprefix("error: ") for line in stderr.decode(errors="replace").splitlines()
    ]
    return f"pg_dump could not copy the store: {printable('; '.join(lines))}"
