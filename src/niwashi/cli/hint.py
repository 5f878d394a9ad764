"""`niwashi hint`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from niwashi.cli.analysis_options import AnalysisSeed, BotName, Nodes, Seconds, Trials, read_analysis_method
from niwashi.cli.app import AsJson, Line, RecordFile, app
from niwashi.cli.console import catch_interrupts
from niwashi.cli.records import load_record
from niwashi.cli.style import print_text
from niwashi.core.errors import BadOptions
from niwashi.engine import factory

if TYPE_CHECKING:
    from niwashi.core.record import Record


@app.command("hint")
def hint_command(
    file: RecordFile,
    line: Line = 1,
    at: Annotated[
        int | None, typer.Option(help="Stop after this many events instead of at the record's end.", min=0)
    ] = None,
    seat: Annotated[int | None, typer.Option(help="The seat, counted from 0; needed where several may act.")] = None,
    bot: BotName = "strong",
    seconds: Seconds = None,
    nodes: Nodes = None,
    trials: Trials = None,
    seed: AnalysisSeed = "1",
    as_json: AsJson = False,
) -> None:
    """Suggest an action in an unfinished game, with reasons."""
    from niwashi.analysis.hints import hint
    from niwashi.analysis.text import hint_text

    method = read_analysis_method(bot, seconds, nodes, trials, seed)
    game = factory.replay(truncate_record(load_record(file, line), at))
    if seat is None and len(game.to_act) > 1:
        several = ", ".join(map(str, game.to_act))
        raise BadOptions("options/seat", f"several seats may act now; choose one with --seat: {several}")
    with catch_interrupts():
        found = hint(game, seat, method)
    if as_json:
        typer.echo(json.dumps(msgspec.to_builtins(found.out()), ensure_ascii=False))
    else:
        print_text(hint_text(found))


def truncate_record(record: Record, events: int | None) -> Record:
    """The record as it was after that many events."""
    import msgspec

    if events is None:
        return record
    if events > len(record.events):
        sentence = f"the record has {len(record.events)} events; --at is a number from 0 to {len(record.events)}"
        raise BadOptions("options/at", f"{sentence}, not {events}")
    return msgspec.structs.replace(record, events=record.events[:events], result=None)
