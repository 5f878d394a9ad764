"""What the screen needs of a table, wherever the game is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from niwashi.core.client_types import Reason
from niwashi.core.errors import NiwashiError
from niwashi.core.game import Rules
from niwashi.terminal.scene import Scene

HINTING = "thinking about a hint …"


@dataclass(frozen=True)
class Command:
    """Something else that a person can do now, such as sitting down."""

    key: str
    label: str
    run: Callable[[str], Awaitable[None]]
    """Takes the answer to the question, or an empty text."""
    question: str = ""


def do_nothing() -> None:
    pass


class Table(ABC):
    """Calls `on_change` whenever something here has changed. What is refused raises a NiwashiError."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.scene: Scene | None = None
        self.status = ""
        """What happens now, or who is to act."""
        self.busy = True
        """Something is computed or awaited: nobody can act here."""
        self.log: list[str] = []
        self.over = False
        self.quick = False
        """A race is on: a card's number takes it at once."""
        self.on_change: Callable[[], None] = do_nothing

    @abstractmethod
    async def run(self) -> None:
        """Everything that happens without a person; ends when the screen is left."""

    @abstractmethod
    async def act(self, notation: str) -> None: ...

    @abstractmethod
    async def undo(self) -> None: ...

    @abstractmethod
    async def hint(self) -> tuple[str, str]:
        """The recommended action, and the hint in words."""

    @abstractmethod
    def explain(self, notation: str, reason: Reason | None) -> str:
        """Why an action is impossible, or how its points add up: one sentence."""

    @abstractmethod
    def sheet(self) -> str:
        """Everybody's score, itemised."""

    def end(self, error: NiwashiError) -> None:
        """Nothing happens here any more: `run` ended with this error."""
        self.busy, self.status = True, error.sentence

    @property
    @abstractmethod
    def farewell(self) -> str:
        """What is said on leaving."""

    @property
    def commands(self) -> list[Command]:
        return []
