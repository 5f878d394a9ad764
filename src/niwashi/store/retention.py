"""What is not kept for ever, and for how long it is."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import ColumnElement, Table, and_, delete, insert, or_, select, tuple_

from niwashi.core.errors import quote
from niwashi.store import notices, schema
from niwashi.store.database import SECOND, Database, now
from niwashi.store.errors import BadEntry

DAY = 24 * 60 * 60
NOTICES = 2
"""Days; servers read them every second."""
A_SWEEP = 500
"""Rows in one transaction, so that nobody's action waits long behind a great tidying up."""


@dataclass(frozen=True)
class Retention:
    """In days; None is for ever. Finished games are kept unless a host wants otherwise."""

    never_started: float | None = 7
    abandoned: float | None = 180
    finished: float | None = None
    answers: float | None = 7
    """After a table's last event: nobody sends a command again so much later."""
    chat: float | None = 90
    guests: float | None = 180
    """After they were last here, unless a game that is kept has their name."""


NAMES = tuple(field.name for field in fields(Retention))


async def read(database: Database) -> Retention:
    """As the host has set it."""
    kept = schema.keeping
    async with database.reading() as connection:
        found = {row.what: row.days for row in await connection.execute(select(kept))}
    return Retention(**{name: days for name, days in found.items() if name in NAMES})


async def change(database: Database, days: dict[str, float | None]) -> None:
    """For what is named; None is for ever. Servers that run are told."""
    kept = schema.keeping
    async with database.writing() as connection:
        for name, wanted in days.items():
            await connection.execute(delete(kept).where(kept.c.what == check_name(name)))
            await connection.execute(insert(kept).values(what=name, days=wanted))
        await notices.post(connection, notices.RETENTION)


def check_name(name: str) -> str:
    if name not in NAMES:
        raise BadEntry("store/retention", f"nothing is kept under {quote(name)}; there are {', '.join(NAMES)}")
    return name


async def sweep(database: Database, retention: Retention | None = None) -> dict[str, int]:
    """Deletes what is past its time, as it is said here or by the host; returns how many of each."""
    return {
        name: await _delete(database, table, past)
        for name, table, past in _past(retention or await read(database))
        if past is not None
    }


def _past(days: Retention) -> list[tuple[str, Table, ColumnElement[bool] | None]]:
    table, account = schema.tables.c, schema.accounts.c
    seated = select(schema.seats.c.account_id).where(schema.seats.c.account_id.is_not(None))
    mentioned = select(schema.mentions.c.account_id)
    quiet = None if days.answers is None else select(table.id).where(_older(table.updated, days.answers))
    return [
        ("sessions", schema.sessions, schema.sessions.c.expires <= now()),
        ("bans", schema.bans, schema.bans.c.until <= now()),
        ("notices", schema.notices, _older(schema.notices.c.posted, NOTICES)),
        ("never started", schema.tables, _unused(days.never_started, table.state == "open")),
        ("abandoned", schema.tables, _unused(days.abandoned, table.state == "running")),
        ("finished", schema.tables, _unused(days.finished, table.state == "over")),
        ("answers", schema.answers, None if quiet is None else schema.answers.c.table_id.in_(quiet)),
        ("chat", schema.chat, None if days.chat is None else _older(schema.chat.c.written, days.chat)),
        (
            "guests",
            schema.accounts,
            None
            if days.guests is None
            else and_(
                account.password.is_(None),
                _older(account.seen, days.guests),
                account.id.not_in(seated),
                account.id.not_in(mentioned),
            ),
        ),
    ]


def _unused(days: float | None, which: ColumnElement[bool]) -> ColumnElement[bool] | None:
    """A table that somebody holds is in use, whatever it looks like."""
    table = schema.tables.c
    free = or_(table.owner.is_(None), table.lease_until <= now())
    return None if days is None else and_(which, free, _older(table.updated, days))


def _older(time: ColumnElement[Any], days: float) -> ColumnElement[bool]:
    return time <= now() - round(days * DAY * SECOND)


async def _delete(database: Database, table: Table, past: ColumnElement[bool]) -> int:
    key = tuple_(*table.primary_key.columns)
    deleting = delete(table).where(key.in_(select(*table.primary_key.columns).where(past).limit(A_SWEEP)))
    deleted = 0
    while True:
        async with database.writing() as connection:
            some = (await connection.execute(deleting)).rowcount
        deleted += some
        if some < A_SWEEP:
            return deleted
