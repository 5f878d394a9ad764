"""The other nodes, as a node sees them: somebody to write to, or nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from niwashi.core.errors import NiwashiError
from niwashi.server.cluster.messages import Letter, Question
from niwashi.server.errors import silent

PATIENCE = 5.0
"""Seconds for an answer."""
Then: TypeAlias = Callable[[bytes], None] | None


class Passed(NiwashiError):
    """What another node said against a request, with the HTTP status that it found fitting."""

    def __init__(self, code: str, sentence: str, status: int) -> None:
        super().__init__(code, sentence)
        self.status = status


class Neighbours(Protocol):
    @property
    def up(self) -> bool:
        """Whether letters come through."""

    def send(self, node: str, letter: Letter) -> None:
        """Never waits. A letter may be lost."""

    def broadcast(self, letter: Letter) -> None:
        """To all other nodes."""

    async def ask(self, node: str, question: Question, patience: float = PATIENCE, then: Then = None) -> bytes:
        """The answer; `then` hears it before any later letter is read.

        Raises Away, Silent, Late, or what was answered.
        """


class Alone:
    """One node and no Redis."""

    up = True

    def send(self, node: str, letter: Letter) -> None:
        pass

    def broadcast(self, letter: Letter) -> None:
        pass

    async def ask(self, node: str, question: Question, patience: float = PATIENCE, then: Then = None) -> bytes:
        """Whoever held the table before us has not come back, and its lease has not run out."""
        raise silent()
