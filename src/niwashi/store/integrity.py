"""Whether the database itself is whole: SQLite reads a damaged file without a word."""

from __future__ import annotations

from sqlalchemy import text

from niwashi.core.errors import NiwashiError
from niwashi.core.files import printable
from niwashi.store.database import Database

WHOLE = "ok"


async def find_damage(database: Database) -> str | None:
    """What is wrong; None if nothing, and for PostgreSQL, which checks its pages itself."""
    if database.place.file is None:
        return None
    try:
        async with database.read_transaction() as connection:
            found = (await connection.execute(text("PRAGMA integrity_check(1)"))).scalar_one()
    except NiwashiError as error:
        return error.sentence
    return None if found == WHOLE else printable(" ".join(str(found).split()))
