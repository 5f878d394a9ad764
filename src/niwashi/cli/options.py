"""A game's own options, as words: `--seats 3 --free-pass`."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from niwashi.core.errors import BadOptions, quote
from niwashi.engine import catalog, factory

if TYPE_CHECKING:
    from niwashi.core.components import Components
    from niwashi.core.game import Options, Rules


def variant(game: str, words: list[str], components: Path | None) -> tuple[Rules, Options, Components]:
    game, words = find_game(game, words)
    rules = catalog.rules(game)
    return rules, rules.options(read_options(game, words)), factory.read_components(rules, components)


def find_game(game: str, words: list[str], default: str | None = None) -> tuple[str, list[str]]:
    """The game and the words around it: its options may stand before it, or instead of it where it may be left out."""
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
    """`--seats 3 --free-pass` as a game's options; what they are is the game's to say."""
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
            given[option] = value(rest.pop(0), known[option])
    return given


def value(text: str, default: object) -> object:
    number = text.isascii() and text.isdigit() and len(text) < 6
    return int(text) if isinstance(default, int) and number else text
