"""The cells that a view points at are those that the expansions pay for (M6.A1, B1, D1)."""

from __future__ import annotations

import pytest

import niwashi
from niwashi.core.rng import below, seeded


@pytest.mark.parametrize("seed", range(6))
def test_the_cells_of_a_group_make_up_its_points(seed: int) -> None:
    game, rng = niwashi.new("miyabi", seats=3, expansions="ABCDE", seed=seed), seeded(f"groups {seed}")
    paid = 0
    while not game.over:
        actions = game.legal()
        game.play(actions[below(rng, len(actions))])
        view = game.view()
        for seat, garden in enumerate(view["gardens"]):
            objects = [count for row in garden["objects"] for count in row]
            cells = {name: view["groups"][name][seat] for name in view["extras"]}
            assert sum(objects[cell] for cell in cells["colourful"]) == view["extras"]["colourful"][seat]
            assert 2 * len(cells["meadow"]) == view["extras"]["meadow"][seat]
            assert _lines(cells["seven"]) * 7 == view["extras"]["seven"][seat]
            paid += view["extras"]["seven"][seat]
    assert paid, "there were sevens to point at"


def _lines(cells: list[int]) -> int:
    """Whole rows and columns among these cells."""
    lines = [{row * 6 + n for n in range(6)} for row in range(6)] + [
        {n * 6 + column for n in range(6)} for column in range(6)
    ]
    return sum(line <= set(cells) for line in lines)


def test_a_game_without_expansions_points_at_nothing() -> None:
    assert niwashi.new("miyabi", seats=2, seed=1).view()["groups"] == {}


def test_who_changes_a_view_changes_no_other() -> None:
    game = niwashi.new("miyabi", seats=2, expansions="B", seed=1)
    for action in range(6):
        legal = game.legal()
        game.play(legal[action % len(legal)])
    before = game.view()["groups"]["meadow"]
    game.view()["groups"]["meadow"][0].append(99)
    assert game.view()["groups"]["meadow"] == before
