"""What a drawing shows: a view, and what only the game's events tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Mark:
    """An action to point out."""

    seat: int
    action: str
    """Its notation."""
    is_preview: bool = False
    """It has not been played."""


@dataclass(frozen=True)
class Scene:
    """A position to be drawn."""

    title: str
    """The game's."""
    view: Mapping[str, Any]
    names: tuple[str, ...]
    board: str
    """The position as text."""
    seats: tuple[int, ...]
    """Whose gardens or houses are drawn."""
    events: tuple[tuple[int | str, str], ...] = ()
    """The events in effect. Without them a drawing leaves out what they tell, such as the outlines of tiles."""
    winners: tuple[int, ...] = ()
    over: bool = False
    mark: Mark | None = None

    @property
    def status(self) -> str:
        """Who won, or who is to act."""
        if self.over:
            won = " and ".join(self.names[seat] for seat in self.winners)
            return f"{won} {'wins' if len(self.winners) == 1 else 'share the win'}" if won else "game over"
        acting = [self.names[seat] for seat in self.view["to_act"]]
        return f"{', '.join(acting)} to act" if acting else "chance is to act"

    @property
    def last(self) -> str:
        """The last action and who took it; empty before the first."""
        done = ((who, what) for who, what in reversed(self.events) if isinstance(who, int))
        return next((f"{self.names[who]} {what}" for who, what in done), "")

    @property
    def caption(self) -> str:
        """One sentence for those who do not see the drawing."""
        view = self.view
        rounds = f", round {view['round']} of {view['rounds']}" if "rounds" in view else ""
        points = zip(self.names, view["scores"], strict=True)
        scores = ", ".join(f"{name} {score}" for name, score in points)
        return f"{self.title}{rounds}: {scores}; {self.status}"
