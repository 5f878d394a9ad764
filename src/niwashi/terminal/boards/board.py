"""What every game's board offers to the screen that shows it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable

from niwashi.terminal.canvas import Canvas
from niwashi.terminal.scene import Proposal, Scene


class Board(ABC):
    """Draws a scene, and moves a cursor over it. It knows no rule: what is possible stands in the scene's offer."""

    letters = False
    """Letters in place of kanji."""

    def __init__(self) -> None:
        self.scene: Scene | None = None

    def show(self, scene: Scene) -> None:
        """Show another scene, with the cursor at a sensible place."""
        self.scene = scene

    @abstractmethod
    def draw(self, width: int, height: int) -> Canvas:
        """The whole board, in the space there is."""

    @abstractmethod
    def press(self, key: str) -> bool:
        """A key; False if it means nothing here."""

    @abstractmethod
    def point(self, target: Hashable) -> None:
        """The mouse is over a target of the last canvas."""

    @abstractmethod
    def click(self, target: Hashable) -> bool:
        """True if the click asks for the proposal to be played."""

    @abstractmethod
    def wheel(self, steps: int) -> None:
        """The mouse wheel."""

    @abstractmethod
    def aim_at(self, notation: str) -> None:
        """Move the cursor to an action of the offer."""

    @property
    @abstractmethod
    def proposal(self) -> Proposal:
        """What the cursor is on."""

    @property
    @abstractmethod
    def keys(self) -> str:
        """One line of help."""

    @property
    @abstractmethod
    def headline(self) -> str:
        """Round and phase, in a few words."""
