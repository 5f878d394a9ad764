"""What a program can play: an action, its notation, its number, a bot's decision; and what an action is."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

import niwashi
from niwashi import Action, Game
from niwashi.bots import Budget, make
from niwashi.core.errors import NiwashiError
from niwashi.core.rng import seeded
from tests.conformance.variants import Variant, each_game, some_variants, variants

SEED = 5


def raw(game: Game) -> bytes:
    return bytes(game.position.tobytes())


def play_on(game: Game, rng: random.Random, actions: int) -> None:
    for _ in range(actions):
        if not game.over:
            game.play(rng.choice(game.legal()))


@some_variants(12)
def test_an_action_its_notation_and_its_number_are_one(variant: Variant) -> None:
    rng = random.Random(str(variant))
    game = variant.new(SEED)
    while not game.over:
        action = rng.choice(game.legal())
        twins = [game.copy(chance="same") for _ in range(4)]
        given: list[Any] = [action, action.notation, action.id, np.int64(action.id)]
        for twin, what in zip(twins, given, strict=True):
            assert twin.gain(what, action.seat) == game.gain(action)
            assert twin.canonical(what, action.seat) == action.notation
            assert twin.explain(what, action.seat) == game.explain(action)
            twin.play(what, action.seat)
        game.play(action)
        assert {raw(twin) for twin in twins} == {raw(game)}
        assert all(twin.events == game.events for twin in twins)


@each_game
def test_a_bots_decision_is_played_as_it_is(game: str) -> None:
    table = niwashi.new(game, seed=SEED)
    bot = make("casual", table.rules)
    for number in range(8):
        seat = table.to_act[0]
        decision = bot.choose(table.position, seat, Budget(nodes=1), seeded(number))
        text = table.rules.action_text(table.position, seat, decision.action)
        reached = table.length
        table.play(decision, seat)
        assert table.events[reached] == [seat, text]


@some_variants(12)
def test_without_a_seat_everything_that_any_seat_may_do_is_legal(variant: Variant) -> None:
    game, rng = variant.new(SEED), random.Random(SEED)
    for _ in range(12):
        if game.over:
            break
        legal = game.legal()
        assert list(legal) == [action for seat in game.to_act for action in game.legal(seat)]
        assert [(action.seat, action.id) for action in legal] == [
            (seat, number) for seat in game.to_act for number in game.legal_ids(seat)
        ]
        game.play(rng.choice(legal))
    game.undo(0)
    while not game.over:
        game.play(game.legal()[0])
    assert not game.legal()


@each_game
def test_legal_actions_are_a_sequence(game: str) -> None:
    legal = niwashi.new(game, seed=SEED).legal()
    listed = list(legal)
    assert legal == listed
    assert listed == legal
    assert legal != listed[:-1]
    assert legal[-1] == listed[-1]
    assert legal[1:3] == listed[1:3]
    assert listed[0] in legal
    assert repr(legal) == repr(listed)
    assert pickle.loads(pickle.dumps(legal)) == listed
    for wrong in (len(legal), -len(legal) - 1):
        with pytest.raises(IndexError, match=f"there are {len(legal)} actions"):
            legal[wrong]


# -- actions of other moments ------------------------------------------------------------------------------------------
@some_variants(12)
def test_an_action_of_an_earlier_moment_is_what_its_notation_says_then_or_is_refused(variant: Variant) -> None:
    rng = random.Random(str(variant))
    game, kept = variant.new(SEED), list[Action]()
    for _ in range(40):
        if game.over:
            break
        kept += rng.sample(list(game.legal()), min(3, len(game.legal())))
        for action in rng.sample(kept, min(6, len(kept))):
            assert outcome_of(game, action) == outcome_of(game, action.notation, action.seat)
        play_on(game, rng, 1)


def outcome_of(game: Game, action: Any, seat: int | None = None) -> bytes | str:
    """Where it leads, or why it does not."""
    twin = game.copy(chance="same")
    try:
        twin.play(action, seat)
    except NiwashiError as error:
        return error.sentence
    return raw(twin)


def test_numbers_move_with_the_corner_of_a_house_and_actions_do_not() -> None:
    """E3: once a card lies left of the house's first column, the same place has another number."""
    game = niwashi.new("edo_yashiki", seats=2, grab="calm", seed=3)
    game.play("grab 1")
    kept = {action.notation: action for action in game.legal(0)}["place 0,-3"]
    game.play("place -1,0", seat=0)
    game.play("place -1,0", seat=1)
    game.play("grab 1", seat=1)
    later = {action.notation: action for action in game.legal(0)}["place 0,-3"]
    assert later.id != kept.id
    assert later != kept
    assert outcome_of(game, kept) == outcome_of(game, later) == outcome_of(game, "place 0,-3", 0)
    assert outcome_of(game, kept) != outcome_of(game, kept.id, 0)


@each_game
def test_an_action_is_a_value(game: str) -> None:
    first, same = niwashi.new(game, seed=SEED).legal()[0], niwashi.new(game, seed=SEED).legal()[0]
    by_hand = Action(first.notation, first.seat, first.id)
    assert first == same == by_hand
    assert len({first, same, by_hand}) == 1
    assert first != Action(first.notation, first.seat, first.id + 1)
    assert first != Action(first.notation, first.seat + 1, first.id)
    assert first != first.notation
    assert str(first) == first.notation
    assert eval(repr(first), {"Action": Action}) == first
    assert pickle.loads(pickle.dumps(first)) == first


# -- numbers that are none ---------------------------------------------------------------------------------------------
@each_game
def test_a_number_that_is_not_legal_is_refused_with_the_rule_that_forbids_it(game: str) -> None:
    table = variants(game)[0].new(SEED)
    seat = table.to_act[0]
    legal = set(table.legal_ids(seat))
    for number in range(0, table.rules.actions, 97):
        if number not in legal:
            with pytest.raises(NiwashiError) as by_number:
                table.play(number, seat)
            explained = table.explain(number, seat)
            assert by_number.value.sentence == explained.sentence
            assert explained.action == table.rules.action_text(table.position, seat, number)
            assert explained.rule in explained.sentence


@each_game
@pytest.mark.parametrize("wrong", [-1, 10**6, 2**70])
def test_a_number_out_of_range_is_told_the_range(game: str, wrong: int) -> None:
    table = niwashi.new(game, seed=SEED)
    with pytest.raises(NiwashiError, match=f"from 0 to {table.rules.actions - 1}") as error:
        table.play(wrong, table.to_act[0])
    assert error.value.code == "action/number"


@each_game
@pytest.mark.parametrize("wrong", [True, np.True_, 1.0, None, ["pass"], object()])
def test_what_is_no_action_is_told_what_one_is(game: str, wrong: Any) -> None:
    table = niwashi.new(game, seed=SEED)
    with pytest.raises(NiwashiError, match="its notation, its number, or a bot's decision") as error:
        table.play(wrong, table.to_act[0])
    assert error.value.code == "action/type"
