"""The database, SQLite or PostgreSQL: transactions, and its clock.

There are two kinds of transactions, to read and to write. Use them as context managers with an async
connection (`read_transaction`, `write_transaction`), or, to read, by passing a function (`run_read`). That takes one
trip to SQLite's thread instead of one for every statement: use it where the code is hot. Appends have their own way.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeVar

from sqlalchemy import BigInteger, Connection, Engine, create_engine, event
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from niwashi.core.errors import quote
from niwashi.core.files import os_reason, printable
from niwashi.store import postgres_log, writer_process
from niwashi.store.append import Append, AppendResult
from niwashi.store.errors import BadStore, LostCommits, Unavailable
from niwashi.store.location import StoreLocation
from niwashi.store.postgres_log import PostgresLog
from niwashi.store.writer import LogWriter, WriterProcess, connect_to

SECOND_MS = 1000
"""Times are in milliseconds."""
TIMEOUT_SECONDS = writer_process.TIMEOUT_SECONDS
"""For another process's lock on a file, or for a free connection."""
WRITES = "niwashi_writes"
WRITE_OPTIONS = {WRITES: True}
Argument = TypeVar("Argument")
Result = TypeVar("Result")
Work = Callable[[Connection, Argument], Result]


class now(FunctionElement[int]):  # lower case, as SQL functions are
    """The database's clock."""

    type = BigInteger()
    inherit_cache = True


@compiles(now, "sqlite")
def _now_in_sqlite(*_: Any, **__: Any) -> str:
    return writer_process.NOW


@compiles(now, "postgresql")
def _now_in_postgresql(*_: Any, **__: Any) -> str:
    return postgres_log.NOW


class Database:
    """One database, reached through a connection pool. Made by `connect`."""

    def __init__(
        self, place: StoreLocation, engine: AsyncEngine, blocking: Engine | None = None, writer: Path | None = None
    ) -> None:
        self.place = place
        self.engine = engine
        self._reader = _SqliteThread(blocking, "niwashi-reader") if blocking else None
        self._write_lock = asyncio.Lock()
        self._shared_writer = writer
        """The address of a writer process that another process runs."""
        self._writer_process: WriterProcess | None = None
        self._log_writer: LogWriter | None = None
        self._postgres_log: PostgresLog | None = None
        self._closing: set[asyncio.Task[None]] = set()
        """Connections on their way back to the pool."""

    @property
    def is_sqlite(self) -> bool:
        return self.place.file is not None

    @asynccontextmanager
    async def read_transaction(self) -> AsyncIterator[AsyncConnection]:
        """A consistent, read-only view of the database, however long it takes."""
        options = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        async with self._transaction(options) as connection:
            yield connection

    @asynccontextmanager
    async def write_transaction(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that is durable once the context is left without an error."""
        if not self.is_sqlite:
            async with self._transaction(WRITE_OPTIONS) as connection:
                yield connection
            return
        # SQLite has one writer. Ours queue here, and then at the writer process; in SQLite they would poll.
        async with self._write_lock, self._turn(), self._transaction(WRITE_OPTIONS) as connection:
            yield connection

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        if self._log_writer is None:
            yield
            return
        with _translate_errors(self.place):
            async with self._log_writer.turn():
                yield

    @asynccontextmanager
    async def _transaction(self, options: dict[str, Any]) -> AsyncIterator[AsyncConnection]:
        with _translate_errors(self.place):
            connection = await self._connection()
            try:
                await connection.execution_options(**options)
                async with connection.begin():
                    yield connection
            finally:
                await self._give_back(connection)

    async def _give_back(self, connection: AsyncConnection) -> None:
        """Returns a connection to the pool. A task that is cancelled meanwhile does not stop it half way through the
        rollback, which would break the connection."""
        closing = asyncio.create_task(connection.close())
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)
        await asyncio.shield(closing)

    async def _connection(self) -> AsyncConnection:
        try:
            return await self.engine.connect()
        except OSError as error:  # no server there, or no such socket
            raise _make_unavailable(self.place, error) from error

    async def start_log_writer(self) -> None:
        """Start SQLite's writer process or connect to PostgreSQL, so that the first append need not wait for it."""
        with _translate_errors(self.place):
            if self.place.file is None:
                self._postgres_log = PostgresLog(self.place.url)
                await self._postgres_log.connect()
            elif self._reader is not None:
                self._log_writer = await self._connect_to_writer(self.place.file)

    async def _connect_to_writer(self, file: Path) -> LogWriter:
        if self._shared_writer is not None:
            log_writer = LogWriter.of(connect_to(self._shared_writer))
        else:
            self._writer_process = WriterProcess(file)
            self._writer_process.start()
            log_writer = LogWriter.of(self._writer_process.connect)
        await log_writer.connect()
        return log_writer

    @property
    def log_writer_pid(self) -> int | None:
        """None where the database writes by itself."""
        return self._log_writer.pid if self._log_writer else None

    async def append(self, batches: Sequence[Append]) -> tuple[list[AppendResult], float]:
        """Write a group of appends in one transaction. Returns their results once it is durable, and the seconds in
        COMMIT."""
        log = self._log_writer or self._postgres_log
        assert log is not None, "start_log_writer() has been called"
        with _translate_errors(self.place):
            try:
                return await log.write(batches)
            except OSError as error:  # no server there, or no such socket
                raise _make_unavailable(self.place, error) from error

    async def run_read(self, work: Work[Argument, Result], argument: Argument) -> Result:
        """Run a function in a read transaction."""
        if self._reader is not None:
            with _translate_errors(self.place):
                return await self._reader.run(work, argument)
        async with self.read_transaction() as connection:
            return await connection.run_sync(work, argument)

    async def close(self) -> None:
        if self._closing:
            await asyncio.wait(self._closing)
        if self._log_writer is not None:
            self._log_writer.close()
        for part in (self._reader, self._writer_process, self._postgres_log):
            if part is not None:
                await part.close()
        await self.engine.dispose()
        if self._writer_process is not None and self.place.file is not None:
            writer_process.remove_mark(self.place.file)


class _SqliteThread:
    """Runs SQLite's blocking reads outside the event loop."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def run(self, work: Work[Argument, Result], argument: Argument) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._executor, self._transaction, work, argument)

    def _transaction(self, work: Work[Argument, Result], argument: Argument) -> Result:
        with self._engine.connect() as connection, connection.begin():
            return work(connection, argument)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._executor, self._engine.dispose)
        self._executor.shutdown()


async def connect(place: StoreLocation, writer: Path | None = None) -> Database:
    """Opens no connection yet, but creates a missing file and its folder. `writer` is the address of SQLite's writer
    process where another process runs it."""
    if place.file is None:
        return Database(place, create_async_engine(place.url, pool_pre_ping=True, pool_timeout=TIMEOUT_SECONDS))
    _make_file(place)
    with _translate_errors(place):
        await asyncio.to_thread(_check_mark, place.file)
        await asyncio.to_thread(_enable_wal, place)
    engine = create_async_engine(place.url, connect_args={"timeout": TIMEOUT_SECONDS}, pool_timeout=TIMEOUT_SECONDS)
    blocking = create_engine(place.url.set(drivername="sqlite"), connect_args={"timeout": TIMEOUT_SECONDS})
    for each in (engine.sync_engine, blocking):
        event.listen(each, "connect", _set_up_sqlite)
        event.listen(each, "begin", _begin_in_sqlite)
    return Database(place, engine, blocking, writer)


def _make_file(place: StoreLocation) -> None:
    assert place.file is not None
    try:
        place.file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadStore("store/folder", f"cannot make {quote(str(place.file.parent))}: {os_reason(error)}") from None
    if place.file.is_dir():
        raise BadStore("store/file", f"{quote(str(place))} is a folder; a store must be a file")
    try:  # for its owner only: it holds the seeds of running games
        os.close(os.open(place.file, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, 0o600))
    except FileExistsError:  # left alone: closing a file drops all locks that this process has on it
        return
    except OSError as error:
        raise BadStore("store/file", f"cannot open {quote(str(place))}: {os_reason(error)}") from None


def new_store_id() -> int:
    """Of each store and each copy of one: the mark beside a store is about it alone."""
    return 1 + secrets.randbelow(2**31 - 1)


def _enable_wal(place: StoreLocation) -> None:
    """The setting stays in the file. If two processes set it on a new file at once, SQLite refuses one at once."""
    deadline = monotonic() + TIMEOUT_SECONDS
    while True:
        try:
            with closing(sqlite3.connect(str(place.file), timeout=TIMEOUT_SECONDS)) as connection:
                if not connection.execute("PRAGMA application_id").fetchone()[0]:
                    connection.execute(f"PRAGMA application_id = {new_store_id()}")
                connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
                raise BadStore("store/file", f"{quote(str(place))} is not a SQLite database") from None
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                raise
            sleep(0.01)


def _check_mark(file: Path) -> None:
    """Raises LostCommits if the store has lost commits that were acknowledged.

    Before anything else opens it: SQLite would merge the part of the log before a damage, and delete the rest.
    """
    if lost := count_lost_commits(file):
        raise LostCommits("store/lost", lost_sentence(file, lost))


def count_lost_commits(file: Path) -> int:
    """By a connection that can only read: it leaves the log alone when it is closed."""
    if writer_process.read_mark(file) is None:
        return 0
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", timeout=TIMEOUT_SECONDS, uri=True)) as connection:
        return writer_process.count_lost(file, connection)


def lost_sentence(file: Path, lost: int) -> str:
    commits = "the last commit is" if lost == 1 else f"the last {lost:,} commits are"
    log, mark = quote(f"{file.name}-wal"), quote(writer_process.mark_path(file).name)
    return (
        f"{commits} missing from {quote(str(file))}, although players were told of them: was {log} lost? "
        f"Put it back, or restore a backup; to go on without them, delete {mark} beside it"
    )


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # we send BEGIN ourselves; Python would send it too late
    writer_process.set_up(connection)


def _begin_in_sqlite(connection: Connection) -> None:
    # A writer takes the lock at once: a reader that becomes a writer may be refused half way.
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _translate_errors(place: StoreLocation) -> Iterator[None]:
    """Translate the driver's errors to ours. Violated constraints (a taken name) are for the caller to handle."""
    try:
        yield
    except (IntegrityError, DataError):
        raise
    except (SQLAlchemyError, sqlite3.Error, ConnectionResetError) as error:
        raise _make_unavailable(place, error) from error


def _make_unavailable(place: StoreLocation, error: Exception) -> Unavailable:
    return Unavailable("store/database", f"the database {quote(str(place))} failed: {_reason(error)}")


def _reason(error: BaseException) -> str:
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    text = os_reason(cause) if isinstance(cause, OSError) else str(cause)
    return printable(" ".join(text.split()))[:200] or type(cause).__name__
