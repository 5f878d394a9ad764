"""A cache of the effects of a game's events: they are sent often, never change, and take milliseconds to compute."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

import msgspec

from niwashi.engine.events import EventNumber
from niwashi.engine.game import Game
from niwashi.table.entries import Entry, Happened
from niwashi.wire import News, news
from niwashi.wire.news import EntrySeq


class EffectsCache:
    """Follows a table's log and keeps the effects of its game events as JSON."""

    def __init__(self) -> None:
        self._read = 0
        self._entries: list[EntrySeq] = []
        """By event number, the event's entry."""
        self._effects: list[msgspec.Raw] = []
        self._news: list[msgspec.Raw] = []

    def follow(self, log: Sequence[Entry], game: Game | None) -> None:
        for seq in range(self._read, len(log)):
            entry = log[seq]
            if isinstance(entry, Happened):
                assert game is not None, "no event happens before the start"
                self._add(EntrySeq(seq), entry, game)
        self._read = len(log)

    def _add(self, seq: EntrySeq, entry: Happened, game: Game) -> None:
        number = EventNumber(len(self._entries))
        effects = msgspec.Raw(msgspec.json.encode(game.effects(number)))
        published = News(seq=seq, at=entry.at, event=publish_happened(entry, number), effects=effects)
        self._entries.append(seq)
        self._effects.append(effects)
        self._news.append(msgspec.Raw(msgspec.json.encode(published)))

    def number(self, seq: EntrySeq) -> EventNumber:
        """The number of the first event from this entry on."""
        return EventNumber(bisect_left(self._entries, seq))

    def effects(self, number: EventNumber) -> msgspec.Raw:
        return self._effects[number]

    @property
    def news(self) -> list[msgspec.Raw]:
        """News of all events, without views."""
        return list(self._news)


def publish_happened(entry: Happened, number: EventNumber) -> news.Happened:
    return news.Happened(number=number, who=entry.who, what=entry.what, note=entry.note)
