"""The store's real SQL on a database in memory, behind a simulated disk that stalls and fails."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from random import Random
from typing import Any, cast

from sqlalchemy import Connection, Engine, create_engine, event, insert
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import StaticPool

from niwashi.store import database as databases
from niwashi.store import migration, schema, writer_process
from niwashi.store.append import Append, AppendResult
from niwashi.store.database import Database
from niwashi.store.errors import Unavailable
from niwashi.store.location import read_location
from niwashi.store.writer import LogWriter, WriterLine
from niwashi.store.writer_process import Batch, Reply, Verdict
from tests.simulation.weather import Weather

EPOCH = 1_800_000_000_000
"""The time of all clocks when a simulation begins, in milliseconds."""
DAY, JULIAN_1970 = 86_400_000, 2_440_587.5


class _Shared:
    """One database for all simulations in turn, so that SQLAlchemy's compiled statements are reused."""

    def __init__(self) -> None:
        self.connection = sqlite3.connect(":memory:", check_same_thread=False)
        self.engine = _engine(self.connection)
        with self.engine.connect().execution_options(**databases.WRITE_OPTIONS) as connection, connection.begin():
            migration.upgrade(connection)
        self.empty = self.connection.serialize()


def _engine(connection: sqlite3.Connection) -> Engine:
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    event.listen(engine, "connect", databases._set_up_sqlite)
    event.listen(engine, "begin", databases._begin_in_sqlite)
    return engine


@cache
def _shared() -> _Shared:
    return _Shared()


class Disk:
    """Everything that survives a crash. Its clock is the simulation's."""

    def __init__(self, weather: Weather, random: Random, kills: Random) -> None:
        self.weather, self._random, self._kills = weather, random, kills
        shared = _shared()
        shared.connection.deserialize(shared.empty)
        shared.connection.execute("PRAGMA foreign_keys = ON")
        shared.connection.create_function("julianday", 1, self._julian_day)
        self.engine = shared.engine

    def _julian_day(self, _: str) -> float:
        return (EPOCH + asyncio.get_running_loop().time() * 1000) / DAY + JULIAN_1970

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        with self.engine.connect().execution_options(**databases.WRITE_OPTIONS) as connection, connection.begin():
            yield connection

    def settle_in(self, people: Iterable[str]) -> None:
        """Accounts, which seats refer to."""
        with self.transaction() as connection:
            for person in people:
                row = {"id": person, "name": person, "folded": person, "settings": {}, "created": EPOCH, "seen": EPOCH}
                connection.execute(insert(schema.accounts).values(**row))

    def put(
        self, table: str, game: str, options: dict[str, Any], bodies: list[bytes], answers: dict[str, bytes]
    ) -> None:
        """Store a table with a game under way."""
        row: dict[str, Any] = {"id": table, "game": game, "options": options, "visibility": "public"}
        with self.transaction() as connection:
            row |= {"state": "running", "newest": len(bodies), "epoch": 1, "created": EPOCH, "updated": EPOCH}
            connection.execute(insert(schema.tables).values(**row))
            numbered = [{"table_id": table, "sequence": n, "body": body} for n, body in enumerate(bodies, 1)]
            connection.execute(insert(schema.events), numbered)
            kept = [{"table_id": table, "command": key, "answer": answer} for key, answer in answers.items()]
            connection.execute(insert(schema.answers), kept)

    def read(self, statement: str, *parameters: str) -> list[Any]:
        """Read from outside the simulation."""
        with self.engine.connect() as connection:
            return [tuple(row) for row in connection.exec_driver_sql(statement, parameters).all()]

    # -- moods -------------------------------------------------------------------------------------------------------
    async def moment(self) -> None:
        await asyncio.sleep(self.weather.disk_takes(self._random))

    def refuses(self) -> bool:
        return self._random.random() < self.weather.disk_fails

    def kills_writer(self) -> str | None:
        """Whether the process that writes logs is killed now, and when in the course of its group."""
        if self._kills.random() >= self.weather.writer_dies:
            return None
        return self._kills.choice(["before the commit", "after the commit"])

    async def replace_writer(self) -> None:
        await asyncio.sleep(self._kills.uniform(0.02, 1.0))


class _Statements:
    """The part of an AsyncConnection that the store uses. Never waits, so a transaction is instantaneous."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def execute(self, statement: Any, parameters: Any = None) -> Any:
        return self._connection.execute(statement, parameters)

    async def scalars(self, statement: Any) -> Any:
        return self._connection.scalars(statement)

    async def run_sync(self, work: Any, *given: Any) -> Any:
        return work(self._connection, *given)


class Access(Database):
    """One node's access to the disk while the node lives."""

    def __init__(self, disk: Disk) -> None:
        super().__init__(read_location("simulated.sqlite"), cast(Any, None))
        self._disk, self.cut_off = disk, False

    @asynccontextmanager
    async def read_transaction(self) -> AsyncIterator[AsyncConnection]:
        await self._reach()
        with self._disk.engine.connect() as connection, connection.begin():
            yield cast(AsyncConnection, _Statements(connection))

    @asynccontextmanager
    async def write_transaction(self) -> AsyncIterator[AsyncConnection]:
        async with self._write_lock:
            await self._reach()
            with self._disk.transaction() as connection:
                yield cast(AsyncConnection, _Statements(connection))
            await self._reach()

    async def append(self, batches: Sequence[Append]) -> tuple[list[AppendResult], float]:
        return await self._log.write(batches)

    async def start_log_writer(self) -> None:
        line = SimulatedLine(self, self._disk)
        self._log = LogWriter(line, line)

    async def _reach(self) -> None:
        """Takes a while and may fail, before or after the commit; the caller cannot tell which."""
        await self._disk.moment()
        if self.cut_off or self._disk.refuses():
            raise Unavailable("store/database", "the simulated disk failed")

    async def close(self) -> None:
        pass


class SimulatedLine(WriterLine):
    """The connection to a writer that is killed at times, before or after its commit, and then replaced."""

    def __init__(self, access: Access, disk: Disk) -> None:
        self._access, self._disk = access, disk

    async def ensure(self) -> None:
        """Connected it always is, once there is a writer."""

    async def ask(self, message: list[Batch]) -> Reply:
        killed, verdicts = self._disk.kills_writer(), list[Verdict]()
        if killed != "before the commit":
            async with self._access.write_transaction() as connection:
                verdicts = await connection.run_sync(_write_batches, message)
        if killed:
            await self._disk.replace_writer()
            raise EOFError(f"the simulated writer was killed {killed}")
        return 0.0, verdicts, None


def _write_batches(connection: Connection, batches: Sequence[Batch]) -> list[Verdict]:
    """With the statements of SQLite's writer process."""
    database: Any = connection.connection.driver_connection
    return [writer_process.write_batch(database, batch) for batch in batches]
