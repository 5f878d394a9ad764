"""The chat of a table."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from niwashi.core.errors import quote
from niwashi.store import notices, schema
from niwashi.store.database import Database, now
from niwashi.store.errors import Unknown
from niwashi.store.validation import MAX_NAME_LENGTH, MAX_TEXT_LENGTH, check_text

_row = schema.chat.c
PAGE_SIZE = 100
MAX_NOTICE_MESSAGES = 1000
"""The most messages that one notice deletes."""


@dataclass(frozen=True)
class StoredMessage:
    id: int
    """Grows with every message, so “since 41” is well defined."""
    account: str | None
    name: str
    text: str
    written: int


async def add_message(database: Database, table: str, name: str, text: str, account: str | None = None) -> int:
    """Returns the message's id."""
    values = {"table_id": table, "account_id": account, "name": check_text(name, MAX_NAME_LENGTH, "name")}
    new = insert(schema.chat).values(**values, text=check_text(text, MAX_TEXT_LENGTH, "message"), written=now())
    try:
        async with database.write_transaction() as connection:
            return int((await connection.execute(new.returning(_row.id))).scalar_one())
    except IntegrityError:
        raise Unknown("store/table", f"there is no table {quote(table)}, or no such account") from None


async def list_messages(database: Database, table: str, since: int = 0, limit: int = PAGE_SIZE) -> list[StoredMessage]:
    """The newest messages after id `since`, oldest first."""
    wanted = select(schema.chat).where(_row.table_id == table, _row.id > since).order_by(_row.id.desc()).limit(limit)
    async with database.read_transaction() as connection:
        rows = (await connection.execute(wanted)).all()
    return [StoredMessage(row.id, row.account_id, row.name, row.text, row.written) for row in reversed(rows)]


async def delete_messages(
    database: Database, *, line: int | None = None, table: str | None = None, account: str | None = None
) -> int:
    """Delete the messages that match all given conditions. Returns how many there were."""
    async with database.write_transaction() as connection:
        return await delete_rows(connection, *_conditions(line, table, account))


async def count_messages(
    database: Database, *, line: int | None = None, table: str | None = None, account: str | None = None
) -> int:
    wanted = select(func.count()).select_from(schema.chat).where(*_conditions(line, table, account))
    async with database.read_transaction() as connection:
        return int((await connection.execute(wanted)).scalar_one())


def _conditions(line: int | None, table: str | None, account: str | None) -> list[ColumnElement[bool]]:
    wanted = ((_row.id, line), (_row.table_id, table), (_row.account_id, account))
    conditions = [column == value for column, value in wanted if value is not None]
    assert conditions, "at least one condition: the chat of all tables is never deleted at once"
    return conditions


async def delete_rows(connection: AsyncConnection, *which: ColumnElement[bool]) -> int:
    """Also posts notices, so that clients remove the messages."""
    deleted: dict[str, list[int]] = {}
    for row in await connection.execute(delete(schema.chat).where(*which).returning(_row.table_id, _row.id)):
        deleted.setdefault(row.table_id, []).append(row.id)
    for table, lines in deleted.items():
        for first in range(0, len(lines), MAX_NOTICE_MESSAGES):
            await notices.post(
                connection, notices.CHAT_DELETED, table, lines=lines[first : first + MAX_NOTICE_MESSAGES]
            )
    return sum(map(len, deleted.values()))
