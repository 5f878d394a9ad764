"""`niwashi backup`."""

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


@app.command("backup")
def backup_command(
    file: Annotated[Path, typer.Argument(help="The file to write the copy to.")],
    force: Force = False,
    store: StorePlace = None,
    as_json: AsJson = False,
) -> None:
    """Copy a whole store while it is in use. Only the copy's owner can read it (mode 0600).

    The copy of a SQLite store is itself a store. A PostgreSQL store is copied with pg_dump; restore it with
    pg_restore.
    """
    with require_extra():
        from niwashi.store import open_database
        from niwashi.store.backup import BackupResult, backup

    refuse_existing(file, force)

    async def copy() -> BackupResult:
        with progress_bar(0, "pages") as bar:
            async with open_database(existing_store(store)) as database:
                return await backup(database, file, progress_callback(bar))

    done = run_async(copy())
    print_report(as_json, done, f"{quote(str(file))} holds {count_text(done.bytes, 'byte')}{owner_only(file)}")
