"""Names for bots: gardeners whom players come to know, a few for each level.

The name is stored with the seat, so that logs and records show it. The client adds the level and a line about each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

GARDENERS = {
    "beginner": ("Yui", "Nico", "Emi", "Poldi"),
    "casual": ("Hana", "Kenji", "Otto", "Lise"),
    "club": ("Sora", "Clara", "Jun", "Tomo"),
    "strong": ("Ren", "Akiko", "Bruno", "Shiori"),
    "expert": ("Enshu", "Soseki", "Sesshu", "Zenami"),
}
"""By level of the ladder. The experts are named after masters of old gardens."""


def pick_bot_name(level: str, taken: Iterable[str]) -> str:
    """The first of the level's names that nobody at the table has; a bot of another origin is called by its level."""
    used = {name.casefold() for name in taken}
    return next(name for name in _candidates(level) if name.casefold() not in used)


def _candidates(level: str) -> Iterator[str]:
    names = GARDENERS.get(level, (level.capitalize(),))
    yield from names
    for number in count(2):
        yield from (f"{name} {number}" for name in names)
