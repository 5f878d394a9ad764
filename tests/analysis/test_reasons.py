"""Reasons are true: what they claim is read off the views of the positions, apart from the code that made it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from niwashi.analysis.hints import hint
from niwashi.analysis.judgement import MIN_TRIALS
from niwashi.analysis.reasons import Comparison, HintReason, TrialResult, all_facts, run_trials
from niwashi.core.facts import Change
from niwashi.core.rng import below, seeded
from niwashi.engine import catalog
from niwashi.engine.game import Game
from tests.analysis.games import QUICK, judge_of, played, standing, walked
from tests.analysis.plain_facts import fact_of
from tests.conformance.variants import Variant, mixed

CLAIMS: dict[str, Callable[[Change], bool]] = {
    "reason-takes-lead": lambda c: c.before <= 0 and c.other <= 0 and c.after > 0,
    "reason-keeps-lead": lambda c: c.before > 0 and c.kept > 0 and c.other_kept <= 0,
    "reason-extends-lead": lambda c: 0 < c.before < c.after and 0 < c.other < c.after,
    "reason-catches-up": lambda c: c.before < c.after <= 0 and c.other < c.after,
    "reason-opens-three": lambda c: c.before < c.after and c.other < c.after,
    "reason-opens-two": lambda c: c.before < c.after and c.other < c.after,
    "reason-keeps-three": lambda c: c.other < c.after <= c.before,
    "reason-next-tile": lambda c: c.other < c.after,
    "reason-bonus-in-reach": lambda c: c.before < c.after and c.other < c.after,
    "reason-group": lambda c: c.before < c.after and c.other < c.after,
    "reason-meadow": lambda c: c.before < c.after and c.other < c.after,
    "reason-sevens": lambda c: c.before < c.after and c.other < c.after,
    "reason-zen-sides": lambda c: c.before < c.after and c.other < c.after,
    "reason-frog-climbs": lambda c: c.before < c.after and c.other < c.after,
    "reason-denies-tile": lambda c: c.after < c.other,
    "reason-denies-bonus": lambda c: c.after == 0 < c.before and c.other > 0,
    "reason-best-card": lambda c: c.other < c.after,
    "reason-denies-card": lambda c: c.after < c.other,
    "reason-reaches-goal": lambda c: c.before <= 0 < c.after and c.other <= 0,
    "reason-markers": lambda c: c.other < c.after,
    "reason-open-pairs": lambda c: c.other < c.after,
    "reason-open-threes": lambda c: c.other < c.after,
    "reason-open-fours": lambda c: c.other < c.after,
}

FEW = replace(QUICK, trials=MIN_TRIALS)
VARIANTS = [variant for game in catalog.names() for variant in mixed(game, 4)]


def test_every_saying_has_a_claim_that_is_tested() -> None:
    said = {phrase.key for game in catalog.names() for phrase in catalog.rules(game).hint_phrases}
    assert said == CLAIMS.keys()


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_what_is_said_of_two_actions_is_true(variant: Variant) -> None:
    for actions in (3, 9, 17, 30):
        table = walked(variant.new(actions), actions)
        if table.over:
            break
        check_two(table, table.to_act[0])


def check_two(table: Game, seat: int) -> None:
    """The action with the most points at once against any other: all that can be said for the one and for the other."""
    legal = table.legal(seat)
    if len(legal) == 1:
        return
    rng = seeded(str(table.events))
    one, other = max(legal, key=table.gain), legal[below(rng, len(legal))]
    judge, now = judge_of(table, FEW), standing(table)
    tried = [run_trials(judge, now, seat, action.id) for action in (one, other)]
    comparison = Comparison(table.rules, table.names, all_facts(table.rules, now.position), seat)
    for first, second in (tried, reversed(tried)):
        for _, reason in comparison.differences(first, second):
            check(
                table, reason, first, second, judge.line(now, seat, first.action), judge.line(now, seat, second.action)
            )


Line = tuple[tuple[int, str], ...]


def check(table: Game, reason: HintReason, one: TrialResult, other: TrialResult, line: Line, other_line: Line) -> None:
    seat, fact, change = reason.seat, reason.fact, reason.change
    assert change.before == fact_of(table, seat, fact), (table.events, reason)
    assert change.after == fact_of(after(table, line[:1]), seat, fact), (table.events, reason)
    assert change.other == fact_of(after(table, other_line[:1]), seat, fact), (table.events, reason)
    if reason.key == "reason-keeps-lead":
        assert change.kept == fact_of(after(table, line), seat, fact)
        assert change.other_kept == fact_of(after(table, other_line), seat, fact)
    assert CLAIMS[reason.key](change), reason
    assert reason.than == other.text
    assert "{" not in reason.text


def after(table: Game, line: Line) -> Game:
    """Without what chance then brings: facts are told before it."""
    twin = table.copy(chance="same")
    for seat, action in line:
        twin.apply((seat, action))
    return twin


# -- what they are worth -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("game", "events"), [("miyabi", 30), ("edo_yashiki", 6)])
def test_the_parts_of_the_margin_add_up_to_the_difference(game: str, events: int) -> None:
    table = played(game, 5, lambda now: len(now.events) > events)
    seat = table.to_act[0]
    judge, now = judge_of(table), standing(table)
    one, other = (run_trials(judge, now, seat, action.id) for action in (table.legal(seat)[0], table.legal(seat)[-1]))
    at_once = [tried.outcomes.margins[:, seat] - tried.whole for tried in (one, other)]
    # What is not later is the sheet after the replies: the same in every trial.
    assert all(points.std() == 0 for points in at_once)
    whole, _ = one.outcomes.better_than(other.outcomes, seat)
    assert whole.mean == pytest.approx((one.whole - other.whole).mean() + at_once[0][0] - at_once[1][0])


@pytest.mark.parametrize("game", catalog.names())
def test_a_hint_has_at_most_three_reasons_and_none_that_was_measured_worthless(game: str) -> None:
    table = played(game, 2, lambda now: len(now.events) > 12)
    found = hint(table, table.to_act[0], QUICK)
    assert len(found.reasons) <= 3
    assert all(reason.points.mean > 0 for reason in found.reasons)
    assert len({reason.fact for reason in found.reasons}) == len(found.reasons)
    assert found.action in map(str, table.legal(table.to_act[0]))
    if found.tempting:
        assert found.tempting.gain > found.gain
        assert found.tempting.behind.mean > 0
