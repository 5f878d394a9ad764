"""`niwashi data`: records as Parquet, and decisions for learning."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from niwashi.cli.app import ComponentFile, RayAddress, Seed, app
from niwashi.cli.console import catch_interrupts, progress_bar
from niwashi.cli.game_options import PASS_THROUGH, read_variant
from niwashi.cli.help import App, GameOptionsCommand
from niwashi.cli.status import ProgressBar
from niwashi.cli.store_access import Force, count_text, refuse_existing, require_extra
from niwashi.core.errors import BadOptions, quote
from niwashi.engine import catalog, factory
from niwashi.parallel.processes import cores

if TYPE_CHECKING:
    from niwashi.batch.simulate import SimulationPlan

data = App(name="data", help="Turn records into files for research: Parquet, and shards for learning.")
app.add_typer(data)

Processes = Annotated[int | None, typer.Option(help="Number of processes; one per core if omitted.", min=1)]


@data.callback(invoke_without_command=True)
def data_help(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@data.command("convert")
def convert_command(
    source: Annotated[Path, typer.Argument(help="A file of records: Parquet if it ends with .parquet, else JSON.")],
    target: Annotated[Path, typer.Argument(help="The file to write: Parquet or one record per line, likewise.")],
    force: Force = False,
) -> None:
    """Copy records to a file of the other kind, or of the same. Nothing is lost either way."""
    from niwashi.data.record_files import convert, count_records

    refuse_existing(target, force)
    with catch_interrupts() as raise_if_interrupted, progress_bar(count_records(source), "records") as bar:
        games = convert(source, target, advance_of(bar, raise_if_interrupted))
    typer.echo(f"{quote(str(target))} holds {count_text(games, 'record')}")


@data.command("shards", cls=GameOptionsCommand, context_settings=PASS_THROUGH)
def shards_command(
    context: typer.Context,
    source: Annotated[
        str, typer.Argument(metavar="SOURCE", help="A file of records of one game; or a game, to simulate.")
    ],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write; a new or an empty one.")],
    games: Annotated[int, typer.Option(help="Number of games to simulate.", min=1)] = 1000,
    players: Annotated[str, typer.Option(help="Their players, as in `niwashi simulate`.")] = "random",
    seed: Seed = None,
    components: ComponentFile = None,
    games_per_shard: Annotated[int, typer.Option(help="Number of games in each file.", min=1)] = 1000,
    processes: Processes = None,
    ray: RayAddress = None,
) -> None:
    """Write the decisions of games to Parquet files for supervised learning.

    The files are the same whatever the number of processes or machines. On Ctrl-C, those that are finished stay.
    """
    with require_extra("data"):
        from niwashi.data.record_files import count_records
        from niwashi.data.shards import ShardCounts, write_shards, write_simulated_shards

    plan = read_plan(source, context.args, games, players, seed, components)
    counts, total = ShardCounts(), plan.games if plan else count_records(source)
    workers = processes or (cores() if total > games_per_shard else 1)
    write = partial(write_simulated_shards, plan) if plan else partial(write_shards, source)
    try:
        with catch_interrupts() as raise_if_interrupted, progress_bar(total, "games") as bar:
            settings = {"games_per_shard": games_per_shard, "processes": workers, "ray": ray}
            write(folder, **settings, progress=advance_of(bar, raise_if_interrupted), counts=counts)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"{quote(str(folder))} holds {count_text(counts.shards, 'finished shard')}") from None
    seeded = f", seed {plan.seed}" if plan else ""
    typer.echo(f"{quote(str(folder))} holds {counts}{seeded}")


def advance_of(bar: ProgressBar, raise_if_interrupted: Callable[[], None]) -> Callable[[int], None]:
    def advance(more: int) -> None:
        raise_if_interrupted()
        bar.update(more)

    return advance


def read_plan(
    source: str, words: list[str], games: int, players: str, seed: str | None, components: Path | None
) -> SimulationPlan | None:
    """What to simulate, if the source is a game's name."""
    from niwashi.batch.simulate import SimulationPlan, read_players

    if source.lower().replace("-", "_") not in catalog.names():
        if words:
            sentence = f"{quote(words[0])} is for games to simulate, and {quote(source)} is not the name of a game"
            raise BadOptions("options/unknown", sentence)
        return None
    rules, options, box = read_variant(source, words, components)
    key = factory.read_seed(seed)
    return SimulationPlan(rules.name, options, box, read_players(players, options.seats), games, key)
