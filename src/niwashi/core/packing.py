"""Bits and bytes in 64-bit words: how `encode` and `mask` write, eight bytes or 64 bits at a time.

All numbers here are unsigned: Numba turns uint64 mixed with int64 into a float.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.core.kernel import kernel

WORD_BITS = 64
WORD_BYTES = 8
LAST_BYTE = np.uint64(255)
BYTE_BITS = np.uint64(8)

_EACH_BYTE = np.uint64(0x0101010101010101)
_DIAGONAL = np.uint64(0x8040201008040201)
_CARRY = np.uint64(0x7F7F7F7F7F7F7F7F)
_TOP = np.uint64(7)
_ZERO = np.uint64(0)


@kernel
def spread(bits: np.uint64) -> np.uint64:
    """Eight bits as eight bytes, each 0 or 1, the lowest bit first."""
    return (((bits * _EACH_BYTE) & _DIAGONAL) + _CARRY >> _TOP) & _EACH_BYTE


@kernel
def append_bits(out: NDArray[np.uint64], at: int, bits: int) -> None:
    """Sets these bits, at most 63, from bit `at` on. They must be 0."""
    word, shift = at // WORD_BITS, at % WORD_BITS
    out[word] |= np.uint64(bits) << np.uint64(shift)
    if shift > 1:
        rest = np.uint64(bits) >> np.uint64(WORD_BITS - shift)
        if rest != _ZERO:
            out[word + 1] |= rest


@kernel
def clear_words(out: NDArray[np.uint64], first: int, end: int) -> None:
    for word in range(first, end):
        out[word] = _ZERO


@kernel
def update_bytes(bits: np.uint64, out: NDArray[np.uint64], word: int) -> None:
    """Writes a word of bits as eight words of bytes, the first of them at `word`."""
    for i in range(WORD_BYTES):
        out[word + i] = spread(bits >> np.uint64(i) * BYTE_BITS & LAST_BYTE)


def words_for_bits(bits: int) -> int:
    return -(-bits // WORD_BITS)


def as_bytes(words: NDArray[np.uint64], length: int) -> NDArray[np.uint8]:
    """The first bytes of words, without a copy. Kernels run on little-endian machines only."""
    return words.view(np.uint8)[..., :length]


def as_flags(words: NDArray[np.uint64], length: int) -> NDArray[np.bool_]:
    """The first bits of words, one byte each."""
    return np.unpackbits(words.view(np.uint8), axis=-1, count=length, bitorder="little").view(np.bool_)
