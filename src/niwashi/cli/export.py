"""`niwashi export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from niwashi.cli.app import AsJson, app
from niwashi.cli.console import progress_bar
from niwashi.cli.store_access import (
    Force,
    StorePlace,
    count_text,
    existing_store,
    owner_only,
    print_report,
    progress_callback,
    refuse_existing,
    require_extra,
    run_async,
)
from niwashi.core.errors import quote
from niwashi.engine import catalog


@app.command("export")
def export_command(
    file: Annotated[Path, typer.Argument(help="The file to write, such as games.jsonl.")],
    tables: Annotated[list[str] | None, typer.Option("--table", help="Only this table; may be repeated.")] = None,
    games: Annotated[list[str] | None, typer.Option("--game", help="Only this game; may be repeated.")] = None,
    records: Annotated[
        bool, typer.Option("--records", help="Only the records of finished games, one per line.")
    ] = False,
    force: Force = False,
    store: StorePlace = None,
    as_json: AsJson = False,
) -> None:
    """Write tables with their logs and records to one file. The store may be in use.

    Only the file's owner can read it (mode 0600): it holds the seeds of running games and the ids of private tables.
    """
    with require_extra():
        from niwashi.store import open_database
        from niwashi.store.exports import TableSelection, export, export_records

    refuse_existing(file, force)
    chosen = TableSelection(tables or (), [catalog.rules(game).name for game in games or ()])

    async def write() -> None:
        with progress_bar(0, "tables") as bar:
            async with open_database(existing_store(store)) as database:
                done = await (export_records if records else export)(database, file, chosen, progress_callback(bar))
        tables_and_events = f"{count_text(done.tables, 'table')} with {count_text(done.events, 'event')}"
        what = count_text(done.tables, "record") if records else tables_and_events
        print_report(as_json, done, f"{quote(str(file))} holds {what}{owner_only(file)}")

    run_async(write())
