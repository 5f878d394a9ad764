"""What chance brings at a table."""

from __future__ import annotations

from niwashi.engine.game import Game

SECRET_BYTES = 16


def next_outcome(game: Game, key: str) -> str:
    """What chance brings now, as text. The game itself holds no seed, so nothing shown of it can give one away."""
    return game.rules.outcome_text(game.position, game.next_outcome(key))
