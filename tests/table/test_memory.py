"""The memory of a table is bounded: positions of long ago take a fraction of theirs, and say what they said."""

from __future__ import annotations

import random

import pytest

import niwashi
from benchmarks.memory import measure
from niwashi.engine import catalog
from niwashi.engine.game import Game

MOST_BYTES_AN_EVENT, MOST_BYTES = 4_500, 550_000
"""Unpacked, an event of Edo Yashiki takes 8 kB, and a table 1 MB at its end."""


@pytest.mark.parametrize(
    ("game", "options"),
    [("edo_yashiki", {"seats": 3, "grab": "calm", "specialists": True}), ("miyabi", {"seats": 3, "expansions": "CE"})],
)
def test_a_table_has_a_bounded_size_at_the_end_of_its_game(game: str, options: dict[str, object]) -> None:
    grown = measure(game, options)
    assert grown.events > 40
    assert grown.per_event < MOST_BYTES_AN_EVENT
    assert grown.end < MOST_BYTES


def played(name: str, unpacked: int | None = None) -> Game:
    game, chance = niwashi.new(name, seed=7), random.Random(7)
    if unpacked is not None:
        game.pack_history(unpacked)
    while not game.over:
        game.play(chance.choice(game.legal(game.to_act[0])))
    return game


@pytest.mark.parametrize("name", catalog.names())
def test_a_packed_history_is_the_same_history(name: str) -> None:
    plain, packed, late = played(name), played(name, unpacked=2), played(name)
    late.pack_history(1)
    for game in (packed, late):
        assert game.record() == plain.record()
        for events in range(plain.length + 1):
            assert game.view(events) == plain.view(events)
        for number in range(plain.length):
            assert game.effects(number) == plain.effects(number)
    middle = plain.length // 2
    for game in (plain, packed, late):
        game.undo(middle)
    assert packed.view() == late.view() == plain.view()
    assert packed.legal() == late.legal() == plain.legal()
