"""The score sheet: every seat's points, itemised by what paid them."""

from __future__ import annotations

from niwashi.core.game import Part, Position
from niwashi.games.miyabi import parts
from niwashi.games.miyabi.garden import Garden
from niwashi.games.miyabi.scoring import (
    colourful_points,
    meadow_points,
    row_objects,
    row_points,
    seven_points,
)
from niwashi.games.miyabi.state import (
    COLOURFUL,
    FINISHED,
    FROG,
    FROGS,
    MEADOW,
    SEVEN,
    TILES,
    ZEN,
    ZEN_ENCLOSED,
    ZEN_PLACED,
)
from niwashi.games.miyabi.tiles import OBJECTS


def sheet(p: Position) -> tuple[tuple[Part, ...], ...]:
    return tuple(seat_sheet(p, seat) for seat in range(p.seats))


def seat_sheet(p: Position, seat: int) -> tuple[Part, ...]:
    garden = p.gardens[seat]
    found = _while_playing(p, garden, seat)
    return (*found, *at_the_end(p, seat)) if p.phase == FINISHED else found


def _while_playing(p: Position, garden: Garden, seat: int) -> tuple[Part, ...]:
    found = [parts.tiles(int(garden.earned[TILES]))]
    for number in range(OBJECTS):
        if p.bonus_holder[number] == seat:
            found.append(parts.bonus_held(number, int(p.bonus[number])))
    if p.expansions & ZEN:
        found.append(parts.zen_placed(int(garden.earned[ZEN_PLACED])))
        found.append(parts.zen_enclosed(int(garden.earned[ZEN_ENCLOSED])))
    if p.expansions & FROGS:
        found.append(parts.climbing(int(garden.earned[FROG])))
    return tuple(found)


def at_the_end(p: Position, seat: int) -> tuple[Part, ...]:
    """M5 and the expansions' final scoring, as if the game ended with these gardens."""
    garden = p.gardens[seat]
    found = [_row(p, seat, row) for row in range(OBJECTS)]
    if p.expansions & COLOURFUL:
        found.append(parts.colourful(int(colourful_points(garden))))
    if p.expansions & MEADOW:
        found.append(parts.meadow(int(meadow_points(garden)) // 2))
    if p.expansions & SEVEN:
        found.append(parts.seven(int(seven_points(garden)) // 7))
    return tuple(found)


def _row(p: Position, seat: int, row: int) -> Part:
    return parts.row_of(row, int(row_objects(p.gardens[seat], row)), int(row_points(p, seat, row)))
