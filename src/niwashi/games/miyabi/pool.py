"""Pools: multisets by object, six counts of a byte each, in one integer.

One multiplication computes all prefix sums of the counts, so finding the object at a given place of a pool takes a
handful of instructions and no branch. Counts stay below 128.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.core.bits import popcount
from niwashi.core.kernel import kernel
from niwashi.games.miyabi.tiles import OBJECTS

BYTE = 8
ONES = 0x010101010101
TOPS = 0x808080808080
ALL = 0xFFFFFFFFFFFF


@kernel
def count_of(pool: int, tile_object: int) -> int:
    return int(pool) >> BYTE * tile_object & 255


@kernel
def size_of(pool: int) -> int:
    return int(pool) * ONES >> BYTE * (OBJECTS - 1) & 255


@kernel
def one(tile_object: int) -> int:
    """A pool of one thing, to add to a pool or subtract from it."""
    return 1 << BYTE * tile_object


@kernel
def object_at(pool: int, place: int) -> int:
    """The object at a place of the pool, which is ordered by object, maples first."""
    sums = int(pool) * ONES & ALL
    return popcount((place | 128) * ONES - sums & TOPS)


def pack_pool(counts: list[int]) -> int:
    return sum(count << BYTE * tile_object for tile_object, count in enumerate(counts))


def unpack_pool(pool: int) -> list[int]:
    return [int(pool) >> BYTE * tile_object & 255 for tile_object in range(OBJECTS)]


def count_kinds(pools: NDArray[np.int64]) -> list[int]:
    """The number of tiles of each kind, from pools by shape."""
    return [count for pool in pools for count in unpack_pool(pool)]
