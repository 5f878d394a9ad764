"""The types that clients are sent. A client knows no rule: it gets keys and numbers, and puts them into words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

import msgspec

if TYPE_CHECKING:
    from niwashi.core.game import Part

Args: TypeAlias = dict[str, int | str]
_RULE = re.compile(r"\(([A-Z]\d+(?:\.[A-Z]?\d+)?)")


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """One item of a score: its key, its points, the rule that pays it, and the same in English."""

    key: str
    args: Args
    points: int
    rule: str
    text: str


def make_item(part: Part) -> Item:
    return Item(key=part.key, args=dict(part.args), points=part.points, rule=part.rule, text=part.detail)


class SheetItem(TypedDict):
    """An `Item` inside a view, which is plain JSON."""

    key: str
    args: Args
    points: int
    rule: str
    text: str


def sheet_view(sheet: Sequence[Sequence[Part]]) -> list[list[SheetItem]]:
    return [[_make_sheet_item(part) for part in parts] for parts in sheet]


def _make_sheet_item(part: Part) -> SheetItem:
    return {"key": part.key, "args": dict(part.args), "points": part.points, "rule": part.rule, "text": part.detail}


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """Why something is not possible: the error code, the rule, and the arguments of the translated sentence."""

    code: str
    rule: str
    args: Args = {}


@lru_cache(maxsize=1024)
def cited_rule(sentence: str) -> str:
    """The first rule that a sentence cites in brackets."""
    cited = _RULE.search(sentence)
    return cited[1] if cited else ""


@dataclass(frozen=True)
class ChoiceSet:
    """All legal actions of a seat as parallel lists. Each item of a score is stored once."""

    actions: list[str]
    points: list[int]
    sums: list[list[int]]
    """For each action, the indices of its items in `parts`; their points add up to the action's."""
    parts: list[Item]
    cover: Any
    """The game's own struct of lists: the cells or squares that each action would cover."""
    blocked: Any
    """The game's own struct: the placements that are not possible, and why."""


def _dash(name: str) -> str:
    """`ZenPlaced` has the key `zen-placed`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Effect(msgspec.Struct, frozen=True, kw_only=True, tag_field="key", tag=_dash):
    """One thing that an event did, for animation and speech. Each subclass has its own key on the wire."""


class Scored(Effect, frozen=True):
    """Points for a seat, how they add up, and the new score. All points of a game arrive in this effect."""

    seat: int
    points: int
    total: int
    parts: list[Item]


class TakenBack(Effect, frozen=True):
    """The game went back to the position after `to` events."""

    to: int


class Resigned(Effect, frozen=True):
    seat: int


class HandedOver(Effect, frozen=True):
    """A bot plays this seat from here on."""

    seat: int
    level: str


class Returned(Effect, frozen=True):
    """A person plays this seat again."""

    seat: int


TABLE_EFFECTS: tuple[type[Effect], ...] = (TakenBack, Resigned, HandedOver, Returned)
"""Effects of table events, which every game can have."""
