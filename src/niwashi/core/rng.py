"""The generator that kernels use, and the keyed one that a game's chance uses.

xoshiro128** (Blackman and Vigna, public domain) on four 32-bit words: small enough to be written again in a few lines
of any language, JavaScript included. docs/chance.md describes the scheme to the byte.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from niwashi.core.bits import lowest_bit, nth_bit, popcount
from niwashi.core.kernel import kernel

GENERATOR = np.dtype((np.record, [("a", np.int64), ("b", np.int64), ("c", np.int64), ("d", np.int64)]))
"""Four words of 32 bits, not all zero, in 64-bit integers so that nothing overflows."""
Generator: TypeAlias = np.record

WORD = 0xFFFFFFFF
SCHEME = "niwashi/1"


def keyed(seed: str, game: str, n: int) -> Generator:
    """The generator of a game's n-th chance event, n from 1."""
    made: Generator = keyed_array(seed, game, n)[0]
    return made


def keyed_array(seed: str, game: str, n: int) -> NDArray[np.void]:
    """The same as an array of one, which compiled code is given ten times faster than a record."""
    return _make_generator(hmac.digest(seed.encode(), f"{SCHEME}/{game}/{n}".encode(), hashlib.sha256))


def seeded(seed: int | str) -> Generator:
    """A generator for what is no table's chance: simulations, tests, bots."""
    made: Generator = _make_generator(hashlib.sha256(str(seed).encode()).digest())[0]
    return made


def _make_generator(digest: bytes) -> NDArray[np.void]:
    """The first four words of a digest, each with its lowest byte first."""
    return np.frombuffer(bytearray(struct.pack("=4q", *struct.unpack_from("<4I", digest))), GENERATOR)


@kernel
def rotate_left(word: int, by: int) -> int:
    return ((word << by) | (word >> (32 - by))) & WORD


@kernel
def next_word(rng: Generator) -> int:
    """The next 32 random bits."""
    a, b, c, d = int(rng.a), int(rng.b), int(rng.c), int(rng.d)
    word = rotate_left((b * 5) & WORD, 7) * 9 & WORD
    c ^= a
    d ^= b
    rng.a = a ^ d
    rng.b = b ^ c
    rng.c = c ^ ((b << 9) & WORD)
    rng.d = rotate_left(d, 11)
    return word


@kernel
def below(rng: Generator, n: int) -> int:
    """A whole number from 0 to n - 1, all equally likely: Lemire's multiplication, with rejection."""
    product = next_word(rng) * n
    if product & WORD < n:
        unfair = (WORD + 1 - n) % n
        while product & WORD < unfair:
            product = next_word(rng) * n
    return product >> 32


@kernel
def random_bit(bits: int, rng: Generator) -> int:
    """The number of one of the set bits, all equally likely. A lone bit draws nothing from the generator."""
    return lowest_bit(bits) if bits & (bits - 1) == 0 else nth_bit(bits, below(rng, popcount(bits)))
