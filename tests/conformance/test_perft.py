"""Move generation by the numbers: how many sequences of actions lead on from stated positions."""

from __future__ import annotations

from functools import cache

import pytest

from tests.conformance import tables
from tests.conformance.variants import GAMES, Variant, each_of


@cache
def committed() -> dict[str, tables.Table]:
    return tables.read()


@each_of(tables.cases())
@pytest.mark.parametrize("moment", tables.MOMENTS)
def test_the_counts_are_the_committed_ones(variant: Variant, moment: str) -> None:
    table = committed()[f"{variant} {moment}"]
    found = tables.count_again(variant, table)
    if found.actions != table["counts"] or found.total != table["total"]:
        pytest.fail(difference(f"{variant} {moment}", table, found.actions), pytrace=False)


def difference(where: str, table: tables.Table, found: dict[str, int]) -> str:
    """The first actions whose counts differ, so that the next look can be one action deeper."""
    counts: dict[str, int] = table["counts"]
    both = {**counts, **found}
    lines = [
        f"  {action:<20} {counts.get(action, 'not there'):>12} → {found.get(action, 'not there'):>12}"
        for action in both
        if counts.get(action) != found.get(action)
    ]
    head = f"{where}, after {table['actions']} actions, depth {table['depth']}: committed → found"
    total = f"  {'total':<20} {table['total']:>12} → {sum(found.values()):>12}"
    return "\n".join([head, *lines, total, "if the rules changed: python -m tests.conformance.regenerate"])


def test_every_game_has_tables_and_every_table_a_game() -> None:
    wanted = {f"{variant} {moment}" for variant in tables.cases() for moment in tables.MOMENTS}
    assert set(committed()) == wanted
    assert {name.split("/")[0] for name in committed()} == set(GAMES)


def test_a_difference_names_the_actions_that_differ() -> None:
    table = {"actions": 3, "depth": 2, "total": 30, "counts": {"a": 10, "b": 20}}
    shown = difference("here", table, {"a": 10, "b": 21, "c": 1})
    assert [line.split()[0] for line in shown.splitlines()[1:-1]] == ["b", "c", "total"]
