"""A table's game as a record: times and grabs under `notes`, the key once the game is over."""

from __future__ import annotations

from typing import Any

from niwashi.core.record import Record, Result
from niwashi.engine.commitment import commitment
from niwashi.engine.events import make_record
from niwashi.table.state import Refusal, TableState


def record_of(state: TableState) -> Record:
    game = state.game
    if game is None:
        raise Refusal("table/start", "the game has not started yet")
    result = Result(list(game.scores), list(game.winners)) if game.over else None
    seed = state.key if state.ended else None
    events = [(who, str(what)) for who, what in game.events]
    made = make_record(game.rules, game.options, game.components, game.names, seed, events, result)
    made.notes = {"table": _table_notes(state), **state.notes}
    return made


def _table_notes(state: TableState) -> dict[str, Any]:
    """What `niwashi check` holds the seed against, and how the seats came about."""
    noted = {"commitment": commitment(state.opening.seed), "order": state.order, "drawn": not state.arranged}
    begun = len(state.opening.begun)
    return {**noted, "begun": begun} if begun else noted
