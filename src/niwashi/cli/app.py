"""The Typer application, its exit codes, and the parameters that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from niwashi.cli.help import App
from niwashi.engine import catalog

BAD_INPUT, FAILED_CHECK, INTERRUPTED = 2, 1, 130

app = App(
    name="niwashi",
    help=f"Tabletop games about Japanese gardens, for people and programs: {', '.join(catalog.names())}.",
    pretty_exceptions_enable=False,
)
ANY_GAME = " or ".join(catalog.names())


def game_names() -> list[str]:
    """For shell completion."""
    return list(catalog.names())


def bot_names() -> list[str]:
    """For shell completion."""
    from niwashi import bots

    return list(bots.names())


GameName = Annotated[str, typer.Argument(help=f"{ANY_GAME}.", metavar="GAME", autocompletion=game_names)]
Seed = Annotated[str | None, typer.Option(help="Random seed; generated and printed if omitted.")]
ComponentFile = Annotated[
    Path | None, typer.Option("--components", help="Component file that replaces the shipped one.", metavar="FILE")
]
RayAddress = Annotated[
    str | None,
    typer.Option(
        "--ray", help="Play on a Ray cluster: HOST:PORT of its head, or auto (docs/clusters.md).", metavar="ADDRESS"
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
RecordFile = Annotated[Path, typer.Argument(help="A record, a file with one record per line, or a Parquet file.")]
Line = Annotated[int, typer.Option(help="Which record of a file with several, counted from 1.", min=1)]
