"""Every game in the catalog with every option set: what all tests of this folder run over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import pytest

import niwashi
from niwashi import catalog
from niwashi.core.game import Options, Rules
from niwashi.play import Game


@dataclass(frozen=True)
class Variant:
    """A game with one option set. `str(variant)` names it in test ids, seeds and files: `miyabi/2-CE-free_pass`."""

    game: str
    options: Options

    @property
    def rules(self) -> Rules:
        return catalog.rules(self.game)

    @property
    def slug(self) -> str:
        """The option values; of flags, the names of those that are set."""
        words = [_word(option, value) for option, value in self.options.as_dict().items()]
        return "-".join(word for word in words if word)

    def new(self, seed: int | str) -> Game:
        return niwashi.new(self.game, seed=seed, **self.options.as_dict())

    def __str__(self) -> str:
        return f"{self.game}/{self.slug}"


def _word(option: str, value: object) -> str:
    return (option if value else "") if isinstance(value, bool) else str(value)


@cache
def variants(game: str) -> tuple[Variant, ...]:
    return tuple(Variant(game, options) for options in catalog.rules(game).variants())


GAMES = catalog.names()
ALL = tuple(variant for game in GAMES for variant in variants(game))

each_game = pytest.mark.parametrize("game", GAMES)
# With this scope pytest runs all tests of a variant one after the other, so that they share the games played in it.
each_variant = pytest.mark.parametrize("variant", ALL, ids=str, scope="session")


def each_of(chosen: Iterable[Variant]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("variant", list(chosen), ids=str, scope="session")


def spread(step: int) -> list[Variant]:
    """Some variants of every game, evenly spread and never fewer than four, the first and the last among them."""
    chosen = []
    for game in GAMES:
        found = variants(game)
        count = max(4, len(found) // step)
        chosen += [found[i * (len(found) - 1) // (count - 1)] for i in range(count)]
    return list(dict.fromkeys(chosen))
