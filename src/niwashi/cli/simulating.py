"""`niwashi simulate`: many games between simple players, and what came of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from niwashi.cli.app import GAME_OPTIONS, OPTIONS_HELP, AsJson, GameName, OwnBox, Seed, app
from niwashi.cli.conversation import heeding_interrupts, lines_to, progress
from niwashi.cli.options import variant
from niwashi.engine import factory

if TYPE_CHECKING:
    from niwashi.batch.simulate import SimulatedGames, SimulationPlan

MOST_GAMES = 10_000_000


@app.command("simulate", context_settings=GAME_OPTIONS, epilog=OPTIONS_HELP)
def simulate_command(
    context: typer.Context,
    game: GameName,
    games: Annotated[int, typer.Option(help="How many.", min=1, max=MOST_GAMES)] = 1000,
    players: Annotated[
        str, typer.Option(help="random or greedy; one for all, or one a seat: greedy,random")
    ] = "random",
    seed: Seed = None,
    components: OwnBox = None,
    records: Annotated[Path | None, typer.Option(help="Write every game's record here, one a line.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play many games between simple players on all cores, and sum them up."""
    from niwashi.batch.simulate import SimulationPlan, join_results, read_players, summarise

    rules, options, box = variant(game, context.args, components)
    chosen = read_players(players, options.seats)
    key = factory.read_seed(seed)
    factory.read_seed(f"{key}-{games}")  # every game has a seed of its own
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
    """What was finished, and the Ctrl-C that cut it short."""
    from niwashi.batch.simulate import simulate

    parts: list[SimulatedGames] = []
    try:
        with heeding_interrupts() as heed, lines_to(records) as write, progress(plan.games, "games") as bar:

            def advance(more: int) -> None:
                heed()
                bar.update(more)

            def keep(line: bytes) -> None:
                heed()
                write(line)

            simulate(plan, advance, keep, parts)
    except KeyboardInterrupt as pressed:
        if not parts:
            raise
        return parts, pressed
    return parts, None


def summary_text(figures: dict[str, Any]) -> str:
    early = "; stopped early" if figures["stopped"] else ""
    lines = [f"{figures['games']} games of {figures['game']}, seed {figures['seed']}{early}", ""]
    lines.append(f"{'':16}{'mean':>8}{'sd':>8}{'min':>6}{'25%':>6}{'50%':>6}{'75%':>6}{'max':>6}   wins (95%)")
    for number, (seat, player) in enumerate(zip(figures["seats"], figures["players"], strict=True)):
        wins = f"{seat['wins']:6.1%} ({seat['wins_low']:.1%} – {seat['wins_high']:.1%})"
        lines.append(spread_text(f"seat {number} {player}", seat["score"]) + "  " + wins)
    lines.append(spread_text("margin", figures["margin"]))
    lines.append(spread_text("actions a game", figures["length"]))
    branching = figures["branching"]
    lines += ["", f"legal actions at a turn: {branching['mean']:.1f} on average, {branching['max']} at most"]
    return "\n".join([*lines, f"shared wins: {figures['shared_wins']:.1%}"])


def spread_text(label: str, spread: dict[str, float]) -> str:
    quantiles = "".join(f"{spread[key]:>6.0f}" for key in ("min", "25%", "median", "75%", "max"))
    return f"{label:16}{spread['mean']:>8.1f}{spread['sd']:>8.1f}{quantiles}"
