"""English words for features and numbers. Samurai Gardener has its own for some."""

from __future__ import annotations

from niwashi.games.edo_yashiki.cards import FEATURES
from niwashi.games.edo_yashiki.options import SAMURAI

_SINGULAR = {"T": "tatami", "P": "pond", "F": "floor", "G": "garden"}
_PLURAL = {"T": "tatami", "P": "ponds", "F": "floors", "G": "gardens"}
_SAMURAI_SINGULAR = _SINGULAR | {"F": "path", "G": "bush"}
_SAMURAI_PLURAL = _PLURAL | {"F": "paths", "G": "bushes"}
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def singular(feature: str, edition: str) -> str:
    return (_SAMURAI_SINGULAR if edition == SAMURAI else _SINGULAR)[feature]


def plural(feature: str, edition: str) -> str:
    return (_SAMURAI_PLURAL if edition == SAMURAI else _PLURAL)[feature]


def marker_word(edition: str) -> str:
    return "features" if edition == SAMURAI else "markers"


def marker_letters(markers: int) -> str:
    """The features with a marker (E6.1), as letters."""
    return "".join(letter for place, letter in enumerate(FEATURES) if markers >> place & 1)


def count_word(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)
