"""Nothing is lost: along whole games every piece is somewhere, and what is for good stays."""

from __future__ import annotations

import pytest

from niwashi.engine.factory import start_from_record
from tests.conformance.bookkeeping import books_of
from tests.conformance.games import played, retold
from tests.conformance.variants import Variant, each_game, each_variant


@each_game
def test_a_game_keeps_books(game: str) -> None:
    assert books_of(game).Books, f"tests/conformance/books/{game}.py says where the pieces of {game} are"


@pytest.mark.parametrize(
    ("games", "every"), [(1, 4), pytest.param(10, 1, marks=pytest.mark.full)], ids=["quick", "full"]
)
@each_variant
def test_every_piece_is_accounted_for(variant: Variant, games: int, every: int) -> None:
    """After every event; a quick run looks at every fourth view, and at the last."""
    for seed in range(games):
        told = played(variant, seed)
        books = books_of(variant.game).Books(start_from_record(told.record))
        for number, (event, after) in enumerate(zip(told.events, retold(variant, seed)[1:], strict=True), 1):
            books.enter(event)
            if number % every == 0 or number == len(told.events):
                books.check(variant.rules.view(after.position))
