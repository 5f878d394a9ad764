"""`niwashi analyse`."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from niwashi.cli.analysis_options import AnalysisSeed, BotName, Nodes, Seconds, Trials, read_analysis_method
from niwashi.cli.app import AsJson, Line, RecordFile, app
from niwashi.cli.console import catch_interrupts, progress_bar
from niwashi.cli.records import load_record
from niwashi.cli.style import print_text

if TYPE_CHECKING:
    from niwashi.analysis.review import ReviewRun


@app.command("analyse")
def analyse_command(
    file: RecordFile,
    line: Line = 1,
    bot: BotName = "strong",
    seconds: Seconds = None,
    nodes: Nodes = None,
    trials: Trials = None,
    seed: AnalysisSeed = "1",
    html: Annotated[Path | None, typer.Option(help="Write a page with a graph to this file.", metavar="FILE")] = None,
    as_json: AsJson = False,
) -> None:
    """Evaluate every action of a record: its value, better actions, and the turning points of the game."""
    from niwashi.analysis.review import ReviewRun
    from niwashi.analysis.text import review_text

    method = read_analysis_method(bot, seconds, nodes, trials, seed)
    reviewing = ReviewRun(load_record(file, line), method)
    try:
        review_all(reviewing, html)
    except KeyboardInterrupt:
        judged = len(reviewing.judgements)
        if judged and not as_json:
            print_text(review_text(reviewing.review))
        raise KeyboardInterrupt(f"{judged} of {len(reviewing)} actions were judged") from None
    review = reviewing.review
    if as_json:
        typer.echo(json.dumps(msgspec.to_builtins(review.out()), ensure_ascii=False))
    else:
        print_text(review_text(review))


def review_all(reviewing: ReviewRun, html: Path | None) -> None:
    """Opens the page's file first: a file that cannot be written must fail before minutes of analysis, not after."""
    from niwashi.analysis.page import page
    from niwashi.core.files import atomic_file

    with atomic_file(html) if html else nullcontext() as file:
        with catch_interrupts() as raise_if_interrupted, progress_bar(len(reviewing), "actions") as bar:
            for _ in reviewing:
                raise_if_interrupted()
                bar.update(1)
        if file:
            file.write(page(reviewing.review).encode())
