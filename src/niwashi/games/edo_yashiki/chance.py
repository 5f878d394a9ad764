"""The set-up, and what chance brings: each house's first card and each round's open ones."""

from __future__ import annotations

import numpy as np

from niwashi.core.game import Buffer, Position
from niwashi.core.kernel import kernel
from niwashi.core.rng import Generator, below
from niwashi.core.urns import Urn
from niwashi.games.edo_yashiki.cards import DECK
from niwashi.games.edo_yashiki.house import lay
from niwashi.games.edo_yashiki.state import (
    ALL_MARKERS,
    GRAB,
    HOUSES,
    MAX_SEATS,
    NO_CARD,
    NOBODY,
    OPEN,
    ROWS,
    SCORE_LENGTHS,
)
from niwashi.games.edo_yashiki.turns import all_seats


# -- set-up ----------------------------------------------------------------------------------------
@kernel
def start(p: Position, setup: np.record) -> None:
    """E1: an empty table and a full box."""
    clear(p)
    for face in range(DECK):
        p.faces[face] = setup.faces[face]
        p.box[face] = setup.box[face]
    p.seats = setup.seats
    p.specialists = setup.specialists
    p.calm = setup.calm
    p.edition = setup.edition
    p.rows = ROWS // DECK * (DECK // int(setup.seats))
    p.cards = DECK
    p.phase = HOUSES
    p.rounds = 0
    p.starts = 0
    p.waiting = 0


@kernel
def clear(p: Position) -> None:
    for line in range(ROWS):
        p.occupied[line] = 0
        p.low[line] = 0
        p.high[line] = 0
        p.locked[line] = 0
    for seat in range(MAX_SEATS):
        clear_seat(p.seat[seat])
    clear_display(p)


@kernel
def clear_seat(house: Position) -> None:
    house.runs = 0
    house.times = 0
    house.score = 0
    house.bonus = 0
    house.left = 0
    house.top = 0
    house.width = 0
    house.height = 0
    house.markers = 0
    house.hand = NO_CARD
    for length in range(SCORE_LENGTHS):
        house.scored[length] = 0


@kernel
def clear_display(p: Position) -> None:
    for slot in range(MAX_SEATS):
        p.open[slot] = NO_CARD
        p.taken[slot] = NOBODY


# -- chance ----------------------------------------------------------------------------------------
@kernel
def still_in_box(p: Position, face: int, out: Buffer, drawn: int) -> int:
    """Cards of this face in the box, less those among the outcome's first ones."""
    cards = int(p.box[face])
    for earlier in range(drawn):
        cards -= 1 if out[earlier] == face else 0
    return cards


@kernel
def draw_card(p: Position, rng: Generator, out: Buffer, drawn: int) -> int:
    """A face, each card left being equally likely; faces are walked in deck order."""
    n = below(rng, int(p.cards) - drawn)
    face = 0
    cards = still_in_box(p, face, out, drawn)
    while n >= cards:
        n -= cards
        face += 1
        cards = still_in_box(p, face, out, drawn)
    return face


@kernel
def draw(p: Position, rng: Generator, out: Buffer) -> int:
    """E1.4, E2.1: as many cards as seats, one after the other."""
    for drawn in range(int(p.seats)):
        out[drawn] = draw_card(p, rng, out, drawn)
    return int(p.seats)


@kernel
def reveal(p: Position, outcome: Buffer, length: int) -> None:
    for i in range(length):
        p.box[outcome[i]] -= 1
    p.cards -= length
    if int(p.phase) == HOUSES:
        found_houses(p, outcome)
        p.phase = OPEN
    else:
        lay_open(p, outcome)


@kernel
def found_houses(p: Position, outcome: Buffer) -> None:
    """E1.4, E4.4: the first card of each house scores nothing."""
    for seat in range(int(p.seats)):
        lay(p, seat, int(p.faces[outcome[seat]]), 0, 0)
        if int(p.specialists) != 0:
            p.seat[seat].markers = ALL_MARKERS


@kernel
def lay_open(p: Position, outcome: Buffer) -> None:
    """E2.1"""
    for slot in range(int(p.seats)):
        p.open[slot] = outcome[slot]
    p.rounds += 1
    p.phase = GRAB
    p.waiting = all_seats(p)


# -- how likely it is ------------------------------------------------------------------------------
def urns(p: Position) -> tuple[Urn, ...]:
    """E1.4, E2.1: what `draw` draws from. The first card is the first seat's, or lies in the first place."""
    return (Urn(dict(enumerate(p["box"].tolist())), int(p["seats"]), ordered=True),)
