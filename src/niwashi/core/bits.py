"""Sets of cells as bits of an integer."""

from __future__ import annotations

from niwashi.core.kernel import kernel

UNBRANCHED = 4


@kernel
def popcount(bits: int) -> int:
    """How many bits are set, of a number of at most 63 bits. LLVM knows this shape and makes it one instruction."""
    bits = int(bits)
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (bits * 0x0101010101010101) >> 56 & 127


@kernel
def lowest_bit(bits: int) -> int:
    """The number of the lowest set bit."""
    return popcount((bits & -bits) - 1)


@kernel
def nth_bit(bits: int, n: int) -> int:
    """The number of the n-th set bit, n from 0. The first steps do not branch: a processor cannot guess n."""
    for lower in range(UNBRANCHED):
        bits &= bits - (lower < n)
    for _ in range(UNBRANCHED, n):
        bits &= bits - 1
    return lowest_bit(bits)
