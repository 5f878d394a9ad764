"""Whether the store takes what is written: reading goes on when a disk is full."""

from __future__ import annotations

from sqlalchemy import delete, insert

from niwashi.store import Database, schema
from niwashi.store.database import now
from niwashi.store.errors import Unavailable

PROBE = "probe"


class StoreHealth:
    def __init__(self) -> None:
        self.failed = False
        """The last append failed because of the store itself."""

    def note(self, error: BaseException | None) -> None:
        self.failed = isinstance(error, Unavailable)

    async def check(self, database: Database) -> None:
        """Raises while the store takes nothing. Writes only after a failure: anybody may ask whether we are ready."""
        if self.failed:
            await _write_and_delete(database)
            self.failed = False


async def _write_and_delete(database: Database) -> None:
    """In one transaction, so that nobody sees it."""
    row = {"kind": PROBE, "subject": PROBE, "details": {}, "posted": now()}
    async with database.write_transaction() as connection:
        await connection.execute(insert(schema.notices).values(row))
        await connection.execute(delete(schema.notices).where(schema.notices.c.kind == PROBE))
