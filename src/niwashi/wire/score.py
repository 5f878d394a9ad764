"""Score sheets of games at a real table: people enter what they counted and get itemised points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from niwashi.core.client_types import Item, make_item
from niwashi.core.errors import BadTally
from niwashi.engine.factory import rules_of
from niwashi.engine.sheet import winning_seats


class ScoredSheet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Every seat's score items, in the order of the sheet."""

    game: str
    names: list[str]
    sheets: list[list[Item]]
    totals: list[int]
    over: bool
    """Whether all scoring is done; before that there is no winner."""
    winners: list[int] = []


def score(sheet: Mapping[str, Any]) -> ScoredSheet:
    """The same result as `niwashi score`. Raises BadTally for impossible answers."""
    if "game" not in sheet:
        raise BadTally("tally/game", 'a score sheet needs a game, such as "game": "miyabi"')
    rules = rules_of(sheet["game"])
    tallied = rules.tally(sheet)
    totals = [sum(part.points for part in parts) for parts in tallied.parts]
    return ScoredSheet(
        game=rules.name,
        names=list(tallied.names),
        sheets=[[make_item(part) for part in parts] for parts in tallied.parts],
        totals=totals,
        over=tallied.over,
        winners=list(winning_seats(totals)) if tallied.over else [],
    )
