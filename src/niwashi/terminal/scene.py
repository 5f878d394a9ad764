"""What a board is drawn from: a position as clients get it, and the choices of the seat that acts here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from niwashi.core.client_types import Item, Reason


class Offer(Protocol):
    """The choices of a seat: `core.client_types.ChoiceSet` of a game in this process, `wire.Choices` of a server."""

    @property
    def actions(self) -> list[str]: ...
    @property
    def points(self) -> list[int]: ...
    @property
    def sums(self) -> list[list[int]]: ...
    @property
    def parts(self) -> list[Item]: ...
    @property
    def cover(self) -> Any: ...
    @property
    def blocked(self) -> Any: ...


@dataclass(frozen=True)
class Scene:
    view: dict[str, Any]
    names: tuple[str, ...]
    front: int
    """The seat whose garden or house is in front."""
    offer: Offer | None = None
    """The choices of the seat in front, if it is to act here."""
    text: str = ""
    """The board as lines of text, for a game that has no drawing of its own."""
    bots: frozenset[int] = field(default_factory=frozenset)

    @property
    def acting(self) -> tuple[int, ...]:
        return tuple(self.view.get("to_act", ()))

    @property
    def others(self) -> list[int]:
        """The other seats, clockwise from the one in front."""
        seats = len(self.names)
        return [(self.front + step) % seats for step in range(1, seats)]


@dataclass(frozen=True)
class Proposal:
    """What Enter would do, or why it would do nothing."""

    index: int | None = None
    """The place in the lists of the offer."""
    notation: str = ""
    """The action as notation, also where it is refused."""
    refused: Reason | None = None

    def describe(self, offer: Offer | None) -> str:
        """The points of the action and how they add up."""
        if offer is None or self.index is None:
            return ""
        items = [offer.parts[place] for place in offer.sums[self.index]]
        sums = ", ".join(f"{item.text}: {item.points}" for item in items if item.points)
        return f"+{offer.points[self.index]}" + (f"  ({sums})" if sums else "")
