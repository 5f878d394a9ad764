"""examples/tree_search.py plays both games, and far better than at random."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import niwashi

SCRIPT = Path(__file__).parents[2] / "examples" / "tree_search.py"


def search() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tree_search", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("name", "options"),
    [("miyabi", {}), ("miyabi", {"expansions": "ABCDE"}), ("edo_yashiki", {"seats": 3, "specialists": True})],
    ids=["miyabi", "with expansions", "edo_yashiki"],
)
def test_it_beats_random_play(name: str, options: dict[str, Any]) -> None:
    choose = search().choose
    random.seed(1)  # the search draws from it too, so the games are the same every time
    for seat in range(2):
        game = niwashi.new(name, seed=seat, **options)
        while not game.over:
            acting = game.to_act[0]
            number = choose(game, acting, 15) if acting == seat else random.choice(game.legal(acting)).id
            game.play(number, acting)
        assert game.winners == (seat,)
