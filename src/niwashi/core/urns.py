"""Urns that chance draws from: every possible outcome and its exact probability."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, perm, prod
from typing import NamedTuple


class Urn(NamedTuple):
    """Things drawn without replacement, each remaining thing equally likely."""

    counts: Mapping[int, int]
    """The number of things of each kind; a missing kind has none."""
    drawn: int
    ordered: bool
    """Whether the order of the draws matters. If not, outcomes list their kinds in ascending order."""

    @property
    def size(self) -> int:
        return sum(self.counts.values())


def probability(urns: Sequence[Urn], outcome: Sequence[int]) -> Fraction:
    """The probability of an outcome, which lists the draws of each urn, urn after urn."""
    chance, at = Fraction(1), 0
    for urn in urns:
        chance *= _probability(urn, outcome[at : at + urn.drawn])
        at += urn.drawn
    return chance


def _probability(urn: Urn, outcome: Sequence[int]) -> Fraction:
    ways = perm if urn.ordered else comb
    favourable = prod(ways(urn.counts.get(kind, 0), drawn) for kind, drawn in Counter(outcome).items())
    return Fraction(favourable, ways(urn.size, urn.drawn))


def outcomes(urns: Sequence[Urn]) -> Iterator[list[int]]:
    """Every outcome once, generated lazily: there may be too many to wait for."""
    if not urns:
        yield []
        return
    for first in _draws(urns[0], dict(urns[0].counts), urns[0].drawn, 0):
        for rest in outcomes(urns[1:]):
            yield first + rest


def _draws(urn: Urn, left: dict[int, int], drawn: int, least: int) -> Iterator[list[int]]:
    if drawn == 0:
        yield []
        return
    for kind in sorted(kind for kind, count in left.items() if count and kind >= least):
        left[kind] -= 1
        for rest in _draws(urn, left, drawn - 1, 0 if urn.ordered else kind):
            yield [kind, *rest]
        left[kind] += 1
