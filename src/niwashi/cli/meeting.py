"""`niwashi arena`: bots against bots."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from niwashi.cli.app import GAME_OPTIONS, OPTIONS_HELP, AsJson, OwnBox, Seed, app, bot_names, game_names
from niwashi.cli.conversation import heeding_interrupts, lines_to, progress
from niwashi.cli.options import variant
from niwashi.cli.own_bots import is_own, look_here_for_modules
from niwashi.engine import catalog, factory

if TYPE_CHECKING:
    from niwashi.arena.matches import Plan as ArenaPlan
    from niwashi.arena.results import Result as ArenaResult

ARENA_HELP = (
    "A bot is named as expert, or with what it may spend on a decision: expert:0.2s, strong:2000n; your own as "
    "module:factory, with --traceback for all that Python says when it fails. "
    "Of two bots the first, in each seat in turn, meets a table of the second; more meet each other. " + OPTIONS_HELP
)


@app.command("arena", context_settings=GAME_OPTIONS, epilog=ARENA_HELP)
def arena_command(
    context: typer.Context,
    names: Annotated[
        list[str] | None, typer.Argument(help="Two bots or more.", metavar="BOT", autocompletion=bot_names)
    ] = None,
    game: Annotated[
        str, typer.Option(help="miyabi or edo_yashiki", metavar="GAME", autocompletion=game_names)
    ] = "miyabi",
    games: Annotated[int, typer.Option(help="How many for each pair, at most.")] = 400,
    ladder: Annotated[bool, typer.Option("--ladder", help="All rungs of the ladder.")] = False,
    seconds: Annotated[float | None, typer.Option(help="What each may think about a decision.")] = None,
    nodes: Annotated[int | None, typer.Option(help="The same as positions looked at: reproducible.")] = None,
    sprt: Annotated[
        bool | None,
        typer.Option("--sprt/--no-sprt", help="Stop when it is clear; on for two bots.", show_default=False),
    ] = None,
    h0: Annotated[str | None, typer.Option(help="The lower hypothesis: 50%, 0.5 or 0elo.", show_default=False)] = None,
    h1: Annotated[str | None, typer.Option(help="The higher one: 65% or +108elo.", show_default=False)] = None,
    seed: Seed = None,
    components: OwnBox = None,
    processes: Annotated[int | None, typer.Option(help="How many; all cores if left out.")] = None,
    records: Annotated[Path | None, typer.Option(help="Write every game's record here, one a line.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write a report, a page with charts, here.")] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other, over the same deals in every seating, and say who is stronger and how sure that is."""
    from niwashi.arena.entrants import common_budget, read_entrants
    from niwashi.arena.hypotheses import read_sprt
    from niwashi.arena.matches import make_plan
    from niwashi.arena.text import as_text
    from niwashi.bots import LADDER

    chosen, words = bots_and_options(names or [], game)
    chosen += [rung.name for rung in LADDER] if ladder else []
    rules, options, box = variant(game, words, components)
    if any(is_own(name) for name in chosen):
        look_here_for_modules()
    entrants = read_entrants(chosen, common_budget(seconds, nodes), rules)
    wanted = sprt if sprt is not None else len(entrants) == 2 or h0 is not None or h1 is not None
    test = read_sprt(h0, h1, options.seats) if wanted else None
    key = factory.read_seed(seed)
    plan = make_plan(rules.name, options, box, entrants, games, key, test, records is not None, processes)
    result, stop = meet(plan, records, html)
    typer.echo(json.dumps(result.as_dict(), ensure_ascii=False) if as_json else as_text(result))
    if stop is not None:
        raise KeyboardInterrupt("what was finished is above", *stop.args)


def meet(plan: ArenaPlan, records: Path | None, html: Path | None) -> tuple[ArenaResult, KeyboardInterrupt | None]:
    """The result, and the Ctrl-C that cut it short. Files are opened first: an hour's play is not to end in a slip."""
    from niwashi.arena.matches import Tally, play_all
    from niwashi.arena.report import page
    from niwashi.core.files import atomic_file

    tally, stop = Tally(plan), None
    with heeding_interrupts() as heed, nullcontext() if html is None else atomic_file(html) as file:
        try:
            with lines_to(records) as write, progress(plan.games, "games") as bar:

                def advance(more: int) -> None:
                    heed()
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


def bots_and_options(words: list[str], game: str) -> tuple[list[str], list[str]]:
    """Names of bots apart from the game's own options and their values, in whatever order they stand."""
    plain = catalog.rules(game).options({})
    chosen, options, rest = [], [], list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("-"):
            chosen.append(word)
            continue
        options.append(word)
        flag = word.removeprefix("--").removeprefix("no-").replace("-", "_")
        if "=" not in word and rest and not isinstance(getattr(plain, flag, None), bool):
            options.append(rest.pop(0))
    return chosen, options
