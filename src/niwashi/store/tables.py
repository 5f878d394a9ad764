"""The rows of tables, as the lobby lists them: game, options, state, seats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, delete, func, insert, null, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from niwashi.core.errors import quote
from niwashi.store import notices, schema
from niwashi.store.accounts import existing_ids
from niwashi.store.database import Database, now
from niwashi.store.errors import BadEntry, Taken, Unknown
from niwashi.store.leases import check_epoch
from niwashi.store.schema import STATES, VISIBILITIES
from niwashi.store.validation import MAX_NAME_LENGTH, check_id, check_settings, check_text

_row = schema.tables.c
_open = _row.closed.is_(None)
PAGE_SIZE = 50
RECORD_DUE_MS = 24 * 60 * 60 * 1000


@dataclass(frozen=True)
class StoredSeat:
    seat: int
    name: str
    account: str | None = None
    """None for a bot, and for a deleted account."""


def missing_entries(found: int, newest: int) -> str:
    return f"its log has {found:,} entries, but {newest:,} were stored"


@dataclass(frozen=True)
class StoredTable:
    id: str
    game: str
    options: dict[str, Any]
    state: str
    visibility: str
    created: int
    updated: int
    newest: int
    """The number of the log's last event."""
    seats: tuple[StoredSeat, ...]
    awaited: int = 0
    """One bit for each seat whose person is to act."""
    closed: int | None = None
    """When the host closed the table."""
    clock: dict[str, Any] | None = None
    """From the table's settings; None in rows that are older than the column."""
    components: str | None = None
    """The name of the host's own component set."""

    def awaits(self, account: str) -> bool:
        return any(seat.account == account and self.awaited >> seat.seat & 1 for seat in self.seats)


async def create(
    database: Database,
    table: str,
    game: str,
    options: dict[str, Any],
    visibility: str = "private",
    clock: dict[str, Any] | None = None,
    components: str | None = None,
) -> None:
    """An open table with an empty log and no players. Raises Taken if the id is in use."""
    check_id(table)
    check_text(game, MAX_NAME_LENGTH, "game's name")
    values = {
        "id": table,
        "game": game,
        "options": check_settings(options),
        "visibility": _check_word(visibility, VISIBILITIES),
        "clock": clock,
        "components": None if components is None else check_text(components, MAX_NAME_LENGTH, "component set's name"),
    }
    new = insert(schema.tables).values(**values, state="open", newest=0, epoch=0, created=now(), updated=now())
    try:
        async with database.write_transaction() as connection:
            await connection.execute(new)
    except IntegrityError:
        raise Taken("store/table", f"table {quote(table)} already exists") from None


async def find(database: Database, table: str) -> StoredTable:
    async with database.read_transaction() as connection:
        rows = await read_tables(connection, select(schema.tables).where(_row.id == table))
    if not rows:
        raise Unknown("store/table", f"there is no table {quote(table)}")
    return rows[0]


async def list_lobby(
    database: Database, state: str = "open", limit: int = PAGE_SIZE, game: str | None = None
) -> list[StoredTable]:
    """Public tables, the most recently active first."""
    wanted = select(schema.tables).where(_row.state == _check_word(state, STATES), _row.visibility == "public", _open)
    wanted = wanted if game is None else wanted.where(_row.game == game)
    async with database.read_transaction() as connection:
        return await read_tables(connection, wanted.order_by(_row.updated.desc(), _row.id).limit(limit))


async def list_unfinished_of(database: Database, account: str, limit: int = PAGE_SIZE) -> list[StoredTable]:
    """Tables that are not over and where the account has a seat, the most recently active first."""
    seated = select(schema.seats.c.table_id).where(schema.seats.c.account_id == account)
    wanted = select(schema.tables).where(_row.id.in_(seated), _row.state != "over", _open)
    async with database.read_transaction() as connection:
        return await read_tables(connection, wanted.order_by(_row.updated.desc(), _row.id).limit(limit))


async def list_waiting_for(database: Database, account: str) -> list[StoredTable]:
    """Tables where it is the account's turn, the longest waiting first."""
    seat = schema.seats.c
    turn = _row.awaited.bitwise_rshift(seat.seat).bitwise_and(1) == 1
    own = select(seat.table_id).where(seat.account_id == account, seat.table_id == _row.id, turn).exists()
    wanted = select(schema.tables).where(_row.state == "running", _row.awaited != 0, own, _open)
    async with database.read_transaction() as connection:
        return await read_tables(connection, wanted.order_by(_row.updated, _row.id).limit(PAGE_SIZE))


async def list_tables(
    database: Database, state: str | None = None, game: str | None = None, closed: bool = False, limit: int = PAGE_SIZE
) -> list[StoredTable]:
    """For the host: public and private tables, closed or not, the most recently active first."""
    conditions = [] if state is None else [_row.state == _check_word(state, STATES)]
    conditions += [] if game is None else [_row.game == game]
    wanted = select(schema.tables).where(*conditions, ~_open if closed else _open)
    async with database.read_transaction() as connection:
        return await read_tables(connection, wanted.order_by(_row.updated.desc(), _row.id).limit(limit))


async def find_ids_with_prefix(database: Database, text: str, limit: int) -> list[str]:
    """In the order of ids."""
    wanted = select(_row.id).where(_row.id.startswith(text, autoescape=True)).order_by(_row.id).limit(limit)
    async with database.read_transaction() as connection:
        return list((await connection.execute(wanted)).scalars())


async def read_tables(connection: AsyncConnection, wanted: Select[Any]) -> list[StoredTable]:
    rows = (await connection.execute(wanted)).all()
    taken = await _read_seats(connection, [row.id for row in rows])
    return [_make_table(row, taken.get(row.id, [])) for row in rows]


async def _read_seats(connection: AsyncConnection, tables: list[str]) -> dict[str, list[StoredSeat]]:
    seat = schema.seats.c
    wanted = select(schema.seats).where(seat.table_id.in_(tables)).order_by(seat.table_id, seat.seat)
    seats: dict[str, list[StoredSeat]] = {}
    for row in await connection.execute(wanted):
        seats.setdefault(row.table_id, []).append(StoredSeat(row.seat, row.name, row.account_id))
    return seats


def _make_table(row: Any, seats: Iterable[StoredSeat]) -> StoredTable:
    return StoredTable(
        id=row.id,
        game=row.game,
        options=row.options,
        state=row.state,
        visibility=row.visibility,
        created=row.created,
        updated=row.updated,
        newest=row.newest,
        seats=tuple(seats),
        awaited=row.awaited,
        closed=row.closed,
        clock=row.clock,
        components=row.components,
    )


async def replace_seats(database: Database, table: str, seats: Iterable[StoredSeat], epoch: int | None = None) -> None:
    """Replace all seats of a table: after seats are drawn everyone may have moved.

    With an epoch, raises Fenced if the table has another owner by now. People without an account here keep their name
    only.
    """
    there, seats = schema.seats.c, list(seats)
    async with database.write_transaction() as connection:
        if epoch is not None:
            await check_epoch(connection, table, epoch)
        have_accounts = await existing_ids(connection, [seat.account for seat in seats])
        await connection.execute(delete(schema.seats).where(there.table_id == table))
        for seat in seats:
            values = {"table_id": table, "seat": seat.seat, "name": check_text(seat.name, MAX_NAME_LENGTH, "name")}
            account = seat.account if seat.account in have_accounts else None
            await connection.execute(insert(schema.seats).values(**values, account_id=account))
        await _touch(connection, table)


async def list_resumable(database: Database, owner: str) -> list[str]:
    """Ids of tables that need somebody to run them, and that this owner holds or may acquire: running ones that are not
    asleep, and those whose game has ended and whose record is not stored, since a crash came in between."""
    free = or_(_row.owner.is_(None), _row.lease_until <= now(), _row.owner == owner)
    running = and_(_row.state == "running", ~_row.asleep)
    wanted = select(_row.id).where(or_(running, _lacks_record()), _open, free).order_by(_row.id)
    async with database.read_transaction() as connection:
        return list(await connection.scalars(wanted))


def _lacks_record() -> ColumnElement[bool]:
    """Only the latest ended games are looked at: those before them were looked at when they were the latest."""
    other, record = schema.tables.alias(), schema.records.c
    latest = select(func.max(other.c.updated)).where(other.c.state == "over").scalar_subquery()
    stored = select(record.table_id).where(record.table_id == _row.id).exists()
    return and_(_row.state == "over", _row.updated > latest - RECORD_DUE_MS, ~stored)


async def close(database: Database, table: str) -> bool:
    """Stop play at a table and fence its owner off; the log stays. Returns False if it was closed already."""
    fenced = {"epoch": _row.epoch + 1, "owner": null(), "lease_until": null()}
    return await _open_or_close(database, table, _open, notices.CLOSED, closed=now(), **fenced)


async def reopen(database: Database, table: str) -> bool:
    return await _open_or_close(database, table, ~_open, notices.REOPENED, closed=null())


async def _open_or_close(database: Database, table: str, which: ColumnElement[bool], kind: str, **values: Any) -> bool:
    async with database.write_transaction() as connection:
        changed = await connection.execute(update(schema.tables).where(_row.id == table, which).values(**values))
        if changed.rowcount:
            await notices.post(connection, kind, table)
        elif (await connection.execute(select(_row.id).where(_row.id == table))).first() is None:
            raise Unknown("store/table", f"there is no table {quote(table)}")
    return bool(changed.rowcount)


async def remove(database: Database, table: str) -> None:
    """Also deletes its log and all dependent rows."""
    async with database.write_transaction() as connection:
        await connection.execute(delete(schema.tables).where(_row.id == table))


async def _touch(connection: AsyncConnection, table: str) -> None:
    await connection.execute(update(schema.tables).where(_row.id == table).values(updated=now()))


def _check_word(word: str, words: tuple[str, ...]) -> str:
    if word not in words:
        raise BadEntry("store/word", f"expected one of {', '.join(words)}; got {quote(word)}")
    return word
