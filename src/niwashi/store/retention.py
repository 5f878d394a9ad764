"""Retention: how long data is kept, and the sweep that deletes what has expired."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import ColumnElement, Table, and_, delete, insert, or_, select, tuple_

from niwashi.core.errors import quote
from niwashi.store import notices, schema
from niwashi.store.database import SECOND_MS, Database, now
from niwashi.store.errors import BadEntry

DAY_SECONDS = 24 * 60 * 60
NOTICE_DAYS = 2
"""Servers read notices every second, so two days are plenty."""
MAX_SWEEP_ROWS = 500
"""Per transaction, so that no action waits long behind a large sweep."""


@dataclass(frozen=True)
class Retention:
    """Days; None is for ever. Finished games are kept unless the host decides otherwise."""

    never_started: float | None = 7
    abandoned: float | None = 180
    finished: float | None = None
    answers: float | None = 7
    """After a table's last event: no client repeats a command so much later."""
    chat: float | None = 90
    guests: float | None = 180
    """After they were last seen, unless a stored game has their name."""


NAMES = tuple(field.name for field in fields(Retention))


async def read(database: Database) -> Retention:
    """The host's settings, with defaults."""
    async with database.read_transaction() as connection:
        settings = {row.what: row.days for row in await connection.execute(select(schema.retention))}
    return Retention(**{name: days for name, days in settings.items() if name in NAMES})


async def change(database: Database, days: dict[str, float | None]) -> None:
    """Change the named settings; None is for ever. Running servers get a notice."""
    rows = schema.retention
    async with database.write_transaction() as connection:
        for name, limit in days.items():
            await connection.execute(delete(rows).where(rows.c.what == check_name(name)))
            await connection.execute(insert(rows).values(what=name, days=limit))
        await notices.post(connection, notices.RETENTION)


def check_name(name: str) -> str:
    if name not in NAMES:
        raise BadEntry("store/retention", f"unknown retention setting {quote(name)}; there are {', '.join(NAMES)}")
    return name


async def sweep(database: Database, retention: Retention | None = None) -> dict[str, int]:
    """Delete expired rows, by `retention` or the host's settings. Returns how many of each kind."""
    return {
        name: await _delete(database, table, past)
        for name, table, past in _expired(retention or await read(database))
        if past is not None
    }


def _expired(days: Retention) -> list[tuple[str, Table, ColumnElement[bool] | None]]:
    table, account = schema.tables.c, schema.accounts.c
    seated = select(schema.seats.c.account_id).where(schema.seats.c.account_id.is_not(None))
    mentioned = select(schema.mentions.c.account_id)
    quiet = None if days.answers is None else select(table.id).where(_older_than(table.updated, days.answers))
    return [
        ("sessions", schema.sessions, schema.sessions.c.expires <= now()),
        ("bans", schema.bans, schema.bans.c.until <= now()),
        ("notices", schema.notices, _older_than(schema.notices.c.posted, NOTICE_DAYS)),
        ("never started", schema.tables, _unused(days.never_started, table.state == "open")),
        ("abandoned", schema.tables, _unused(days.abandoned, table.state == "running")),
        ("finished", schema.tables, _unused(days.finished, table.state == "over")),
        ("answers", schema.answers, None if quiet is None else schema.answers.c.table_id.in_(quiet)),
        ("chat", schema.chat, None if days.chat is None else _older_than(schema.chat.c.written, days.chat)),
        (
            "guests",
            schema.accounts,
            None
            if days.guests is None
            else and_(
                account.password.is_(None),
                _older_than(account.seen, days.guests),
                account.id.not_in(seated),
                account.id.not_in(mentioned),
            ),
        ),
    ]


def _unused(days: float | None, which: ColumnElement[bool]) -> ColumnElement[bool] | None:
    """A table with a valid lease is in use, whatever its state."""
    table = schema.tables.c
    free = or_(table.owner.is_(None), table.lease_until <= now())
    return None if days is None else and_(which, free, _older_than(table.updated, days))


def _older_than(time: ColumnElement[Any], days: float) -> ColumnElement[bool]:
    return time <= now() - round(days * DAY_SECONDS * SECOND_MS)


async def _delete(database: Database, table: Table, past: ColumnElement[bool]) -> int:
    key = tuple_(*table.primary_key.columns)
    deleting = delete(table).where(key.in_(select(*table.primary_key.columns).where(past).limit(MAX_SWEEP_ROWS)))
    deleted = 0
    while True:
        async with database.write_transaction() as connection:
            some = (await connection.execute(deleting)).rowcount
        deleted += some
        if some < MAX_SWEEP_ROWS:
            return deleted
