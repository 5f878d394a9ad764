"""Multisets of things by object: six counts, a byte each, in one integer.

A multiplication then sums all counts up to each object at once, so finding the thing at a given place of a pool takes a
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
    """A pool of one thing: to be added, or taken away."""
    return 1 << BYTE * tile_object


@kernel
def object_at(pool: int, place: int) -> int:
    """The object of the thing at a place of the pool, things of the first object (maple) coming first."""
    sums = int(pool) * ONES & ALL
    return popcount((place | 128) * ONES - sums & TOPS)


def pack_pool(counts: list[int]) -> int:
    return sum(count << BYTE * tile_object for tile_object, count in enumerate(counts))


def unpack_pool(pool: int) -> list[int]:
    return [int(pool) >> BYTE * tile_object & 255 for tile_object in range(OBJECTS)]


def count_kinds(pools: NDArray[np.int64]) -> list[int]:
    """How many of each tile kind, of a pool by shape."""
    return [count for pool in pools for count in unpack_pool(pool)]
