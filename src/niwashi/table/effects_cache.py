"""What every event of a table's game did, written down once: it is told often, and never changes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

import msgspec

from niwashi.engine.game import Game
from niwashi.table.entries import Entry, Happened
from niwashi.wire import News, news


class EffectsCache:
    """Follows a log. Kept as JSON, since a long game's effects take milliseconds to find again."""

    def __init__(self) -> None:
        self._read = 0
        self._happened: list[int] = []
        """By number of the event, its entry."""
        self._effects: list[msgspec.Raw] = []
        self._told: list[msgspec.Raw] = []

    def follow(self, log: Sequence[Entry], game: Game | None) -> None:
        for seq in range(self._read, len(log)):
            entry = log[seq]
            if isinstance(entry, Happened):
                assert game is not None, "nothing happens before the start"
                self._add(seq, entry, game)
        self._read = len(log)

    def _add(self, seq: int, entry: Happened, game: Game) -> None:
        number = len(self._happened)
        effects = msgspec.Raw(msgspec.json.encode(game.effects(number)))
        told = News(seq=seq, at=entry.at, event=public_event(entry, number), effects=effects)
        self._happened.append(seq)
        self._effects.append(effects)
        self._told.append(msgspec.Raw(msgspec.json.encode(told)))

    def number(self, seq: int) -> int:
        """Of the first event from this entry on."""
        return bisect_left(self._happened, seq)

    def effects(self, number: int) -> msgspec.Raw:
        return self._effects[number]

    @property
    def told(self) -> list[msgspec.Raw]:
        """News of all events, without views."""
        return list(self._told)


def public_event(entry: Happened, number: int) -> news.Happened:
    return news.Happened(number=number, who=entry.who, what=entry.what, note=entry.note)
