"""`niwashi simulate`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from niwashi.cli.app import AsJson, ComponentFile, GameName, Seed, app
from niwashi.cli.console import catch_interrupts, line_writer, progress_bar
from niwashi.cli.game_options import PASS_THROUGH, read_variant
from niwashi.cli.help import GameOptionsCommand
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
    records: Annotated[Path | None, typer.Option(help="Write all records to this file, one per line.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play many games between simple players on all cores, and print statistics."""
    from niwashi.batch.simulate import SimulationPlan, join_results, read_players, summarise

    rules, options, box = read_variant(game, context.args, components)
    chosen = read_players(players, options.seats)
    key = factory.read_seed(seed)
    factory.read_seed(f"{key}-{games}")  # every game derives its own seed
    plan = SimulationPlan(rules.name, options, box, chosen, games, key, records is not None)
    parts, stop = play_all(plan, records)
    figures = {
        "game": rules.name,
        "options": options.as_dict(),
        "players": list(chosen),
        "seed": key,
        "stopped": stop is not None,
        **summarise(join_results(parts)),
    }
    typer.echo(json.dumps(figures, ensure_ascii=False) if as_json else summary_text(figures))
    if stop is not None:
        raise KeyboardInterrupt(f"the {figures['games']:,} games that were finished are above", *stop.args)


def play_all(plan: SimulationPlan, records: Path | None) -> tuple[list[SimulatedGames], KeyboardInterrupt | None]:
    """The finished parts, and the Ctrl-C that stopped the run."""
    from niwashi.batch.simulate import simulate

    parts: list[SimulatedGames] = []
    try:
        with (
            catch_interrupts() as raise_if_interrupted,
            line_writer(records) as write,
            progress_bar(plan.games, "games") as bar,
        ):

            def advance(more: int) -> None:
                raise_if_interrupted()
                bar.update(more)

            def write_record(line: bytes) -> None:
                raise_if_interrupted()
                write(line)

            simulate(plan, advance, write_record, parts)
    except KeyboardInterrupt as pressed:
        if not parts:
            raise
        return parts, pressed
    return parts, None


LABEL_WIDTH = 14
"""Rows then fit into 80 columns."""


def summary_text(figures: dict[str, Any]) -> str:
    early = "; stopped early" if figures["stopped"] else ""
    lines = [f"{figures['games']} games of {figures['game']}, seed {figures['seed']}{early}", ""]
    quantiles = "".join(f"{name:>5}" for name in ("min", "25%", "50%", "75%", "max"))
    lines.append(f"{'':{LABEL_WIDTH}}{'mean':>7}{'sd':>6}{quantiles}   wins (95%)")
    for number, (seat, player) in enumerate(zip(figures["seats"], figures["players"], strict=True)):
        wins = f"{seat['wins']:6.1%} ({seat['wins_low']:.1%} – {seat['wins_high']:.1%})"
        lines.append(spread_text(f"seat {number} {player}", seat["score"]) + "  " + wins)
    lines.append(spread_text("margin", figures["margin"]))
    lines.append(spread_text("game length", figures["length"]))
    branching = figures["branching"]
    lines += ["", f"legal actions per turn: {branching['mean']:.1f} on average, {branching['max']} at most"]
    return "\n".join([*lines, f"shared wins: {figures['shared_wins']:.1%}"])


def spread_text(label: str, spread: dict[str, float]) -> str:
    quantiles = "".join(f"{spread[key]:>5.0f}" for key in ("min", "25%", "median", "75%", "max"))
    return f"{label:{LABEL_WIDTH}}{spread['mean']:>7.1f}{spread['sd']:>6.1f}{quantiles}"
