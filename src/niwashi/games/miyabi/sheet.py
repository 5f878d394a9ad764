"""The score sheet: every seat's points, itemised by what paid them."""

from __future__ import annotations

from niwashi.core.game import Part, Position
from niwashi.games.miyabi import parts
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
from niwashi.games.miyabi.survey import Survey, survey
from niwashi.games.miyabi.tiles import OBJECTS


def sheet(p: Position) -> tuple[tuple[Part, ...], ...]:
    found = survey(p)
    return tuple(seat_sheet(found, seat) for seat in range(found.seats))


def seat_sheet(table: Survey, seat: int) -> tuple[Part, ...]:
    playing = _while_playing(table, seat)
    return (*playing, *at_the_end(table, seat)) if table.phase == FINISHED else playing


def _while_playing(table: Survey, seat: int) -> tuple[Part, ...]:
    earned = table.gardens[seat].earned
    found = [parts.tiles(earned[TILES])]
    for number, holder in enumerate(table.bonus_holder):
        if holder == seat:
            found.append(parts.bonus_held(number, table.bonus[number]))
    if table.expansions & ZEN:
        found.append(parts.zen_placed(earned[ZEN_PLACED]))
        found.append(parts.zen_enclosed(earned[ZEN_ENCLOSED]))
    if table.expansions & FROGS:
        found.append(parts.climbing(earned[FROG]))
    return tuple(found)


def at_the_end(table: Survey, seat: int) -> tuple[Part, ...]:
    """M5 and the expansions' final scoring, as if the game ended with these gardens."""
    garden = table.gardens[seat]
    found = [parts.row_of(row, garden.rows[row], garden.row_points[row]) for row in range(OBJECTS)]
    if table.expansions & COLOURFUL:
        found.append(parts.colourful(garden.colourful))
    if table.expansions & MEADOW:
        found.append(parts.meadow(garden.meadow // 2))
    if table.expansions & SEVEN:
        found.append(parts.seven(garden.seven // 7))
    return tuple(found)
