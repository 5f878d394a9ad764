"""`niwashi analyse` and `hint`."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from niwashi.cli.app import AsJson, Line, RecordFile, app, bot_names
from niwashi.cli.conversation import heeding_interrupts, progress
from niwashi.cli.own_bots import known_bot
from niwashi.cli.playing import one_record
from niwashi.cli.style import say
from niwashi.core.errors import BadOptions
from niwashi.engine import factory

if TYPE_CHECKING:
    from niwashi.analysis.judging import Method
    from niwashi.analysis.review import Reviewing
    from niwashi.core.record import Record

BotName = Annotated[
    str,
    typer.Option(
        help="Who looks for better actions: a bot's name; your own bot as module:factory.",
        metavar="BOT",
        autocompletion=bot_names,
    ),
]
Seconds = Annotated[float | None, typer.Option(help="How long it may think about an action.", min=0.001, max=600)]
Nodes = Annotated[int | None, typer.Option(help="… or how many positions it may judge (4000).", min=1, max=10_000_000)]
Trials = Annotated[int | None, typer.Option(help="How often an action is played out to the end (128).")]
AnalysisSeed = Annotated[str, typer.Option(help="What the analysis draws by; the same seed and nodes say the same.")]


def method_of(bot: str, seconds: float | None, nodes: int | None, trials: int | None, seed: str) -> Method:
    from niwashi.analysis import read_method
    from niwashi.bots import Budget

    if seconds is not None and nodes is not None:
        raise BadOptions("options/budget", "a search is limited by --seconds or by --nodes, not by both")
    budget = None if seconds is None and nodes is None else Budget(seconds, nodes)
    return read_method(known_bot(bot), budget, trials, seed)


@app.command("analyse")
def analyse_command(
    file: RecordFile,
    line: Line = 1,
    bot: BotName = "strong",
    seconds: Seconds = None,
    nodes: Nodes = None,
    trials: Trials = None,
    seed: AnalysisSeed = "1",
    html: Annotated[Path | None, typer.Option(help="Write a page with a graph here.", metavar="FILE")] = None,
    as_json: AsJson = False,
) -> None:
    """Judge every action of a record: what it was worth, what was better, and where the game turned."""
    from niwashi.analysis.review import Reviewing
    from niwashi.analysis.text import review_text

    method = method_of(bot, seconds, nodes, trials, seed)
    reviewing = Reviewing(one_record(file, line), method)
    try:
        review_all(reviewing, html)
    except KeyboardInterrupt:
        judged = len(reviewing.judgements)
        if judged and not as_json:
            say(review_text(reviewing.review))
        raise KeyboardInterrupt(f"{judged} of {len(reviewing)} actions were judged") from None
    review = reviewing.review
    if as_json:
        typer.echo(json.dumps(msgspec.to_builtins(review.out()), ensure_ascii=False))
    else:
        say(review_text(review))


def review_all(reviewing: Reviewing, html: Path | None) -> None:
    """The page's file is opened first: who waited for minutes must not hear then that it cannot be written."""
    from niwashi.analysis.page import page
    from niwashi.core.record import atomic_file

    with atomic_file(html) if html else nullcontext() as file:
        with heeding_interrupts() as heed, progress(len(reviewing), "actions") as bar:
            for _ in reviewing:
                heed()
                bar.update(1)
        if file:
            file.write(page(reviewing.review).encode())


@app.command("hint")
def hint_command(
    file: RecordFile,
    line: Line = 1,
    at: Annotated[int | None, typer.Option(help="After so many events, not at the end.", min=0)] = None,
    seat: Annotated[int | None, typer.Option(help="For which seat, counted from 0, where several may act.")] = None,
    bot: BotName = "strong",
    seconds: Seconds = None,
    nodes: Nodes = None,
    trials: Trials = None,
    seed: AnalysisSeed = "1",
    as_json: AsJson = False,
) -> None:
    """Say what to do now in a game that is not over, and why."""
    from niwashi.analysis.hints import hint
    from niwashi.analysis.text import hint_text

    method = method_of(bot, seconds, nodes, trials, seed)
    game = factory.replay(up_to(one_record(file, line), at))
    if seat is None and len(game.to_act) > 1:
        several = ", ".join(map(str, game.to_act))
        raise BadOptions("options/seat", f"several seats may act now: say which with --seat, one of {several}")
    with heeding_interrupts():
        found = hint(game, seat, method)
    if as_json:
        typer.echo(json.dumps(msgspec.to_builtins(found.out()), ensure_ascii=False))
    else:
        say(hint_text(found))


def up_to(record: Record, events: int | None) -> Record:
    """The record as it was after so many events."""
    import msgspec

    if events is None:
        return record
    if events > len(record.events):
        sentence = f"the record has {len(record.events)} events; --at is a number from 0 to {len(record.events)}"
        raise BadOptions("options/at", f"{sentence}, not {events}")
    return msgspec.structs.replace(record, events=record.events[:events], result=None)
