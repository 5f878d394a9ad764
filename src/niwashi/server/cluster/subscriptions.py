"""Other nodes where somebody looks on at a table of ours: each is told everything once, by numbered letters."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from niwashi.server.cluster.interface import Neighbours
from niwashi.server.cluster.messages import Told


@dataclass
class Branch:
    people: frozenset[str]
    heard_of: float
    """When it last said who is there."""
    stream: str = field(default_factory=lambda: secrets.token_hex(4))
    number: int = 0
    """Letters written so far: a node that has fewer, or those of another stream, has missed something."""


class Branches:
    def __init__(self, table: str, neighbours: Neighbours, seconds: Callable[[], float]) -> None:
        self._table, self._neighbours, self._seconds = table, neighbours, seconds
        self._at: dict[str, Branch] = {}

    def __bool__(self) -> bool:
        return bool(self._at)

    @property
    def people(self) -> set[str]:
        return {person for branch in self._at.values() for person in branch.people}

    def attend(self, node: str, people: list[str]) -> Branch:
        """A node says who is there; where nobody is, it is told nothing more."""
        branch = self._at.setdefault(node, Branch(frozenset(), 0.0))
        branch.people, branch.heard_of = frozenset(people), self._seconds()
        if not people:
            del self._at[node]
        return branch

    def say(self, message: bytes, to: str | None = None, last: bool = False) -> None:
        for node, branch in self._at.items():
            if to is None or to in branch.people:
                branch.number += 1
                letter = Told(
                    table=self._table, stream=branch.stream, number=branch.number, message=message, to=to, last=last
                )
                self._neighbours.send(node, letter)

    def forget_silent(self, seconds: float) -> None:
        """Nodes that have not been heard of for so long are gone, and with them whoever was there."""
        limit = self._seconds() - seconds
        self._at = {node: branch for node, branch in self._at.items() if branch.heard_of > limit}
