"""A real table's score sheet: what people counted goes in, every seat's points come out, itemised."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from niwashi.core.errors import BadTally
from niwashi.core.shown import Item, item_of
from niwashi.engine.factory import rules_of


class ScoredSheet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Every seat's items in the order of its sheet."""

    game: str
    names: list[str]
    sheets: list[list[Item]]
    totals: list[int]
    over: bool
    """Nothing is left to be scored; before that nobody has won."""
    winners: list[int] = []


def score(given: Mapping[str, Any]) -> ScoredSheet:
    """What `niwashi score` says of the same answers; raises BadTally where they cannot be."""
    if "game" not in given:
        raise BadTally("tally/game", 'a score sheet says its game: "game": "miyabi", say')
    rules = rules_of(given["game"])
    tallied = rules.tally(given)
    totals = [sum(part.points for part in parts) for parts in tallied.parts]
    return ScoredSheet(
        game=rules.name,
        names=list(tallied.names),
        sheets=[[item_of(part) for part in parts] for parts in tallied.parts],
        totals=totals,
        over=tallied.over,
        winners=[seat for seat, total in enumerate(totals) if total == max(totals)] if tallied.over else [],
    )
