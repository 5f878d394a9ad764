"""Whose turn it is."""

from __future__ import annotations

from niwashi.core.game import CHANCE, OVER, Position
from niwashi.core.kernel import kernel
from niwashi.games.edo_yashiki.state import DONE, GRAB, HOUSES, OPEN


@kernel
def all_seats(p: Position) -> int:
    return (1 << int(p.seats)) - 1


@kernel
def next_in_turn(p: Position) -> int:
    """E2.3: the first seat clockwise from the start seat that this phase still needs."""
    seat = int(p.starts)
    while not int(p.waiting) >> seat & 1:
        seat = (seat + 1) % int(p.seats)
    return seat


@kernel
def to_act(p: Position) -> int:
    phase = int(p.phase)
    if phase == DONE:
        return OVER
    if phase in (HOUSES, OPEN):
        return CHANCE
    if phase == GRAB and int(p.calm) != 0:
        return 1 << next_in_turn(p)
    return int(p.waiting)


@kernel
def may_act(p: Position, seat: int) -> bool:
    mask = to_act(p)
    return mask > 0 and (mask >> seat) & 1 == 1
