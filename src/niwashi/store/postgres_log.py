"""Appends to table logs in PostgreSQL: a group is one call of a function, so one round trip with its commit."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any

from sqlalchemy import URL, NullPool
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from niwashi.store.append import Append, AppendResult, to_result
from niwashi.store.writer_process import Head

NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
"""Not now(), which is when the transaction began: that may have waited for a lock since."""

# The function lives as long as the connection, so it always is this program's. Each of its statements sees what was
# committed before it: whoever waited for a lock then reads the head that the other node left. A single statement would
# not. Rows are locked in the order of their ids, so that nodes cannot deadlock. The verdict is `writer_process.judge`.
_DEFINE = f"""
SET default_transaction_isolation = 'read committed';
CREATE OR REPLACE FUNCTION pg_temp.niwashi_append(
    ids text[], epochs integer[], afters integer[], counts integer[], bodies bytea[], commands text[],
    new_answers bytea[], states text[], awaits integer[], untold boolean[],
    mention_places integer[], mention_sequences integer[], mention_accounts text[]
) RETURNS TABLE (verdict text, old_epoch integer, old_newest integer, old_answer bytea, seconds double precision)
LANGUAGE plpgsql AS $$
DECLARE
    bodies_before integer := 0;
BEGIN
    PERFORM 1 FROM tables WHERE id = ANY (ids) ORDER BY id FOR UPDATE;
    FOR place IN 1 .. cardinality(ids) LOOP
        SELECT epoch, newest INTO old_epoch, old_newest FROM tables WHERE id = ids[place];
        old_answer := NULL;
        IF commands[place] IS NOT NULL THEN
            SELECT answer INTO old_answer FROM answers WHERE table_id = ids[place] AND command = commands[place];
        END IF;
        verdict := CASE
            WHEN old_answer IS NOT NULL THEN 'repeated'
            WHEN old_epoch IS NULL THEN 'unknown'
            WHEN old_epoch <> epochs[place] THEN 'fenced'
            WHEN old_newest <> afters[place] THEN 'conflict'
            ELSE 'written'
        END;
        IF verdict = 'written' THEN
            INSERT INTO events (table_id, sequence, body)
                SELECT ids[place], afters[place] + n, bodies[bodies_before + n]
                FROM generate_series(1, counts[place]) AS n;
            UPDATE tables
                SET newest = afters[place] + counts[place], state = coalesce(states[place], state),
                    awaited = CASE WHEN untold[place] THEN awaited ELSE awaits[place] END,
                    updated = CASE WHEN untold[place] THEN updated ELSE {NOW} END
                WHERE id = ids[place];
            IF commands[place] IS NOT NULL THEN
                INSERT INTO answers (table_id, command, answer)
                    VALUES (ids[place], commands[place], new_answers[place]);
            END IF;
            IF place = ANY (mention_places) THEN
                INSERT INTO mentions (table_id, sequence, account_id)
                    SELECT ids[place], sequence, account
                    FROM unnest(mention_places, mention_sequences, mention_accounts) AS one (p, sequence, account)
                    WHERE p = place;
            END IF;
        END IF;
        bodies_before := bodies_before + counts[place];
        seconds := extract(epoch FROM clock_timestamp() - statement_timestamp());
        RETURN NEXT;
    END LOOP;
END $$
"""
_APPEND = "SELECT * FROM pg_temp.niwashi_append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"


class PostgresLog:
    """A connection of its own for appends, one group at a time. Made again when it is lost."""

    def __init__(self, url: URL) -> None:
        self._engine = create_async_engine(url, poolclass=NullPool)
        self._connection: AsyncConnection | None = None
        self._driver: Any = None
        """asyncpg's connection. In its hands a statement is a transaction and one round trip; SQLAlchemy adds two."""

    async def connect(self) -> None:
        self._connection = await self._engine.connect()
        self._driver = (await self._connection.get_raw_connection()).driver_connection
        await self._driver.execute(_DEFINE)

    async def write(self, batches: Sequence[Append]) -> tuple[list[AppendResult], float]:
        """The result of each batch once the group is durable, and the seconds of the commit and the way there."""
        if self._driver is None or self._driver.is_closed():  # nothing is sent yet
            await self._drop()
            await self.connect()
        start = perf_counter()
        rows = await self._call(batches)
        seconds = perf_counter() - start - rows[-1]["seconds"]
        return [to_result(batch, *_read_verdict(row)) for batch, row in zip(batches, rows, strict=True)], seconds

    async def _call(self, batches: Sequence[Append]) -> Any:
        """Raises SQLAlchemy's errors, as every other statement does."""
        import asyncpg

        try:
            return await self._driver.fetch(_APPEND, *_columns(batches))
        except (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError) as error:
            raise IntegrityError("append", None, error) from error
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            await self._drop()
            raise OperationalError("append", None, error) from error
        except BaseException:  # the caller does not wait: the answer must not be taken for a later one's
            await self._drop()
            raise

    async def _drop(self) -> None:
        """A connection that may be of no use any more."""
        connection, self._connection, self._driver = self._connection, None, None
        if connection is not None:
            await connection.invalidate()
            await connection.close()

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()
        await self._engine.dispose()


def _columns(batches: Sequence[Append]) -> tuple[list[Any], ...]:
    mentions = [
        (place, batch.after + 1 + number, account)
        for place, batch in enumerate(batches, 1)
        for number, account in batch.mentions
    ]
    return (
        [batch.table for batch in batches],
        [batch.epoch for batch in batches],
        [batch.after for batch in batches],
        [len(batch.events) for batch in batches],
        [body for batch in batches for body in batch.events],
        [batch.command for batch in batches],
        [batch.answer for batch in batches],
        [batch.state for batch in batches],
        [batch.awaited for batch in batches],
        [batch.untold for batch in batches],
        *([mention[column] for mention in mentions] for column in range(3)),
    )


def _read_verdict(row: Any) -> tuple[str, Head | None, bytes | None]:
    head = None if row["old_epoch"] is None else (row["old_epoch"], row["old_newest"])
    return row["verdict"], head, row["old_answer"]
