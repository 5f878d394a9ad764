"""A table's game as a record: times and grabs under `notes`, the key once the game is over."""

from __future__ import annotations

from typing import Any

from niwashi.core.record import Record, Result
from niwashi.events import make_record
from niwashi.sealed import commitment
from niwashi.table.standing import Refusal, Standing


def record_of(standing: Standing) -> Record:
    game = standing.game
    if game is None:
        raise Refusal("table/start", "the game has not started yet")
    result = Result(list(game.scores), list(game.winners)) if game.over else None
    seed = standing.key if standing.ended else None
    events = [(who, str(what)) for who, what in game.events]
    made = make_record(game.rules, game.options, game.components, game.names, seed, events, result)
    made.notes = {"table": _table_notes(standing), **standing.notes}
    return made


def _table_notes(standing: Standing) -> dict[str, Any]:
    """What `niwashi check` holds the seed against, and how the seats came about."""
    noted = {"commitment": commitment(standing.opening.seed), "order": standing.order, "drawn": not standing.arranged}
    begun = len(standing.opening.begun)
    return {**noted, "begun": begun} if begun else noted
