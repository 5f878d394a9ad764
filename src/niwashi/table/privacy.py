"""Personal data in a log: the entries that name an account, and how its name is taken out of them again.

The store keeps logs as bytes that it cannot read. To delete an account it is given this module
(`store.erasure.LogPrivacy`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from niwashi.core.record import DELETED
from niwashi.table.entries import Entry, Opened, Renamed, Sat


def mentions(entries: Iterable[Entry]) -> Iterator[tuple[int, str]]:
    """Each entry that names an account, by its place among `entries`, and the account."""
    for place, entry in enumerate(entries):
        match entry:
            case Sat(person=str(account)) | Renamed(person=account) | Opened(host=str(account)) if account:
                yield place, account


def anonymise(body: bytes, account: str, alias: str) -> bytes:
    """An entry that no longer names `account`. A seat keeps its holder as `alias`; a table loses its host.

    It works on the stored JSON, so fields that this version does not know stay as they are.
    """
    fields: dict[str, Any] = msgspec.json.decode(body)
    if fields.get("person") == account:
        fields |= {"person": alias, "name": DELETED}
    if fields.get("host") == account:
        fields |= {"host": ""}
    return msgspec.json.encode(fields)


def command_prefix(account: str) -> str:
    """The keys of an account's commands begin with this."""
    return f"person {account} "
