"""What people say at a table."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from niwashi.core.errors import quote
from niwashi.store import schema
from niwashi.store.database import Database, now
from niwashi.store.entries import LONGEST_NAME, LONGEST_TEXT, check_text
from niwashi.store.errors import Unknown

_row = schema.chat.c
A_PAGE = 100


@dataclass(frozen=True)
class Message:
    id: int
    """Grows with every message, so that «since 41» means something."""
    account: str | None
    name: str
    text: str
    written: int


async def say(database: Database, table: str, name: str, text: str, account: str | None = None) -> int:
    """The message's id."""
    values = {"table_id": table, "account_id": account, "name": check_text(name, LONGEST_NAME, "name")}
    new = insert(schema.chat).values(**values, text=check_text(text, LONGEST_TEXT, "message"), written=now())
    try:
        async with database.writing() as connection:
            return int((await connection.execute(new.returning(_row.id))).scalar_one())
    except IntegrityError:
        raise Unknown("store/table", f"there is no table {quote(table)}, or no such account") from None


async def latest(database: Database, table: str, since: int = 0, limit: int = A_PAGE) -> list[Message]:
    """The last messages after number `since`, oldest first."""
    wanted = select(schema.chat).where(_row.table_id == table, _row.id > since).order_by(_row.id.desc()).limit(limit)
    async with database.reading() as connection:
        rows = (await connection.execute(wanted)).all()
    return [Message(row.id, row.account_id, row.name, row.text, row.written) for row in reversed(rows)]


async def withdraw(database: Database, message: int) -> None:
    async with database.writing() as connection:
        await connection.execute(delete(schema.chat).where(_row.id == message))
