"""Bots: given a position, a seat, a budget and a generator of its own, one returns an action with its reasons.

A bot gets nothing else, and cannot: a position holds no secrets. The ladder's rungs are made by `make`; anybody's bot
joins them by `register`, or through an entry point of the group “niwashi.bots” that names its factory. Where a person
at the keyboard names the bots, “module:factory” does too (`make_imported`). All but the ladder's are guarded: what they
do wrong is a `BotError` that names file and line (`bots.guard`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING, Protocol, TypeAlias

from niwashi.core.errors import BadOptions, quote

if TYPE_CHECKING:
    from niwashi.core.game import Position, Rules
    from niwashi.core.rng import Generator

ENTRY_POINTS = "niwashi.bots"


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: seconds of the clock, or nodes (positions judged), which is reproducible."""

    seconds: float | None = None
    nodes: int | None = None


@dataclass(frozen=True)
class Candidate:
    """An action that was considered: the margin it is expected to end with, and how often it was tried."""

    action: int
    value: float
    visits: int = 1


@dataclass(frozen=True)
class Decision:
    """What a bot does and why. Values are expected final points ahead of the best rival."""

    action: int
    value: float
    line: tuple[int, ...] = ()
    """The actions expected from here on, this one first, whoever takes them."""
    alternatives: tuple[Candidate, ...] = ()
    """Best first, the chosen one among them."""
    nodes: int = 0


def forced_decision(action: int) -> Decision:
    """Where there is no choice there is nothing to think about."""
    return Decision(action, 0.0, (action,), (Candidate(action, 0.0),), 1)


class Bot(Protocol):
    """One game's player."""

    def choose(self, p: Position, seat: int, budget: Budget, rng: Generator) -> Decision:
        """One of the seat's legal actions."""


Factory: TypeAlias = "Callable[[Rules], Bot]"


@dataclass(frozen=True)
class Rung:
    """A step of the ladder: its level, what it may spend by default, and how fast its hand is at the live grab."""

    level: int
    name: str
    budget: Budget
    reaction_seconds: float
    """Median seconds from the signal to the grab (`bots.reaction`)."""
    maker: str
    """Where its factory is: “module:function”, imported when it is first needed."""


LADDER = (
    Rung(1, "beginner", Budget(nodes=1), 1.6, "niwashi.bots.quick:beginner"),
    Rung(2, "casual", Budget(nodes=1), 1.2, "niwashi.bots.quick:casual"),
    Rung(3, "club", Budget(nodes=1), 0.9, "niwashi.bots.quick:club"),
    Rung(4, "strong", Budget(seconds=0.1), 0.75, "niwashi.bots.halving:strong"),
    Rung(5, "expert", Budget(seconds=1.0), 0.65, "niwashi.bots.tree:expert"),
)
"""Level 6, with a network, will be one line more."""

_registered: dict[str, Factory] = {}


def register(name: str, factory: Factory) -> None:
    """Make a bot known under a name; a name of the ladder cannot be taken."""
    if name in {rung.name for rung in LADDER} or not name.isidentifier():
        raise BadOptions("bots/name", f"a bot cannot be called {quote(name)}; a free name without spaces will do")
    _registered[name] = factory


@cache
def _entry_points() -> dict[str, metadata.EntryPoint]:
    return {point.name: point for point in metadata.entry_points(group=ENTRY_POINTS)}


def names() -> tuple[str, ...]:
    """Every bot's name, the ladder first."""
    return (*(rung.name for rung in LADDER), *_registered, *_entry_points())


def rung(name: str) -> Rung | None:
    return next((rung for rung in LADDER if rung.name == name), None)


def make(name: str, rules: Rules) -> Bot:
    """A bot of that name for a game."""
    from niwashi.bots.guard import import_factory, load_factory, make_guarded

    if found := rung(name):
        made: Bot = import_factory(found.maker)(rules)
        return made
    if name in _registered:
        return make_guarded(name, _registered[name], rules)
    if name in _entry_points():
        return make_guarded(name, load_factory(_entry_points()[name].value.partition(" ")[0]), rules)
    raise BadOptions("bots/unknown", f"there is no bot {quote(name)}; there are {', '.join(names())}")


def make_imported(path: str, rules: Rules) -> Bot:
    """A bot by where its factory is, “module:factory”, known or not.

    Importing runs the module's code: this is for what a person types, never for what comes over a network.
    """
    from niwashi.bots.guard import load_factory, make_guarded

    return make_guarded(path, load_factory(path), rules)


def register_imported(path: str) -> None:
    """Make a bot known under “module:factory”; again, only for what a person types."""
    from niwashi.bots.guard import load_factory

    _registered[path] = load_factory(path)


def is_known_here_only(name: str) -> bool:
    """Registered in this process, so that another one that it starts does not know the name."""
    return name in _registered


def default_budget(name: str) -> Budget:
    found = rung(name)
    return found.budget if found else Budget(seconds=0.1)
