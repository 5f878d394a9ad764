"""Every game in the catalog with every option set: what all tests of this folder run over."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest

import pytest

import niwashi
from niwashi.core.game import Options, Rules
from niwashi.engine import catalog
from niwashi.engine.game import Game
from tests import sizes


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

QUICKER = 9
"""How many times fewer variants a plain run looks at than one with --more."""

each_game = pytest.mark.parametrize("game", GAMES)


def each_of(chosen: Iterable[Variant]) -> pytest.MarkDecorator:
    """With this scope pytest runs all tests of a variant one after the other, so that they share the games played."""
    return pytest.mark.parametrize("variant", list(chosen), ids=str, scope="session")


def some_variants(step: int) -> pytest.MarkDecorator:
    """One in so many of them with --more, a fraction of these in a plain run, all of them in a full one."""
    quick, more = set(spread(step * QUICKER)), set(spread(step))
    size = {variant: "quick" if variant in quick else "more" if variant in more else "full" for variant in ALL}
    # Those of longer runs are not even collected: there are so many that this alone takes a while.
    return each_of(variant for variant in ALL if size[variant] not in sizes.left_out)


@cache
def mixed(game: str, count: int) -> tuple[Variant, ...]:
    """So many variants of a game: the one with everything, then all seat counts by turns, thoroughly mixed."""
    *others, last = variants(game)
    others.sort(key=lambda variant: hashlib.sha256(str(variant).encode()).digest())
    by_seats = [[variant for variant in others if variant.options.seats == seats] for seats in last.rules.seats]
    in_turn = [variant for row in zip_longest(*by_seats) for variant in row if variant is not None]
    return (last, *in_turn)[:count]


def spread(step: int) -> list[Variant]:
    """One in so many variants of every game, but never fewer than four."""
    return [variant for game in GAMES for variant in mixed(game, max(4, len(variants(game)) // step))]


each_variant = some_variants(1)
