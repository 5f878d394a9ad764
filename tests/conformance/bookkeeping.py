"""What a game's pieces are, followed event by event: for each game a module in books/, named like the game.

These are the only lines of this folder that know a game's rules. A game without its books fails the tests.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any, Protocol, cast

from niwashi.core.record import Event
from niwashi.engine.game import Game


class Books(Protocol):
    """Follows one game by its public information: events and views."""

    def __init__(self, game: Game) -> None: ...

    def enter(self, event: Event) -> None:
        """Takes in an event."""

    def check(self, view: Mapping[str, Any]) -> None:
        """Checks, by the view after the last event, that every piece is accounted for."""


class Module(Protocol):
    Books: type[Books]

    def owners_set(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """A component set that differs from the shipped one and is valid, as an owner of the box might write it."""


def books_of(game: str) -> Module:
    return cast(Module, importlib.import_module(f"tests.conformance.books.{game}"))
