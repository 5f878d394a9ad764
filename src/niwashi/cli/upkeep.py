"""What a host does in a store: people's words in, names found for what they mean, a sentence back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from niwashi.cli.moments import shown_time
from niwashi.core.errors import BadOptions, NiwashiError, quote
from niwashi.engine import catalog
from niwashi.store import Database, accounts, bans, chat, erasure, load_events, records, retention, tables
from niwashi.store.accounts import Account
from niwashi.store.errors import BadEntry
from niwashi.table import privacy
from niwashi.table.verification import find_difference

MOST_NAMED = 5
ALL = 1_000_000


# -- what is meant -----------------------------------------------------------------------------------------------------
async def the_table(database: Database, text: str) -> str:
    """By its id, or by how it begins, as logs have it."""
    found = await tables.find_ids_with_prefix(database, text, MOST_NAMED)
    if text in found or len(found) == 1:
        return text if text in found else found[0]
    if not found:
        raise BadOptions("options/table", f"there is no table {quote(text)}; niwashi admin tables lists them")
    raise BadOptions("options/table", f"several tables begin with {quote(text)}: {', '.join(found)}")


async def the_account(database: Database, text: str) -> Account:
    """By its id or its name; a guest by the name, too, if only one is called so."""
    found = await accounts.find(database, text) or await accounts.find_by_name(database, text)
    guests = [found] if found else await accounts.find_guests_by_name(database, text, MOST_NAMED)
    if len(guests) == 1:
        return guests[0]
    if not guests:
        raise BadOptions("options/account", f"there is no account {quote(text)}; niwashi admin accounts lists them")
    ids = ", ".join(guest.id for guest in guests)
    raise BadOptions("options/several", f"several guests are called {quote(text)}: {ids}; say which")


@dataclass(frozen=True)
class Subject:
    """Of a ban."""

    kind: bans.BanKind
    id: str
    display_name: str


async def the_subject(database: Database, text: str) -> Subject:
    """An address or network; what is neither is an account."""
    try:
        network = bans.normalise_network(text)
    except BadEntry:
        return await _account_subject(database, text)
    return Subject("address", network, network)


async def _account_subject(database: Database, text: str) -> Subject:
    try:
        account = await the_account(database, text)
    except BadOptions as error:
        if error.code == "options/several":
            raise
        sentence = f"{quote(text)} is neither an account nor an address like 192.0.2.7, 192.0.2.0/24 or 2001:db8::/64"
        raise BadOptions("options/who", sentence) from None
    return Subject("account", account.id, described(account))


def described(account: Account) -> str:
    return f"{account.display_name} ({'guest' if account.guest else 'account'} {account.id})"


# -- closing, banning --------------------------------------------------------------------------------------------------
async def close(database: Database, text: str) -> str:
    table = await the_table(database, text)
    return f"{table} is closed" if await tables.close(database, table) else f"{table} was closed already"


async def reopen(database: Database, text: str) -> str:
    table = await the_table(database, text)
    return f"{table} is open again" if await tables.reopen(database, table) else f"{table} was not closed"


async def ban(database: Database, text: str, reason: str, seconds: float | None) -> str:
    subject = await the_subject(database, text)
    until = await bans.ban(database, subject.kind, subject.id, reason, seconds)
    return f"{subject.display_name} is banned {'for ever' if until is None else 'until ' + shown_time(until)}"


async def unban(database: Database, text: str) -> str:
    subject = await the_subject(database, text)
    if not await bans.remove(database, subject.kind, subject.id):
        raise BadOptions("options/ban", f"there is no ban on {subject.display_name}; niwashi admin bans lists them")
    return f"{subject.display_name} may come in again"


# -- deleting ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Lines:
    """Which lines of the chat; at least one is said."""

    line: int | None = None
    table: str | None = None
    account: str | None = None


async def the_lines(database: Database, line: int | None, table: str | None, by: str | None) -> tuple[Lines, int]:
    """And how many they are."""
    if line is None and table is None and by is None:
        raise BadOptions("options/chat", "which chat? Say --line, --table or --by")
    found = Lines(
        line,
        None if table is None else await the_table(database, table),
        None if by is None else (await the_account(database, by)).id,
    )
    count = await chat.count_messages(database, line=found.line, table=found.table, account=found.account)
    if not count:
        raise BadOptions("options/chat", "there is no such line; niwashi admin chat TABLE shows a table's")
    return found, count


async def delete_chat(database: Database, which: Lines) -> str:
    count = await chat.delete_messages(database, line=which.line, table=which.table, account=which.account)
    return f"{count:,} line{'' if count == 1 else 's'} deleted"


async def delete_account(database: Database, account: Account) -> str:
    await erasure.delete_account(database, account.id, privacy)
    return f"{described(account)} is deleted; their games stay without the name"


# -- how long things are kept ------------------------------------------------------------------------------------------
def read_days(words: Sequence[str]) -> dict[str, float | None]:
    """`chat=30 finished=never`."""
    return {retention.check_name(name): _days(word, days) for word in words for name, _, days in [word.partition("=")]}


def _days(word: str, text: str) -> float | None:
    if text == "never":
        return None
    try:
        days = float(text)
    except ValueError:
        days = -1.0
    if not 0 <= days <= 36_500:
        raise BadOptions("options/days", f"{quote(word)} does not say for how many days; say chat=30 or chat=never")
    return days


# -- games and today's rules -------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Checked:
    table: str
    state: str
    game: str
    difference: str | None


async def check(database: Database, only: str | None) -> tuple[int, AsyncIterator[Checked]]:
    """How many there are, and each held against the rules that this program has."""
    ids = [await the_table(database, only)] if only else await tables.find_ids_with_prefix(database, "", ALL)
    return len(ids), _checked(database, ids)


async def _checked(database: Database, ids: Sequence[str]) -> AsyncIterator[Checked]:
    for table in ids:
        kept = await tables.find(database, table)
        bodies = [event.body for event in await load_events(database, table, limit=ALL)]
        if bodies:  # else its opening was never written
            found = _difference(kept.game, bodies, await records.load_record(database, table))
            yield Checked(table, kept.state, kept.game, found)


def _difference(game: str, bodies: Sequence[bytes], record: bytes | None) -> str | None:
    if game not in catalog.names():
        return f"this program does not know the game {quote(game)}"
    try:
        return find_difference(bodies, record)
    except NiwashiError as error:
        return error.sentence
