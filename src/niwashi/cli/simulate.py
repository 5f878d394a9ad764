"""`niwashi simulate`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from niwashi.cli.app import AsJson, ComponentFile, GameName, RayAddress, Seed, app
from niwashi.cli.console import catch_interrupts, progress_bar
from niwashi.cli.game_options import PASS_THROUGH, read_variant
from niwashi.cli.help import GameOptionsCommand
from niwashi.cli.style import print_text, width_of
from niwashi.engine import factory

if TYPE_CHECKING:
    from niwashi.batch.simulate import SimulatedGames, SimulationPlan

MAX_GAMES = 10_000_000


@app.command("simulate", cls=GameOptionsCommand, context_settings=PASS_THROUGH)
def simulate_command(
    context: typer.Context,
    game: GameName,
    games: Annotated[int, typer.Option(help="Number of games.", min=1, max=MAX_GAMES)] = 1000,
    players: Annotated[
        str, typer.Option(help="random or greedy, for all seats; or one per seat: greedy,random.")
    ] = "random",
    seed: Seed = None,
    components: ComponentFile = None,
    records: Annotated[
        Path | None,
        typer.Option(help="Write all records to this file, one per line; as Parquet if it ends with .parquet."),
    ] = None,
    ray: RayAddress = None,
    as_json: AsJson = False,
) -> None:
    """Play many games between simple players on all cores, and print statistics."""
    from niwashi.batch.simulate import SimulationPlan, join_results, read_players, summarise

    rules, options, box = read_variant(game, context.args, components)
    chosen = read_players(players, options.seats)
    key = factory.read_seed(seed)
    factory.read_seed(f"{key}-{games}")  # every game derives its own seed
    plan = SimulationPlan(rules.name, options, box, chosen, games, key, records is not None)
    parts, stop = play_all(plan, records, ray)
    figures = {
        "game": rules.name,
        "options": options.as_dict(),
        "players": list(chosen),
        "seed": key,
        "stopped": stop is not None,
        **summarise(join_results(parts)),
    }
    if as_json:
        typer.echo(json.dumps(figures, ensure_ascii=False))
    else:
        print_text(summary_text(figures, width_of(sys.stdout)))
    if stop is not None:
        raise KeyboardInterrupt(f"the {figures['games']:,} games that were finished are above", *stop.args)


def play_all(
    plan: SimulationPlan, records: Path | None, ray: str | None
) -> tuple[list[SimulatedGames], KeyboardInterrupt | None]:
    """The finished parts, and the Ctrl-C that stopped the run."""
    from niwashi.batch.simulate import simulate
    from niwashi.data.record_files import record_writer

    parts: list[SimulatedGames] = []
    try:
        with (
            catch_interrupts() as raise_if_interrupted,
            record_writer(records) as write,
            progress_bar(plan.games, "games") as bar,
        ):

            def advance(more: int) -> None:
                raise_if_interrupted()
                bar.update(more)

            def write_record(line: bytes) -> None:
                raise_if_interrupted()
                write(line)

            simulate(plan, advance, write_record, parts, ray)
    except KeyboardInterrupt as pressed:
        if not parts:
            raise
        return parts, pressed
    return parts, None


LABEL_WIDTH = 14
"""Rows then fit into 80 columns."""
QUANTILES = {"min": "min", "25%": "25%", "50%": "median", "75%": "75%", "max": "max"}


def summary_text(figures: dict[str, Any], width: int | None) -> str:
    early = "; stopped early" if figures["stopped"] else ""
    branching = figures["branching"]
    lines = [
        f"{figures['games']} games of {figures['game']}, seed {figures['seed']}{early}",
        "",
        *spread_lines(figures, width),
        "",
        f"legal actions per turn: {branching['mean']:.1f} on average, {branching['max']} at most",
        f"shared wins: {figures['shared_wins']:.1%}",
    ]
    return "\n".join(lines)


def spread_lines(figures: dict[str, Any], width: int | None) -> list[str]:
    from niwashi.arena.columns import table_lines

    seats = figures["seats"]
    players = (f"seat {number} {player}" for number, player in enumerate(figures["players"]))
    labels = [f"{label:{LABEL_WIDTH}}" for label in ("", *players, "margin", "game length")]
    spreads = [*(seat["score"] for seat in seats), figures["margin"], figures["length"]]
    columns = [
        [f"{'mean':>7}", *(f"{spread['mean']:>7.1f}" for spread in spreads)],
        [f"{'sd':>6}", *(f"{spread['sd']:>6.1f}" for spread in spreads)],
        *([f"{name:>5}", *(f"{spread[key]:>5.0f}" for spread in spreads)] for name, key in QUANTILES.items()),
        ["   wins (95%)", *(f"  {wins_text(seat)}" for seat in seats), "", ""],
    ]
    return table_lines(labels, columns, width)


def wins_text(seat: dict[str, Any]) -> str:
    return f"{seat['wins']:6.1%} ({seat['wins_low']:.1%} – {seat['wins_high']:.1%})"
