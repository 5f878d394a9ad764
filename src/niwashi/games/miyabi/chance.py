"""What chance brings: tiles of a round (M2.2) and Zen tiles (M6.C1), drawn without replacement."""

from __future__ import annotations

from niwashi.core.game import Buffer, Position
from niwashi.core.kernel import kernel
from niwashi.core.rng import Generator, below
from niwashi.core.urns import Urn
from niwashi.games.miyabi.pool import count_kinds, object_at, one, size_of, unpack_pool
from niwashi.games.miyabi.rules import after_placing, phase_before_deal
from niwashi.games.miyabi.state import DEAL, TURN, ZEN_REFILL, ZEN_SETUP
from niwashi.games.miyabi.tiles import BACKS, DEALT_PER_SEAT, FIRST_SHAPE, OBJECTS, ROWS, SHAPES, ZEN_OPEN

DEALT = 24
"""The longest outcome: a deal for four seats."""
BUFFER = DEALT + SHAPES
"""Behind the outcome, a draw keeps count in the buffer of what it leaves in the box, so that `p` does not change."""


@kernel
def draw_tile(pools: Buffer, first: int, last: int, left: int, rng: Generator) -> int:
    """One of `left` tiles of these shapes. Tiles, not kinds, are equally likely; maples lie first in each shape."""
    place = below(rng, left)
    shape, before = first, 0
    passed = size_of(pools[DEALT + first])
    for other in range(first + 1, last):
        further = place >= passed
        shape += further
        before += further * (passed - before)
        passed += size_of(pools[DEALT + other])
    tile_object = object_at(pools[DEALT + shape], place - before)
    pools[DEALT + shape] -= one(tile_object)
    return shape * OBJECTS + tile_object


@kernel
def draw_deal(p: Position, rng: Generator, out: Buffer) -> int:
    """M1.3, M2.2: singles, doubles, corners, straights, as kinds."""
    n = 0
    for back in range(BACKS):
        first, last = FIRST_SHAPE[back], FIRST_SHAPE[back + 1]
        left = 0
        for shape in range(first, last):
            out[DEALT + shape] = p.box[shape]
            left += size_of(p.box[shape])
        for drawn in range(DEALT_PER_SEAT[back] * p.seats):
            out[n] = draw_tile(out, first, last, left - drawn, rng)
            n += 1
    return n


@kernel
def draw_zen(p: Position, rng: Generator, out: Buffer, count: int) -> int:
    """M6.C1: face-down Zen tiles, as objects."""
    pool = int(p.zen_box)
    for n in range(count):
        out[n] = object_at(pool, below(rng, size_of(pool)))
        pool -= one(out[n])
    return count


@kernel
def draw(p: Position, rng: Generator, out: Buffer) -> int:
    if p.phase == DEAL:
        return draw_deal(p, rng, out)
    return draw_zen(p, rng, out, ZEN_OPEN if p.phase == ZEN_SETUP else 1)


@kernel
def reveal(p: Position, outcome: Buffer, length: int) -> None:
    if p.phase == DEAL:
        for i in range(length):
            kind = outcome[i]
            tile = one(kind % OBJECTS)
            p.box[kind // OBJECTS] -= tile
            p.display[kind // OBJECTS] += tile
            p.offered[kind // OBJECTS] |= ROWS[1 << kind % OBJECTS]
        p.phase = TURN
        return
    for i in range(length):
        p.zen_box -= one(outcome[i])
        p.zen_display += one(outcome[i])
    if p.phase == ZEN_REFILL:
        p.phase = TURN
        after_placing(p, p.gardens[p.turn])
    else:
        p.phase = phase_before_deal(p)


# -- how likely it is ----------------------------------------------------------------------------------------------
def urns(p: Position) -> tuple[Urn, ...]:
    """M2.2, M6.C1: what `draw` draws from. Tiles lie side by side on the display, so their order says nothing."""
    if p.phase != DEAL:
        return (Urn(dict(enumerate(unpack_pool(p.zen_box))), ZEN_OPEN if p.phase == ZEN_SETUP else 1, ordered=False),)
    box = count_kinds(p.box)
    return tuple(
        Urn({kind: box[kind] for kind in _kinds(back)}, int(DEALT_PER_SEAT[back] * p.seats), ordered=False)
        for back in range(BACKS)
    )


def _kinds(back: int) -> range:
    """The tile kinds with a back (M1.3)."""
    return range(int(FIRST_SHAPE[back]) * OBJECTS, int(FIRST_SHAPE[back + 1]) * OBJECTS)
