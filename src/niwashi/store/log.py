"""The log: appends of many tables, gathered into durable commits, one after the other."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from niwashi.store import schema
from niwashi.store.append import Append, AppendResult, LogSequence, Receipt
from niwashi.store.database import Database
from niwashi.store.errors import Overloaded, StoreError, Unavailable

PAGE_SIZE = 1000
SETTLED_AT_ONCE = 4
"""Appends of a group whose results are told before the event loop turns to others."""


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


# -- writing ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class LogLimits:
    """How appends are gathered, and how many may wait."""

    gather_seconds: float = 0.0
    """How long a commit waits for more batches. Those that arrive during a commit go into the next one anyway, and
    under load that is enough; tests wait longer to get one group."""
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
        await self._settle_group(group, results)

    async def _settle_group(self, group: list[_PendingAppend], results: Sequence[AppendResult]) -> None:
        """Whoever waited goes on at once and tells others, which takes a while: in between the event loop serves
        whoever else is there."""
        remaining = deque(zip(group, results, strict=True))
        try:
            while len(remaining) > SETTLED_AT_ONCE:
                for _ in range(SETTLED_AT_ONCE):
                    self._settle(*remaining.popleft())
                await asyncio.sleep(0)
        finally:
            for waiting, result in remaining:
                self._settle(waiting, result)

    async def _commit(self, batches: list[Append]) -> list[AppendResult]:
        results, seconds = await self.database.append(batches)
        self.counters.commit_seconds += seconds
        if seconds >= self.limits.slow_seconds:
            self.on_slow_commit(seconds)
        self.counters.commits += any(isinstance(one, Receipt) and not one.repeated for one in results)
        self.counters.batches += len(batches)
        return results

    def _settle(self, waiting: _PendingAppend, result: AppendResult) -> None:
        self.counters.refused += isinstance(result, StoreError)
        if waiting.result.done():  # the caller has stopped waiting
            return
        if isinstance(result, Receipt):
            waiting.result.set_result(result)
        else:
            waiting.result.set_exception(result)

    def close(self) -> None:
        """Accept no more appends; pending ones are still written."""
        self._closed = True
        self._wakeup.set()

    def _fail_waiting(self) -> None:
        while self._waiting:
            self._settle(self._waiting.popleft(), Unavailable("store/closed", "the store is closed"))


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
