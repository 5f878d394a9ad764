"""`niwashi perft`."""

from __future__ import annotations

import json
import signal
from typing import Annotated

import typer

from niwashi.cli.app import AsJson, ComponentFile, GameName, Seed, app
from niwashi.cli.console import set_interrupt_handler
from niwashi.cli.game_options import PASS_THROUGH, find_game, read_options
from niwashi.cli.help import GameOptionsCommand
from niwashi.engine import factory


@app.command("perft", cls=GameOptionsCommand, context_settings=PASS_THROUGH)
def perft_command(
    context: typer.Context,
    game: GameName,
    depth: Annotated[int, typer.Option(help="Length of the sequences, in actions.", min=1, max=6)] = 2,
    seed: Seed = "1",
    after: Annotated[int, typer.Option(help="Random actions to play first.", min=0, max=1000)] = 0,
    components: ComponentFile = None,
    divide: Annotated[bool, typer.Option(help="Print the count of each first action.")] = False,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of legal actions from a position: a fingerprint of the rules."""
    from niwashi.batch.perft import perft, random_walk

    game, words = find_game(game, context.args)
    table = factory.new(game, seed=seed, components=components, **read_options(game, words))
    set_interrupt_handler(signal.SIG_DFL)  # the count is one compiled loop, which Python's handler cannot interrupt
    count = perft(random_walk(table, after), depth)
    if as_json:
        typer.echo(json.dumps({"depth": depth, "total": count.total, "actions": count.actions}, ensure_ascii=False))
        return
    if divide:
        typer.echo("\n".join(f"{action:>16} {number:>12,}" for action, number in count.actions.items()))
    typer.echo(f"depth {depth}: {count.total:,}")
