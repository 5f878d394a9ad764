"""A record in the form of a table's news: for replays, lessons and opened files."""

from __future__ import annotations

from typing import Any

import msgspec

from niwashi.core.errors import BadRecord
from niwashi.core.record import Record
from niwashi.engine.factory import replay
from niwashi.engine.game import Game
from niwashi.wire.news import Choices, EntrySeq, Happened, News

MAX_EVENTS = 2000
"""The longest games, with all their take-backs, have a tenth of that."""


class Replay(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The game of a record. Its news are numbered from 1: event number + 1."""

    game: str
    options: dict[str, Any]
    names: list[str]
    opening: dict[str, Any]
    """The view before the first event in `news`."""
    news: list[News]
    choices: list[Choices] = []
    """The choices of each seat that is to act after the last event."""
    scores: list[int]
    winners: list[int] = []
    """Empty unless the game is over."""


def replay_record(record: Record, since: int = 0, until: int | None = None) -> Replay:
    """The events after the first `since`, up to `until`. Every event is checked by the rules."""
    events = record.events if until is None else record.events[:until]
    if len(events) > MAX_EVENTS:
        raise BadRecord("study/events", f"a replay has at most {MAX_EVENTS} events; this record has {len(events):,}")
    whole = len(events) == len(record.events)
    game = replay(record if whole else msgspec.structs.replace(record, events=events, result=None, seed=None))
    since = min(since, game.length)
    return Replay(
        game=game.name,
        options=game.options.as_dict(),
        names=list(game.names),
        opening=game.view(since),
        news=[_news(game, n, event, record.notes) for n, event in enumerate(game.events) if n >= since],
        choices=[_choices(game, seat) for seat in game.to_act],
        scores=list(game.scores),
        winners=list(game.winners),
    )


def _news(game: Game, number: int, event: list[int | str], notes: dict[str, Any]) -> News:
    who, what = event
    entry = notes.get(str(number), {})
    note = dict(entry) if isinstance(entry, dict) else {}
    at = note.pop("at", 0)
    happened = Happened(number=number, who=who, what=str(what), note=note)
    return News(
        seq=EntrySeq(number + 1),
        at=at if isinstance(at, int) else 0,
        event=happened,
        effects=game.effects(number),
        view=game.view(number + 1),
    )


def _choices(game: Game, seat: int) -> Choices:
    return Choices.of(game.choices(seat), seat, EntrySeq(game.length))
