"""`niwashi replay`."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from niwashi.cli.app import AsJson, Line, RecordFile, app
from niwashi.cli.console import ask
from niwashi.cli.records import load_record


@app.command("replay")
def replay_command(
    file: RecordFile,
    line: Line = 1,
    as_json: AsJson = False,
    plain: Annotated[bool, typer.Option("--plain", help="Lines of text instead of a full screen.")] = False,
) -> None:
    """Step through a record in the terminal. Without a terminal, print all of it."""
    from niwashi.terminal import launch, replay

    record = load_record(file, line)
    if as_json:
        for frame in replay.json_frames(record):
            typer.echo(json.dumps(frame, ensure_ascii=False))
    elif not plain and launch.at_terminal() and launch.has_full_screen():
        launch.show_replay(record)
    elif sys.stdin.isatty() and sys.stdout.isatty():
        replay.step_through(record, ask, typer.echo)
    else:
        replay.print_all(record, typer.echo)
