"""A game's own options on the command line: `--seats 3 --free-pass`."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

from niwashi.core.errors import BadOptions, quote
from niwashi.engine import catalog, factory
from niwashi.terminal.option_fields import read_field_docs, words_of

if TYPE_CHECKING:
    from niwashi.core.components import Components
    from niwashi.core.game import Options, Rules

PASS_THROUGH = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Context settings of commands that take a game's options."""


def read_variant(game: str, words: list[str], components: Path | None) -> tuple[Rules, Options, Components]:
    game, words = find_game(game, words)
    rules = catalog.rules(game)
    return rules, rules.options(read_options(game, words)), factory.read_components(rules, components)


def find_game(game: str, words: list[str], default: str | None = None) -> tuple[str, list[str]]:
    """The game and the remaining words. Options may precede the game, or replace it where there is a default."""
    if not game.startswith("-"):
        return game, words
    words = [game, *words]
    for place in range(len(words) - 1, -1, -1):
        if words[place].lower().replace("-", "_") in catalog.names():
            return words[place], words[:place] + words[place + 1 :]
    if default is None:
        raise BadOptions("options/game", f"which game? Name one before {quote(game)}: {' or '.join(catalog.names())}")
    return default, words


def read_options(game: str, words: list[str]) -> dict[str, Any]:
    """`--seats 3 --free-pass` by name; the game checks the values."""
    rules = catalog.rules(game)
    known = {field.name: getattr(rules.options({}), field.name) for field in fields(rules.options({}))}
    given: dict[str, Any] = {}
    rest = [part for word in words for part in (word.split("=", 1) if word.startswith("--") else [word])]
    while rest:
        word = rest.pop(0)
        option = word.removeprefix("--").replace("-", "_")
        flag = option.removeprefix("no_")
        if not word.startswith("--") or not (option in known or isinstance(known.get(flag), bool)):
            spelled = ", ".join("--" + name.replace("_", "-") for name in known)
            raise BadOptions("options/unknown", f"{rules.title} has no option {quote(word)}; it has {spelled}")
        if isinstance(known.get(flag), bool):
            given[flag] = option == flag
        elif not rest:
            raise BadOptions("options/value", f"{quote(word)} needs a value: {word} {known[option] or '…'}")
        else:
            given[option] = parse_value(rest.pop(0), known[option])
    return given


def parse_value(text: str, default: object) -> object:
    number = text.isascii() and text.isdigit() and len(text) < 6
    return int(text) if isinstance(default, int) and number else text


def split_bots_and_options(words: list[str], game: str) -> tuple[list[str], list[str]]:
    """Names of bots, and the game's options with their values, from words in any order."""
    defaults = catalog.rules(game).options({})
    bots, options, rest = [], [], list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("-"):
            bots.append(word)
            continue
        options.append(word)
        flag = word.removeprefix("--").removeprefix("no-").replace("-", "_")
        if "=" not in word and rest and not isinstance(getattr(defaults, flag, None), bool):
            options.append(rest.pop(0))
    return bots, options


def describe_options(game: str, in_terminal: bool = False) -> list[tuple[str, str]]:
    """Rows for the help: `--grab live|calm`, then the field's docstring and the default."""
    rules = catalog.rules(game)
    defaults = rules.options(rules.turn_order_options if in_terminal else {})
    types, texts = get_type_hints(type(defaults)), read_field_docs(type(defaults))
    rows = []
    for field in fields(defaults):
        default = getattr(defaults, field.name)
        limits = f"{rules.seats[0]} to {rules.seats[-1]}; " if field.name == "seats" else ""
        shown = "" if default in (False, "") else f"[{limits}default: {'on' if default is True else default}]"
        name = f"--{field.name.replace('_', '-')}{_placeholder(types[field.name])}"
        rows.append((name, " ".join(filter(None, [texts.get(field.name, ""), shown]))))
    return rows


def _placeholder(kind: Any) -> str:
    if kind is bool:
        return ""
    return f" {'|'.join(words_of(kind)) or ('NUMBER' if kind is int else 'TEXT')}"
