"""`niwashi play`."""

from __future__ import annotations

from typing import Annotated

import typer

from niwashi.cli.app import ANY_GAME, ComponentFile, Seed, app, bot_names, game_names
from niwashi.cli.console import ask
from niwashi.cli.custom_bots import register_if_custom
from niwashi.cli.game_options import PASS_THROUGH, find_game, read_options
from niwashi.cli.help import GameOptionsCommand
from niwashi.cli.status import status
from niwashi.core.errors import BadOptions
from niwashi.engine import catalog, factory


class PlayCommand(GameOptionsCommand):
    in_terminal = True


@app.command("play", cls=PlayCommand, context_settings=PASS_THROUGH)
def play_command(
    context: typer.Context,
    game: Annotated[
        str, typer.Argument(help=f"{ANY_GAME}.", metavar="GAME", autocompletion=game_names)
    ] = catalog.DEFAULT,
    seed: Seed = None,
    components: ComponentFile = None,
    seat: Annotated[int, typer.Option(help="Your seat, counted from 0.")] = 0,
    against: Annotated[
        str,
        typer.Option(
            help="The bot in all other seats: beginner, casual, club, strong, expert, or your own as module:factory.",
            metavar="BOT",
            autocompletion=bot_names,
        ),
    ] = "casual",
) -> None:
    """Play in the terminal against bots."""
    from niwashi.terminal.play import play_game

    game, words = find_game(game, context.args, catalog.DEFAULT)
    options = {**catalog.rules(game).turn_order_options, **read_options(game, words)}
    table = factory.new(game, seed=seed, components=components, **options)
    if not 0 <= seat < table.seats:
        raise BadOptions("options/seat", f"there is no seat {seat}; seats are counted from 0 to {table.seats - 1}")
    play_game(table, seat, ask, typer.echo, register_if_custom(against), status.waiting)
