"""`niwashi check`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from niwashi.cli.app import BAD_INPUT, FAILED_CHECK, AsJson, app
from niwashi.cli.console import print_error
from niwashi.cli.style import print_text
from niwashi.core.errors import NiwashiError

if TYPE_CHECKING:
    from niwashi.engine.verification import Finding


@app.command("check")
def check_command(
    files: Annotated[list[Path], typer.Argument(help="Records, files with one record per line, or Parquet files.")],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only broken records and the totals.")] = False,
    as_json: AsJson = False,
) -> None:
    """Replay records, recompute their results and compare chance with the seed.

    The exit code is 1 if a record is broken and 2 if a file cannot be read. The remaining files are checked either
    way.
    """
    from niwashi.data.record_files import check_records

    good = bad = 0
    unread: list[NiwashiError] = []
    for file in files:
        try:
            for finding in check_records(file):
                good, bad = good + finding.ok, bad + (not finding.ok)
                print_finding(finding, quiet, as_json)
        except NiwashiError as error:
            unread.append(error)
            if len(files) > 1:
                print_error(error.sentence)
    if unread and len(files) == 1:
        raise unread[0]
    if not as_json:
        typer.echo(f"{good} good, {bad} broken" + (f", {len(unread)} not read" if unread else ""))
    if unread or bad or not good:
        raise typer.Exit(BAD_INPUT if unread else FAILED_CHECK)


def print_finding(finding: Finding, quiet: bool, as_json: bool) -> None:
    if quiet and finding.ok:
        return
    if as_json:
        typer.echo(json.dumps(finding.as_dict(), ensure_ascii=False))
    else:
        print_text(str(finding), *(("ok      ", "green") if finding.ok else ("BROKEN  ", "red")))
