"""Finished games: their records, and the results for ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from niwashi.core.errors import quote
from niwashi.core.record import MAX_RECORD_BYTES, read_record
from niwashi.store import schema
from niwashi.store.accounts import existing_ids
from niwashi.store.database import Database, now
from niwashi.store.errors import Taken, Unknown
from niwashi.store.leases import check_epoch
from niwashi.store.validation import check_body

PAGE_SIZE = 50


@dataclass(frozen=True)
class SeatResult:
    """The result of a seat, held by an account or a bot."""

    seat: int
    score: int
    place: int
    account: str | None = None
    bot: str | None = None


@dataclass(frozen=True)
class PlayedGame:
    """A result in an account's history."""

    table: str
    game: str
    seat: int
    score: int
    place: int
    rated: bool
    finished: int


async def save_record(
    database: Database,
    table: str,
    record: bytes,
    results: Sequence[SeatResult] = (),
    rated: bool = False,
    epoch: int | None = None,
) -> None:
    """In one transaction. Saving the same record again changes nothing; another one for the same table raises Taken.

    With an epoch, raises Fenced if the table has another owner by now.
    """
    game = read_record(check_body(record, MAX_RECORD_BYTES)).game
    async with database.write_transaction() as connection:
        if epoch is not None:
            await check_epoch(connection, table, epoch)
        existing = await _read_record(connection, table)
        if existing is not None and existing != record:
            raise Taken("store/record", f"table {quote(table)} already has another record")
        if existing is None:
            try:
                await write_record(connection, table, record)
                await _write_results(connection, table, game, results, rated)
            except IntegrityError:
                raise Unknown("store/table", f"there is no table {quote(table)}") from None


async def write_record(connection: AsyncConnection, table: str, record: bytes) -> None:
    await connection.execute(insert(schema.records).values(table_id=table, record=record, finished=now()))


async def _write_results(
    connection: AsyncConnection, table: str, game: str, results: Sequence[SeatResult], rated: bool
) -> None:
    have_accounts = await existing_ids(connection, [result.account for result in results])
    for result in results:
        account = result.account if result.account in have_accounts else None
        about = {"table_id": table, "seat": result.seat, "account_id": account, "bot": result.bot, "game": game}
        values = {**about, "score": result.score, "place": result.place, "rated": rated}
        await connection.execute(insert(schema.results).values(**values, finished=now()))


async def load_record(database: Database, table: str) -> bytes | None:
    async with database.read_transaction() as connection:
        return await _read_record(connection, table)


async def _read_record(connection: AsyncConnection, table: str) -> bytes | None:
    row = schema.records.c
    record = (await connection.execute(select(row.record).where(row.table_id == table))).scalar_one_or_none()
    return None if record is None else bytes(record)


async def list_results(
    database: Database, account: str, game: str | None = None, limit: int = PAGE_SIZE
) -> list[PlayedGame]:
    """An account's games, the latest first."""
    row = schema.results.c
    wanted = select(schema.results).where(row.account_id == account)
    wanted = wanted if game is None else wanted.where(row.game == game)
    async with database.read_transaction() as connection:
        rows = await connection.execute(wanted.order_by(row.finished.desc(), row.table_id, row.seat).limit(limit))
        return [PlayedGame(r.table_id, r.game, r.seat, r.score, r.place, r.rated, r.finished) for r in rows]
