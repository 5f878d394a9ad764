"""`niwashi play`, `replay` and `check`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from niwashi.cli.app import (
    BAD_INPUT,
    FAILED_CHECK,
    GAME_OPTIONS,
    OPTIONS_HELP,
    AsJson,
    Line,
    OwnBox,
    RecordFile,
    Seed,
    app,
    bot_names,
    game_names,
)
from niwashi.cli.conversation import ask, complain
from niwashi.cli.options import find_game, read_options
from niwashi.cli.own_bots import known_bot
from niwashi.cli.status import status
from niwashi.cli.style import say
from niwashi.core.errors import BadOptions, BadRecord, NiwashiError, quote
from niwashi.engine import factory

if TYPE_CHECKING:
    from niwashi.engine.verification import Finding


@app.command("play", context_settings=GAME_OPTIONS, epilog=OPTIONS_HELP)
def play_command(
    context: typer.Context,
    game: Annotated[
        str, typer.Argument(help="miyabi or edo_yashiki", metavar="GAME", autocompletion=game_names)
    ] = "miyabi",
    seed: Seed = None,
    components: OwnBox = None,
    seat: Annotated[int, typer.Option(help="Where you sit, counted from 0.")] = 0,
    against: Annotated[
        str,
        typer.Option(
            help="Who else plays: beginner, casual, club, strong or expert; your own bot as module:factory.",
            metavar="BOT",
            autocompletion=bot_names,
        ),
    ] = "casual",
) -> None:
    """Play in the terminal against bots."""
    from niwashi.terminal.play import duel

    game, words = find_game(game, context.args, "miyabi")
    options = read_options(game, words)
    if game.lower().startswith("edo") and "grab" not in options:
        options["grab"] = "calm"
    table = factory.new(game, seed=seed, components=components, **options)
    if not 0 <= seat < table.seats:
        raise BadOptions("options/seat", f"there is no seat {seat}; seats are counted from 0 to {table.seats - 1}")
    duel(table, seat, ask, typer.echo, known_bot(against), status.waiting)


@app.command("replay")
def replay_command(
    file: RecordFile,
    line: Line = 1,
    as_json: AsJson = False,
) -> None:
    """Step through a record in the terminal (all at once where there is no terminal)."""
    from niwashi.terminal import replay

    record = one_record(file, line)
    if as_json:
        for frame in replay.as_json(record):
            typer.echo(json.dumps(frame, ensure_ascii=False))
    elif sys.stdin.isatty() and sys.stdout.isatty():
        replay.step_through(record, ask, typer.echo)
    else:
        replay.print_all(record, typer.echo)


def one_record(file: Path, line: int) -> Any:
    from niwashi.engine.verification import read_records

    for number, (where, found) in enumerate(read_records(file), 1):
        if number == line:
            if isinstance(found, NiwashiError):
                raise BadRecord(found.code, f"{where}: {found.sentence}")
            return found
    raise BadRecord("record/line", f"{quote(str(file))} has no record number {line}")


@app.command("check")
def check_command(
    files: Annotated[list[Path], typer.Argument(help="Records, or files with one a line.")],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show broken records and the totals only.")] = False,
    as_json: AsJson = False,
) -> None:
    """Replay records, recompute their results and compare chance with the seed.

    Exit code 1 if a record is broken, 2 if a file cannot be read; the other files are checked all the same.
    """
    from niwashi.engine.verification import check_file

    good = bad = 0
    unread: list[NiwashiError] = []
    for file in files:
        try:
            for finding in check_file(file):
                good, bad = good + finding.ok, bad + (not finding.ok)
                show_finding(finding, quiet, as_json)
        except NiwashiError as error:
            unread.append(error)
            if len(files) > 1:
                complain(error.sentence)
    if unread and len(files) == 1:
        raise unread[0]
    if not as_json:
        typer.echo(f"{good} good, {bad} broken" + (f", {len(unread)} not read" if unread else ""))
    if unread or bad or not good:
        raise typer.Exit(BAD_INPUT if unread else FAILED_CHECK)


def show_finding(finding: Finding, quiet: bool, as_json: bool) -> None:
    if quiet and finding.ok:
        return
    if as_json:
        typer.echo(json.dumps(finding.as_dict(), ensure_ascii=False))
    else:
        say(str(finding), *(("ok      ", "green") if finding.ok else ("BROKEN  ", "red")))
