"""Reviews of finished games, one per table. They name seats, not people."""

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
    """Replaces an earlier review."""
    new = insert(schema.reviews).values(table_id=table, review=check_body(review), made=now())
    try:
        async with database.write_transaction() as connection:
            await connection.execute(delete(schema.reviews).where(_row.table_id == table))
            await connection.execute(new)
    except IntegrityError:
        raise Unknown("store/table", f"there is no table {quote(table)}") from None


async def load_review(database: Database, table: str) -> bytes | None:
    async with database.read_transaction() as connection:
        review = (await connection.execute(select(_row.review).where(_row.table_id == table))).scalar_one_or_none()
    return None if review is None else bytes(review)
