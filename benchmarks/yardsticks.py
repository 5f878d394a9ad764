"""How fast could an engine be? Two hand-tuned kernels that play random two-seat games of base Miyabi.

They are yardsticks, not the engine, and share no code with it. Each returns the games played, the actions
taken (a forced pass is one) and, as a checksum, the points of seat 0 plus 2**32 times those of seat 1.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.integer[Any]]
Cells = tuple[tuple[int, int], ...]
Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    return cast(Function, njit(nogil=True, inline="always")(function))  # a quarter slower otherwise


# Per shape: its green cells about the object, facing east; its orientations; its tiles by row (M1.5, M1.6).
SHAPES: tuple[tuple[Cells, int, tuple[int, ...]], ...] = (
    ((), 1, (6, 6, 5, 5, 5, 5)),  # 1
    (((0, 1),), 4, (5, 5, 6, 6, 5, 5)),  # 2
    (((0, 1), (1, 0)), 4, (1, 1, 1, 1, 1, 1)),  # L
    (((0, 1), (-1, 1)), 4, (1, 1, 0, 1, 1, 1)),  # J
    (((0, 1), (1, 1)), 4, (0, 1, 1, 1, 1, 1)),  # K
    (((0, 1), (0, 2)), 4, (2, 1, 2, 1, 2, 2)),  # I
    (((0, -1), (0, 1)), 2, (1, 1, 1, 1, 1, 1)),  # H
)

# Small numbers are kept unsigned: Numba then drops its checks for negative indices.
SIZE = np.array([1 + len(green) for green, _, _ in SHAPES], np.uint8)
WAYS = np.array([ways for _, ways, _ in SHAPES], np.uint8)
MOST = np.array([15, 12, 9, 8, 7, 6], np.uint8)  # M1.2, by row
SECOND = np.array([7, 6, 4, 4, 3, 3], np.uint8)
BONUS = np.array([10, 9, 8, 7, 6, 5], np.uint8)  # M1.7

# A kind is 6 * shape + row. The box lies sorted by backs: (first tile, tiles, tiles dealt a round) of M2.2.
TILES = [6 * shape + row for shape, (_, _, rows) in enumerate(SHAPES) for row in range(6) for _ in range(rows[row])]
BOX = np.array(TILES, np.uint8)
BACKS = np.array([(0, 32, 4), (32, 32, 4), (64, 16, 2), (80, 16, 2)], np.uint8)


def greens(width: int) -> Ints:
    """By shape and way round: its two green cells in a garden so wide, counted from two rows above the object.

    A green cell that the shape lacks lies on the object.
    """
    where = np.full((7, 4, 2), 2 * width, np.uint8)
    for shape, (cells, ways, _) in enumerate(SHAPES):
        for way in range(ways):
            for green, (row, column) in enumerate(cells):
                for _ in range(way):
                    row, column = column, -row
                where[shape, way, green] = width * (2 + row) + column
    return where


STEP = -0x61C8864680B583EB  # 2**64 / golden ratio, signed: what the state of chance grows by before every draw


@kernel
def draw(state: int, bound: int) -> int:
    """A number below the bound: Evensen's moremur mix of the state, multiplied and shifted down."""
    mixed = (state ^ (state >> 27 & 0x1FFFFFFFFF)) * 0x3C79AC492BA7B653
    mixed = (mixed ^ (mixed >> 33 & 0x7FFFFFFF)) * 0x1C69B3F74AC4AE35
    return ((mixed ^ (mixed >> 27 & 0x1FFFFFFFFF)) >> 32 & 0xFFFFFFFF) * bound >> 32


@kernel
def deal(dealt: Ints, box: Ints, building: int, state: int) -> int:
    """M2.2: this round's twelve kinds. Of each back, the tiles of former rounds lie in front."""
    tile = 0
    for back in range(4):
        first, tiles, share = BACKS[back]
        for gone in range(building * share, (building + 1) * share):
            state += STEP
            here, there = first + gone, first + gone + draw(state, tiles - gone)
            box[here], box[there] = box[there], box[here]
            dealt[tile] = box[here]
            tile += 1
    return state


@kernel
def pay(score: Ints, bonus: Ints, seat: int, row: int, size: int, layer: int) -> None:
    """M4.2, M4.3."""
    score[seat] += size * layer
    if layer == 5:
        score[seat] += bonus[row]
        bonus[row] = 0


@kernel
def settle(score: Ints, row: int, first: int, second: int) -> None:
    """M5.2-M5.4: the points for a row where the two seats see so many objects."""
    score[0] += MOST[row] if first >= second else SECOND[row]
    score[1] += MOST[row] if second >= first else SECOND[row]


# The lister's garden has 10 rows of 8 cells: two above, two below and two to the right are a border of height -1.
WIDE = greens(8)


@kernel
def list_actions(legal: Ints, kinds: Ints, shown: int, height: Ints, columns: Ints, free: int, seat: int) -> int:
    """M3.2-M3.6. An action is where its kind and its column stand in their lists, and its way round."""
    count = 0
    for k in range(shown):
        shape, row = kinds[k] // 6, kinds[k] % 6
        for c in range(free):
            place = 8 * row + columns[seat, c]
            ground = height[seat, place + 16]
            for way in range(WAYS[shape]):
                one, two = WIDE[shape, way]
                legal[count] = k << 8 | way << 4 | c
                count += (height[seat, place + one] == ground) & (height[seat, place + two] == ground)
    return count


@kernel
def listing_games(games: int, seed: int) -> tuple[int, int, int]:
    """On every turn, list all legal actions, each kind of tile once, and play one of them."""
    box, dealt, kinds, left = BOX.copy(), np.zeros(12, np.uint8), np.zeros(12, np.uint8), np.zeros(42, np.uint8)
    height, objects = np.full((2, 80), -1, np.int8), np.zeros((2, 80), np.uint8)
    columns, free = np.zeros((2, 6), np.uint8), np.zeros(2, np.int64)  # the first `free` columns have no lantern
    legal, score, bonus = np.zeros(12 * 4 * 6, np.uint16), np.zeros(2, np.int64), BONUS.copy()
    actions, checksum, state = 0, 0, seed
    for _ in range(games):
        objects[:], score[:], bonus[:] = 0, 0, BONUS
        for row in range(2, 8):
            height[:, 8 * row : 8 * row + 6] = 0
        for building in range(6):
            state = deal(dealt, box, building, state)
            left[:], free[:], shown = 0, 6, 0
            for column in range(6):
                columns[:, column] = column
            for kind in dealt:
                kinds[shown] = kind
                shown += left[kind] == 0
                left[kind] += 1
            for turn in range(12):
                seat = (building + turn) & 1
                if free[seat] == 0:
                    continue
                actions += 1
                count = list_actions(legal, kinds, shown, height, columns, free[seat], seat)
                if count == 0:  # M3.9
                    free[seat] = 0
                    continue
                state += STEP
                action = legal[draw(state, count)]
                k, way, c = action >> 8, action >> 4 & 15, action & 15
                kind, column = kinds[k], columns[seat, c]
                left[kind] -= 1
                if left[kind] == 0:
                    shown -= 1
                    kinds[k] = kinds[shown]
                free[seat] -= 1
                columns[seat, c] = columns[seat, free[seat]]
                shape, row = kind // 6, kind % 6
                place = 8 * row + column
                one, two, cell = place + WIDE[shape, way, 0], place + WIDE[shape, way, 1], place + 16
                layer = height[seat, cell] + 1
                height[seat, one] = height[seat, two] = height[seat, cell] = layer
                objects[seat, one] = objects[seat, two] = 0
                objects[seat, cell] = SIZE[shape]
                pay(score, bonus, seat, row, SIZE[shape], layer)
        for row in range(6):
            line = objects[:, 8 * row + 16 : 8 * row + 22]
            settle(score, row, line[0].sum(), line[1].sum())
        checksum += score[0] + (score[1] << 32)
    return games, actions, checksum


# The masker's garden is masks of 36 bits: bit 6 * row + column.
CELLS = (1 << 36) - 1
ROW = np.array([0b111111 << 6 * row for row in range(6)])
COLUMN = np.array([0b000001_000001_000001_000001_000001_000001 << column for column in range(6)])
NOT_LAST = CELLS & ~int(COLUMN[5])
SLIM = greens(6)
TILE = np.array([[1 << one | 1 << two | 1 << 12 for one, two in ways] for ways in SLIM.tolist()])


@kernel
def popcount(mask: int) -> int:
    """LLVM turns this formula into one instruction."""
    pairs = mask - (mask >> 1 & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333)
    return (fours + (fours >> 4) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101 >> 56 & 0xFF


@kernel
def fit(fits: Ints, sites: Ints, free: int, right: int, below: int) -> None:
    """M3.2-M3.6, by shape and way round: where its object may lie.

    `sites` has the rows of its kinds on display, `right` and `below` the cells whose neighbour there is as high.
    """
    left, above, elbow = right << 1, below << 6, right & below
    along, down = right & right >> 1, below & below >> 6
    fits[0, 0] = sites[0] & free
    site = sites[1] & free
    fits[1, 0], fits[1, 1], fits[1, 2], fits[1, 3] = site & right, site & below, site & left, site & above
    site = sites[2] & free
    fits[2, 0], fits[2, 1] = site & elbow, site & below & left
    fits[2, 2], fits[2, 3] = site & left & above, site & above & right
    site = sites[3] & free
    fits[3, 0], fits[3, 1] = site & right & below << 5, site & below & right >> 6
    fits[3, 2], fits[3, 3] = site & elbow << 1, site & above & right << 7
    site = sites[4] & free
    fits[4, 0], fits[4, 1] = site & right & below >> 1, site & below & right >> 5
    fits[4, 2], fits[4, 3] = site & left & below << 7, site & elbow << 6
    site = sites[5] & free
    fits[5, 0], fits[5, 1], fits[5, 2], fits[5, 3] = site & along, site & down, site & along << 2, site & down << 12
    site = sites[6] & free
    fits[6, 0], fits[6, 1] = site & along << 1, site & down << 6


@kernel
def count_actions(fits: Ints, earlier: Ints, ranks: Ints) -> int:
    """The number of actions; also the number before each shape, and within a shape before each way round."""
    count = 0
    for shape in range(7):
        earlier[shape] = count
        one = popcount(fits[shape, 0])
        two = one + popcount(fits[shape, 1])
        three = two + popcount(fits[shape, 2])
        ranks[shape, 1], ranks[shape, 2], ranks[shape, 3] = one, two, three
        count += three + popcount(fits[shape, 3])
    return count


@kernel
def find_action(fits: Ints, earlier: Ints, ranks: Ints, rank: int) -> tuple[int, int, int]:
    """The shape, way round and object cell of the action of this rank."""
    shape = way = 0
    for later in range(1, 7):
        shape += rank >= earlier[later]
    rank -= earlier[shape]
    for later in range(1, 4):
        way += rank >= ranks[shape, later]
    rank -= ranks[shape, way]
    rest = fits[shape, way]
    for lower in range(8):  # drops as many of the lowest cells; few ranks are above 8, and these steps never branch
        rest &= rest - (lower < rank)
    for _ in range(8, rank):
        rest &= rest - 1
    return shape, way, popcount((rest & -rest) - 1)


@kernel
def masking_games(games: int, seed: int) -> tuple[int, int, int]:
    """Never list: count the legal actions in masks, draw a rank, and find the action of that rank."""
    box, dealt, left, sites = BOX.copy(), np.zeros(12, np.uint8), np.zeros(42, np.uint8), np.zeros(7, np.int64)
    fits, earlier, ranks = np.zeros((7, 4), np.int64), np.zeros(7, np.int64), np.zeros((7, 4), np.int64)
    height, reached = np.zeros((2, 36), np.uint8), np.zeros((2, 32), np.int64)  # a cell's layers, a layer's cells
    right, below, free = np.zeros(2, np.int64), np.zeros(2, np.int64), np.zeros(2, np.int64)
    ones, twos = np.zeros(2, np.int64), np.zeros(2, np.int64)  # the visible objects of a cell, in binary
    score, bonus = np.zeros(2, np.int64), BONUS.copy()
    actions, checksum, state = 0, 0, seed
    for _ in range(games):
        right[:], below[:], height[:], reached[:] = NOT_LAST, CELLS >> 6, 0, 0
        ones[:], twos[:], score[:], bonus[:] = 0, 0, 0, BONUS
        for building in range(6):
            state = deal(dealt, box, building, state)
            left[:], sites[:], free[:] = 0, 0, CELLS
            for kind in dealt:
                sites[kind // 6] |= ROW[kind % 6]
                left[kind] += 1
            for turn in range(12):
                seat = (building + turn) & 1
                if free[seat] == 0:
                    continue
                actions += 1
                fit(fits, sites, free[seat], right[seat], below[seat])
                count = count_actions(fits, earlier, ranks)
                if count == 0:  # M3.9
                    free[seat] = 0
                    continue
                state += STEP
                shape, way, cell = find_action(fits, earlier, ranks, draw(state, count))
                row, size, tile = cell // 6, SIZE[shape], TILE[shape, way] << cell >> 12
                left[6 * shape + row] -= 1
                sites[shape] &= ~(ROW[row] * (left[6 * shape + row] == 0))
                free[seat] &= ~COLUMN[cell % 6]
                layer = height[seat, cell] + 1
                height[seat, cell] = layer
                height[seat, cell + SLIM[shape, way, 0] - 12] = layer
                height[seat, cell + SLIM[shape, way, 1] - 12] = layer
                reached[seat, layer] |= tile
                level = reached[seat, layer] & ~reached[seat, layer + 1]
                beside, over = tile | tile >> 1, tile | tile >> 6  # whose equal neighbours may change
                right[seat] = right[seat] & ~beside | beside & level & level >> 1 & NOT_LAST
                below[seat] = below[seat] & ~over | over & level & level >> 6
                ones[seat] = ones[seat] & ~tile | (size & 1) << cell
                twos[seat] = twos[seat] & ~tile | (size >> 1) << cell
                pay(score, bonus, seat, row, size, layer)
        for row in range(6):
            first = popcount(ones[0] & ROW[row]) + 2 * popcount(twos[0] & ROW[row])
            second = popcount(ones[1] & ROW[row]) + 2 * popcount(twos[1] & ROW[row])
            settle(score, row, first, second)
        checksum += score[0] + (score[1] << 32)
    return games, actions, checksum


def main() -> None:
    """Two seconds each. On a busy machine the best slice says more than the mean."""
    for play in (listing_games, masking_games):
        play(1000, 0)  # compiles, and warms the core up
        games, actions, best, start = 0, 0, 0.0, perf_counter()
        while (now := perf_counter()) < start + 2:
            more = play(1000, games)
            games, actions = games + more[0], actions + more[1]
            best = max(best, more[1] / (perf_counter() - now))
        rates = f"{games / (now - start):,.0f} games/s, {actions / (now - start):,.0f} actions/s"
        print(f"{play.__name__}: {rates}, in the best slice {best:,.0f} actions/s")


if __name__ == "__main__":
    main()
