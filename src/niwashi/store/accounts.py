"""Accounts and their sessions."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from niwashi.core.errors import quote
from niwashi.store import notices, schema
from niwashi.store.database import SECOND_MS, Database, now
from niwashi.store.errors import Taken, Unknown
from niwashi.store.validation import MAX_NAME_LENGTH, check_settings, check_text

_row, _sessions = schema.accounts.c, schema.sessions.c
ID_BYTES, TOKEN_BYTES = 12, 32
PAGE_SIZE = 100


@dataclass(frozen=True)
class Account:
    id: str
    name: str
    password: str | None
    """A hash that the caller makes and checks; None for a guest."""
    settings: dict[str, Any]
    created: int
    seen: int

    @property
    def guest(self) -> bool:
        return self.password is None

    @property
    def display_name(self) -> str:
        """A guest's row has a generated name, so that two guests may use the same one."""
        return str(self.settings.get("name", self.name)) if self.guest else self.name


def normalise_name(name: str) -> str:
    """Names that look the same become the same: “Aki”, “aki” and full-width “Ａｋｉ”."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


# -- accounts --------------------------------------------------------------------------------------------------------
async def create(
    database: Database, name: str, password: str | None = None, settings: dict[str, Any] | None = None
) -> str:
    """Returns the new account's id. Raises Taken if the name is in use."""
    check_text(name, MAX_NAME_LENGTH, "name")
    check_text(normalise_name(name), 2 * MAX_NAME_LENGTH, "name")
    account = "a" + secrets.token_hex(ID_BYTES)
    values: dict[str, Any] = {"id": account, "name": name, "folded": normalise_name(name), "password": password}
    values["settings"] = check_settings(settings or {})
    try:
        async with database.write_transaction() as connection:
            await connection.execute(insert(schema.accounts).values(**values, created=now(), seen=now()))
    except IntegrityError:
        raise Taken("store/name", f"the name {quote(name)} is already taken") from None
    return account


async def find(database: Database, account: str) -> Account | None:
    return await _find(database, _row.id == account)


async def existing_ids(connection: AsyncConnection, wanted: Iterable[str | None]) -> set[str]:
    """Those ids that have an account here. People in logs may be another host's, or have deleted their account."""
    rows = await connection.execute(select(_row.id).where(_row.id.in_([account for account in wanted if account])))
    return set(rows.scalars())


async def find_by_name(database: Database, name: str) -> Account | None:
    return await _find(database, _row.folded == normalise_name(name))


async def _find(database: Database, which: Any) -> Account | None:
    row = await database.run_read(_read_one, select(schema.accounts).where(which))
    return None if row is None else _account(row)


def _account(row: Any) -> Account:
    return Account(row.id, row.name, row.password, row.settings, row.created, row.seen)


def _read_one(connection: Connection, wanted: Select[Any]) -> Row[Any] | None:
    return connection.execute(wanted).one_or_none()


async def set_password(database: Database, account: str, password: str) -> None:
    """Also ends the account's sessions: a person who knew the old password may have one."""
    async with database.write_transaction() as connection:
        await _change(connection, account, password=password)
        await _end_sessions(connection, account, _sessions.account_id == account)


async def upgrade_guest(database: Database, account: str, name: str, password: str) -> None:
    """Turn a guest into an account with a name of its own and a password. Their games stay theirs.

    The guest's sessions end: whoever has seen a guest's cookie must not own the account.
    """
    check_text(name, MAX_NAME_LENGTH, "name")
    try:
        async with database.write_transaction() as connection:
            await _change(connection, account, name=name, folded=normalise_name(name), password=password, seen=now())
            await _end_sessions(connection, account, _sessions.account_id == account)
    except IntegrityError:
        raise Taken("store/name", f"the name {quote(name)} is already taken") from None


async def set_settings(database: Database, account: str, settings: dict[str, Any]) -> None:
    """Servers are told, since they keep names and mutes in memory."""
    async with database.write_transaction() as connection:
        await _change(connection, account, settings=check_settings(settings))
        await notices.post(connection, notices.ACCOUNT_CHANGED, account)


async def _change(connection: AsyncConnection, account: str, **values: Any) -> None:
    if (await connection.execute(update(schema.accounts).where(_row.id == account).values(**values))).rowcount == 0:
        raise Unknown("store/account", f"there is no account {quote(account)}")


async def list_accounts(database: Database, guests: bool = False, limit: int = PAGE_SIZE) -> list[Account]:
    """For the host: accounts, or guests, the most recently seen first."""
    which = _row.password.is_(None) if guests else _row.password.is_not(None)
    wanted = select(schema.accounts).where(which).order_by(_row.seen.desc(), _row.id).limit(limit)
    async with database.read_transaction() as connection:
        return [_account(row) for row in await connection.execute(wanted)]


async def find_guests_by_name(database: Database, name: str, limit: int = PAGE_SIZE) -> list[Account]:
    wanted = select(schema.accounts).where(_row.password.is_(None), _row.settings["name"].as_string() == name)
    async with database.read_transaction() as connection:
        return [_account(row) for row in await connection.execute(wanted.order_by(_row.id).limit(limit))]


# -- sessions --------------------------------------------------------------------------------------------------------
async def open_session(database: Database, account: str, seconds: float) -> str:
    """Returns a token for the cookie. Only its hash is stored."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    values = {"token_sha256": _hash(token), "account_id": account, "expires": now() + round(seconds * SECOND_MS)}
    try:
        async with database.write_transaction() as connection:
            await connection.execute(insert(schema.sessions).values(**values, created=now()))
            await _change(connection, account, seen=now())
    except IntegrityError:
        raise Unknown("store/account", f"there is no account {quote(account)}") from None
    return token


@dataclass(frozen=True)
class Session:
    account: Account
    expires: int


_of_session = (
    select(schema.accounts, _sessions.expires.label("expires"))
    .join(schema.sessions, _sessions.account_id == _row.id)
    .where(_sessions.token_sha256 == bindparam("token"), _sessions.expires > now())
)


async def find_session(database: Database, token: str) -> Session | None:
    """A valid token's session. It is one statement, compiled once."""
    row = await database.run_read(_read_session, _hash(token))
    return None if row is None else Session(_account(row), row.expires)


def _read_session(connection: Connection, token: bytes) -> Row[Any] | None:
    return connection.execute(_of_session, {"token": token}).one_or_none()


async def open_session_keys(database: Database, account: str) -> set[str]:
    """The keys of the account's valid sessions. A key tells sessions apart, and is of no use as a cookie."""
    wanted = select(_sessions.token_sha256).where(_sessions.account_id == account, _sessions.expires > now())
    async with database.read_transaction() as connection:
        return {token.hex() for token in await connection.scalars(wanted)}


async def close_session(database: Database, token: str) -> None:
    async with database.write_transaction() as connection:
        which = _sessions.token_sha256 == _hash(token)
        account = await connection.scalar(select(_sessions.account_id).where(which))
        if account is not None:
            await _end_sessions(connection, account, which)


async def close_other_sessions(database: Database, account: str, kept: str) -> None:
    """End all sessions of the account but the one with this token."""
    others = and_(_sessions.account_id == account, _sessions.token_sha256 != _hash(kept))
    async with database.write_transaction() as connection:
        await _end_sessions(connection, account, others)


async def _end_sessions(connection: AsyncConnection, account: str, which: ColumnElement[bool]) -> None:
    """Servers are told, so that sockets of these sessions are closed as well."""
    if (await connection.execute(delete(schema.sessions).where(which))).rowcount:
        await notices.post(connection, notices.SESSIONS_ENDED, account)


def session_key(token: str) -> str:
    return _hash(token).hex()


def _hash(token: str) -> bytes:
    """A token is long and random, so unlike a password it needs only a fast hash."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
