"""What clients are shown, held against the rules for every game and option set: offers, effects and their types.

What an action covers and what is blocked is a game's own; for each game a module in shows/, named like it, checks that.
"""

from __future__ import annotations

import importlib
from functools import reduce
from operator import or_
from typing import Any, Protocol, cast

import msgspec
import pytest

import niwashi
from niwashi.core import client_types
from niwashi.core.client_types import TABLE_EFFECTS, ChoiceSet, Effect, Scored, make_item
from niwashi.core.game import Position, Rules
from niwashi.engine import catalog
from tests.conformance.games import played
from tests.conformance.test_contract import Amount, rule_numbers
from tests.conformance.variants import GAMES, Variant, each_game, some_variants
from tests.conformance.walks import Moment, copied, legal_ids, scores, walked

LARGEST = 80_000
"""Bytes of an offer as JSON. It goes to one seat, once for each decision."""


class Shows(Protocol):
    """The only lines of this file's tests that know a game."""

    def check_action(
        self, choices: ChoiceSet, place: int, seat: int, before: dict[str, Any], after: dict[str, Any]
    ) -> None:
        """Playing the action at this place of the offer changed the view just where the offer says."""

    def check_blocked(self, rules: Rules, p: Position, seat: int, choices: ChoiceSet) -> None:
        """A reason is given for exactly what is not possible, and it is the one that `explain_illegal` has."""

    def check_effects(self, effects: list[Effect], before: dict[str, Any], after: dict[str, Any]) -> None:
        """What an event is said to have done is what changed."""


def shows_of(game: str) -> Shows:
    return cast(Shows, importlib.import_module(f"tests.conformance.shows.{game}"))


@pytest.fixture(params=["quick", pytest.param("full", marks=pytest.mark.full)])
def amount(request: pytest.FixtureRequest) -> Amount:
    return Amount(1, 3) if request.param == "quick" else Amount(4, 20)


@each_game
def test_every_game_says_how_it_is_shown(game: str) -> None:
    assert callable(shows_of(game).check_action)


# -- offers ------------------------------------------------------------------------------------------------------------
@some_variants(3)
def test_an_offer_has_every_legal_action_with_its_points_and_parts(variant: Variant, amount: Amount) -> None:
    for moment in amount.decisions(variant):
        for seat in moment.seats:
            rules, p = moment.rules, moment.position
            ids, raw = legal_ids(rules, p, seat), p.tobytes()
            choices = rules.choices(p, seat)
            assert p.tobytes() == raw
            assert choices.actions == [rules.action_text(p, seat, action) for action in ids], str(moment)
            assert choices.points == [int(rules.kernels.gain(p, seat, action)) for action in ids], str(moment)
            assert_itemised(moment, seat, ids, choices)


def assert_itemised(moment: Moment, seat: int, ids: list[int], choices: ChoiceSet) -> None:
    """Each action's items are those that the slow reading has, and each is written once."""
    assert len(choices.sums) == len(ids)
    assert all(item not in choices.parts[:place] for place, item in enumerate(choices.parts))
    assert rule_numbers(moment.variant.game).issuperset(item.rule for item in choices.parts)
    for place in range(0, len(ids), max(1, len(ids) // 25)):
        slowly = [make_item(part) for part in moment.rules.points(moment.position, seat, ids[place])]
        assert [choices.parts[item] for item in choices.sums[place]] == slowly, f"{moment}: {choices.actions[place]}"


@some_variants(3)
def test_what_an_offer_covers_is_what_changes(variant: Variant, amount: Amount) -> None:
    shows = shows_of(variant.game)
    for moment in amount.decisions(variant):
        rules, seat = moment.rules, moment.seats[0]
        choices, before = rules.choices(moment.position, seat), rules.view(moment.position)
        ids = legal_ids(rules, moment.position, seat)
        for place in range(0, len(ids), max(1, len(ids) // 25)):
            p = copied(moment.position)
            rules.kernels.play(p, seat, ids[place])
            shows.check_action(choices, place, seat, before, rules.view(p))


@some_variants(3)
def test_a_reason_is_given_for_exactly_what_is_not_possible(variant: Variant, amount: Amount) -> None:
    for moment in amount.decisions(variant):
        for seat in moment.seats[:1]:
            choices = moment.rules.choices(moment.position, seat)
            assert rule_numbers(variant.game).issuperset(reason.rule for reason in choices.blocked.reasons)
            shows_of(variant.game).check_blocked(moment.rules, moment.position, seat, choices)


@some_variants(3)
def test_offers_are_of_the_type_they_say_and_not_too_large(variant: Variant, amount: Amount) -> None:
    types = variant.rules.client_types
    for moment in amount.decisions(variant):
        choices = moment.rules.choices(moment.position, moment.seats[0])
        assert msgspec.json.decode(msgspec.json.encode(choices.cover), type=types.cover) == choices.cover
        assert msgspec.json.decode(msgspec.json.encode(choices.blocked), type=types.blocked) == choices.blocked
        assert len(msgspec.json.encode(choices)) <= LARGEST


@some_variants(6)
def test_offers_with_the_same_basis_are_the_same(variant: Variant) -> None:
    """Whole games: a seat's offer changes only with what it is said to depend on."""
    made: dict[tuple[int, bytes], bytes] = {}
    for moment in walked(variant, 0):
        for seat in moment.seats:
            choices = msgspec.json.encode(moment.rules.choices(moment.position, seat))
            key = seat, moment.rules.choices_key(moment.position, seat)
            assert made.setdefault(key, choices) == choices, str(moment)


# -- views -------------------------------------------------------------------------------------------------------------
@some_variants(3)
def test_views_have_the_fields_of_their_type_and_no_others(variant: Variant, amount: Amount) -> None:
    for moment in amount.all(variant):
        view = moment.rules.view(moment.position)
        read = msgspec.convert(view, variant.rules.client_types.view, strict=True)
        assert msgspec.to_builtins(read) == view


# -- effects -----------------------------------------------------------------------------------------------------------
@each_game
def test_effects_have_keys_of_their_own(game: str) -> None:
    kinds = [*TABLE_EFFECTS, *(kind for other in GAMES for kind in catalog.rules(other).client_types.effects)]
    keys = {kind.__struct_config__.tag: kind for kind in kinds}
    assert len(keys) == len(set(kinds))
    assert len(catalog.rules(game).client_types.effects) == len(set(catalog.rules(game).client_types.effects))


@some_variants(4)
def test_effects_tell_what_changed_and_where_all_points_come_from(variant: Variant) -> None:
    """Whole games: every event's points are in its effects, and add up to what it changed."""
    told = played(variant, 0)
    game, rules = told.game, variant.rules
    kinds: Any = reduce(or_, rules.client_types.effects)
    for number in range(len(told.events)):
        effects = game.effects(number)
        assert effects, told.events[number]
        assert msgspec.json.decode(msgspec.json.encode(effects), type=list[kinds]) == effects
        before, after = (game._moments[n].position for n in (number, number + 1))
        assert_all_points_told(rules, before, after, effects)
        shows_of(variant.game).check_effects(effects, rules.view(before), rules.view(after))


def assert_all_points_told(rules: Rules, before: Position, after: Position, effects: list[Effect]) -> None:
    seats = len(rules.view(after)["scores"])
    standing, reached = scores(rules, before, seats), scores(rules, after, seats)
    for effect in effects:
        if isinstance(effect, Scored):
            assert sum(item.points for item in effect.parts) == effect.points
            standing[effect.seat] += effect.points
            assert effect.total == standing[effect.seat]
    assert standing == reached


def test_what_a_table_does_has_effects_too() -> None:
    game = niwashi.new("miyabi", seats=3, seed=1)
    for event in ("back 1", "resign 2", "bot 1 strong", "person 1"):
        game.apply(("table", event))
    assert [game.effects(number) for number in range(1, 5)] == [
        [client_types.TakenBack(to=1)],
        [client_types.Resigned(seat=2)],
        [client_types.HandedOver(seat=1, level="strong")],
        [client_types.Returned(seat=1)],
    ]
