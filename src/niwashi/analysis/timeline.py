"""A record's actions, each with the position before it. Actions that were taken back are left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from niwashi.analysis.rollouts import GameNode
from niwashi.core.record import Record
from niwashi.engine.events import BACK, RESIGN, read_table_event
from niwashi.engine.factory import apply_event, check_result, start_from_record
from niwashi.engine.game import Game


@dataclass(frozen=True)
class PlayedAction:
    """An action of a record."""

    event: int
    """Its index in the record's events."""
    seat: int
    notation: str
    action: int
    before: GameNode


@dataclass(frozen=True)
class Timeline:
    game: Game
    """After the last event."""
    taken: tuple[PlayedAction, ...]


def timeline(record: Record) -> Timeline:
    """Replay a record, checking every event."""
    game = start_from_record(record)
    lines: list[tuple[PlayedAction, ...]] = [()]
    resigned = list_resigned(record.events)
    for number, event in enumerate(record.events):
        before = GameNode(game.position, game.chances, resigned[number])
        apply_event(game, event, number)
        lines.append(_actions_after(game, lines, number, before))
    check_result(game, record)
    return Timeline(game, lines[-1])


def list_resigned(events: Sequence[Sequence[int | str]]) -> list[frozenset[int]]:
    """The seats that have resigned: at the start, then after each event."""
    gone: list[frozenset[int]] = [frozenset()]
    for who, what in events:
        event = read_table_event(who, what)
        if event and event.kind == BACK and 0 <= event.number < len(gone):
            gone.append(gone[event.number])
        else:
            gone.append(gone[-1] | {event.number} if event and event.kind == RESIGN else gone[-1])
    return gone


def _actions_after(
    game: Game, lines: list[tuple[PlayedAction, ...]], number: int, before: GameNode
) -> tuple[PlayedAction, ...]:
    """The actions in force after the game's last event."""
    who, what = game.events[-1]
    if isinstance(who, int):
        notation = str(what)
        action = game.rules.action_of(before.position, who, notation)
        return (*lines[-1], PlayedAction(number, who, notation, action, before))
    event = read_table_event(who, what)
    return lines[event.number] if event and event.kind == BACK else lines[-1]
