"""The game that the picture of the README shows: seeded, played by a simple player, and stopped at a moment."""

from __future__ import annotations

from typing import Final

import niwashi
from niwashi.core.rng import Generator, below, seeded

SEED: Final = 77
EVENTS: Final = 78
"""A close game in its fifth round: Zen tiles, frogs on tiles, layers up to the fifth."""


def best_at_once(game: niwashi.Game, rng: Generator) -> niwashi.Action:
    """The best points at once; any of the best."""
    actions = game.legal()
    best = max(map(game.gain, actions))
    chosen = [action for action in actions if game.gain(action) == best]
    return chosen[below(rng, len(chosen))]


def played() -> niwashi.Game:
    game = niwashi.new("miyabi", seats=2, expansions="CE", seed=SEED)
    rng = seeded(SEED)
    while len(game.events) < EVENTS:
        game.play(best_at_once(game, rng))
    return game
