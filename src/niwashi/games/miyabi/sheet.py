"""The score sheet: every seat's points, itemised by what paid them."""

from __future__ import annotations

from niwashi.core.game import Part, Position
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
from niwashi.games.miyabi.tiles import OBJECT_NAMES, OBJECTS


def sheet(p: Position) -> tuple[tuple[Part, ...], ...]:
    return tuple(seat_sheet(p, seat) for seat in range(p.seats))


def seat_sheet(p: Position, seat: int) -> tuple[Part, ...]:
    garden = p.gardens[seat]
    parts = _while_playing(p, garden, seat)
    return (*parts, *at_the_end(p, seat)) if p.phase == FINISHED else parts


def _while_playing(p: Position, garden: Garden, seat: int) -> tuple[Part, ...]:
    parts = [Part("tiles", "tiles placed", int(garden.earned[TILES]), "M4.2")]
    for number, name in enumerate(OBJECT_NAMES):
        if p.bonus_holder[number] == seat:
            parts.append(Part(f"bonus {name}", f"first {name} on layer 5", int(p.bonus[number]), "M4.3"))
    if p.expansions & ZEN:
        parts.append(Part("zen placed", "Zen tiles placed", int(garden.earned[ZEN_PLACED]), "M6.C4"))
        parts.append(Part("zen enclosed", "Zen tiles enclosed", int(garden.earned[ZEN_ENCLOSED]), "M6.C5"))
    if p.expansions & FROGS:
        parts.append(Part("frog", "the frog's climbing", int(garden.earned[FROG]), "M6.E3"))
    return tuple(parts)


def at_the_end(p: Position, seat: int) -> tuple[Part, ...]:
    """M5 and the expansions' final scoring, as if the game ended with these gardens."""
    garden = p.gardens[seat]
    parts = [_row(p, seat, row) for row in range(OBJECTS)]
    if p.expansions & COLOURFUL:
        parts.append(Part("colourful garden", "objects in the best group", int(colourful_points(garden)), "M6.A1"))
    if p.expansions & MEADOW:
        cells = int(meadow_points(garden)) // 2
        parts.append(Part("big meadow", f"2 × {cells} green cells", 2 * cells, "M6.B1"))
    if p.expansions & SEVEN:
        lines = int(seven_points(garden)) // 7
        parts.append(Part("7!", f"7 × {lines} rows and columns of seven", 7 * lines, "M6.D1"))
    return tuple(parts)


def _row(p: Position, seat: int, row: int) -> Part:
    count = int(row_objects(p.gardens[seat], row))
    return Part(
        f"row {OBJECT_NAMES[row]}",
        f"{OBJECT_NAMES[row]}, {count} visible",
        int(row_points(p, seat, row)),
        "M5.2",
    )
