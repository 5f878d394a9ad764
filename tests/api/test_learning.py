"""What learning programs are given: encodings, features, masks."""

from __future__ import annotations

import random

import numpy as np
import pytest

import niwashi
from niwashi.games.edo_yashiki.encoding import WINDOW, window_cell
from tests.conformance.variants import Variant, each_game, some_variants

SEED = 5
RANGES = {"miyabi": (0.0, 6.0), "edo_yashiki": (0.0, 3.0)}
"""As the encodings' modules and docs/programs.md say them."""
FROM_THE_CORNER = {"edo_yashiki": {"window": (-0.5, 3.0)}}


def parts(game: niwashi.Game, seat: int) -> dict[str, np.ndarray]:
    numbers = game.encode(seat)
    ends = np.cumsum([length for _, length in game.rules.encoding])
    assert ends[-1] == len(numbers)
    return dict(zip([name for name, _ in game.rules.encoding], np.split(numbers, ends[:-1]), strict=True))


@some_variants(12)
def test_encodings_are_in_the_range_that_is_told(variant: Variant) -> None:
    game, rng = variant.new(SEED), random.Random(SEED)
    negative = 0
    while not game.over:
        for seat in range(game.seats):
            for name, numbers in parts(game, seat).items():
                low, high = FROM_THE_CORNER.get(variant.game, {}).get(name, RANGES[variant.game])
                assert low <= numbers.min() <= numbers.max() <= high, name
                negative += bool(numbers.min() < 0)
        game.play(rng.choice(game.legal()))
    assert (negative > 0) == (variant.game == "edo_yashiki")


@some_variants(12)
def test_a_mask_is_what_is_legal(variant: Variant) -> None:
    game, rng = variant.new(SEED), random.Random(SEED)
    for _ in range(20):
        for seat in range(game.seats):
            mask = game.mask(seat)
            assert mask.dtype == np.bool_
            assert mask.shape == (game.rules.actions,)
            assert tuple(np.flatnonzero(mask).tolist()) == game.legal_ids(seat)
        if not game.over:
            game.play(rng.choice(game.legal()))


@each_game
def test_features_have_their_names(game: str) -> None:
    table = niwashi.new(game, seed=SEED)
    for seat in range(table.seats):
        assert table.features(seat).shape == (len(table.rules.feature_names),)
        assert table.features(seat).any()


def test_a_seat_may_be_left_out_where_only_one_may_act() -> None:
    game = niwashi.new("miyabi", seed=SEED)
    for ask in (game.encode, game.mask, game.features):
        assert np.array_equal(ask(), ask(game.to_act[0]))


@pytest.mark.parametrize("seats", [2, 3])
def test_placements_and_the_window_can_be_lined_up(seats: int) -> None:
    """Where a card is placed, the next encoding shows it, once the window has moved with the house's middle."""
    game, rng = niwashi.new("edo_yashiki", seats=seats, seed=SEED), random.Random(SEED)
    seen = 0
    while not game.over and seen < 40:
        action = rng.choice(game.legal())
        seat, p = action.seat, game.position
        cell = window_cell(p, seat, action.id)
        if cell is not None:
            x, y = map(int, action.notation.removeprefix("place ").rstrip("r").split(","))
            row, column, turned = cell
            assert turned == action.notation.endswith("r")
            house = parts(game, seat)["house"].reshape(5, WINDOW, WINDOW)
            for (dy, dx), taken in np.ndenumerate(
                house[:4].sum(axis=0)[max(row, 0) : row + 3, max(column, 0) : column + 2]
            ):
                top, left = max(row, 0) - row, max(column, 0) - column
                square = y + top + dy - int(p.seat[seat].top), x + left + dx - int(p.seat[seat].left)
                assert taken == occupied(p, seat, *square)
            seen += 1
        else:
            assert not action.notation.startswith("place")
        game.play(action)
    assert seen == 40


def occupied(p: np.record, seat: int, y: int, x: int) -> bool:
    inside = 0 <= y < int(p.seat[seat].height) and 0 <= x < int(p.seat[seat].width)
    return inside and bool(int(p.occupied[seat * int(p.rows) + y]) >> x & 1)
