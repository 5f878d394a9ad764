"""The log: appends of many tables, gathered into one durable commit every few milliseconds."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, insert, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from niwashi.store import schema
from niwashi.store.append import Append, AppendResult, Commands, Head, LogSequence, Receipt, decide
from niwashi.store.compiled_sql import CompiledStatement, in_params, in_values, next_power_of_two
from niwashi.store.database import Database, now
from niwashi.store.errors import Overloaded, StoreError, Unavailable

PAGE_SIZE = 1000


class StoredEvent(NamedTuple):
    sequence: LogSequence
    body: bytes


# -- reading ---------------------------------------------------------------------------------------------------------
async def load_events(database: Database, table: str, after: int = 0, limit: int = PAGE_SIZE) -> list[StoredEvent]:
    """The events after number `after`. Fewer than `limit` means that these are all."""
    async with database.read_transaction() as connection:
        return await read_events(connection, table, after, limit)


async def read_events(connection: AsyncConnection, table: str, after: int, limit: int = PAGE_SIZE) -> list[StoredEvent]:
    log = schema.events.c
    wanted = select(log.sequence, log.body).where(log.table_id == table, log.sequence > after)
    rows = await connection.execute(wanted.order_by(log.sequence).limit(limit))
    return [StoredEvent(row.sequence, bytes(row.body)) for row in rows]


async def iterate_events(connection: AsyncConnection, table: str) -> AsyncIterator[StoredEvent]:
    """A table's whole log within one transaction, read page by page."""
    after = 0
    while page := await read_events(connection, table, after):
        for event in page:
            yield event
        after = page[-1].sequence


async def load_answers(database: Database, table: str) -> dict[str, bytes]:
    """All stored answers of a table, by their commands."""
    row = schema.answers.c
    async with database.read_transaction() as connection:
        rows = await connection.execute(select(row.command, row.answer).where(row.table_id == table))
        return {one.command: bytes(one.answer) for one in rows}


def _read_answers(connection: Connection, tables: list[str], commands: list[str]) -> Commands:
    """All these commands of all these tables: a few rows too many, but one simple query."""
    if not commands:
        return {}
    room = next_power_of_two(max(len(tables), len(commands)))
    values = in_values("table", tables, room) | in_values("command", commands, room)
    rows = _select_answers(room).run(connection, values)
    return {(table, command): bytes(answer) for table, command, answer in rows}


@cache
def _select_answers(room: int) -> CompiledStatement:
    row = schema.answers.c
    wanted = select(row.table_id, row.command, row.answer)
    here = row.table_id.in_(in_params("table", room))
    return CompiledStatement(wanted.where(here, row.command.in_(in_params("command", room))))


def _lock_heads(connection: Connection, tables: list[str]) -> dict[str, Head]:
    """Until the commit no other node can append to them. Always locked in one order, so that nodes cannot deadlock."""
    room = next_power_of_two(len(tables))
    rows = _select_heads(room).run(connection, in_values("table", tables, room))
    return {table: Head(epoch, newest) for table, epoch, newest in rows}


@cache
def _select_heads(room: int) -> CompiledStatement:
    row = schema.tables.c
    wanted = select(row.id, row.epoch, row.newest).where(row.id.in_(in_params("table", room)))
    return CompiledStatement(wanted.order_by(row.id).with_for_update())


# -- writing ---------------------------------------------------------------------------------------------------------
_add_events, _add_answers, _add_mentions = (
    CompiledStatement(insert(table)) for table in (schema.events, schema.answers, schema.mentions)
)
_move_heads = CompiledStatement(
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("table"))
    .values(
        newest=bindparam("newest_now"),
        state=func.coalesce(bindparam("state_now", type_=schema.tables.c.state.type), schema.tables.c.state),
        awaited=bindparam("awaited_now"),
        updated=now(),
    )
)


def _write_batches(connection: Connection, batches: Sequence[Append]) -> list[AppendResult]:
    """Where no writer process does it."""
    tables = sorted({batch.table for batch in batches})
    heads = _lock_heads(connection, tables)
    answered = _read_answers(connection, tables, [batch.command for batch in batches if batch.command is not None])
    commit = decide(batches, heads, answered)
    if commit.events:
        _add_events.run_all(connection, commit.events)
        _move_heads.run_all(connection, [commit.heads[table] for table in sorted(commit.heads)])
    if commit.answers:
        _add_answers.run_all(connection, commit.answers)
    if commit.mentions:
        _add_mentions.run_all(connection, commit.mentions)
    return commit.results


@dataclass(frozen=True)
class LogLimits:
    """How appends are gathered, and how many may wait."""

    gather_seconds: float = 0.002
    """How long a commit waits for more batches. Those that arrive during a commit go into the next one anyway."""
    max_group: int = 500
    """The most batches in one commit."""
    max_waiting: int = 5000
    max_bytes: int = 64 << 20
    slow_seconds: float = 0.02
    """A COMMIT that takes this long is reported as slow."""


@dataclass
class LogCounters:
    """What the writer has done since its start; for tests, benchmarks and metrics."""

    commits: int = 0
    batches: int = 0
    refused: int = 0
    commit_seconds: float = 0.0
    """Spent in COMMIT itself, which is mostly the sync to disk."""


class _PendingAppend(NamedTuple):
    batch: Append
    result: asyncio.Future[Receipt]


class Log:
    """Takes appends and writes them in groups, in the order of arrival. Made by `open_log`."""

    def __init__(self, database: Database, limits: LogLimits) -> None:
        self.database = database
        self.limits = limits
        self.counters = LogCounters()
        self._waiting: deque[_PendingAppend] = deque()
        self._bytes = 0
        self._wakeup = asyncio.Event()
        self._closed = False
        self.on_slow_commit: Callable[[float], None] = lambda _: None
        """Called after a slow COMMIT with the seconds it took."""

    async def append(self, batch: Append) -> Receipt:
        """Returns when the batch is durable. Cancelling the wait does not cancel the append: it may still be written.

        After LogConflict, Fenced, Unknown or Overloaded nothing is written. After Unavailable that is unknown.
        """
        self._refuse_overload(batch)
        result: asyncio.Future[Receipt] = asyncio.get_running_loop().create_future()
        self._waiting.append(_PendingAppend(batch, result))
        self._bytes += batch.size
        self._wakeup.set()
        return await result

    def _refuse_overload(self, batch: Append) -> None:
        if self._closed:
            raise Unavailable("store/closed", "the store is closed")
        if len(self._waiting) >= self.limits.max_waiting or self._bytes + batch.size > self.limits.max_bytes:
            sentence = f"{len(self._waiting):,} batches are waiting for the disk; try again in a moment"
            raise Overloaded("store/overloaded", sentence)

    async def write_forever(self) -> None:
        """However this ends, nobody waits for an append after it."""
        try:
            while not (self._closed and not self._waiting):
                await self._wakeup.wait()
                if not self._closed:
                    await asyncio.sleep(self.limits.gather_seconds)
                await self._write_next()
        finally:
            self._closed = True
            self._fail_waiting()

    async def _write_next(self) -> None:
        group = [self._waiting.popleft() for _ in range(min(len(self._waiting), self.limits.max_group))]
        if not self._waiting and not self._closed:
            self._wakeup.clear()
        if group:
            await self._write_group(group)
            self._bytes -= sum(waiting.batch.size for waiting in group)

    async def _write_group(self, group: list[_PendingAppend]) -> None:
        try:
            results = await self._commit([waiting.batch for waiting in group])
        except DBAPIError as error:
            if len(group) > 1:  # one violated a constraint; written one by one, the others succeed
                for waiting in group:
                    await self._write_group([waiting])
                return
            results = [Unavailable("store/refused", f"the database refused a batch: {type(error.orig).__name__}")]
        except StoreError as error:
            results = [error] * len(group)
        except Exception as error:  # a bug: fail the waiting appends, but keep the writer running
            results = [Unavailable("store/writer", f"the log's writer failed: {error!r}")] * len(group)
        except BaseException:  # cancelled
            self._waiting.extendleft(reversed(group))
            raise
        for waiting, result in zip(group, results, strict=True):
            self._settle(waiting.result, result)

    async def _commit(self, batches: list[Append]) -> list[AppendResult]:
        written = await self.database.append(batches, _write_batches)
        self.counters.commit_seconds += written.commit_seconds
        if written.commit_seconds >= self.limits.slow_seconds:
            self.on_slow_commit(written.commit_seconds)
        self.counters.commits += any(isinstance(one, Receipt) and not one.repeated for one in written.result)
        self.counters.batches += len(batches)
        return written.result

    def _settle(self, waiting: asyncio.Future[Receipt], result: AppendResult) -> None:
        self.counters.refused += isinstance(result, StoreError)
        if waiting.done():  # the caller has stopped waiting
            return
        if isinstance(result, Receipt):
            waiting.set_result(result)
        else:
            waiting.set_exception(result)

    def close(self) -> None:
        """Accept no more appends; pending ones are still written."""
        self._closed = True
        self._wakeup.set()

    def _fail_waiting(self) -> None:
        while self._waiting:
            self._settle(self._waiting.popleft().result, Unavailable("store/closed", "the store is closed"))


@asynccontextmanager
async def open_log(database: Database, limits: LogLimits | None = None) -> AsyncIterator[Log]:
    """A log and its writer, which writes pending appends before this exits."""
    await database.start_log_writer()
    log = Log(database, limits or LogLimits())
    writer = asyncio.create_task(log.write_forever(), name="niwashi-log")
    try:
        yield log
    finally:
        log.close()
        await writer
