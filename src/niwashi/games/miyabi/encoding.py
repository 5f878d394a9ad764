"""The position as bytes for learning, seen from a seat: eight at a time, straight from the bit planes.

Gardens and everything else that belongs to seats begin with the own seat and go on clockwise; a missing seat has zeros.
`PLANES` is the layout, and docs/environments.md describes it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.core.game import Plane, Position
from niwashi.core.kernel import kernel
from niwashi.core.packing import BYTE_BITS, WORD_BYTES, clear_words, spread
from niwashi.games.miyabi.garden import Garden
from niwashi.games.miyabi.scoring import earned_points
from niwashi.games.miyabi.state import FROG_SETUP, NOWHERE, ROUNDS, SEATS, TURN
from niwashi.games.miyabi.tiles import CELLS, OBJECTS, SHAPES, SIDE

EXPANSIONS = 5
MAX_BYTE = 255
GARDEN = (
    Plane("heights", (SIDE, SIDE), 30),
    Plane("objects", (SIDE, SIDE), 3),
    Plane("Zen tiles", (SIDE, SIDE), 1),
    Plane("frog", (SIDE, SIDE), 1),
    Plane("lanterns", (SIDE,), 1),
    Plane("passed", (1,), 1),
    Plane("golden", (1,), 1),
)
PLANES = (
    *(Plane(f"garden {step}: {plane.name}", plane.shape, plane.most) for step in range(SEATS) for plane in GARDEN),
    Plane("display", (SHAPES, OBJECTS), 8),
    Plane("box", (SHAPES, OBJECTS), MAX_BYTE),
    Plane("Zen tiles open", (OBJECTS,), 5),
    Plane("Zen tiles face down", (OBJECTS,), MAX_BYTE),
    Plane("points", (SEATS,), MAX_BYTE),
    Plane("points beyond 255", (SEATS,), MAX_BYTE),
    Plane("bonuses left", (OBJECTS,), MAX_BYTE),
    Plane("rounds left", (1,), 6),
    Plane("free pass", (1,), 1),
    Plane("expansions", (EXPANSIONS,), 1),
    Plane("placed", (1,), 1),
    Plane("stepped", (1,), 1),
    Plane("frog set-up", (1,), 1),
    Plane("turn", (SEATS,), 1),
    Plane("bonsai", (SEATS,), 1),
    Plane("in play", (SEATS,), 1),
    Plane("Zen tile to enclose", (SEATS,), 1),
)
GARDEN_WORDS = (4 * CELLS + SIDE + 2) // WORD_BYTES
POOLS = SEATS * GARDEN_WORDS
"""The first word of display and box; every pool has six bytes, and four pools fill three words."""
TABLE = POOLS + 12


# -- words -------------------------------------------------------------------------------------------------------
@kernel
def spread_bits(bits: int) -> np.uint64:
    return spread(np.uint64(bits))


@kernel
def byte_of_pair(first: int, second: int, n: int) -> int:
    """Byte n of two sets of 36 cells, one behind the other in 72 bits."""
    if n < 4:
        return int(first) >> 8 * n & MAX_BYTE
    if n == 4:
        return int(first) >> 32 | (int(second) & 15) << 4
    return int(second) >> 8 * n - CELLS & MAX_BYTE


@kernel
def place_byte(value: int, n: int) -> np.uint64:
    """A word with this value, at most 255, as byte n."""
    return np.uint64(min(int(value), MAX_BYTE)) << np.uint64(n) * BYTE_BITS


# -- the parts, in their order -------------------------------------------------------------------------------------
@kernel
def encode(p: Position, seat: int, out: NDArray[np.uint64]) -> None:
    """Writes every word."""
    for step in range(SEATS):
        if step < int(p.seats):
            write_garden(p.gardens[(seat + step) % int(p.seats)], out, step * GARDEN_WORDS)
        else:
            clear_words(out, step * GARDEN_WORDS, (step + 1) * GARDEN_WORDS)
    write_pools(p.display[0], p.display[1], p.display[2], p.display[3], out, POOLS)
    write_pools(p.display[4], p.display[5], p.display[6], p.box[0], out, POOLS + 3)
    write_pools(p.box[1], p.box[2], p.box[3], p.box[4], out, POOLS + 6)
    write_pools(p.box[5], p.box[6], p.zen_display, p.zen_box, out, POOLS + 9)
    write_table(p, out)
    write_seats(p, seat, out)


@kernel
def write_garden(garden: Garden, out: NDArray[np.uint64], at: int) -> None:
    frog = 0 if int(garden.frog) == NOWHERE else 1 << int(garden.frog)
    write_levels(garden, out, at)
    for n in range(9):
        out[at + 9 + n] = spread_bits(byte_of_pair(garden.zen, frog, n))
    out[at + 18] = spread_bits(int(garden.lanterns) | int(garden.passed) << 6 | int(garden.golden) << 7)


@kernel
def write_levels(garden: Garden, out: NDArray[np.uint64], at: int) -> None:
    """Heights and objects: bit plane k counts 2 ** k. Layers above 7 are rare."""
    for n in range(9):
        word = spread_bits(byte_of_pair(garden.heights[0], garden.objects[0], n))
        word |= spread_bits(byte_of_pair(garden.heights[1], garden.objects[1], n)) << np.uint64(1)
        out[at + n] = word | spread_bits(byte_of_pair(garden.heights[2], 0, n)) << np.uint64(2)
    if garden.heights[3] | garden.heights[4]:
        for n in range(5):
            word = spread_bits(byte_of_pair(garden.heights[3], 0, n)) << np.uint64(3)
            out[at + n] |= word | spread_bits(byte_of_pair(garden.heights[4], 0, n)) << np.uint64(4)


@kernel
def write_pools(first: int, second: int, third: int, fourth: int, out: NDArray[np.uint64], at: int) -> None:
    """Four pools of six bytes in three words."""
    two, three, four = np.uint64(second), np.uint64(third), np.uint64(fourth)
    out[at] = np.uint64(first) | two << np.uint64(48)
    out[at + 1] = two >> np.uint64(16) | three << np.uint64(32)
    out[at + 2] = three >> np.uint64(32) | four << np.uint64(16)


@kernel
def write_table(p: Position, out: NDArray[np.uint64]) -> None:
    bonuses = place_byte(int(ROUNDS[int(p.seats)]) - int(p.building_round), 6) | place_byte(p.free_pass, 7)
    for tile_object in range(OBJECTS):
        if int(p.bonus_holder[tile_object]) == NOWHERE:
            bonuses |= place_byte(p.bonus[tile_object], tile_object)
    out[TABLE + 1] = bonuses
    flags = int(p.placed) << 5 | int(p.stepped) << 6 | int(int(p.phase) == FROG_SETUP) << 7
    out[TABLE + 2] = spread_bits(int(p.expansions) | flags)


@kernel
def write_seats(p: Position, seat: int, out: NDArray[np.uint64]) -> None:
    points, zen, seats = np.uint64(0), 0, int(p.seats)
    for step in range(seats):
        garden = p.gardens[(seat + step) % seats]
        earned = int(earned_points(garden))
        points |= place_byte(earned, step) | place_byte(max(earned - MAX_BYTE, 0), SEATS + step)
        zen |= int(int(garden.open_zen) != NOWHERE) << step
    acting = int(p.phase) == FROG_SETUP or int(p.phase) == TURN
    turn = 1 << (int(p.turn) - seat + seats) % seats if acting else 0
    bonsai = 1 << (int(p.bonsai) - seat + seats) % seats
    out[TABLE] = points
    out[TABLE + 3] = spread_bits(turn | bonsai << SEATS)
    out[TABLE + 4] = spread_bits((1 << seats) - 1 | zen << SEATS)
