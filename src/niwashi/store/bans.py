"""Who may not come in: accounts, and addresses of the network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import ColumnElement, delete, insert, or_, select

from niwashi.store import schema
from niwashi.store.database import SECOND, Database, now
from niwashi.store.entries import LONGEST_TEXT, check_text

_row = schema.bans.c
LONGEST_SUBJECT = 128
Kind = Literal["account", "address"]


@dataclass(frozen=True)
class Ban:
    kind: Kind
    subject: str
    reason: str
    until: int | None
    """None: for ever."""


async def ban(database: Database, kind: Kind, subject: str, reason: str, seconds: float | None = None) -> None:
    """In place of what was decided about them before."""
    values = {"kind": kind, "subject": check_text(subject, LONGEST_SUBJECT, "ban's subject")}
    until = None if seconds is None else now() + round(seconds * SECOND)
    new = insert(schema.bans).values(**values, reason=check_text(reason, LONGEST_TEXT, "ban's reason"), until=until)
    async with database.writing() as connection:
        await connection.execute(delete(schema.bans).where(*_about(kind, subject)))
        await connection.execute(new.values(created=now()))


async def lift(database: Database, kind: Kind, subject: str) -> None:
    async with database.writing() as connection:
        await connection.execute(delete(schema.bans).where(*_about(kind, subject)))


async def banned(database: Database, kind: Kind, subject: str) -> Ban | None:
    """A ban that holds now."""
    wanted = select(schema.bans).where(*_about(kind, subject), or_(_row.until.is_(None), _row.until > now()))
    async with database.reading() as connection:
        row = (await connection.execute(wanted)).one_or_none()
    return None if row is None else Ban(row.kind, row.subject, row.reason, row.until)


def _about(kind: Kind, subject: str) -> tuple[ColumnElement[bool], ...]:
    return _row.kind == kind, _row.subject == subject
