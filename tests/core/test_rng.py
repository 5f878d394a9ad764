"""The generator and the keyed chance, held against an independent reading of the scheme."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from niwashi.core.bits import lowest_bit, nth_bit, popcount
from niwashi.core.rng import below, keyed, next_word, seeded

WORD = 0xFFFFFFFF


def reference_words(state: list[int], count: int) -> list[int]:
    """xoshiro128** as its authors print it."""
    words = []
    for _ in range(count):
        product = state[1] * 5 & WORD
        words.append(((product << 7 | product >> 25) & WORD) * 9 & WORD)
        shifted = state[1] << 9 & WORD
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = (state[3] << 11 | state[3] >> 21) & WORD
    return words


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=30), st.integers(1, 999))
def test_the_keyed_generator_is_hmac_and_xoshiro(seed: str, n: int) -> None:
    digest = hmac.new(seed.encode(), f"niwashi/1/miyabi/{n}".encode(), hashlib.sha256).digest()
    state = [int.from_bytes(digest[4 * i : 4 * i + 4], "little") for i in range(4)]
    rng = keyed(seed, "miyabi", n)
    assert [next_word(rng) for _ in range(20)] == reference_words(state, 20)


def test_a_known_vector() -> None:
    """From the authors' reference program with the state 1, 2, 3, 4."""
    rng = seeded(0)
    rng.a, rng.b, rng.c, rng.d = 1, 2, 3, 4
    assert [next_word(rng) for _ in range(6)] == [11520, 0, 5927040, 70819200, 2031721883, 1637235492]


@given(st.integers(1, 5000), st.integers(0, 10**6))
def test_below_stays_below(n: int, seed: int) -> None:
    rng = seeded(seed)
    assert all(0 <= below(rng, n) < n for _ in range(20))


@pytest.mark.parametrize("n", [2, 3, 7, 36, 57])
def test_below_is_fair(n: int) -> None:
    """Chi-square at four standard deviations."""
    rng, draws = seeded(n), 20_000
    counts = [0] * n
    for _ in range(draws):
        counts[below(rng, n)] += 1
    chi = sum((count - draws / n) ** 2 / (draws / n) for count in counts)
    assert chi < (n - 1) + 4 * (2 * (n - 1)) ** 0.5 + 8


def test_below_rejects_what_would_be_unfair() -> None:
    """With n = 3 * 2**30 a quarter of all words must be thrown away; without that, some numbers come twice as often."""
    rng, n = seeded(5), 3 << 30
    thirds = [0, 0, 0]
    for _ in range(6000):
        thirds[below(rng, n) % 3] += 1
    assert max(thirds) - min(thirds) < 250


@given(st.integers(0, (1 << 62) - 1))
def test_bits(bits: int) -> None:
    places = [i for i in range(63) if bits >> i & 1]
    assert popcount(bits) == len(places)
    if places:
        assert lowest_bit(bits) == places[0]
        assert [nth_bit(bits, n) for n in range(len(places))] == places
