"""`niwashi site`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from niwashi.cli.app import app


@app.command("site")
def site_command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write: new, empty, or an older garden.")],
    pyodide: Annotated[
        Path | None, typer.Option(help="The unpacked npm package; in a clone the one in web/ if left out.")
    ] = None,
    msgspec: Annotated[
        Path | None, typer.Option(help="The wheel of msgspec for Pyodide; downloaded by pip if left out.")
    ] = None,
    modules: Annotated[
        Path | None, typer.Option(help="The kernels (python -m niwashi.build pyodide DIR); built if left out.")
    ] = None,
) -> None:
    """Write a garden without a server: a folder for any web server, with everything but other people."""
    from niwashi.site.folder import write_site

    write_site(folder, lambda what: typer.echo(what, err=True), pyodide, msgspec, modules)
    typer.echo(f"{folder}: a garden without a server; try it with: python -m http.server --directory {folder}")
