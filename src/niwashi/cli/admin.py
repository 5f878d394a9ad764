"""`niwashi admin`: maintenance of a store, whether a server runs on it or not."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from niwashi.cli.app import FAILED_CHECK, AsJson, app
from niwashi.cli.console import progress_bar
from niwashi.cli.durations import format_time, parse_seconds_until
from niwashi.cli.help import App
from niwashi.cli.store_access import StorePlace, count_text, existing_store, require_extra, run_async
from niwashi.core.errors import BadOptions
from niwashi.engine import catalog

if TYPE_CHECKING:
    from niwashi.store import Database

Returned = TypeVar("Returned")
admin = App(
    name="admin",
    help="Maintain a store: list, close, ban, delete, set retention, check games. "
    "A server that uses the store follows within seconds.",
)
app.add_typer(admin)

TableId = Annotated[str, typer.Argument(help="A table's id, or its first letters.", metavar="TABLE")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")]
Limit = Annotated[int, typer.Option("--limit", help="Maximum number of rows.", min=1, max=100_000)]
BanTarget = Annotated[str, typer.Argument(help="An address, a network, or an account's name or id.", metavar="WHO")]


@admin.callback(invoke_without_command=True)
def admin_help(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


# -- lists -------------------------------------------------------------------------------------------------------------
@admin.command("tables")
def tables_command(
    state: Annotated[str | None, typer.Option(help="Only tables in this state: open, running or over.")] = None,
    game: Annotated[str | None, typer.Option(help="Only tables of this game.")] = None,
    closed: Annotated[bool, typer.Option("--closed", help="List closed tables instead.")] = False,
    limit: Limit = 50,
    store: StorePlace = None,
    as_json: AsJson = False,
) -> None:
    """List tables, most recently used first."""
    with require_extra():
        from niwashi.store import tables

    name = game and catalog.rules(game).name
    found = run_in_store(store, lambda database: tables.list_tables(database, state, name, closed, limit))
    rows = [
        (table.id, table.game, table.state, format_time(table.updated), ", ".join(seat.name for seat in table.seats))
        for table in found
    ]
    print_rows(as_json, [asdict(table) for table in found], ("table", "game", "state", "last", "seats"), rows)


@admin.command("accounts")
def accounts_command(
    guests: Annotated[bool, typer.Option("--guests", help="List guests, who have no password, instead.")] = False,
    limit: Limit = 50,
    store: StorePlace = None,
    as_json: AsJson = False,
) -> None:
    """List accounts, most recently seen first."""
    with require_extra():
        from niwashi.store import accounts

    found = run_in_store(store, lambda database: accounts.list_accounts(database, guests, limit))
    rows = [(one.id, one.display_name, format_time(one.created), format_time(one.seen)) for one in found]
    content = [{"id": one.id, "name": one.display_name, "created": one.created, "seen": one.seen} for one in found]
    print_rows(as_json, content, ("account", "name", "since", "seen"), rows)


@admin.command("bans")
def bans_command(store: StorePlace = None, as_json: AsJson = False) -> None:
    """List active bans."""
    with require_extra():
        from niwashi.store import bans

    found = run_in_store(store, bans.list_active)
    rows = [(ban.kind, ban.subject, format_time(ban.until, "for ever"), ban.reason) for ban in found]
    print_rows(as_json, [asdict(ban) for ban in found], ("kind", "who", "until", "reason"), rows)


@admin.command("chat")
def chat_command(table: TableId, limit: Limit = 100, store: StorePlace = None, as_json: AsJson = False) -> None:
    """Print the chat of a table, with the number of each line."""
    with require_extra():
        from niwashi.cli import admin_actions
        from niwashi.store import chat

    async def read(database: Database) -> list[chat.StoredMessage]:
        return await chat.list_messages(database, await admin_actions.find_table(database, table), limit=limit)

    found = run_in_store(store, read)
    rows = [(line.id, format_time(line.written), line.account or "", line.name, line.text) for line in found]
    print_rows(as_json, [asdict(line) for line in found], ("line", "when", "account", "name", "text"), rows)


# -- tables and bans ---------------------------------------------------------------------------------------------------
@admin.command("close")
def close_command(table: TableId, store: StorePlace = None) -> None:
    """Close a table to players and spectators. Its log is kept, and it can be reopened."""
    with require_extra():
        from niwashi.cli import admin_actions

    typer.echo(run_in_store(store, lambda database: admin_actions.close_table(database, table)))


@admin.command("reopen")
def reopen_command(table: TableId, store: StorePlace = None) -> None:
    """Reopen a closed table; the game continues where it stopped."""
    with require_extra():
        from niwashi.cli import admin_actions

    typer.echo(run_in_store(store, lambda database: admin_actions.reopen_table(database, table)))


@admin.command("ban")
def ban_command(
    who: BanTarget,
    until: Annotated[
        str | None,
        typer.Option(help="30m, 12h, 7d, 4w, or a date (UTC); for ever if omitted.", metavar="WHEN"),
    ] = None,
    reason: Annotated[str, typer.Option(help="A note for your own list.", metavar="TEXT")] = "no reason given",
    store: StorePlace = None,
) -> None:
    """Ban an account, address or network: close its connections and refuse its requests."""
    with require_extra():
        from niwashi.cli import admin_actions

    seconds = None if until is None else parse_seconds_until(until)
    typer.echo(run_in_store(store, lambda database: admin_actions.ban(database, who, reason, seconds)))


@admin.command("unban")
def unban_command(who: BanTarget, store: StorePlace = None) -> None:
    """Lift a ban."""
    with require_extra():
        from niwashi.cli import admin_actions

    typer.echo(run_in_store(store, lambda database: admin_actions.unban(database, who)))


# -- deletion ----------------------------------------------------------------------------------------------------------
@admin.command("delete-chat")
def delete_chat_command(
    line: Annotated[int | None, typer.Option(help="The line with this number.", min=1)] = None,
    table: Annotated[str | None, typer.Option(help="Lines of this table.", metavar="TABLE")] = None,
    by: Annotated[str | None, typer.Option(help="Lines by this account.", metavar="WHO")] = None,
    yes: Yes = False,
    store: StorePlace = None,
) -> None:
    """Delete lines of chat. With several options, only lines that match all of them."""
    with require_extra():
        from niwashi.cli import admin_actions

    selection, count = run_in_store(store, lambda database: admin_actions.select_chat(database, line, table, by))
    confirm(yes, f"Delete {count_text(count, 'line')} of chat for good?")
    typer.echo(run_in_store(store, lambda database: admin_actions.delete_chat(database, selection)))


@admin.command("delete-account")
def delete_account_command(
    who: Annotated[str, typer.Argument(help="An account's name or id.", metavar="WHO")],
    yes: Yes = False,
    store: StorePlace = None,
) -> None:
    """Delete an account and its data. Its games stay, without the name, for the other players."""
    with require_extra():
        from niwashi.cli import admin_actions

    account = run_in_store(store, lambda database: admin_actions.find_account(database, who))
    confirm(yes, f"Delete {admin_actions.describe(account)} with all their data for good?")
    typer.echo(run_in_store(store, lambda database: admin_actions.delete_account(database, account)))


def confirm(yes: bool, question: str) -> None:
    """Returns only if the answer is yes."""
    try:
        if yes or typer.confirm(question, err=True):
            return
    except typer.Abort:
        raise BadOptions("options/yes", "nothing was deleted; answer y, or pass --yes") from None
    raise typer.Exit(FAILED_CHECK)


# -- retention and checks ----------------------------------------------------------------------------------------------
@admin.command("retention")
def retention_command(
    changes: Annotated[
        list[str] | None, typer.Argument(help="For example chat=30 or finished=never.", metavar="NAME=DAYS")
    ] = None,
    store: StorePlace = None,
    as_json: AsJson = False,
) -> None:
    """Set how many days things are kept, and print the settings."""
    with require_extra():
        from niwashi.cli import admin_actions
        from niwashi.store import retention

    changed = admin_actions.parse_retention(changes or ())

    async def change(database: Database) -> dict[str, float | None]:
        if changed:
            await retention.change(database, changed)
        return asdict(await retention.read(database))

    settings = run_in_store(store, change)
    rows = [(name, "for ever" if days is None else f"{days:g} days") for name, days in settings.items()]
    print_rows(as_json, settings, ("what", "is kept"), rows)


@admin.command("check")
def check_command(
    table: Annotated[str | None, typer.Option(help="Only this table.", metavar="TABLE")] = None,
    store: StorePlace = None,
    as_json: AsJson = False,
) -> None:
    """Check the file, replay every stored game with this version's rules, and list those whose outcome differs."""
    with require_extra():
        from niwashi.cli import admin_actions
        from niwashi.store.errors import LostCommits
        from niwashi.store.integrity import find_damage

    async def check(database: Database) -> tuple[str | None, list[admin_actions.CheckedTable]]:
        damage = await find_damage(database)
        count, checks = await admin_actions.check_tables(database, table)
        with progress_bar(count, "tables") as bar:
            results = []
            async for one in checks:
                results.append(one)
                bar.update(1)
            return damage, results

    try:
        damage, results = run_in_store(store, check)
    except LostCommits as error:  # the store is left closed, so that its log can be put back
        damage, results = error.sentence, []
    differing = [one for one in results if one.difference]
    if as_json:
        typer.echo(json.dumps({"damage": damage, "tables": len(results), "differ": [asdict(one) for one in differing]}))
    else:
        if damage:
            typer.echo(strip_control(f"DAMAGED  the database: {damage}"))
        for one in differing:
            typer.echo(strip_control(f"DIFFERS  {one.table}, {one.game}, {one.state}: {one.difference}"))
        typer.echo(f"{count_text(len(results), 'table')} replayed; {len(differing):,} differ")
    if differing or damage:
        raise typer.Exit(FAILED_CHECK)


# -- the store and the terminal ----------------------------------------------------------------------------------------
def run_in_store(place: str | None, work: Callable[[Database], Awaitable[Returned]]) -> Returned:
    """Opens an existing store only: a misspelt name must not create a new one."""
    with require_extra():
        from niwashi.store import open_database

    async def run() -> Returned:
        async with open_database(existing_store(place)) as database:
            return await work(database)

    return run_async(run())


def print_rows(as_json: bool, content: Any, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    if as_json:
        typer.echo(json.dumps(content))
        return
    lines = [[strip_control(str(cell)) for cell in row] for row in ((heads, *rows) if rows else [["none"]])]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def strip_control(text: str) -> str:
    """Names and chat come from users: they must not control the terminal."""
    from niwashi.core.files import printable  # loads the compiler

    return printable(text)
