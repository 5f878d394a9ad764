"""Miyabi's variants: seats, expansions (M6), and whether one may always pass (M3.9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from niwashi.core.errors import BadOptions, quote
from niwashi.core.game import Options, check_flag, check_known, check_seats
from niwashi.games.miyabi.state import EXPANSION_LETTERS

SEATS = range(2, 5)


@dataclass(frozen=True, kw_only=True)
class MiyabiOptions(Options):
    """What Miyabi can be played with."""

    expansions: str = ""
    """M6: letters of ABCDE, each at most once."""
    free_pass: bool = False
    """M3.9: whether a seat may pass although it could place."""

    @property
    def expansion_bits(self) -> int:
        """The expansions as a position has them."""
        return sum(1 << EXPANSION_LETTERS.index(letter) for letter in self.expansions)


def read_options(given: Mapping[str, Any]) -> MiyabiOptions:
    check_known("miyabi", given, ("seats", "expansions", "free_pass"))
    return MiyabiOptions(
        seats=check_seats("Miyabi", given.get("seats", 2), SEATS),
        expansions=read_expansions(given.get("expansions", "")),
        free_pass=check_flag("free_pass", given.get("free_pass", False)),
    )


def read_expansions(given: object) -> str:
    """The letters in order, each once; capital or small."""
    letters = given.upper() if isinstance(given, str) and len(given) <= 2 * len(EXPANSION_LETTERS) else "?"
    if not set(letters) <= set(EXPANSION_LETTERS) or len(set(letters)) < len(letters):
        sentence = f"expansions are letters of ABCDE, each at most once, such as 'CE'; not {quote(given)}"
        raise BadOptions("options/expansions", sentence)
    return "".join(sorted(letters))


def list_variants() -> Iterator[MiyabiOptions]:
    for seats, bits, free_pass in product(SEATS, range(32), (False, True)):
        letters = "".join(letter for i, letter in enumerate(EXPANSION_LETTERS) if bits >> i & 1)
        yield MiyabiOptions(seats=seats, expansions=letters, free_pass=free_pass)
