"""Erasure: deletes an account with its data. Its games stay for the other players, without its name."""

from __future__ import annotations

import secrets
from typing import Protocol

import msgspec
from sqlalchemy import Select, delete, null, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from niwashi.core.errors import quote
from niwashi.core.record import DELETED, read_record
from niwashi.store import chat, notices, schema
from niwashi.store.database import Database
from niwashi.store.errors import Unknown

ALIAS_BYTES = 8
_mention, _table = schema.mentions.c, schema.tables.c


class LogPrivacy(Protocol):
    """The personal data in logs and command keys, which only their writer can read: `niwashi.table.privacy`."""

    def anonymise(self, body: bytes, account: str, alias: str) -> bytes:
        """An event's body without the account."""

    def command_prefix(self, account: str) -> str:
        """The beginning of the keys of the account's commands."""


async def delete_account(database: Database, account: str, privacy: LogPrivacy) -> None:
    """All in one transaction. Raises Unknown if there is no such account.

    Servers that run its tables hold the name in memory, so they are fenced off and reload the tables from the log.
    """
    async with database.write_transaction() as connection:
        tables = await _fence_tables(connection, account)
        for table in tables:
            await _rewrite_log(connection, table, account, privacy)
        await _rewrite_records(connection, account)
        await _delete_traces(connection, account, privacy)
        deleted = await connection.execute(delete(schema.accounts).where(schema.accounts.c.id == account))
        if deleted.rowcount == 0:
            raise Unknown("store/account", f"there is no account {quote(account)}")
        await notices.post(connection, notices.ACCOUNT_DELETED, account, tables=tables)


def _tables_mentioning(account: str) -> Select[tuple[str]]:
    return select(_mention.table_id).where(_mention.account_id == account)


async def _fence_tables(connection: AsyncConnection, account: str) -> list[str]:
    # Locked in the order of their ids, as the log does, so that the two cannot deadlock.
    wanted = select(_table.id).where(_table.id.in_(_tables_mentioning(account))).order_by(_table.id).with_for_update()
    tables = list((await connection.execute(wanted)).scalars())
    fencing = update(schema.tables).where(_table.id.in_(_tables_mentioning(account)))
    await connection.execute(fencing.values(epoch=_table.epoch + 1, owner=null(), lease_until=null()))
    return tables


async def _rewrite_log(connection: AsyncConnection, table: str, account: str, privacy: LogPrivacy) -> None:
    """In entries that name the account, replace it by an alias that is used at this table only."""
    alias, event = "gone-" + secrets.token_hex(ALIAS_BYTES), schema.events.c
    naming = select(_mention.sequence).where(_mention.table_id == table, _mention.account_id == account)
    wanted = select(event.sequence, event.body).where(event.table_id == table, event.sequence.in_(naming))
    for row in (await connection.execute(wanted)).all():
        this = update(schema.events).where(event.table_id == table, event.sequence == row.sequence)
        await connection.execute(this.values(body=privacy.anonymise(bytes(row.body), account, alias)))


async def _rewrite_records(connection: AsyncConnection, account: str) -> None:
    seat, row = schema.seats.c, schema.records.c
    wanted = select(seat.table_id, seat.seat, row.record).join(schema.records, row.table_id == seat.table_id)
    for naming in (await connection.execute(wanted.where(seat.account_id == account))).all():
        record = _remove_name(bytes(naming.record), naming.seat)
        await connection.execute(update(schema.records).where(row.table_id == naming.table_id).values(record=record))
    await connection.execute(update(schema.seats).where(seat.account_id == account).values(name=DELETED))


def _remove_name(raw: bytes, seat: int) -> bytes:
    record = read_record(raw)
    names = [DELETED if number == seat else name for number, name in enumerate(record.names)]
    return msgspec.structs.replace(record, names=names).to_json()


async def _delete_traces(connection: AsyncConnection, account: str, privacy: LogPrivacy) -> None:
    """The rows that foreign keys do not delete. Keys of stored answers contain the account's id."""
    await chat.delete_rows(connection, schema.chat.c.account_id == account)
    banned, answer = schema.bans.c, schema.answers.c
    await connection.execute(delete(schema.bans).where(banned.kind == "account", banned.subject == account))
    own = answer.command.startswith(privacy.command_prefix(account), autoescape=True)
    await connection.execute(delete(schema.answers).where(answer.table_id.in_(_tables_mentioning(account)), own))
