"""Bans of accounts, addresses and networks."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv6Network, ip_network
from typing import Literal

from sqlalchemy import ColumnElement, delete, insert, or_, select

from niwashi.core.errors import quote
from niwashi.store import notices, schema
from niwashi.store.database import SECOND_MS, Database, now
from niwashi.store.errors import BadEntry
from niwashi.store.validation import MAX_TEXT_LENGTH, check_text

_row = schema.bans.c
MAX_SUBJECT_LENGTH = 128
IPV6_PREFIX_BITS = 64
"""IPv6 is banned by network: a household has more addresses than could be banned one by one."""
BanKind = Literal["account", "address"]


@dataclass(frozen=True)
class Ban:
    kind: BanKind
    subject: str
    reason: str
    until: int | None
    """None for a permanent ban."""


def normalise_network(text: str) -> str:
    """An address or network as it is stored: 192.0.2.7, 192.0.2.0/24, 2001:db8:0:1::/64."""
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError:
        sentence = f"{quote(text)} is not an address; expected one like 192.0.2.7, 192.0.2.0/24 or 2001:db8::/64"
        raise BadEntry("store/address", sentence) from None
    if isinstance(network, IPv6Network):
        return str(network.supernet(new_prefix=min(network.prefixlen, IPV6_PREFIX_BITS)))
    return str(network).removesuffix("/32")


async def ban(database: Database, kind: BanKind, subject: str, reason: str, seconds: float | None = None) -> int | None:
    """Replaces an earlier ban of the same subject. Returns when it ends; None if it is permanent."""
    subject = _normalise_subject(kind, subject)
    until = None if seconds is None else now() + round(seconds * SECOND_MS)
    reason = check_text(reason, MAX_TEXT_LENGTH, "ban's reason")
    new = insert(schema.bans).values(kind=kind, subject=subject, reason=reason, created=now(), until=until)
    async with database.write_transaction() as connection:
        await connection.execute(delete(schema.bans).where(*_matching(kind, subject)))
        ends: int | None = (await connection.execute(new.returning(_row.until))).scalar_one()
        await notices.post(connection, notices.BANS)
    return ends


async def remove(database: Database, kind: BanKind, subject: str) -> bool:
    """Returns whether there was a ban."""
    async with database.write_transaction() as connection:
        removed = await connection.execute(
            delete(schema.bans).where(*_matching(kind, _normalise_subject(kind, subject)))
        )
        await notices.post(connection, notices.BANS)
    return removed.rowcount > 0


async def list_active(database: Database) -> list[Ban]:
    """All bans that have not ended."""
    wanted = select(schema.bans).where(or_(_row.until.is_(None), _row.until > now()))
    async with database.read_transaction() as connection:
        rows = (await connection.execute(wanted.order_by(_row.kind, _row.subject))).all()
    return [Ban(row.kind, row.subject, row.reason, row.until) for row in rows]


def _normalise_subject(kind: BanKind, subject: str) -> str:
    return normalise_network(subject) if kind == "address" else check_text(subject, MAX_SUBJECT_LENGTH, "ban's subject")


def _matching(kind: BanKind, subject: str) -> tuple[ColumnElement[bool], ...]:
    return _row.kind == kind, _row.subject == subject
