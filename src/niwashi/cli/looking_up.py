"""`niwashi perft`, `rules` and `score`: what the rules say, of any position, in words, of a real table."""

from __future__ import annotations

import json
import re
import signal
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from niwashi.cli.app import GAME_OPTIONS, OPTIONS_HELP, AsJson, GameName, OwnBox, Seed, app, game_names
from niwashi.cli.conversation import ask, complain, on_interrupt
from niwashi.cli.options import find_game, read_options
from niwashi.cli.pages import rendered
from niwashi.cli.style import painted, say, show_long
from niwashi.core.errors import BadOptions, BadTally, quote
from niwashi.engine import catalog, factory
from niwashi.engine.sheet import Sheet

if TYPE_CHECKING:
    from niwashi.core.game import Rules


@app.command("perft", context_settings=GAME_OPTIONS, epilog=OPTIONS_HELP)
def perft_command(
    context: typer.Context,
    game: GameName,
    depth: Annotated[int, typer.Option(help="How many actions deep.", min=1, max=6)] = 2,
    seed: Seed = "1",
    after: Annotated[int, typer.Option(help="Random actions to play first.", min=0, max=1000)] = 0,
    components: OwnBox = None,
    divide: Annotated[bool, typer.Option(help="Print the count of each first action.")] = False,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of actions from a position; the fingerprint of the rules."""
    from niwashi.batch.perft import perft, random_walk

    game, words = find_game(game, context.args)
    table = factory.new(game, seed=seed, components=components, **read_options(game, words))
    on_interrupt(signal.SIG_DFL)  # a long count is one compiled loop, which knows no Ctrl-C
    count = perft(random_walk(table, after), depth)
    if as_json:
        typer.echo(json.dumps({"depth": depth, "total": count.total, "actions": count.actions}, ensure_ascii=False))
        return
    if divide:
        typer.echo("\n".join(f"{action:>16} {number:>12,}" for action, number in count.actions.items()))
    typer.echo(f"depth {depth}: {count.total:,}")


@app.command("rules")
def rules_command(
    game: Annotated[
        str | None,
        typer.Argument(
            help="miyabi or edo_yashiki; not needed for one rule.", metavar="GAME", autocompletion=game_names
        ),
    ] = None,
    number: Annotated[str | None, typer.Argument(help="One rule only, such as M3.4.", metavar="RULE")] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the whole text as it is written.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print the numbered rules that the code follows and cites."""
    from niwashi.engine.rulebook import rule_texts

    if game is None:
        say("\n".join(f"{name:14}{catalog.rules(name).credits}" for name in catalog.names()))
        return
    if number is None and (found := game_of_rule(game)):
        game, number = found, game
    rules = catalog.rules(game)
    texts = rule_texts(rules.rulebook)
    if number is not None:
        texts = {number.upper(): one_rule(rules, texts, number)}
    if as_json:
        typer.echo(json.dumps(texts, ensure_ascii=False))
    elif number is not None:
        say("\n".join(f"{key}  {text}" for key, text in texts.items()))
    else:
        show_long(rules.rulebook if markdown else rendered(rules.rulebook))


def game_of_rule(word: str) -> str | None:
    """Whose numbers begin with this one's letter; None where it is no rule's number."""
    from niwashi.engine.rulebook import NUMBER, rule_texts

    if not re.fullmatch(NUMBER, word.upper()):
        return None
    letters = {next(iter(rule_texts(catalog.rules(name).rulebook)))[0]: name for name in catalog.names()}
    return letters.get(word[0].upper())


def one_rule(rules: Rules, texts: dict[str, str], number: str) -> str:
    if number.upper() in texts:
        return texts[number.upper()]
    first, *_, last = texts
    sentence = f"{rules.title} has no rule {quote(number)}; niwashi rules {rules.name} prints all, {first} to {last}"
    raise BadOptions("options/rule", sentence)


@app.command("score")
def score_command(
    what: Annotated[str, typer.Argument(help="A game, to be asked; or a file with the answers.", metavar="GAME|FILE")],
    as_json: AsJson = False,
) -> None:
    """Score a real table: type in the final gardens (Miyabi) or the round's placings (Edo Yashiki)."""
    from niwashi.core.components import read_toml
    from niwashi.terminal.score_form import ask_table

    if what.lower().replace("-", "_") in catalog.names():
        rules = catalog.rules(what)
        answers = ask_table(rules, ask, complain if sys.stdin.isatty() else None)
    else:
        answers = read_toml(what, "score sheet")
        if "game" not in answers:
            raise BadTally("tally/game", f'{quote(what)} does not say its game; its first line is game = "miyabi", say')
        rules = factory.rules_of(answers["game"])
    tallied = rules.tally(answers)
    sheet = Sheet(tallied.names, tallied.parts)
    if as_json:
        typer.echo(json.dumps(sheet.as_dict(), ensure_ascii=False))
        return
    typer.echo(str(sheet))
    if len(sheet.names) > 1:
        typer.echo(painted(f"\n{outcome(sheet, tallied.over)}"))


def outcome(sheet: Sheet, over: bool) -> str:
    """Who won, or leads while something is left to be scored."""
    most = max(sheet.totals)
    best = [name for name, total in zip(sheet.names, sheet.totals, strict=True) if total == most]
    if len(best) == 1:
        return f"{best[0]} {'wins' if over else 'leads'} with {most} points"
    names = f"{', '.join(best[:-1])} and {best[-1]}"
    return f"{names} share the {'win' if over else 'lead'} with {most} points each"
