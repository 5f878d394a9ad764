"""`niwashi arena`."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from niwashi.cli.app import ANY_GAME, AsJson, ComponentFile, RayAddress, Seed, app, bot_names, game_names
from niwashi.cli.console import catch_interrupts, progress_bar
from niwashi.cli.custom_bots import add_cwd_to_path, is_custom
from niwashi.cli.game_options import PASS_THROUGH, read_variant, split_bots_and_options
from niwashi.cli.help import GameOptionsCommand
from niwashi.cli.style import print_text, width_of
from niwashi.engine import catalog, factory

if TYPE_CHECKING:
    from niwashi.arena.entrants import Entrant
    from niwashi.arena.matches import MatchPlan
    from niwashi.arena.results import MatchResult
    from niwashi.bots import Budget
    from niwashi.core.game import Rules

ARENA_HELP = (
    "A bot is a name, such as expert; a name with a budget per decision, such as expert:0.2s or strong:2000n; or your "
    "own bot as module:factory. --traceback shows where your bot failed. "
    "With two bots, the first plays each seat in turn against a table of the second. With more, all play each other."
)


@app.command("arena", cls=GameOptionsCommand, context_settings=PASS_THROUGH, epilog=ARENA_HELP)
def arena_command(
    context: typer.Context,
    names: Annotated[
        list[str] | None, typer.Argument(help="Two bots or more.", metavar="BOT", autocompletion=bot_names)
    ] = None,
    game: Annotated[
        str, typer.Option(help=f"{ANY_GAME}.", metavar="GAME", autocompletion=game_names)
    ] = catalog.DEFAULT,
    games: Annotated[int, typer.Option(help="Maximum number of games per pair.")] = 400,
    ladder: Annotated[bool, typer.Option("--ladder", help="Include every bot of the ladder.")] = False,
    seconds: Annotated[float | None, typer.Option(help="Time per decision, in seconds.")] = None,
    nodes: Annotated[
        int | None, typer.Option(help="Positions per decision, instead of --seconds; reproducible.")
    ] = None,
    sprt: Annotated[
        bool | None,
        typer.Option(
            "--sprt/--no-sprt",
            help="Stop as soon as a sequential test is decided; on for two bots.",
            show_default=False,
        ),
    ] = None,
    h0: Annotated[str | None, typer.Option(help="The lower hypothesis: 50%, 0.5 or 0elo.", show_default=False)] = None,
    h1: Annotated[str | None, typer.Option(help="The higher one: 65% or +108elo.", show_default=False)] = None,
    seed: Seed = None,
    components: ComponentFile = None,
    processes: Annotated[int | None, typer.Option(help="Number of processes; one per core if omitted.")] = None,
    records: Annotated[
        Path | None,
        typer.Option(help="Write all records to this file, one per line; as Parquet if it ends with .parquet."),
    ] = None,
    ray: RayAddress = None,
    html: Annotated[Path | None, typer.Option(help="Write a report with charts to this file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other over the same deals in every seating, and rate them with confidence intervals."""
    from niwashi.arena.entrants import common_budget
    from niwashi.arena.hypotheses import read_sprt
    from niwashi.arena.matches import make_plan
    from niwashi.arena.text import as_text

    chosen, words = split_bots_and_options(names or [], game)
    rules, options, box = read_variant(game, words, components)
    entrants = select_entrants(chosen, ladder, common_budget(seconds, nodes), rules)
    wanted = sprt if sprt is not None else len(entrants) == 2 or h0 is not None or h1 is not None
    test = read_sprt(h0, h1, options.seats) if wanted else None
    key = factory.read_seed(seed)
    plan = make_plan(rules.name, options, box, entrants, games, key, test, records is not None, processes, ray)
    result, stop = play_match(plan, records, html)
    if as_json:
        typer.echo(json.dumps(result.as_dict(), ensure_ascii=False))
    else:
        print_text(as_text(result, width_of(sys.stdout)))
    if stop is not None:
        raise KeyboardInterrupt("what was finished is above", *stop.args)


def select_entrants(names: list[str], ladder: bool, budget: Budget | None, rules: Rules) -> tuple[Entrant, ...]:
    from niwashi.arena.entrants import read_entrants
    from niwashi.bots import LADDER

    if any(is_custom(name) for name in names):
        add_cwd_to_path()
    return read_entrants([*names, *(rung.name for rung in LADDER if ladder)], budget, rules)


def play_match(
    plan: MatchPlan, records: Path | None, html: Path | None
) -> tuple[MatchResult, KeyboardInterrupt | None]:
    """The result, and the Ctrl-C that stopped it.

    Opens the files first: a file that cannot be written must fail before an hour of play, not after.
    """
    from niwashi.arena.matches import Tally, play_all
    from niwashi.arena.report import page
    from niwashi.core.files import atomic_file
    from niwashi.data.record_files import record_writer

    tally, stop = Tally(plan), None
    with catch_interrupts() as raise_if_interrupted, nullcontext() if html is None else atomic_file(html) as file:
        try:
            with record_writer(records) as write, progress_bar(plan.games, "games") as bar:

                def advance(more: int) -> None:
                    raise_if_interrupted()
                    bar.update(more)

                play_all(plan, tally, advance, write)
        except KeyboardInterrupt as pressed:
            if not tally.finished:
                raise
            stop = pressed
        result = tally.result(stopped=stop is not None)
        if file is not None:
            file.write(page(result).encode())
    return result, stop
