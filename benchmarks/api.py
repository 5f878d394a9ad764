"""Random games through the public API, as a beginner's program would play them."""

from __future__ import annotations

import random
from typing import Any

import niwashi
from benchmarks.timing import Job

API_VARIANTS: dict[str, dict[str, Any]] = {
    "miyabi": {"seats": 2},
    "edo_yashiki": {"seats": 3, "specialists": True, "grab": "calm"},
}
GAMES = 20


def api_job(name: str, options: dict[str, Any]) -> Job:
    """A slice of games by `legal` and `play`; counts actions."""
    rng = random.Random(1)

    def job() -> int:
        actions = 0
        for seed in range(GAMES):
            game = niwashi.new(name, seed=seed, **options)
            while not game.over:
                game.play(rng.choice(game.legal()))
                actions += 1
        return actions

    return job
