"""A copy of a SQLite store while it is in use."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from niwashi.core.errors import quote
from niwashi.core.record import printable, whole_file
from niwashi.store.archive import Progress, unseen
from niwashi.store.database import Database
from niwashi.store.errors import BadStore

PAGES_A_STEP = 1000


@dataclass(frozen=True)
class Copied:
    bytes: int


async def backup(database: Database, path: str | Path, progress: Progress = unseen) -> Copied:
    """The copy is whole, of one moment, and a store like any other; writers go on meanwhile."""
    source = database.place.file
    if source is None:
        raise BadStore("store/backup", "a PostgreSQL is backed up by its own pg_dump; niwashi export works for both")
    if Path(path).exists() and not Path(path).is_file():
        raise BadStore("store/backup", f"{quote(str(path))} is no file, so no backup can be written there")
    if os.path.realpath(path) == os.path.realpath(source):
        raise BadStore("store/backup", f"{quote(str(path))} is the store itself")
    return Copied(await asyncio.to_thread(_copy, source, path, progress))


def _copy(source: Path, path: str | Path, progress: Progress) -> int:
    def tell(_: int, remaining: int, total: int) -> None:
        progress(total - remaining, total)

    with whole_file(path) as file:
        try:
            with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(file.name)) as copy:
                # Within one read transaction: a copy in steps would else begin again with every write.
                live.execute("BEGIN")
                live.execute("SELECT 1 FROM sqlite_schema").fetchone()
                live.backup(copy, pages=PAGES_A_STEP, progress=tell)
                copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        except sqlite3.Error as error:
            raise BadStore("store/backup", f"cannot copy {quote(str(source))}: {printable(str(error))}") from None
        os.chmod(file.name, 0o600)  # as secret as what it is a copy of
        os.fsync(file.fileno())
        return os.path.getsize(file.name)
