"""`niwashi rules`."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Annotated

import typer

from niwashi.cli.app import ANY_GAME, AsJson, app, game_names
from niwashi.cli.markdown import render_markdown
from niwashi.cli.reference_card import render_card
from niwashi.cli.style import print_paged, print_text
from niwashi.core.errors import BadOptions, quote
from niwashi.engine import catalog

if TYPE_CHECKING:
    from niwashi.core.game import Rules


@app.command("rules")
def rules_command(
    game: Annotated[
        str | None,
        typer.Argument(
            help=f"{ANY_GAME}; may be omitted before a rule's number.", metavar="GAME", autocompletion=game_names
        ),
    ] = None,
    number: Annotated[str | None, typer.Argument(help="Print only the rule with this number.", metavar="RULE")] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the Markdown source.")] = False,
    card: Annotated[bool, typer.Option("--card", help="Print the game on one page, in 80 columns.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print the numbered rules that the code implements and cites."""
    from niwashi.engine.rulebook import rule_texts

    if card:
        print_card(game, number, markdown=markdown, as_json=as_json)
        return
    if game is None:
        print_text("\n".join(f"{name:14}{catalog.rules(name).credits}" for name in catalog.names()))
        return
    if number is None and (found := find_game_of_rule(game)):
        game, number = found, game
    rules = catalog.rules(game)
    texts = rule_texts(rules.rulebook)
    if number is not None:
        texts = {number.upper(): find_rule(rules, texts, number)}
    if as_json:
        typer.echo(json.dumps(texts, ensure_ascii=False))
    elif number is not None:
        print_text("\n".join(f"{key}  {text}" for key, text in texts.items()))
    else:
        print_paged(rules.rulebook if markdown else render_markdown(rules.rulebook))


def print_card(game: str | None, number: str | None, *, markdown: bool, as_json: bool) -> None:
    if game is None:
        raise BadOptions("options/card", f"--card needs a game: {', '.join(catalog.names())}")
    rules = catalog.rules(game)
    if number is not None or markdown:
        extra = quote(number) if number is not None else "--markdown"
        sentence = f"--card prints all of {rules.title} on one page; leave out {extra}"
        raise BadOptions("options/card", sentence)
    card = rules.reference_card()
    if card is None:
        raise BadOptions("options/card", f"{rules.title} has no reference card; niwashi rules {rules.name} prints all")
    typer.echo(json.dumps(card.facts, ensure_ascii=False) if as_json else render_card(rules.credits, card))


def find_game_of_rule(word: str) -> str | None:
    """The game whose rule numbers begin with the same letter; None if the word is not a rule number."""
    from niwashi.engine.rulebook import NUMBER, rule_texts

    if not re.fullmatch(NUMBER, word.upper()):
        return None
    letters = {next(iter(rule_texts(catalog.rules(name).rulebook)))[0]: name for name in catalog.names()}
    return letters.get(word[0].upper())


def find_rule(rules: Rules, texts: dict[str, str], number: str) -> str:
    if number.upper() in texts:
        return texts[number.upper()]
    first, *_, last = texts
    sentence = f"{rules.title} has no rule {quote(number)}; niwashi rules {rules.name} prints all, {first} to {last}"
    raise BadOptions("options/rule", sentence)
