"""The actions of `niwashi admin`: find what a word means in the store, change it, and return a sentence about it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from msgspec import DecodeError

from niwashi.cli.durations import format_time
from niwashi.core.errors import BadOptions, NiwashiError, quote
from niwashi.engine import catalog
from niwashi.store import Database, accounts, bans, chat, load_events, records, retention, tables
from niwashi.store.accounts import Account
from niwashi.store.erasure import delete_account as erase_account
from niwashi.store.errors import BadEntry
from niwashi.table import privacy
from niwashi.table.verification import find_difference

MAX_NAMED = 5
ALL = 1_000_000
MAX_DAYS = 36_500


# -- words -------------------------------------------------------------------------------------------------------------
async def find_table(database: Database, text: str) -> str:
    """By its id, or by the first letters of it, which logs show."""
    found = await tables.find_ids_with_prefix(database, text, MAX_NAMED)
    if text in found or len(found) == 1:
        return text if text in found else found[0]
    if not found:
        raise BadOptions("options/table", f"there is no table {quote(text)}; niwashi admin tables lists them")
    raise BadOptions("options/table", f"several tables begin with {quote(text)}: {', '.join(found)}")


async def find_account(database: Database, text: str) -> Account:
    """By its id or name. Guests' names are not unique: a guest is found by name only if no other guest has it."""
    found = await accounts.find(database, text) or await accounts.find_by_name(database, text)
    guests = [found] if found else await accounts.find_guests_by_name(database, text, MAX_NAMED)
    if len(guests) == 1:
        return guests[0]
    if not guests:
        raise BadOptions("options/account", f"there is no account {quote(text)}; niwashi admin accounts lists them")
    ids = ", ".join(guest.id for guest in guests)
    raise BadOptions("options/several", f"several guests are called {quote(text)}; give an id: {ids}")


@dataclass(frozen=True)
class BanSubject:
    kind: bans.BanKind
    id: str
    display_name: str


async def find_ban_subject(database: Database, text: str) -> BanSubject:
    """An address or network, otherwise an account."""
    try:
        network = bans.normalise_network(text)
    except BadEntry:
        return await _find_account_subject(database, text)
    return BanSubject("address", network, network)


async def _find_account_subject(database: Database, text: str) -> BanSubject:
    try:
        account = await find_account(database, text)
    except BadOptions as error:
        if error.code == "options/several":
            raise
        sentence = f"{quote(text)} is neither an account nor an address like 192.0.2.7, 192.0.2.0/24 or 2001:db8::/64"
        raise BadOptions("options/who", sentence) from None
    return BanSubject("account", account.id, describe(account))


def describe(account: Account) -> str:
    return f"{account.display_name} ({'guest' if account.guest else 'account'} {account.id})"


# -- tables and bans ---------------------------------------------------------------------------------------------------
async def close_table(database: Database, text: str) -> str:
    table = await find_table(database, text)
    return f"{table} is closed" if await tables.close(database, table) else f"{table} was already closed"


async def reopen_table(database: Database, text: str) -> str:
    table = await find_table(database, text)
    return f"{table} is open again" if await tables.reopen(database, table) else f"{table} was not closed"


async def ban(database: Database, text: str, reason: str, seconds: float | None) -> str:
    subject = await find_ban_subject(database, text)
    until = await bans.ban(database, subject.kind, subject.id, reason, seconds)
    return f"{subject.display_name} is banned {'for ever' if until is None else 'until ' + format_time(until)}"


async def unban(database: Database, text: str) -> str:
    subject = await find_ban_subject(database, text)
    if not await bans.remove(database, subject.kind, subject.id):
        raise BadOptions("options/ban", f"there is no ban on {subject.display_name}; niwashi admin bans lists them")
    return f"{subject.display_name} is no longer banned"


# -- deletion ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class ChatSelection:
    """Lines of chat that match all of these; at least one is set."""

    line: int | None = None
    table: str | None = None
    account: str | None = None


async def select_chat(
    database: Database, line: int | None, table: str | None, by: str | None
) -> tuple[ChatSelection, int]:
    """The selection, and how many lines it has."""
    if line is None and table is None and by is None:
        raise BadOptions("options/chat", "which chat? Give --line, --table or --by")
    selection = ChatSelection(
        line,
        None if table is None else await find_table(database, table),
        None if by is None else (await find_account(database, by)).id,
    )
    count = await chat.count_messages(database, line=selection.line, table=selection.table, account=selection.account)
    if not count:
        raise BadOptions("options/chat", "no line of chat matches; niwashi admin chat TABLE lists a table's lines")
    return selection, count


async def delete_chat(database: Database, selection: ChatSelection) -> str:
    count = await chat.delete_messages(database, line=selection.line, table=selection.table, account=selection.account)
    return f"{count:,} line{'' if count == 1 else 's'} deleted"


async def delete_account(database: Database, account: Account) -> str:
    await erase_account(database, account.id, privacy)
    return f"{describe(account)} is deleted; their games stay without the name"


# -- retention ---------------------------------------------------------------------------------------------------------
def parse_retention(words: Sequence[str]) -> dict[str, float | None]:
    """`chat=30 finished=never`, by name; None is never."""
    return {
        retention.check_name(name): _parse_days(word, days) for word in words for name, _, days in [word.partition("=")]
    }


def _parse_days(word: str, text: str) -> float | None:
    if text == "never":
        return None
    try:
        days = float(text)
    except ValueError:
        days = -1.0
    if not 0 <= days <= MAX_DAYS:
        sentence = f"{quote(word)} needs a number of days from 0 to {MAX_DAYS:,}, as in chat=30, or chat=never"
        raise BadOptions("options/days", sentence)
    return days


# -- stored games and this version's rules -----------------------------------------------------------------------------
@dataclass(frozen=True)
class CheckedTable:
    table: str
    state: str
    game: str
    difference: str | None


async def check_tables(database: Database, only: str | None) -> tuple[int, AsyncIterator[CheckedTable]]:
    """How many tables there are, and the check of each."""
    ids = [await find_table(database, only)] if only else await tables.find_ids_with_prefix(database, "", ALL)
    return len(ids), _check_each(database, ids)


async def _check_each(database: Database, ids: Sequence[str]) -> AsyncIterator[CheckedTable]:
    for table in ids:
        stored = await tables.find(database, table)
        bodies = [event.body for event in await load_events(database, table, limit=ALL)]
        if len(bodies) < stored.newest:
            found: str | None = tables.missing_entries(len(bodies), stored.newest)
        elif bodies:
            found = _find_difference(stored.game, bodies, await records.load_record(database, table))
        else:  # its first batch was never written
            continue
        yield CheckedTable(table, stored.state, stored.game, found)


def _find_difference(game: str, bodies: Sequence[bytes], record: bytes | None) -> str | None:
    if game not in catalog.names():
        return f"this version does not have the game {quote(game)}"
    try:
        return find_difference(bodies, record)
    except DecodeError:
        return "its log is damaged"
    except NiwashiError as error:
        return error.sentence
