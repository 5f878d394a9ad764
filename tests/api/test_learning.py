"""What learning programs are given: encodings, features, masks."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import niwashi
from tests.conformance.variants import Variant, each_game, some_variants

SEED = 5


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


def test_nothing_is_legal_once_a_resignation_has_ended_the_game() -> None:
    game = niwashi.new("miyabi", seed=SEED)
    game.resign(0)
    assert game.over
    assert not game.mask(1).any()


def test_whole_numbers_of_numpy_are_seats_counts_seeds_and_places_of_events() -> None:
    rng = np.random.default_rng(1)
    three: Any = np.int64(3)
    seed: Any = np.uint32(7)
    game = niwashi.new("edo_yashiki", seats=three, seed=seed, grab="live")
    assert game.seed == "7"
    assert type(game.seats) is int
    for _ in range(6):
        seat = rng.choice(game.to_act)
        game.play(rng.choice(game.legal_ids(seat)), seat)
    assert all(type(who) in (int, str) for who, _ in game.events)
    assert niwashi.loads(game.record().to_json()).events == game.events
    last: Any = np.int64(game.length)
    assert game.view(last) == game.view()
    assert game.is_race(last) == game.is_race()
    assert game.effects(last - 1) == game.effects(game.length - 1)
    game.undo(last - 1)
    assert game.length == last - 1


@pytest.mark.parametrize("offender", [True, np.True_, np.float64(1), 1.0, "1", 99, -1])
def test_what_is_no_seat_is_refused(offender: Any) -> None:
    game = niwashi.new("miyabi", seed=SEED)
    for ask in (game.mask, game.encode, game.legal_ids, game.choices, game.resign, game.acting_seat):
        with pytest.raises(niwashi.NiwashiError, match="there is no seat"):
            ask(offender)


def test_numbers_of_legal_actions_need_no_seat_where_only_one_may_act() -> None:
    game = niwashi.new("miyabi", seed=SEED)
    (seat,) = game.to_act
    assert game.legal_ids() == game.legal_ids(seat) == tuple(np.flatnonzero(game.mask()))
    assert game.legal_ids(1 - seat) == ()


def test_the_next_outcome_is_refused_where_there_is_none() -> None:
    with pytest.raises(niwashi.NiwashiError, match="chance is not to act"):
        niwashi.new("miyabi", seed=SEED).next_outcome()
    told = niwashi.new("miyabi", chance="told")
    with pytest.raises(niwashi.NiwashiError, match="has no seed"):
        told.next_outcome()
    assert told.next_outcome("secret") == told.next_outcome("secret")


@pytest.mark.parametrize("events", [999, -1, True, 1.0])
def test_a_race_after_events_that_were_not_is_refused(events: Any) -> None:
    with pytest.raises(niwashi.NiwashiError, match="there is no view after"):
        niwashi.new("edo_yashiki", seed=SEED).is_race(events)
