"""The ladder: one contract, legal answers, reproducible ones, and none that could know the future."""

from __future__ import annotations

import pytest

from niwashi import bots
from niwashi.arena import match
from niwashi.batch.perft import random_walk
from niwashi.bots import Budget
from niwashi.core.game import OVER, Options, Position, Rules
from niwashi.core.rng import seeded
from niwashi.engine import catalog, factory
from tests.conformance.walks import legal_ids

LADDER = tuple(rung.name for rung in bots.LADDER)
SMALL = Budget(nodes=60)
each_game = pytest.mark.parametrize("game", catalog.names())
each_rung = pytest.mark.parametrize("name", LADDER)


def moments(rules: Rules, options: Options, seed: int, actions: int) -> list[tuple[Position, int]]:
    """A position after so many random actions, once for each seat that may act in it."""
    game = random_walk(factory.new(rules.name, seed=seed, **options.as_dict()), actions)
    return [(game.position, seat) for seat in game.to_act]


# -- legal answers -----------------------------------------------------------------------------------------------------
def assert_legal_answers(game: str, name: str, count: int) -> None:
    rules = catalog.rules(game)
    bot, variants = bots.make(name, rules), list(rules.variants())
    asked = number = 0
    while asked < count:
        for p, seat in moments(rules, variants[number % len(variants)], number, number * 7 % 75):
            before = p.tobytes()
            decision = bot.choose(p, seat, SMALL, seeded(number))
            legal = legal_ids(rules, p, seat)
            assert decision.action in legal
            assert decision.action == decision.alternatives[0].action or name in ("beginner", "casual", "club")
            assert {one.action for one in decision.alternatives} <= set(legal)
            assert decision.line[0] == decision.action
            assert p.tobytes() == before
            asked += 1
        number += 1


@pytest.mark.parametrize("share", [5, pytest.param(1, marks=pytest.mark.more)])
@each_rung
@each_game
def test_answers_are_legal_in_all_variants(game: str, name: str, share: int) -> None:
    assert_legal_answers(game, name, (200 if name in ("beginner", "casual", "club") else 60) // share)


@pytest.mark.full
@each_rung
@each_game
def test_answers_are_legal_in_ten_thousand_positions(game: str, name: str) -> None:
    assert_legal_answers(game, name, 10_000)


# -- reproducible, and blind to the future -------------------------------------------------------------------------
@each_rung
@each_game
def test_equal_position_seed_and_nodes_give_the_equal_answer(game: str, name: str) -> None:
    rules = catalog.rules(game)
    used, fresh = bots.make(name, rules), bots.make(name, rules)
    for number in range(6):
        for p, seat in moments(rules, rules.options({"seats": 2 + number % 2}), number, 11 * number):
            assert used.choose(p, seat, SMALL, seeded(9)) == fresh.choose(p, seat, SMALL, seeded(9))
        used.choose(p, seat, SMALL, seeded(1))  # what it did in between leaves no trace


@each_rung
@each_game
def test_an_answer_does_not_change_when_the_future_draws_do(game: str, name: str) -> None:
    """Two games that stand alike but have other seeds, so that other tiles and cards will come."""
    rules = catalog.rules(game)
    table = random_walk(factory.new(game, seed="one"), 20)
    record = table.record()
    record.seed = "another"
    twin = factory.replay(record)
    seat = table.to_act[0]
    answers = [bots.make(name, rules).choose(each.position, seat, SMALL, seeded(3)) for each in (table, twin)]
    assert answers[0] == answers[1]


# -- strength, in short ----------------------------------------------------------------------------------------------
@each_game
@pytest.mark.parametrize(("better", "worse"), [("casual", "beginner"), ("club", "beginner"), ("strong:400n", "casual")])
def test_a_rung_beats_a_lower_one_in_a_short_match(game: str, better: str, worse: str) -> None:
    """Two rungs apart where one makes too little difference for a dozen games; docs/strength.md has the long ones."""
    result = match([better, worse], game, games=12, seed=1, processes=1)
    assert result.pairings[0].share >= 0.65


@each_game
def test_an_expert_plays_a_game_to_its_end(game: str) -> None:
    rules = catalog.rules(game)
    expert, table = bots.make("expert", rules), factory.new(game, seed=3)
    while not table.over:
        seat = table.to_act[0]
        decision = expert.choose(table.position, seat, SMALL, seeded(3))
        table.play(rules.action_text(table.position, seat, decision.action), seat)
    assert rules.kernels.to_act(table.position) == OVER
    assert min(table.scores) > 0


# -- time --------------------------------------------------------------------------------------------------------------
@each_game
@pytest.mark.parametrize("name", ["strong", "expert"])
def test_a_clock_that_has_run_out_still_gets_an_answer(game: str, name: str) -> None:
    rules = catalog.rules(game)
    for p, seat in moments(rules, rules.options({"seats": 2}), 2, 9):
        decision = bots.make(name, rules).choose(p, seat, Budget(seconds=1e-9), seeded(1))
        assert decision.action in legal_ids(rules, p, seat)
