"""People, their sessions, and taking all of it away again."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from niwashi.core.errors import quote
from niwashi.core.record import read_record
from niwashi.store import schema
from niwashi.store.database import SECOND, Database, now
from niwashi.store.entries import LONGEST_NAME, check_settings, check_text
from niwashi.store.errors import Taken, Unknown

_row = schema.accounts.c
ID_BYTES, TOKEN_BYTES = 12, 32
NOBODY = "–"
"""Stands where the name of a deleted account stood."""


@dataclass(frozen=True)
class Account:
    id: str
    name: str
    password: str | None
    """As a hash, by whoever checks it; a guest has none."""
    settings: dict[str, Any]
    created: int
    seen: int


def folded(name: str) -> str:
    """Names that look the same are the same: «Aki», «aki» and full-width «Ａｋｉ»."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


# -- accounts --------------------------------------------------------------------------------------------------------
async def create(database: Database, name: str, password: str | None = None) -> str:
    """A new account's id. Raises Taken where somebody is called so."""
    check_text(name, LONGEST_NAME, "name")
    check_text(folded(name), 2 * LONGEST_NAME, "name")
    account = "a" + secrets.token_hex(ID_BYTES)
    values = {"id": account, "name": name, "folded": folded(name), "password": password}
    try:
        async with database.writing() as connection:
            await connection.execute(insert(schema.accounts).values(**values, settings={}, created=now(), seen=now()))
    except IntegrityError:
        raise Taken("store/name", f"somebody is called {quote(name)} already") from None
    return account


async def find(database: Database, account: str) -> Account | None:
    return await _find(database, _row.id == account)


async def find_by_name(database: Database, name: str) -> Account | None:
    return await _find(database, _row.folded == folded(name))


async def _find(database: Database, which: Any) -> Account | None:
    row = await database.read(_one, select(schema.accounts).where(which))
    return None if row is None else Account(row.id, row.name, row.password, row.settings, row.created, row.seen)


def _one(connection: Connection, wanted: Select[Any]) -> Row[Any] | None:
    return connection.execute(wanted).one_or_none()


async def set_password(database: Database, account: str, password: str) -> None:
    """Ends the account's sessions: whoever knew the old password may have one."""
    async with database.writing() as connection:
        await _change(connection, account, password=password)
        await connection.execute(delete(schema.sessions).where(schema.sessions.c.account_id == account))


async def settle(database: Database, account: str, name: str, password: str) -> None:
    """A guest becomes somebody with a name of their own and a password, and keeps their games."""
    check_text(name, LONGEST_NAME, "name")
    try:
        async with database.writing() as connection:
            await _change(connection, account, name=name, folded=folded(name), password=password, seen=now())
    except IntegrityError:
        raise Taken("store/name", f"somebody is called {quote(name)} already") from None


async def set_settings(database: Database, account: str, settings: dict[str, Any]) -> None:
    async with database.writing() as connection:
        await _change(connection, account, settings=check_settings(settings))


async def _change(connection: AsyncConnection, account: str, **values: Any) -> None:
    if (await connection.execute(update(schema.accounts).where(_row.id == account).values(**values))).rowcount == 0:
        raise Unknown("store/account", f"there is no account {quote(account)}")


# -- sessions --------------------------------------------------------------------------------------------------------
async def open_session(database: Database, account: str, seconds: float) -> str:
    """A token for its cookie. Only its hash is kept."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    values = {"token_sha256": _hash(token), "account_id": account, "expires": now() + round(seconds * SECOND)}
    try:
        async with database.writing() as connection:
            await connection.execute(insert(schema.sessions).values(**values, created=now()))
            await _change(connection, account, seen=now())
    except IntegrityError:
        raise Unknown("store/account", f"there is no account {quote(account)}") from None
    return token


async def find_by_session(database: Database, token: str) -> Account | None:
    """Whose token this is, if it is still good. Asked with every request, so it is one question."""
    row = schema.sessions.c
    session = select(row.account_id).where(row.token_sha256 == _hash(token), row.expires > now())
    return await _find(database, _row.id == session.scalar_subquery())


async def account_of_session(database: Database, token: str) -> str | None:
    found = await find_by_session(database, token)
    return None if found is None else found.id


async def close_session(database: Database, token: str) -> None:
    async with database.writing() as connection:
        await connection.execute(delete(schema.sessions).where(schema.sessions.c.token_sha256 == _hash(token)))


def _hash(token: str) -> bytes:
    """A token is long and random, so a fast hash is enough, unlike for a password."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


# -- leaving ---------------------------------------------------------------------------------------------------------
async def remove(database: Database, account: str) -> None:
    """The account, its sessions, chat and bans go; games stay for those who played along, without the name.

    Logs hold seats and not names, so they need no change.
    """
    async with database.writing() as connection:
        await _take_name_out(connection, account)
        banned = schema.bans.c
        await connection.execute(delete(schema.bans).where(banned.kind == "account", banned.subject == account))
        await connection.execute(delete(schema.accounts).where(_row.id == account))  # the rest goes along with it


async def _take_name_out(connection: AsyncConnection, account: str) -> None:
    seat, kept = schema.seats.c, schema.records.c
    wanted = select(seat.table_id, seat.seat, kept.record).join(
        schema.records, kept.table_id == seat.table_id, isouter=True
    )
    named = (await connection.execute(wanted.where(seat.account_id == account))).all()
    await connection.execute(update(schema.seats).where(seat.account_id == account).values(name=NOBODY))
    nameless: dict[str, bytes] = {}
    for row in named:
        if row.record is not None:
            nameless[row.table_id] = _without_name(nameless.get(row.table_id, bytes(row.record)), row.seat)
    for table, record in nameless.items():
        await connection.execute(update(schema.records).where(kept.table_id == table).values(record=record))


def _without_name(raw: bytes, seat: int) -> bytes:
    record = read_record(raw)
    if seat >= len(record.names):
        return raw
    names = [NOBODY if number == seat else name for number, name in enumerate(record.names)]
    return msgspec.structs.replace(record, names=names).to_json()
