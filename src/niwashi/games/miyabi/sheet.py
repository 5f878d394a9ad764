"""The score sheet: every seat's points, itemised by what paid them."""

from __future__ import annotations

from niwashi.core.game import Part, Position
from niwashi.games.miyabi import score_items
from niwashi.games.miyabi.snapshot import MiyabiSnapshot, read_snapshot
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
    found = read_snapshot(p)
    return tuple(seat_sheet(found, seat) for seat in range(found.seats))


def seat_sheet(snapshot: MiyabiSnapshot, seat: int) -> tuple[Part, ...]:
    playing = _items_so_far(snapshot, seat)
    return (*playing, *final_items(snapshot, seat)) if snapshot.phase == FINISHED else playing


def _items_so_far(snapshot: MiyabiSnapshot, seat: int) -> tuple[Part, ...]:
    earned = snapshot.gardens[seat].earned
    found = [score_items.tiles(earned[TILES])]
    for number, holder in enumerate(snapshot.bonus_holder):
        if holder == seat:
            found.append(score_items.bonus_held(number, snapshot.bonus[number]))
    if snapshot.expansions & ZEN:
        found.append(score_items.zen_placed(earned[ZEN_PLACED]))
        found.append(score_items.zen_enclosed(earned[ZEN_ENCLOSED]))
    if snapshot.expansions & FROGS:
        found.append(score_items.climbing(earned[FROG]))
    return tuple(found)


def final_items(snapshot: MiyabiSnapshot, seat: int) -> tuple[Part, ...]:
    """M5 and the expansions' final scoring, as if the game ended with these gardens."""
    garden = snapshot.gardens[seat]
    found = [score_items.row_of(row, garden.rows[row], garden.row_points[row]) for row in range(OBJECTS)]
    if snapshot.expansions & COLOURFUL:
        found.append(score_items.colourful(garden.colourful))
    if snapshot.expansions & MEADOW:
        found.append(score_items.meadow(garden.meadow // 2))
    if snapshot.expansions & SEVEN:
        found.append(score_items.seven(garden.seven // 7))
    return tuple(found)
