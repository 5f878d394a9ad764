"""What a client that knows no rule is shown of actions and events: keys and numbers, for it to put into words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

import msgspec

if TYPE_CHECKING:
    from niwashi.core.errors import NiwashiError
    from niwashi.core.game import Part

Args: TypeAlias = dict[str, int | str]
_RULE = re.compile(r"\(([A-Z]\d+(?:\.[A-Z]?\d+)?)")


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """One item of a score: what it is for, its points, the rule that pays it; and the same in English."""

    key: str
    args: Args
    points: int
    rule: str
    text: str


def make_item(part: Part) -> Item:
    return Item(key=part.key, args=dict(part.args), points=part.points, rule=part.rule, text=part.detail)


class SheetItem(TypedDict):
    """An item of a score sheet in a view, which is JSON."""

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
    """Why something is not possible: the code of the refusal, the rule, and what it is about."""

    code: str
    rule: str
    args: Args = {}


@lru_cache(maxsize=1024)
def cited_rule(sentence: str) -> str:
    """The rule that a refusal names, in its brackets; of several the first."""
    cited = _RULE.search(sentence)
    return cited[1] if cited else ""


def make_reason(refusal: NiwashiError) -> Reason:
    return Reason(code=refusal.code, rule=cited_rule(refusal.sentence), args=dict(refusal.about))


@dataclass(frozen=True)
class ChoiceSet:
    """Everything that a seat may do, packed: lists with a place for each action, each item of a score written once."""

    actions: list[str]
    points: list[int]
    sums: list[list[int]]
    """For each action the places of its items in `parts`; their points add up to its own."""
    parts: list[Item]
    cover: Any
    """The game's own struct of lists: what each action would cover."""
    blocked: Any
    """The game's own struct: what is not possible, and why."""


# -- effects -----------------------------------------------------------------------------------------------------------
def _dash(name: str) -> str:
    """`ZenPlaced` is told as `zen-placed`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Effect(msgspec.Struct, frozen=True, kw_only=True, tag_field="key", tag=_dash):
    """Something that an event did, for animation and speech. Each kind is a subclass, and a key on the wire."""


class Scored(Effect, frozen=True):
    """Points for a seat, how they add up, and its score with them. All points of a game come in these."""

    seat: int
    points: int
    total: int
    parts: list[Item]


class TakenBack(Effect, frozen=True):
    """The game stands where it stood after so many events; what came later is undone."""

    to: int


class Resigned(Effect, frozen=True):
    seat: int


class HandedOver(Effect, frozen=True):
    """A bot plays this seat from here on."""

    seat: int
    level: str


class Returned(Effect, frozen=True):
    """A person plays it again."""

    seat: int


TABLE_EFFECTS: tuple[type[Effect], ...] = (TakenBack, Resigned, HandedOver, Returned)
"""Those that any game can have."""
