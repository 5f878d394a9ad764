"""`niwashi play`, `replay` and `check`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from niwashi import loading
from niwashi.cli.app import FAILED_CHECK, GAME_OPTIONS, OPTIONS_HELP, AsJson, OwnBox, Seed, app
from niwashi.cli.conversation import ask
from niwashi.cli.options import find_game, read_options
from niwashi.core.errors import BadOptions, BadRecord, NiwashiError, quote


@app.command("play", context_settings=GAME_OPTIONS, epilog=OPTIONS_HELP)
def play_command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="miyabi or edo_yashiki", metavar="[GAME]")] = "miyabi",
    seed: Seed = None,
    components: OwnBox = None,
    seat: Annotated[int, typer.Option(help="Where you sit, counted from 0.")] = 0,
    against: Annotated[str, typer.Option(help="Who else plays: beginner, casual, club, strong or expert.")] = "casual",
) -> None:
    """Play in the terminal against bots."""
    from niwashi.terminal.duel import duel

    game, words = find_game(game, context.args, "miyabi")
    options = read_options(game, words)
    if game.lower().startswith("edo") and "grab" not in options:
        options["grab"] = "calm"
    table = loading.new(game, seed=seed, components=components, **options)
    if not 0 <= seat < table.seats:
        raise BadOptions("options/seat", f"there is no seat {seat}; seats are counted from 0 to {table.seats - 1}")
    duel(table, seat, ask, typer.echo, against)


@app.command("replay")
def replay_command(
    file: Annotated[Path, typer.Argument(help="A record, or a file with one a line.")],
    line: Annotated[int, typer.Option(help="Which record of a file with several, counted from 1.", min=1)] = 1,
    as_json: AsJson = False,
) -> None:
    """Step through a record in the terminal (all at once where there is no terminal)."""
    from niwashi.terminal import stepping

    record = one_record(file, line)
    if as_json:
        for frame in stepping.as_json(record):
            typer.echo(json.dumps(frame, ensure_ascii=False))
    elif sys.stdin.isatty() and sys.stdout.isatty():
        stepping.step_through(record, ask, typer.echo)
    else:
        stepping.print_all(record, typer.echo)


def one_record(file: Path, line: int) -> Any:
    from niwashi.check import records_of

    for number, (where, found) in enumerate(records_of(file), 1):
        if number == line:
            if isinstance(found, NiwashiError):
                raise BadRecord(found.code, f"{where}: {found.sentence}")
            return found
    raise BadRecord("record/line", f"{quote(str(file))} has no record number {line}")


@app.command("check")
def check_command(
    files: Annotated[list[Path], typer.Argument(help="Records, or files with one a line.")],
    as_json: AsJson = False,
) -> None:
    """Replay records, recompute their results and hold chance against the seed. Exit code 1 if one breaks."""
    from niwashi.check import check_file

    good = bad = 0
    for file in files:
        for finding in check_file(file):
            good, bad = good + finding.ok, bad + (not finding.ok)
            if as_json:
                typer.echo(json.dumps(finding.as_dict(), ensure_ascii=False))
            else:
                typer.echo(("ok      " if finding.ok else "BROKEN  ") + str(finding))
    if not as_json:
        typer.echo(f"{good} good, {bad} broken")
    if bad or not good:
        raise typer.Exit(FAILED_CHECK)
