"""`niwashi import`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from niwashi.cli.app import AsJson, app
from niwashi.cli.console import progress_bar
from niwashi.cli.store_access import (
    StorePlace,
    count_text,
    print_report,
    progress_callback,
    require_extra,
    run_async,
)


@app.command("import")
def import_command(
    file: Annotated[Path, typer.Argument(help="A file that niwashi export wrote.")],
    store: StorePlace = None,
    as_json: AsJson = False,
) -> None:
    """Read an export into a store. Existing tables stay as they are; a contradiction is an error."""
    with require_extra():
        from niwashi.store import open_database
        from niwashi.store.imports import check_file, import_file

    check_file(file)  # before a store is created for it

    async def read() -> None:
        with progress_bar(0, "tables") as bar:
            async with open_database(store) as database:
                done = await import_file(database, file, progress_callback(bar))
        news = f"{done.new:,} new, {done.extended:,} extended, {done.same:,} unchanged"
        text = f"{count_text(done.tables, 'table')}: {news}; {count_text(done.events, 'event')} added"
        print_report(as_json, done, text)

    run_async(read())
