"""The log: appends of many tables, gathered into one durable commit each few milliseconds."""

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
from niwashi.store.append import Append, AppendResult, Commands, Decided, Head, Receipt, decide
from niwashi.store.compiled_sql import Statement, placed, places, room_for
from niwashi.store.database import Database, now
from niwashi.store.errors import Overloaded, StoreError, Unavailable

A_PAGE = 1000


class Event(NamedTuple):
    sequence: int
    body: bytes


# -- reading ---------------------------------------------------------------------------------------------------------
async def events_since(database: Database, table: str, after: int = 0, limit: int = A_PAGE) -> list[Event]:
    """What follows event number `after`; a reconnect is this. Fewer than `limit` means that these are all."""
    async with database.reading() as connection:
        return await read_events(connection, table, after, limit)


async def read_events(connection: AsyncConnection, table: str, after: int, limit: int = A_PAGE) -> list[Event]:
    log = schema.events.c
    wanted = select(log.sequence, log.body).where(log.table_id == table, log.sequence > after)
    rows = await connection.execute(wanted.order_by(log.sequence).limit(limit))
    return [Event(row.sequence, bytes(row.body)) for row in rows]


async def every_event(connection: AsyncConnection, table: str) -> AsyncIterator[Event]:
    """All of a table's log within one transaction, a page at a time."""
    after = 0
    while page := await read_events(connection, table, after):
        for event in page:
            yield event
        after = page[-1].sequence


async def stored_answer(database: Database, table: str, command: str) -> bytes | None:
    async with database.reading() as connection:
        found = await connection.run_sync(_answered, [table], [command])
    return found.get((table, command))


async def answers_of(database: Database, table: str) -> dict[str, bytes]:
    """Every answer that is kept of a table, by its command."""
    kept = schema.answers.c
    async with database.reading() as connection:
        rows = await connection.execute(select(kept.command, kept.answer).where(kept.table_id == table))
        return {row.command: bytes(row.answer) for row in rows}


def _answered(connection: Connection, tables: list[str], commands: list[str]) -> Commands:
    """Every such command of every such table: some that nobody asked for, and one simple query."""
    if not commands:
        return {}
    room = room_for(max(len(tables), len(commands)))
    values = placed("table", tables, room) | placed("command", commands, room)
    rows = _select_answers(room).run(connection, values)
    return {(table, command): bytes(answer) for table, command, answer in rows}


@cache
def _select_answers(room: int) -> Statement:
    kept = schema.answers.c
    wanted = select(kept.table_id, kept.command, kept.answer)
    here = kept.table_id.in_(places("table", room))
    return Statement(wanted.where(here, kept.command.in_(places("command", room))))


def _locked_heads(connection: Connection, tables: list[str]) -> dict[str, Head]:
    """Until the commit nobody else can append to them. In one order everywhere, lest two nodes wait for each other."""
    room = room_for(len(tables))
    rows = _select_heads(room).run(connection, placed("table", tables, room))
    return {table: Head(epoch, newest) for table, epoch, newest in rows}


@cache
def _select_heads(room: int) -> Statement:
    row = schema.tables.c
    wanted = select(row.id, row.epoch, row.newest).where(row.id.in_(places("table", room)))
    return Statement(wanted.order_by(row.id).with_for_update())


# -- writing ---------------------------------------------------------------------------------------------------------
_add_events, _add_answers, _add_mentions = (
    Statement(insert(table)) for table in (schema.events, schema.answers, schema.mentions)
)
_move_heads = Statement(
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("table"))
    .values(
        newest=bindparam("newest_now"),
        state=func.coalesce(bindparam("state_now", type_=schema.tables.c.state.type), schema.tables.c.state),
        awaited=bindparam("awaited_now"),
        updated=now(),
    )
)


def _write(connection: Connection, batches: Sequence[Append]) -> Decided:
    tables = sorted({batch.table for batch in batches})
    heads = _locked_heads(connection, tables)
    answered = _answered(connection, tables, [batch.command for batch in batches if batch.command is not None])
    decided = decide(batches, heads, answered)
    if decided.events:
        _add_events.run_all(connection, decided.events)
        _move_heads.run_all(connection, [decided.heads[table] for table in sorted(decided.heads)])
    if decided.answers:
        _add_answers.run_all(connection, decided.answers)
    if decided.mentions:
        _add_mentions.run_all(connection, decided.mentions)
    return decided


@dataclass(frozen=True)
class Limits:
    """How appends are gathered, and how many may wait."""

    gather: float = 0.002
    """Seconds that a commit waits for company. Whatever arrives while one is under way goes into the next anyhow."""
    largest_group: int = 500
    """Batches in one commit."""
    most_waiting: int = 5000
    most_bytes: int = 64 << 20
    slow: float = 0.02
    """Seconds from which on a COMMIT is told of as slow."""


@dataclass
class Figures:
    """What the writer has done so far, for tests, benchmarks and metrics."""

    commits: int = 0
    batches: int = 0
    refused: int = 0
    seconds_committing: float = 0.0
    """In COMMIT itself, which is the sync and little else."""


class _Waiting(NamedTuple):
    batch: Append
    outcome: asyncio.Future[Receipt]


class Log:
    """Takes appends and writes them in groups, in the order of arrival. Made by `writing_log`."""

    def __init__(self, database: Database, limits: Limits) -> None:
        self.database = database
        self.limits = limits
        self.figures = Figures()
        self._waiting: deque[_Waiting] = deque()
        self._bytes = 0
        self._some = asyncio.Event()
        self._closed = False
        self.when_slow: Callable[[float], None] = lambda _: None
        """Is told how many seconds a slow COMMIT took that has just come to its end."""

    async def append(self, batch: Append) -> Receipt:
        """Returns when the batch is durable. Who stops waiting does not take it back: it may be written all the same.

        Raises Conflict, Fenced, Unknown: nothing of it is written. Overloaded: nor taken on. Unavailable: not known.
        """
        self._refuse_overload(batch)
        outcome: asyncio.Future[Receipt] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(batch, outcome))
        self._bytes += batch.size
        self._some.set()
        return await outcome

    def _refuse_overload(self, batch: Append) -> None:
        if self._closed:
            raise Unavailable("store/closed", "the store is closed")
        if len(self._waiting) >= self.limits.most_waiting or self._bytes + batch.size > self.limits.most_bytes:
            sentence = f"{len(self._waiting):,} batches wait for the disk already; try again in a moment"
            raise Overloaded("store/overloaded", sentence)

    async def write_forever(self) -> None:
        while not (self._closed and not self._waiting):
            await self._some.wait()
            if not self._closed:
                await asyncio.sleep(self.limits.gather)
            await self._write_next()

    async def _write_next(self) -> None:
        group = [self._waiting.popleft() for _ in range(min(len(self._waiting), self.limits.largest_group))]
        if not self._waiting and not self._closed:
            self._some.clear()
        if group:
            await self._write_group(group)
            self._bytes -= sum(waiting.batch.size for waiting in group)

    async def _write_group(self, group: list[_Waiting]) -> None:
        try:
            outcomes = await self._commit([waiting.batch for waiting in group])
        except DBAPIError as error:
            if len(group) > 1:  # one of them broke a rule of the database; alone, the others need not pay for it
                for waiting in group:
                    await self._write_group([waiting])
                return
            outcomes = [Unavailable("store/refused", f"the database refused a batch: {type(error.orig).__name__}")]
        except StoreError as error:
            outcomes = [error] * len(group)
        except Exception as error:  # our own mistake: whoever waits must hear of it, and the writer must live on
            outcomes = [Unavailable("store/writer", f"the log's writer failed: {error!r}")] * len(group)
        for waiting, outcome in zip(group, outcomes, strict=True):
            self._tell(waiting.outcome, outcome)

    async def _commit(self, batches: list[Append]) -> list[AppendResult]:
        written = await self.database.write(_write, batches)
        self.figures.seconds_committing += written.seconds_committing
        if written.seconds_committing >= self.limits.slow:
            self.when_slow(written.seconds_committing)
        self.figures.commits += bool(written.returned.events)
        self.figures.batches += len(batches)
        return written.returned.outcomes

    def _tell(self, waiting: asyncio.Future[Receipt], outcome: AppendResult) -> None:
        self.figures.refused += isinstance(outcome, StoreError)
        if waiting.done():  # whoever asked has gone
            return
        if isinstance(outcome, Receipt):
            waiting.set_result(outcome)
        else:
            waiting.set_exception(outcome)

    def close(self) -> None:
        """Take nothing more; what waits is still written."""
        self._closed = True
        self._some.set()

    def fail(self, error: StoreError) -> None:
        while self._waiting:
            self._tell(self._waiting.popleft().outcome, error)


@asynccontextmanager
async def writing_log(database: Database, limits: Limits | None = None) -> AsyncIterator[Log]:
    """A log and its writer, which finishes what waits before this is left."""
    log = Log(database, limits or Limits())
    writer = asyncio.create_task(log.write_forever(), name="niwashi-log")
    try:
        yield log
    finally:
        log.close()
        try:
            await writer
        finally:
            log.fail(Unavailable("store/closed", "the store is closed"))
