"""What people say at a table."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from niwashi.core.errors import quote
from niwashi.store import notices, schema
from niwashi.store.database import Database, now
from niwashi.store.errors import Unknown
from niwashi.store.validation import LONGEST_NAME, LONGEST_TEXT, check_text

_row = schema.chat.c
A_PAGE = 100
A_NOTICE = 1000
"""Lines that one notice takes away."""


@dataclass(frozen=True)
class Message:
    id: int
    """Grows with every message, so that “since 41” means something."""
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


async def withdraw(
    database: Database, *, line: int | None = None, table: str | None = None, account: str | None = None
) -> int:
    """A line, all that was said at a table or by an account, or what fits all that is given; returns how many."""
    async with database.writing() as connection:
        return await unsay(connection, *_which(line, table, account))


async def count(
    database: Database, *, line: int | None = None, table: str | None = None, account: str | None = None
) -> int:
    wanted = select(func.count()).select_from(schema.chat).where(*_which(line, table, account))
    async with database.reading() as connection:
        return int((await connection.execute(wanted)).scalar_one())


def _which(line: int | None, table: str | None, account: str | None) -> list[ColumnElement[bool]]:
    given = ((_row.id, line), (_row.table_id, table), (_row.account_id, account))
    which = [column == value for column, value in given if value is not None]
    assert which, "all chat of all tables is nobody's to delete at once"
    return which


async def unsay(connection: AsyncConnection, *which: ColumnElement[bool]) -> int:
    """Whoever has read it is told to take it away."""
    gone: dict[str, list[int]] = {}
    for row in await connection.execute(delete(schema.chat).where(*which).returning(_row.table_id, _row.id)):
        gone.setdefault(row.table_id, []).append(row.id)
    for table, lines in gone.items():
        for first in range(0, len(lines), A_NOTICE):
            await notices.post(connection, notices.UNSAID, table, lines=lines[first : first + A_NOTICE])
    return sum(map(len, gone.values()))
