"""Reviews of finished games, one a table. They name seats and no people."""

from __future__ import annotations

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from niwashi.core.errors import quote
from niwashi.store import schema
from niwashi.store.database import Database, now
from niwashi.store.errors import Unknown
from niwashi.store.validation import check_body

_row = schema.reviews.c


async def save_review(database: Database, table: str, review: bytes) -> None:
    """In place of one that was kept before."""
    new = insert(schema.reviews).values(table_id=table, review=check_body(review), made=now())
    try:
        async with database.write_transaction() as connection:
            await connection.execute(delete(schema.reviews).where(_row.table_id == table))
            await connection.execute(new)
    except IntegrityError:
        raise Unknown("store/table", f"there is no table {quote(table)}") from None


async def load_review(database: Database, table: str) -> bytes | None:
    async with database.read_transaction() as connection:
        found = (await connection.execute(select(_row.review).where(_row.table_id == table))).scalar_one_or_none()
    return None if found is None else bytes(found)
