"""Sums in NumPy's order: floats add up to the same bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

BLOCK = 128


def in_order(items: Sequence[Any]) -> Any:
    total = items[0]
    for item in items[1:]:
        total += item
    return total


def pairwise(items: Sequence[Any]) -> Any:
    """Eight sums at a time up to 128 items; longer ones in two halves."""
    n = len(items)
    if n < 8:
        return in_order(items) if n else 0
    if n > BLOCK:
        half = n // 2 - n // 2 % 8
        return pairwise(items[:half]) + pairwise(items[half:])
    r = list(items[:8])
    whole = n - n % 8
    for at in range(8, whole, 8):
        for i in range(8):
            r[i] += items[at + i]
    total = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
    for item in items[whole:]:
        total += item
    return total
