"""Facts of every kind of garden and house are what the view shows."""

from __future__ import annotations

import pytest

from niwashi.core.facts import Change, crosses, denied, exceeds, grows, grows_ahead, grows_behind, holds, lost, stays
from niwashi.engine import catalog
from tests.analysis.games import played, walked
from tests.analysis.plain_facts import fact_of
from tests.conformance.variants import Variant, mixed


@pytest.mark.parametrize("variant", [one for game in catalog.names() for one in mixed(game, 4)], ids=str)
def test_facts_are_what_the_view_shows(variant: Variant) -> None:
    for number, actions in enumerate((5, 33)):
        table = walked(variant.new(number), actions)
        for seat in range(table.seats):
            for fact, value in table.rules.facts(table.position, seat).items():
                assert value == fact_of(table, seat, fact), (fact, seat, table.events)


def test_so_they_are_late_in_a_good_game_where_sevens_and_bonuses_are_near() -> None:
    table = played("miyabi", 4, lambda now: now.view()["round"] == 5, expansions="ABCDE")
    for seat in range(table.seats):
        found = table.rules.facts(table.position, seat)
        assert {fact: fact_of(table, seat, fact) for fact in found} == found


def test_a_game_may_have_no_facts() -> None:
    from niwashi.core.game import Rules

    assert Rules.facts(catalog.rules("miyabi"), catalog.rules("miyabi").new_position(), 0) == {}


@pytest.mark.parametrize(
    ("when", "true", "false"),
    [
        (grows, Change(1, 3, 2, 0, 0), Change(3, 3, 2, 0, 0)),
        (grows_behind, Change(-3, 0, -3, 0, 0), Change(-3, 1, -3, 0, 0)),
        (grows_ahead, Change(1, 3, 2, 0, 0), Change(0, 3, 2, 0, 0)),
        (exceeds, Change(9, 3, 2, 0, 0), Change(0, 2, 2, 0, 0)),
        (stays, Change(3, 3, 2, 0, 0), Change(2, 3, 2, 0, 0)),
        (crosses, Change(0, 1, -1, 0, 0), Change(0, 1, 1, 0, 0)),
        (holds, Change(1, 1, 1, 1, 0), Change(1, 1, 1, 1, 1)),
        (denied, Change(9, 3, 9, 0, 0), Change(9, 9, 3, 0, 0)),
        (lost, Change(8, 0, 8, 0, 0), Change(8, 0, 0, 0, 0)),
    ],
)
def test_conditions_say_what_they_are_called(when: object, true: Change, false: Change) -> None:
    assert callable(when)
    assert when(true)
    assert not when(false)
