"""From a game to the scene that `niwashi.pictures` draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from niwashi.core.errors import NiwashiError, quote
from niwashi.engine.client_side import ClientSide
from niwashi.engine.events import BACK, TABLE, TableEvent

if TYPE_CHECKING:
    from niwashi.core.record import Event
    from niwashi.pictures.scene import Mark, Scene

MAX_SIZE = 20_000


def check_size(size: object) -> int | None:
    if size is None or (type(size) is int and 1 <= size <= MAX_SIZE):
        return size
    raise NiwashiError("game/svg", f"size is a width in pixels, from 1 to {MAX_SIZE:,}, not {quote(size)}")


def events_in_effect(events: list[Event]) -> tuple[Event, ...]:
    """Without what was taken back, and without what tables add."""
    known: list[tuple[Event, ...]] = [()]
    for who, what in events:
        event = TableEvent.parse(what) if who == TABLE else None
        if event is not None and event.kind == BACK:
            known.append(known[event.number])
        else:
            known.append(known[-1] if who == TABLE else (*known[-1], (who, what)))
    return known[-1]


def last_action(events: tuple[Event, ...]) -> Mark | None:
    from niwashi.pictures.scene import Mark

    return next((Mark(who, what) for who, what in reversed(events) if isinstance(who, int)), None)


def make_scene(game: ClientSide[Any], seats: tuple[int, ...], events: tuple[Event, ...], mark: Mark | None) -> Scene:
    from niwashi.pictures.scene import Scene

    rules, position = game.rules, game.position
    return Scene(
        title=rules.title,
        view=rules.view(position),
        names=game.names,
        board=rules.board(position, game.names),
        seats=seats,
        events=events,
        winners=game.winners,
        over=game.over,
        mark=mark,
    )
