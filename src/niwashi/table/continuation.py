"""Tables that continue a record: the events of another game that have already happened when theirs starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from niwashi.core.errors import BadRecord, quote
from niwashi.core.game import Rules
from niwashi.core.record import Event, Record
from niwashi.engine.events import TABLE, EventNumber
from niwashi.engine.factory import apply_events, replay, stored_components
from niwashi.engine.game import DEFAULT_NAMES, Game
from niwashi.table.reducer import history

MAX_BEGINNING_EVENTS = 500
"""The longest games have a third of that."""


def extract_beginning(record: Record, until: int | None = None) -> list[Event]:
    """The actions and chance outcomes of a record's first `until` events, every event checked.

    Events that were taken back are left out. So are resignations and bots that took over: other people will sit there.
    """
    events = record.events if until is None else record.events[:until]
    _check_length(events)
    game = replay(msgspec.structs.replace(record, events=events, result=None, seed=None))
    newest_first = history(game, EventNumber(game.length), EventNumber(0))
    return [(who, what) for _, who, what in newest_first if who != TABLE][::-1]


def check_beginning(
    rules: Rules, options: Mapping[str, Any], stored: Mapping[str, Any], events: Sequence[Event]
) -> list[Event]:
    """The events as records write them. Refuses if the rules forbid one or the game is over after them."""
    _check_length(events)
    chosen = rules.options(options)
    game = Game(rules, chosen, stored_components(rules, stored), None, DEFAULT_NAMES[: chosen.seats])
    _check_actors(events)
    apply_events(game, events)
    if game.over:
        raise BadRecord("table/begun", "this game is over; a table can continue from any event before its end")
    return [(who, str(what)) for who, what in game.events]


def _check_actors(events: Sequence[Event]) -> None:
    for number, event in enumerate(events):
        if event[0] == TABLE:
            text = quote(list(event))
            sentence = f"event {number} {text} is by the table; a table can only continue events of seats and chance"
            raise BadRecord("table/begun", sentence)


def _check_length(events: Sequence[Event]) -> None:
    if len(events) > MAX_BEGINNING_EVENTS:
        sentence = f"a table continues at most {MAX_BEGINNING_EVENTS} events; this record has {len(events):,}"
        raise BadRecord("table/begun", sentence)
