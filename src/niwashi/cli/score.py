"""`niwashi score`."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from niwashi.cli.app import AsJson, app
from niwashi.cli.console import ask, print_error
from niwashi.cli.style import emphasise
from niwashi.core.errors import BadTally, quote
from niwashi.engine import catalog, factory
from niwashi.engine.sheet import Sheet

if TYPE_CHECKING:
    from niwashi.core.game import Rules


@app.command("score")
def score_command(
    what: Annotated[
        str, typer.Argument(help="A game, to answer its questions; or a file with the answers.", metavar="GAME|FILE")
    ],
    as_json: AsJson = False,
) -> None:
    """Score a game that was played with the real components."""
    rules, answers = read_answers(what)
    tallied = rules.tally(answers)
    sheet = Sheet(tallied.names, tallied.parts)
    if as_json:
        typer.echo(json.dumps(sheet.as_dict(), ensure_ascii=False))
        return
    typer.echo(str(sheet))
    if len(sheet.names) > 1:
        typer.echo(emphasise(f"\n{outcome_text(sheet, tallied.over)}"))


def read_answers(what: str) -> tuple[Rules, dict[str, Any]]:
    """From the person at the terminal, or from a file."""
    from niwashi.core.components import read_toml
    from niwashi.terminal.score_form import ask_score_sheet

    if what.lower().replace("-", "_") in catalog.names():
        rules = catalog.rules(what)
        return rules, ask_score_sheet(rules, ask, print_error if sys.stdin.isatty() else None)
    answers = read_toml(what, "score sheet")
    if "game" not in answers:
        games = " or ".join(f'"{name}"' for name in catalog.names())
        raise BadTally("tally/game", f"{quote(what)} does not name its game; its first line should be game = {games}")
    return factory.rules_of(answers["game"]), answers


def outcome_text(sheet: Sheet, over: bool) -> str:
    """The winner, or the leader while something is left to be scored."""
    most = max(sheet.totals)
    best = [name for name, total in zip(sheet.names, sheet.totals, strict=True) if total == most]
    if len(best) == 1:
        return f"{best[0]} {'wins' if over else 'leads'} with {most} points"
    names = f"{', '.join(best[:-1])} and {best[-1]}"
    return f"{names} share the {'win' if over else 'lead'} with {most} points each"
