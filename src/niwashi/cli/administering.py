"""`niwashi admin`: what a host does beside the server, whether it runs or not."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from niwashi.cli.app import FAILED_CHECK, AsJson, app
from niwashi.cli.conversation import progress
from niwashi.cli.help import App
from niwashi.cli.hosting import StorePlace, completed, existing, told_what_is_missing
from niwashi.cli.moments import seconds_until, shown_time
from niwashi.core.errors import BadOptions
from niwashi.engine import catalog

if TYPE_CHECKING:
    from niwashi.store import Database

Returned = TypeVar("Returned")
admin = App(
    name="admin",
    help="Look after a store: list, close, ban, delete, say how long things are kept, check games. "
    "A server that runs on the store follows within seconds.",
)
app.add_typer(admin)

TableId = Annotated[str, typer.Argument(help="A table's id, or how it begins.", metavar="TABLE")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask first.")]
Most = Annotated[int, typer.Option("--limit", help="How many at most.", min=1, max=100_000)]
WHOM = "An address, a network, or an account's name or id."


@admin.callback(invoke_without_command=True)
def admin_help(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


# -- looking -----------------------------------------------------------------------------------------------------------
@admin.command("tables")
def tables_command(
    state: Annotated[str | None, typer.Option(help="Only those that are open, running or over.")] = None,
    game: Annotated[str | None, typer.Option(help="Only this game's.")] = None,
    closed: Annotated[bool, typer.Option("--closed", help="Those that were closed instead.")] = False,
    limit: Most = 50,
    store: StorePlace = None,
    as_json: AsJson = False,
) -> None:
    """List tables, the one where something happened last first."""
    with told_what_is_missing():
        from niwashi.store import tables

    named = game and catalog.rules(game).name
    found = in_store(store, lambda database: tables.list_tables(database, state, named, closed, limit))
    rows = [
        (table.id, table.game, table.state, shown_time(table.updated), ", ".join(seat.name for seat in table.seats))
        for table in found
    ]
    show(as_json, [asdict(table) for table in found], ("table", "game", "state", "last", "seats"), rows)


@admin.command("accounts")
def accounts_command(
    guests: Annotated[bool, typer.Option("--guests", help="Those without a password instead.")] = False,
    limit: Most = 50,
    store: StorePlace = None,
    as_json: AsJson = False,
) -> None:
    """List accounts, who was here last first."""
    with told_what_is_missing():
        from niwashi.store import accounts

    found = in_store(store, lambda database: accounts.list_accounts(database, guests, limit))
    rows = [(one.id, one.display_name, shown_time(one.created), shown_time(one.seen)) for one in found]
    told = [{"id": one.id, "name": one.display_name, "created": one.created, "seen": one.seen} for one in found]
    show(as_json, told, ("account", "name", "since", "seen"), rows)


@admin.command("bans")
def bans_command(store: StorePlace = None, as_json: AsJson = False) -> None:
    """List the bans that hold."""
    with told_what_is_missing():
        from niwashi.store import bans

    found = in_store(store, bans.list_active)
    rows = [(ban.kind, ban.subject, shown_time(ban.until, "for ever"), ban.reason) for ban in found]
    show(as_json, [asdict(ban) for ban in found], ("kind", "who", "until", "reason"), rows)


@admin.command("chat")
def chat_command(table: TableId, limit: Most = 100, store: StorePlace = None, as_json: AsJson = False) -> None:
    """Show what was said at a table, with the number of every line."""
    with told_what_is_missing():
        from niwashi.cli import upkeep
        from niwashi.store import chat

    async def read(database: Database) -> list[chat.ChatMessage]:
        return await chat.list_messages(database, await upkeep.the_table(database, table), limit=limit)

    found = in_store(store, read)
    rows = [(line.id, shown_time(line.written), line.account or "", line.name, line.text) for line in found]
    show(as_json, [asdict(line) for line in found], ("line", "when", "account", "name", "text"), rows)


# -- closing and banning -----------------------------------------------------------------------------------------------
@admin.command("close")
def close_command(table: TableId, store: StorePlace = None) -> None:
    """Close a table: nobody plays or looks on there any more. Its log is kept, and it can be reopened."""
    with told_what_is_missing():
        from niwashi.cli import upkeep

    typer.echo(in_store(store, lambda database: upkeep.close(database, table)))


@admin.command("reopen")
def reopen_command(table: TableId, store: StorePlace = None) -> None:
    """Open a closed table again; the game goes on where it was."""
    with told_what_is_missing():
        from niwashi.cli import upkeep

    typer.echo(in_store(store, lambda database: upkeep.reopen(database, table)))


@admin.command("ban")
def ban_command(
    who: Annotated[str, typer.Argument(help=WHOM, metavar="WHO")],
    until: Annotated[
        str | None, typer.Option(help="30m, 12h, 7d, 4w, or a date (UTC); else for ever.", metavar="WHEN")
    ] = None,
    reason: Annotated[str, typer.Option(help="For your own list.", metavar="TEXT")] = "no reason given",
    store: StorePlace = None,
) -> None:
    """Let somebody in no more: their sockets are closed and their requests refused."""
    with told_what_is_missing():
        from niwashi.cli import upkeep

    seconds = None if until is None else seconds_until(until)
    typer.echo(in_store(store, lambda database: upkeep.ban(database, who, reason, seconds)))


@admin.command("unban")
def unban_command(who: Annotated[str, typer.Argument(help=WHOM, metavar="WHO")], store: StorePlace = None) -> None:
    """Let somebody in again."""
    with told_what_is_missing():
        from niwashi.cli import upkeep

    typer.echo(in_store(store, lambda database: upkeep.unban(database, who)))


# -- deleting ----------------------------------------------------------------------------------------------------------
@admin.command("delete-chat")
def delete_chat_command(
    line: Annotated[int | None, typer.Option(help="This line.", min=1)] = None,
    table: Annotated[str | None, typer.Option(help="What was said at this table.", metavar="TABLE")] = None,
    by: Annotated[str | None, typer.Option(help="What this account said.", metavar="WHO")] = None,
    yes: Yes = False,
    store: StorePlace = None,
) -> None:
    """Delete lines of the chat; two options mean what fits both."""
    with told_what_is_missing():
        from niwashi.cli import upkeep

    lines, count = in_store(store, lambda database: upkeep.the_lines(database, line, table, by))
    be_sure(yes, f"Delete {count:,} line{'' if count == 1 else 's'} of chat for good?")
    typer.echo(in_store(store, lambda database: upkeep.delete_chat(database, lines)))


@admin.command("delete-account")
def delete_account_command(
    who: Annotated[str, typer.Argument(help="An account's name or id.", metavar="WHO")],
    yes: Yes = False,
    store: StorePlace = None,
) -> None:
    """Delete an account with its data. Games stay for those who played along, without the name."""
    with told_what_is_missing():
        from niwashi.cli import upkeep

    account = in_store(store, lambda database: upkeep.the_account(database, who))
    be_sure(yes, f"Delete {upkeep.described(account)} with all their data for good?")
    typer.echo(in_store(store, lambda database: upkeep.delete_account(database, account)))


def be_sure(yes: bool, question: str) -> None:
    try:
        if yes or typer.confirm(question, err=True):
            return
    except typer.Abort:
        raise BadOptions("options/yes", "nothing was deleted; answer y, or say --yes") from None
    raise typer.Exit(FAILED_CHECK)


# -- keeping -----------------------------------------------------------------------------------------------------------
@admin.command("retention")
def retention_command(
    changes: Annotated[list[str] | None, typer.Argument(help="chat=30, finished=never …", metavar="NAME=DAYS")] = None,
    store: StorePlace = None,
    as_json: AsJson = False,
) -> None:
    """Say for how many days things are kept, and show what holds."""
    with told_what_is_missing():
        from niwashi.cli import upkeep
        from niwashi.store import retention

    days = upkeep.read_days(changes or ())

    async def change(database: Database) -> dict[str, float | None]:
        if days:
            await retention.change(database, days)
        return asdict(await retention.read(database))

    kept = in_store(store, change)
    rows = [(name, "for ever" if days is None else f"{days:g} days") for name, days in kept.items()]
    show(as_json, kept, ("what", "is kept"), rows)


# -- checking ----------------------------------------------------------------------------------------------------------
@admin.command("check")
def check_command(
    table: Annotated[str | None, typer.Option(help="Only this one.", metavar="TABLE")] = None,
    store: StorePlace = None,
    as_json: AsJson = False,
) -> None:
    """Replay every stored game by this program's rules, and name those that come out differently."""
    with told_what_is_missing():
        from niwashi.cli import upkeep

    async def check(database: Database) -> list[upkeep.Checked]:
        count, checking = await upkeep.check(database, table)
        with progress(count, "tables") as bar:
            found = []
            async for one in checking:
                found.append(one)
                bar.update(1)
            return found

    found = in_store(store, check)
    differ = [one for one in found if one.difference]
    if as_json:
        typer.echo(json.dumps({"tables": len(found), "differ": [asdict(one) for one in differ]}))
    else:
        for one in differ:
            typer.echo(plain(f"DIFFERS  {one.table}, {one.game}, {one.state}: {one.difference}"))
        typer.echo(f"{len(found):,} table{'' if len(found) == 1 else 's'} replayed; {len(differ):,} differ")
    if differ:
        raise typer.Exit(FAILED_CHECK)


# -- the store and the terminal ----------------------------------------------------------------------------------------
def in_store(place: str | None, work: Callable[[Database], Awaitable[Returned]]) -> Returned:
    """In a store that is there: a slip must not make a new one."""
    with told_what_is_missing():
        from niwashi.store import open_database

    async def do() -> Returned:
        async with open_database(existing(place)) as database:
            return await work(database)

    return completed(do())


def show(as_json: bool, content: Any, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    if as_json:
        typer.echo(json.dumps(content))
        return
    lines = [[plain(str(cell)) for cell in row] for row in ((heads, *rows) if rows else [["none"]])]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def plain(text: str) -> str:
    """What people called themselves, or said, does nothing to a terminal."""
    from niwashi.core.files import printable  # which loads the compiler

    return printable(text)
