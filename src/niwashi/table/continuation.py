"""Tables that go on from a record: what of another game has happened already when theirs starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from niwashi.core.errors import BadRecord, quote
from niwashi.core.game import Rules
from niwashi.core.record import Event, Record
from niwashi.engine.events import TABLE
from niwashi.engine.factory import apply_events, read_components, replay
from niwashi.engine.game import DEFAULT_NAMES, Game
from niwashi.table.reducer import history

MAX_BEGINNING_EVENTS = 500
"""Events. The longest games have a third of that."""


def extract_beginning(record: Record, until: int | None = None) -> list[Event]:
    """What seats and chance did up to event `until`, as far as it still stands, every event checked.

    What was taken back is left out, and so is who resigned or was stood in for: others will sit there.
    """
    events = record.events if until is None else record.events[:until]
    _check_length(events)
    game = replay(msgspec.structs.replace(record, events=events, result=None, seed=None))
    led_here = [(who, what) for _, who, what in history(game, game.length, 0) if who != TABLE]
    return led_here[::-1]


def check_beginning(
    rules: Rules, options: Mapping[str, Any], components: Mapping[str, Any], events: Sequence[Event]
) -> list[Event]:
    """The events as records write them, if the rules allow them and leave something to play for."""
    _check_length(events)
    chosen = rules.options(options)
    game = Game(rules, chosen, read_components(rules, components or None), None, DEFAULT_NAMES[: chosen.seats])
    _check_actors(events)
    apply_events(game, events)
    if game.over:
        raise BadRecord("table/begun", "this game is over; a table can begin from any event before its end")
    return [(who, str(what)) for who, what in game.events]


def _check_actors(events: Sequence[Event]) -> None:
    for number, event in enumerate(events):
        if event[0] == TABLE:
            said = quote(list(event))
            raise BadRecord("table/begun", f"event {number} {said} is a table's; seats and chance begin a game")


def _check_length(events: Sequence[Event]) -> None:
    if len(events) > MAX_BEGINNING_EVENTS:
        raise BadRecord(
            "table/begun", f"a table begins with at most {MAX_BEGINNING_EVENTS} events; this has {len(events):,}"
        )
