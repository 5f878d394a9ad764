"""How fast a bot's hand is at a table: its level's own time, drawn from the table's key so that it can be checked."""

from __future__ import annotations

from niwashi.bots.reaction import reaction as hand
from niwashi.core.rng import keyed

PURPOSE = "reaction"


def reaction(key: str, level: str, race: int, seat: int, attempt: int) -> int:
    """Milliseconds from when a seat may grab to its grab, for a race's number and a seat's attempt in it."""
    return round(1000 * hand(level, keyed(key, f"{PURPOSE}/{race}/{seat}", attempt)))
