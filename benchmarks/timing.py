"""Timing on a noisy machine: alternating short slices, of which the best counts; and a calibration loop."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any

import numba
import numpy as np

Job = Callable[[], int]
"""Does a slice of work and returns its amount."""

CALIBRATION_STEPS = 2_000_000


@numba.njit(nogil=True)
def _calibration(steps: int) -> int:
    """Integer work like the engine's: shifts, multiplications, population counts, one table look-up per step."""
    table = np.arange(64)
    state, total = 88172645463325252, 0
    for _ in range(steps):
        state ^= state << 13
        state ^= state >> 7 & 0x1FFFFFFFFFFFFFF
        state ^= state << 17
        bits = state & 0x0FFFFFFFFFFFFFFF
        bits -= bits >> 1 & 0x5555555555555555
        bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
        total += table[(bits * 0x0101010101010101 >> 56) & 63]
    return total


def calibration() -> int:
    _calibration(CALIBRATION_STEPS)
    return CALIBRATION_STEPS


def best_rates(jobs: dict[str, Job], rounds: int) -> dict[str, float]:
    """Work per second of each job. Jobs alternate, and the best slice of each counts. The first round is a warm-up."""
    best = dict.fromkeys(jobs, 0.0)
    for turn in range(rounds + 1):
        for name, job in jobs.items():
            start = perf_counter()
            work = job()
            rate = work / (perf_counter() - start)
            if turn:
                best[name] = max(best[name], rate)
    return best


def run_together(jobs: list[Job]) -> int:
    """One slice of each job at the same time, in threads: kernels release the GIL."""
    with ThreadPoolExecutor(len(jobs)) as pool:
        return sum(pool.map(_call, jobs))


def _call(job: Callable[[], Any]) -> int:
    return int(job())
