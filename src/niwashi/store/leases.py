"""Leases: one owner at a time may write a table's log, for a limited time by the database's clock."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, false, null, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from niwashi.core.errors import quote
from niwashi.store import schema
from niwashi.store.database import SECOND_MS, Database, now
from niwashi.store.errors import Closed, Fenced, Held, Unknown
from niwashi.store.validation import check_text

MAX_OWNER_LENGTH = 128
PORTION = 500
"""The most leases that one transaction renews."""
_row = schema.tables.c


@dataclass(frozen=True)
class Lease:
    table: str
    owner: str
    epoch: int
    """Part of every append. It grows with each owner, so a former owner's appends are refused."""
    until: int


async def acquire(database: Database, table: str, owner: str, seconds: float) -> Lease:
    """Take a table that is free, whose lease has expired, or that the owner holds already. The epoch is new.

    Raises Held with the current owner, Closed or Unknown.
    """
    check_text(owner, MAX_OWNER_LENGTH, "lease's owner")
    free = or_(_row.owner.is_(None), _row.lease_until <= now(), _row.owner == owner)
    taking = update(schema.tables).where(_row.id == table, free, _row.closed.is_(None))
    held = {"owner": owner, "epoch": _row.epoch + 1, "lease_until": now() + round(seconds * SECOND_MS)}
    taking = taking.values(**held, asleep=false())
    async with database.write_transaction() as connection:
        taken = (await connection.execute(taking.returning(_row.epoch, _row.lease_until))).one_or_none()
        if taken is not None:
            return Lease(table, owner, taken.epoch, taken.lease_until)
        row = (await connection.execute(select(_row.owner, _row.closed).where(_row.id == table))).one_or_none()
    if row is None:
        raise Unknown("store/table", f"there is no table {quote(table)}")
    if row.closed is not None:
        raise Closed
    raise Held(table, row.owner or "")


async def read_lease_end(database: Database, table: str) -> int | None:
    """When the lease of a table's last owner ends or ended; None if it was released."""
    async with database.read_transaction() as connection:
        return (await connection.execute(select(_row.lease_until).where(_row.id == table))).scalar_one_or_none()


async def read_holder(database: Database, table: str) -> str | None:
    """Who holds a table's lease; None if nobody does or it has expired."""
    held = select(_row.owner).where(_row.id == table, _row.lease_until > now())
    async with database.read_transaction() as connection:
        return (await connection.execute(held)).scalar_one_or_none()


async def free(database: Database, owner: str, prefix: str) -> int:
    """Free the tables of an owner and of all whose names begin with `prefix`: they have ended. Returns how many.

    When their leases would have ended stays known, so that clocks do not run for the time without an owner.
    """
    theirs = or_(_row.owner == owner, _row.owner.startswith(prefix, autoescape=True))
    async with database.write_transaction() as connection:
        return (await connection.execute(update(schema.tables).where(theirs).values(owner=null()))).rowcount


async def renew_all(
    database: Database, owner: str, seconds: float, tables: Collection[str] | None = None
) -> dict[str, int]:
    """Renew an owner's leases, or those of `tables`. Returns the epochs of those still held.

    A renewed lease states that the table is run. A server that restarted may hold leases of tables it does not run yet.
    Many are renewed in portions: appends wait for one of them at most, and PostgreSQL takes 32,767 values at most.
    """
    mine = _row.owner == owner
    if tables is None:
        return await _renew(database, mine, seconds)
    held: dict[str, int] = {}
    names = sorted(tables)
    for start in range(0, len(names), PORTION):
        held |= await _renew(database, and_(mine, _row.id.in_(names[start : start + PORTION])), seconds)
    return held


async def _renew(database: Database, which: ColumnElement[bool], seconds: float) -> dict[str, int]:
    async with database.write_transaction() as connection:
        # Locked in the order of their ids, as the log does, so that the two cannot deadlock.
        wanted = select(_row.id, _row.epoch).where(which).order_by(_row.id).with_for_update()
        held = {row.id: row.epoch for row in await connection.execute(wanted)}
        await connection.execute(
            update(schema.tables).where(which).values(lease_until=now() + round(seconds * SECOND_MS))
        )
    return held


async def release(database: Database, lease: Lease, asleep: bool = False) -> bool:
    """Returns whether the lease was still held. A table that is asleep is not resumed until a client asks for it."""
    freeing = update(schema.tables).where(*_still_held(lease)).values(owner=null(), lease_until=null(), asleep=asleep)
    async with database.write_transaction() as connection:
        return (await connection.execute(freeing)).rowcount == 1


async def check_epoch(connection: AsyncConnection, table: str, epoch: int) -> None:
    """For rows that an owner writes beside the log: raises Fenced if the table has another owner by now."""
    current = (await connection.execute(select(_row.epoch).where(_row.id == table).with_for_update())).scalar()
    if current != epoch:
        raise Fenced(table, epoch, current or 0)


def _still_held(lease: Lease) -> tuple[ColumnElement[bool], ...]:
    return _row.id == lease.table, _row.owner == lease.owner, _row.epoch == lease.epoch
