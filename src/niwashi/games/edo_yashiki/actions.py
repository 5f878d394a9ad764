"""Action ids: the legal ones of a seat, and a random one of them."""

from __future__ import annotations

from niwashi.core.bits import popcount
from niwashi.core.game import Buffer, Position
from niwashi.core.kernel import kernel
from niwashi.core.rng import Generator, below
from niwashi.games.edo_yashiki.cards import half_turn, ways_up
from niwashi.games.edo_yashiki.house import has_bit, may_lie, places
from niwashi.games.edo_yashiki.scoring import may_score
from niwashi.games.edo_yashiki.state import (
    ACTIONS,
    FIRST_GRAB,
    FIRST_SCORE,
    GRAB,
    LEFTMOST,
    NOBODY,
    PLACE,
    PLACES_PER_ROW,
    TOPMOST,
    WAYS,
)
from niwashi.games.edo_yashiki.turns import may_act


@kernel
def placement(x: int, y: int, turned: int) -> int:
    """The id of a placement; x and y count from the house's top left."""
    return ((y - TOPMOST) * PLACES_PER_ROW + x - LEFTMOST) * WAYS + turned


@kernel
def place_of(action: int) -> tuple[int, int, int]:
    """A placement's x, y and whether the card is turned."""
    cell = action // WAYS
    return cell % PLACES_PER_ROW + LEFTMOST, cell // PLACES_PER_ROW + TOPMOST, action % WAYS


@kernel
def hand_face(p: Position, seat: int, turned: int) -> int:
    """The face of the card in hand, turned or not (E3.1)."""
    face = int(p.faces[p.seat[seat].hand])
    return half_turn(face) if turned else face


@kernel
def legal(p: Position, seat: int, out: Buffer) -> int:
    """The legal actions; none for a seat that may not act now."""
    if not may_act(p, seat):
        return 0
    if int(p.phase) == PLACE:
        return legal_placements(p, seat, out)
    if int(p.phase) == GRAB:
        return legal_grabs(p, out)
    return legal_choices(p, seat, out)


@kernel
def legal_grabs(p: Position, out: Buffer) -> int:
    """E2.2: the cards that no seat has taken."""
    n = 0
    for slot in range(int(p.seats)):
        if int(p.taken[slot]) == NOBODY:
            out[n] = FIRST_GRAB + slot
            n += 1
    return n


@kernel
def legal_placements(p: Position, seat: int, out: Buffer) -> int:
    """E3.1–E3.4: every place for the card in hand, either way up."""
    ways = ways_up(hand_face(p, seat, 0))
    width, height = int(p.seat[seat].width), int(p.seat[seat].height)
    n = 0
    for y in range(TOPMOST, height + 1):
        far, mask = places(p, seat, y)
        for x in range(LEFTMOST, width + 1):
            if far if x == LEFTMOST else has_bit(mask, x + 1):
                for turned in range(ways):
                    out[n] = placement(x, y, turned)
                    n += 1
    return n


@kernel
def legal_choices(p: Position, seat: int, out: Buffer) -> int:
    """E6.4: the runs among which the seat may choose."""
    n = 0
    for choice in range(ACTIONS - FIRST_SCORE):
        if may_score(p, seat, choice):
            out[n] = FIRST_SCORE + choice
            n += 1
    return n


@kernel
def sample(p: Position, seat: int, rng: Generator) -> int:
    if int(p.phase) == PLACE:
        return sample_placement(p, seat, rng)
    if int(p.phase) == GRAB:
        return sample_grab(p, rng)
    return sample_choice(p, seat, rng)


@kernel
def sample_placement(p: Position, seat: int, rng: Generator) -> int:
    """Rejection sampling over the house's bounding box and its margin. E3.5: there is always a place."""
    width, height = int(p.seat[seat].width), int(p.seat[seat].height)
    turned = below(rng, ways_up(hand_face(p, seat, 0)))
    while True:
        x = below(rng, width + 1 - LEFTMOST) + LEFTMOST
        y = below(rng, height + 1 - TOPMOST) + TOPMOST
        if may_lie(p, seat, x, y):
            return placement(x, y, turned)


@kernel
def sample_grab(p: Position, rng: Generator) -> int:
    n = below(rng, popcount(int(p.waiting)))
    slot = 0
    while n > 0 or int(p.taken[slot]) != NOBODY:
        n -= 1 if int(p.taken[slot]) == NOBODY else 0
        slot += 1
    return FIRST_GRAB + slot


@kernel
def sample_choice(p: Position, seat: int, rng: Generator) -> int:
    choice = below(rng, ACTIONS - FIRST_SCORE)
    while not may_score(p, seat, choice):
        choice = below(rng, ACTIONS - FIRST_SCORE)
    return FIRST_SCORE + choice
