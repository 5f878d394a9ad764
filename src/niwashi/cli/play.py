"""`niwashi play`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any

import typer

from niwashi.cli.app import ANY_GAME, ComponentFile, Seed, app, bot_names, game_names
from niwashi.cli.console import ask
from niwashi.cli.custom_bots import register_if_custom
from niwashi.cli.game_options import PASS_THROUGH, find_game, read_options
from niwashi.cli.help import GameOptionsCommand
from niwashi.cli.status import status
from niwashi.core.errors import BadOptions, NiwashiError
from niwashi.engine import catalog, factory
from niwashi.terminal import launch

LINKS = ("http://", "https://")


class PlayCommand(GameOptionsCommand):
    in_terminal = True


@app.command("play", cls=PlayCommand, context_settings=PASS_THROUGH)
def play_command(
    context: typer.Context,
    game: Annotated[
        str,
        typer.Argument(
            help=f"{ANY_GAME}; a saved game's file; or the link of a server's table. Without one, a terminal lists "
            "what there is.",
            metavar="[GAME]",
            autocompletion=game_names,
            show_default=False,
        ),
    ] = "",
    seed: Seed = None,
    components: ComponentFile = None,
    seat: Annotated[int, typer.Option(help="Your seat, counted from 0.")] = 0,
    people: Annotated[
        int, typer.Option(help="How many people share this terminal; their seats follow yours.", metavar="NUMBER")
    ] = 1,
    against: Annotated[
        str,
        typer.Option(
            help="The bot in all other seats: beginner, casual, club, strong, expert, or your own as module:factory.",
            metavar="BOT",
            autocompletion=bot_names,
        ),
    ] = "casual",
    name: Annotated[str | None, typer.Option(help="Your name at a server's table.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the latest unfinished game.")] = False,
    plain: Annotated[
        bool,
        typer.Option(
            "--plain", help="Lines of text instead of a full screen, as with a pipe; NIWASHI_PLAIN=1 does the same."
        ),
    ] = False,
) -> None:
    """Play in the terminal against bots, with friends beside you, or at a table of a server."""
    if game.startswith(LINKS):
        return _play_on_server(game, name, plain)
    full = not plain and launch.at_terminal()
    if full and not launch.has_full_screen():
        typer.echo(f"niwashi: {launch.MISSING}", err=True)
        full = False
    if resume or game.endswith(".json"):
        register_if_custom(against)
        return _continue(Path(game) if game else None, full)
    if full and not game and not context.args:
        return _say(launch.show_start())
    game, words = find_game(game or catalog.DEFAULT, context.args, catalog.DEFAULT)
    options = {**catalog.rules(game).turn_order_options, **read_options(game, words)}
    against = register_if_custom(against)
    if full:
        return _play_full_screen(game, seed, components, options, _seating(game, options, seat, people, against))
    if people != 1:
        raise BadOptions("options/people", "several people at one terminal need the full screen, without --plain")
    return _play_in_lines(factory.new(game, seed=seed, components=components, **options), seat, against)


def _play_in_lines(table: Any, seat: int, against: str) -> None:
    from niwashi.terminal.play import play_game

    _check_seat(seat, table.seats)
    play_game(table, seat, ask, typer.echo, against, status.waiting)


def _play_full_screen(
    game: str, seed: str | None, components: Path | None, options: dict[str, Any], holders: list[str]
) -> None:
    from niwashi.terminal.opening import new_table

    _say(launch.show_table(new_table(game, holders, options, seed, components)))


def _seating(game: str, options: dict[str, Any], seat: int, people: int, against: str) -> list[str]:
    """Who holds each seat: people from this seat on, and bots."""
    from niwashi.terminal.saved_games import PERSON

    seats = catalog.rules(game).options(options).seats
    _check_seat(seat, seats)
    if not 1 <= people <= seats:
        raise BadOptions("options/people", f"1 to {seats} people can share this terminal, not {people}")
    persons = {(seat + step) % seats for step in range(people)}
    return [PERSON if one in persons else against for one in range(seats)]


def _check_seat(seat: int, seats: int) -> None:
    if not 0 <= seat < seats:
        raise BadOptions("options/seat", f"there is no seat {seat}; seats are counted from 0 to {seats - 1}")


def _continue(file: Path | None, full: bool) -> None:
    from niwashi.terminal.opening import newest_unfinished, saved_table
    from niwashi.terminal.saved_games import PERSON, read_saved

    saved = newest_unfinished() if file is None else read_saved(file)
    if full:
        return _say(launch.show_table(saved_table(saved)))
    if PERSON not in saved.holders:
        raise NiwashiError("game/resume", "nobody but bots has a seat in this game")
    seat = saved.holders.index(PERSON)
    against = next((holder for holder in saved.holders if holder != PERSON), "casual")
    return _play_in_lines(factory.replay(saved.record), seat, against)


def _play_on_server(link: str, name: str | None, plain: bool) -> None:
    launch.require_full_screen(plain)
    from niwashi.terminal.tables.server import find_table

    _say(launch.show_table(asyncio.run(find_table(link, name))))


def _say(farewell: str) -> None:
    if farewell:
        typer.echo(farewell)
