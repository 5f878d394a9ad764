"""The store: the log of every table, with accounts, chat, records and host settings. SQLite or PostgreSQL.

async with open_store("niwashi.sqlite") as store:
    await tables.create(store.database, "t1", "miyabi", {"seats": 2})
    lease = await leases.acquire(store.database, "t1", owner="node-1", seconds=30)
    await store.log.append(Append("t1", lease.epoch, after=0, events=(b'[0,"fIcE"]',)))
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from niwashi.store.append import Append, LogSequence, Receipt
from niwashi.store.database import Database, connect
from niwashi.store.location import StoreLocation, read_location
from niwashi.store.log import Log, LogLimits, StoredEvent, load_answers, load_events, open_log
from niwashi.store.migration import migrate
from niwashi.store.writer import run_shared_writer

__all__ = [
    "Append",
    "Database",
    "Log",
    "LogLimits",
    "LogSequence",
    "Receipt",
    "Store",
    "StoreLocation",
    "StoredEvent",
    "load_answers",
    "load_events",
    "open_database",
    "open_store",
    "read_location",
    "run_shared_writer",
]


@dataclass(frozen=True)
class Store:
    """An open database, and the only writer of its logs in this process."""

    database: Database
    log: Log


@asynccontextmanager
async def open_database(
    place: str | Path | StoreLocation | None = None, writer: Path | None = None
) -> AsyncIterator[Database]:
    """Creates or migrates the database where needed. Without a place it is a file in the data folder."""
    database = await connect(place if isinstance(place, StoreLocation) else read_location(place), writer)
    try:
        await migrate(database)
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def open_store(
    place: str | Path | StoreLocation | None = None, limits: LogLimits | None = None, writer: Path | None = None
) -> AsyncIterator[Store]:
    """The same with a log to append to. Pending appends are still written on exit.

    Several processes of one server share SQLite's writer: one runs `run_shared_writer`, and all pass its address.
    """
    async with open_database(place, writer) as database, open_log(database, limits) as log:
        yield Store(database, log)
