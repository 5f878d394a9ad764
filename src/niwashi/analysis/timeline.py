"""A record's actions, each with where the game stood when it was taken. Those that were taken back are left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from niwashi.analysis.continuing import Standing
from niwashi.core.errors import BadRecord, NiwashiError, quote
from niwashi.core.record import Event, Record
from niwashi.engine.factory import check_result, opened
from niwashi.engine.game import TABLE, Game


@dataclass(frozen=True)
class Taken:
    """An action of a record."""

    event: int
    """Its place in the record's events."""
    seat: int
    notation: str
    action: int
    before: Standing


@dataclass(frozen=True)
class Timeline:
    game: Game
    """After the last event."""
    taken: tuple[Taken, ...]


def timeline(record: Record) -> Timeline:
    """Replays a record, every event checked."""
    game = opened(record)
    lived: list[tuple[Taken, ...]] = [()]
    resigned = resigned_after(record.events)
    for number, event in enumerate(record.events):
        before = Standing(game.position, game.chances, resigned[number])
        _apply(game, event, number)
        lived.append(_lived_after(game, lived, number, before))
    check_result(game, record)
    return Timeline(game, lived[-1])


def resigned_after(events: Sequence[Sequence[int | str]]) -> list[frozenset[int]]:
    """Who has given up: at the start, then after each event."""
    gone: list[frozenset[int]] = [frozenset()]
    for who, what in events:
        back, seat = _table_number(who, what, "back"), _table_number(who, what, "resign")
        if back is not None and back < len(gone):
            gone.append(gone[back])
        else:
            gone.append(gone[-1] if seat is None else gone[-1] | {seat})
    return gone


def _apply(game: Game, event: Event, number: int) -> None:
    try:
        game.apply(event)
    except NiwashiError as error:
        raise BadRecord("record/replay", f"event {number} {quote(list(event))}: {error.sentence}") from None


def _lived_after(game: Game, lived: list[tuple[Taken, ...]], number: int, before: Standing) -> tuple[Taken, ...]:
    """The actions that stand after the game's last event."""
    who, what = game.events[-1]
    if isinstance(who, int):
        notation = str(what)
        action = game.rules.action_of(before.position, who, notation)
        return (*lived[-1], Taken(number, who, notation, action, before))
    back = _table_number(who, what, "back")
    return lived[-1] if back is None else lived[back]


def _table_number(who: int | str, what: int | str, wanted: str) -> int | None:
    """The number in a table's `back 41` or `resign 1`, if this is one."""
    word, _, number = str(what).partition(" ")
    return int(number) if who == TABLE and word == wanted and number.isascii() and number.isdigit() else None
