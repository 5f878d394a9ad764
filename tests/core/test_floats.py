"""`exp` and `log` of the kernels, compared with those of the C library, compiled and interpreted."""

from __future__ import annotations

import math
import os
import struct
import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from niwashi.core import floats

ALL_FLOATS = st.floats(allow_nan=False)
PRINT_SOME = """
import hashlib, struct
from niwashi.core import floats
values = [floats.exp(-n / 6144) for n in range(0, 200_000, 97)] + [floats.log(n + 1.0) for n in range(2000)]
print(hashlib.sha256(struct.pack(f"{len(values)}d", *values)).hexdigest())
"""


def ulps_apart(a: float, b: float) -> int:
    """How many numbers lie between two of the same sign, and one more: 0 if they are equal."""
    first, second = (int.from_bytes(struct.pack("<d", number), "little", signed=True) for number in (a, b))
    return abs(first - second) if (a < 0) == (b < 0) else abs(first) + abs(second)


def libm(function: Callable[[float], float], x: float) -> float:
    try:
        return function(x)
    except OverflowError:
        return math.inf


@given(st.floats(-750, 720) | ALL_FLOATS)
def test_exp_is_within_one_unit_in_the_last_place(x: float) -> None:
    assert ulps_apart(floats.exp(x), libm(math.exp, x)) <= 1


@given(st.floats(0, exclude_min=True) | st.floats(0.4, 2.5))
def test_log_is_within_one_unit_in_the_last_place(x: float) -> None:
    assert ulps_apart(floats.log(x), libm(math.log, x)) <= 1


@pytest.mark.parametrize(
    ("function", "x", "value"),
    [
        (floats.exp, 0.0, 1.0),
        (floats.exp, -math.inf, 0.0),
        (floats.exp, math.inf, math.inf),
        (floats.log, 1.0, 0.0),
        (floats.log, 0.0, -math.inf),
        (floats.log, math.inf, math.inf),
    ],
)
def test_the_limits_are_exact(function: Callable[[float], float], x: float, value: float) -> None:
    assert function(x) == value


def test_what_has_no_value_is_not_a_number() -> None:
    assert all(math.isnan(value) for value in (floats.exp(math.nan), floats.log(math.nan), floats.log(-1.0)))


def test_compiled_and_interpreted_give_the_same_bits() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-W", "error", "-c", PRINT_SOME],
            env={**os.environ, "NIWASHI_JIT": jit},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for jit in ("0", "1")
    }
    assert len(printed) == 1
