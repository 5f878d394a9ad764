"""Reviews: blunders are found, the end is exact, the same seed says the same, actions are judged as they stood."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import msgspec
import numpy as np
import pytest

from niwashi import Action, Game
from niwashi.analysis import analyse
from niwashi.analysis.endings import Endings
from niwashi.analysis.judgement import Judgement
from niwashi.analysis.output import ReviewOut
from niwashi.analysis.review import Review, ReviewRun, review
from niwashi.analysis.timeline import PlayedAction, timeline
from niwashi.analysis.values import Estimate, estimate, outcomes
from niwashi.bots import Budget
from niwashi.core.errors import NiwashiError
from niwashi.engine import catalog, factory
from tests.analysis.games import QUICK, judge_of, last_decision, play_on, played, standing, walked
from tests.conformance.variants import Variant, mixed


# -- a planted blunder -------------------------------------------------------------------------------------------------
@cache
def with_a_blunder() -> tuple[Game, int]:
    """Two good players, and in the fifth round one of them passes for no reason (the option free_pass lets it)."""
    table = played(
        "miyabi", 8, lambda now: now.view()["round"] == 5 and "pass" in map(str, now.legal()), free_pass=True
    )
    event = len(table.events)
    table.play("pass")
    return play_on(table), event


@cache
def reviewed() -> Review:
    return review(with_a_blunder()[0], QUICK)


def test_a_planted_blunder_is_found_with_a_loss_beyond_its_noise() -> None:
    found = next(one for one in reviewed().judgements if one.event == with_a_blunder()[1])
    assert found.action == "pass"
    assert reviewed().mark(found) == "blunder"
    assert found.loss.margin.mean > 3 * found.loss.margin.error
    assert found.loss.margin.mean == max(one.loss.margin.mean for one in reviewed().judgements)
    assert found.best is not None
    assert found.best.action != "pass"


def test_it_is_the_turning_point() -> None:
    losses = [turn for turn in reviewed().turning_points if turn.kind == "loss"]
    worst = max(losses, key=lambda turn: turn.swing)
    assert reviewed().judgements[worst.number - 1].event == with_a_blunder()[1]


def test_every_action_of_the_record_is_judged_in_order() -> None:
    table, _ = with_a_blunder()
    actions = [(n, who, what) for n, (who, what) in enumerate(table.events) if isinstance(who, int)]
    assert [(one.event, one.seat, one.action) for one in reviewed().judgements] == actions
    assert all(sum(one.chances) == pytest.approx(1) for one in reviewed().judgements)
    assert all(one.after.chance.mean == pytest.approx(one.chances[one.seat]) for one in reviewed().judgements)


def test_a_loss_is_the_value_before_less_the_value_after_and_never_negative() -> None:
    for one in reviewed().judgements:
        assert one.loss.margin.mean == pytest.approx(one.before.margin.mean - one.after.margin.mean)
        assert one.loss.margin.mean >= 0
        assert one.loss.chance.mean >= 0


def test_a_loss_within_its_noise_has_no_mark() -> None:
    unclear = [one for one in reviewed().judgements if 0 < one.loss.margin.mean <= 2.5 * one.loss.margin.error]
    assert unclear
    assert not any(reviewed().mark(one) for one in unclear)


def test_seats_are_summed_up() -> None:
    table, event = with_a_blunder()
    culprit = table.events[event][0]
    for number, seat in enumerate(reviewed().seats):
        own = [one for one in reviewed().judgements if one.seat == number and one.legal > 1]
        assert seat.decisions == len(own)
        assert sum(seat.marks.values()) == sum(bool(reviewed().mark(one)) for one in own)
        assert seat.accuracy == pytest.approx(1 - sum(seat.marks.values()) / len(own))
        assert (seat.marks["blunder"] > 0) >= (number == culprit)


# -- the end is exact --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("variant", [one for game in catalog.names() for one in mixed(game, 3)], ids=str)
def test_the_last_action_is_judged_exactly_as_brute_force_does(variant: Variant) -> None:
    table, margins = last_choice(variant)
    best, seat = max(margins.values()), table.to_act[0]
    for action in (min(margins, key=lambda one: margins[one]), max(margins, key=lambda one: margins[one])):
        judged = judge_of(table).judge(taken(table, seat, action))
        assert judged.exact
        assert judged.after.margin == Estimate(margins[action])
        assert judged.loss.margin == Estimate(best - margins[action])


def last_choice(variant: Variant) -> tuple[Game, dict[Action, float]]:
    """A game before its last choice, after which neither chance nor anybody has one, and what each action ends with."""
    for seed in range(20):
        table = last_decision(walked(variant.new(seed), 999))
        margins = {action: final_margin(table, action) for action in table.legal()}
        known = {action: margin for action, margin in margins.items() if margin is not None}
        if len(known) == len(margins):
            return table, known
    raise AssertionError("chance or another seat always has the last word")


def final_margin(table: Game, action: Action) -> float | None:
    twin = table.copy(chance="same")
    twin.apply((action.seat, str(action)))
    while not twin.over:
        if len(twin.to_act) != 1 or len(twin.legal()) != 1:
            return None
        twin.play(twin.legal()[0])
    rivals = [points for rival, points in enumerate(twin.scores) if rival != action.seat]
    return float(twin.scores[action.seat] - max(rivals))


def taken(table: Game, seat: int, action: Action) -> PlayedAction:
    return PlayedAction(len(table.events), seat, str(action), action.id, standing(table))


def test_the_best_action_at_the_end_has_no_loss() -> None:
    table = last_decision(played("miyabi", 6))
    seat = table.to_act[0]
    endings = Endings(table.rules).solve_all(table.position, seat)
    assert endings is not None
    best = max(endings, key=lambda action: endings[action].margin(seat))
    judged = judge_of(table).judge(taken(table, seat, next(one for one in table.legal() if one.id == best)))
    assert judged.loss.margin == Estimate(0)
    assert judged.loss.chance == Estimate(0)
    assert judged.before == judged.after


def test_where_chance_is_to_come_nothing_is_solved() -> None:
    table = factory.new("miyabi", seed=1)
    assert Endings(table.rules).solve_all(table.position, 0) is None
    assert not judge_of(table).judge(taken(table, 0, table.legal()[0])).exact


# -- the same again ----------------------------------------------------------------------------------------------------
def first_actions(game: str, events: int, **options: object) -> Game:
    return played(game, 3, lambda now: len(now.events) >= events, **options)


@pytest.mark.parametrize(("game", "options"), [("miyabi", {"expansions": "CE"}), ("edo_yashiki", {"grab": "live"})])
def test_nodes_and_a_seed_bring_the_same_review_to_the_byte(game: str, options: dict[str, str]) -> None:
    record = first_actions(game, 9, **options).record()
    first, again, other = (
        msgspec.json.encode(analyse(record, budget=Budget(nodes=100), trials=8, seed=seed).out()) for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_a_review_may_be_stopped_and_gone_on_with() -> None:
    record = first_actions("edo_yashiki", 8).record()
    reviewing = ReviewRun(record, replace(QUICK, trials=8))
    steps = iter(reviewing)
    next(steps)
    next(steps)
    part = reviewing.review
    assert (len(part.judgements), part.actions) == (2, len(reviewing))
    assert list(reviewing)[-1] == reviewing.judgements[-1]
    assert len(reviewing.judgements) == len(reviewing)


# -- several at once, and what a table adds ----------------------------------------------------------------------------
def test_seats_that_act_at_once_are_judged_in_the_position_they_acted_in() -> None:
    table = played("edo_yashiki", 2, lambda now: len(now.events) > 10, seats=3, grab="live", specialists=True)
    for one in timeline(table.record()).taken:
        twin = table.copy(chance="same")
        twin.undo(one.event)
        assert twin.position == one.before.position
        assert one.seat in twin.to_act
        assert twin.chances == one.before.chances


def test_what_was_taken_back_is_not_judged_and_who_resigned_cannot_win() -> None:
    table = factory.new("miyabi", seats=3, seed=1)
    table.play(table.legal()[0])
    table.play(table.legal()[5])
    table.apply(("table", "back 2"))
    table.apply(("table", "resign 0"))
    table.play(table.legal()[3])
    found = timeline(table.record())
    assert [one.event for one in found.taken] == [1, 5]
    assert [one.before.resigned for one in found.taken] == [frozenset(), frozenset({0})]
    judged = judge_of(table).judge(found.taken[-1])
    assert judged.chances[0] == 0


def test_a_record_without_actions_is_refused() -> None:
    with pytest.raises(NiwashiError, match="nothing to judge"):
        analyse(factory.new("miyabi", seed=1))


# -- numbers -----------------------------------------------------------------------------------------------------------
def test_a_shared_win_is_shared_and_a_resigned_seat_has_none() -> None:
    found = outcomes([[10, 10, 4], [1, 5, 9]])
    assert found.shares.tolist() == [[0.5, 0.5, 0], [0, 0, 1]]
    assert found.margins.tolist() == [[0, 0, -6], [-8, -4, 4]]
    assert outcomes([[1, 5, 9]], frozenset({2})).shares.tolist() == [[0, 1, 0]]


def test_an_estimate_is_clear_beyond_two_and_a_half_standard_errors() -> None:
    assert estimate(np.array([3.0])) == Estimate(3.0)
    assert estimate(np.array([1.0, 3.0])) == Estimate(2.0, 1.0)
    assert Estimate(2.6, 1.0).clear
    assert not Estimate(2.5, 1.0).clear
    assert not Estimate(0.0).clear


def test_a_judgement_tells_everything_as_data() -> None:
    encoded = msgspec.json.encode(reviewed().out())
    assert msgspec.json.decode(encoded, type=ReviewOut) == reviewed().out()
    told = json.loads(encoded)
    assert isinstance(reviewed().judgements[0], Judgement)
    judgements = told["judgements"]
    assert isinstance(judgements, list)
    assert judgements[0].keys() >= {"number", "mark", "before", "after", "chances", "loss", "clear", "best", "exact"}
