"""What is not kept for ever, and for how long it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Table, and_, delete, or_, select, tuple_

from niwashi.store import schema
from niwashi.store.database import SECOND, Database, now

DAY = 24 * 60 * 60
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


async def sweep(database: Database, retention: Retention | None = None) -> dict[str, int]:
    """Deletes what is past its time; returns how many of each."""
    return {
        name: await _delete(database, table, past)
        for name, table, past in _past(retention or Retention())
        if past is not None
    }


def _past(days: Retention) -> list[tuple[str, Table, ColumnElement[bool] | None]]:
    table, account = schema.tables.c, schema.accounts.c
    seated = select(schema.seats.c.account_id).where(schema.seats.c.account_id.is_not(None))
    quiet = None if days.answers is None else select(table.id).where(_older(table.updated, days.answers))
    return [
        ("sessions", schema.sessions, schema.sessions.c.expires <= now()),
        ("bans", schema.bans, schema.bans.c.until <= now()),
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
            else and_(account.password.is_(None), _older(account.seen, days.guests), account.id.not_in(seated)),
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
