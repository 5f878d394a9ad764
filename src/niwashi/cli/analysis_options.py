"""Parameters that `niwashi analyse` and `hint` share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from niwashi.cli.app import bot_names
from niwashi.cli.custom_bots import register_if_custom
from niwashi.core.errors import BadOptions

if TYPE_CHECKING:
    from niwashi.analysis.judgement import Method

BotName = Annotated[
    str,
    typer.Option(
        help="The bot that looks for better actions: a name, or your own as module:factory.",
        metavar="BOT",
        autocompletion=bot_names,
    ),
]
Seconds = Annotated[float | None, typer.Option(help="Time per action, in seconds.", min=0.001, max=600)]
Nodes = Annotated[
    int | None,
    typer.Option(help="Positions evaluated per action, instead of --seconds (4000).", min=1, max=10_000_000),
]
Trials = Annotated[int | None, typer.Option(help="How often an action is played out to the end (128).")]
AnalysisSeed = Annotated[str, typer.Option(help="Seed for the analysis; the same seed and nodes give the same result.")]


def read_analysis_method(bot: str, seconds: float | None, nodes: int | None, trials: int | None, seed: str) -> Method:
    from niwashi.analysis import read_method
    from niwashi.bots import Budget

    if seconds is not None and nodes is not None:
        raise BadOptions("options/budget", "a search is limited by --seconds or by --nodes, not by both")
    budget = None if seconds is None and nodes is None else Budget(seconds, nodes)
    return read_method(register_if_custom(bot), budget, trials, seed)
