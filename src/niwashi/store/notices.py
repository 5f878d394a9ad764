"""Notices to running servers of what an admin or another node did: posted in its transaction, read every second."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from niwashi.store import schema
from niwashi.store.database import Database, now

_row = schema.notices.c
BANS, CLOSED, REOPENED, CHAT_DELETED, ACCOUNT_DELETED, RETENTION, SESSIONS_ENDED, ACCOUNT_CHANGED = (
    "bans",
    "closed",
    "reopened",
    "unsaid",
    "forgotten",
    "retention",
    "sessions",
    "account",
)
ALL = "everything"


@dataclass(frozen=True)
class Notice:
    id: int
    kind: str
    subject: str
    """A table or an account."""
    details: dict[str, Any]


async def post(connection: AsyncConnection, kind: str, subject: str = ALL, **details: Any) -> None:
    """Must run in the transaction of the change that it announces."""
    if connection.dialect.name == "postgresql":
        # Ids become visible in order: a reader of 41 must not miss a 40 that is committed later.
        await connection.execute(text("LOCK TABLE notices IN SHARE ROW EXCLUSIVE MODE"))
    values = {"kind": kind, "subject": subject, "details": details}
    await connection.execute(insert(schema.notices).values(**values, posted=now()))


async def newest_id(database: Database) -> int:
    """The starting point for a server that has just loaded everything else."""
    async with database.read_transaction() as connection:
        return int((await connection.execute(select(func.coalesce(func.max(_row.id), 0)))).scalar_one())


async def list_since(database: Database, last: int) -> list[Notice]:
    wanted = select(schema.notices).where(_row.id > last).order_by(_row.id)
    async with database.read_transaction() as connection:
        rows = (await connection.execute(wanted)).all()
    return [Notice(row.id, row.kind, row.subject, row.details) for row in rows]
