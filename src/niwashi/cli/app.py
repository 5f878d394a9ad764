"""The program's commands hang here; beside it what several of them take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from niwashi.cli.help import App

BAD_INPUT, FAILED_CHECK, INTERRUPTED = 2, 1, 130

app = App(
    name="niwashi",
    help="Miyabi and Edo Yashiki, to be played by people and programs.",
    pretty_exceptions_enable=False,
)
GAME_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}
OPTIONS_HELP = (
    "The game's own options follow as --seats 3 --expansions CE --free-pass (miyabi) or "
    "--seats 4 --specialists --grab calm --edition samurai-gardener (edo_yashiki)."
)


def game_names() -> list[str]:
    """For shells that complete words."""
    from niwashi.engine import catalog

    return list(catalog.names())


def bot_names() -> list[str]:
    from niwashi import bots

    return list(bots.names())


GameName = Annotated[str, typer.Argument(help="miyabi or edo_yashiki", metavar="GAME", autocompletion=game_names)]
Seed = Annotated[str | None, typer.Option(help="What chance follows from; made and shown if left out.")]
OwnBox = Annotated[Path | None, typer.Option("--components", help="Your own box: a component file.", metavar="FILE")]
AsJson = Annotated[bool, typer.Option("--json", help="Output for programs.")]
RecordFile = Annotated[Path, typer.Argument(help="A record, or a file with one a line.")]
Line = Annotated[int, typer.Option(help="Which record of a file with several, counted from 1.", min=1)]
