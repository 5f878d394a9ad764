"""Bots: from a position, a seat, a budget and a random generator, a bot returns an action with its reasons.

A bot sees the whole position, which holds no secrets, and nothing else. `make` makes the bots of the ladder. Other bots
join by `register`, or by an entry point of the group “niwashi.bots” that names a factory. A person at the keyboard may
also name one as “module:factory” (`make_imported`). All bots but the ladder's are guarded: their mistakes become a
`BotError` that names file and line (`bots.guard`).
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
    """How long a bot may think: in seconds, or in nodes (positions evaluated), which is reproducible."""

    seconds: float | None = None
    nodes: int | None = None


@dataclass(frozen=True)
class Candidate:
    """An action that a bot considered: the expected final margin, and how often it was tried."""

    action: int
    value: float
    visits: int = 1


@dataclass(frozen=True)
class Decision:
    """A bot's action and its reasons. Values are expected final points ahead of the best rival."""

    action: int
    value: float
    line: tuple[int, ...] = ()
    """The expected actions of all seats from here on, this one first."""
    alternatives: tuple[Candidate, ...] = ()
    """Best first, the chosen one among them."""
    nodes: int = 0


def forced_decision(action: int) -> Decision:
    """The decision where only one action is legal."""
    return Decision(action, 0.0, (action,), (Candidate(action, 0.0),), 1)


class Bot(Protocol):
    """A player of one game."""

    def choose(self, p: Position, seat: int, budget: Budget, rng: Generator) -> Decision:
        """One of the seat's legal actions."""


Factory: TypeAlias = "Callable[[Rules], Bot]"


@dataclass(frozen=True)
class Rung:
    """A step of the ladder: level, default budget, and reaction time at the live grab."""

    level: int
    name: str
    budget: Budget
    reaction_seconds: float
    """Median seconds from when the hand may move to the grab (`bots.reaction`)."""
    maker: str
    """The factory as “module:function”, imported on first use."""
    patience_seconds: float = 0.0
    """Seconds after the signal for which the hand rests, while people still choose."""


LADDER = (
    Rung(1, "beginner", Budget(nodes=1), 1.6, "niwashi.bots.quick:beginner", 6.0),
    Rung(2, "casual", Budget(nodes=1), 1.2, "niwashi.bots.quick:casual", 4.0),
    Rung(3, "club", Budget(nodes=1), 0.9, "niwashi.bots.quick:club", 1.5),
    Rung(4, "strong", Budget(seconds=0.1), 0.75, "niwashi.bots.halving:strong"),
    Rung(5, "expert", Budget(seconds=1.0), 0.65, "niwashi.bots.tree:expert"),
)

_registered: dict[str, Factory] = {}


def register(name: str, factory: Factory) -> None:
    """Make a bot known under a name. Names of the ladder are reserved."""
    if name in {rung.name for rung in LADDER} or not name.isidentifier():
        raise BadOptions(
            "bots/name",
            f"a bot cannot be called {quote(name)}; its name must be an identifier that the ladder does not use",
        )
    _registered[name] = factory


@cache
def _entry_points() -> dict[str, metadata.EntryPoint]:
    return {point.name: point for point in metadata.entry_points(group=ENTRY_POINTS)}


def names() -> tuple[str, ...]:
    """Every bot's name, the ladder first."""
    return (*(rung.name for rung in LADDER), *_registered, *_entry_points())


def rung(name: str) -> Rung | None:
    """The level of that name, if it is one of the ladder."""
    return next((rung for rung in LADDER if rung.name == name), None)


def make(name: str, rules: Rules) -> Bot:
    """A bot of that name for a game."""
    from niwashi.bots.guard import import_factory, load_factory, make_guarded

    if level := rung(name):
        made: Bot = import_factory(level.maker)(rules)
        return made
    if name in _registered:
        return make_guarded(name, _registered[name], rules)
    if name in _entry_points():
        return make_guarded(name, load_factory(_entry_points()[name].value.partition(" ")[0]), rules)
    raise BadOptions("bots/unknown", f"there is no bot {quote(name)}; there are {', '.join(names())}")


def make_imported(path: str, rules: Rules) -> Bot:
    """A bot by its factory, “module:factory”.

    Importing runs the module's code: use it for names that a person types, never for input from a network.
    """
    from niwashi.bots.guard import load_factory, make_guarded

    return make_guarded(path, load_factory(path), rules)


def register_imported(path: str) -> None:
    """Make a bot known under “module:factory”; only for names that a person types."""
    from niwashi.bots.guard import load_factory

    _registered[path] = load_factory(path)


def is_known_here_only(name: str) -> bool:
    """Whether the name is registered in this process only, so that worker processes do not know it."""
    return name in _registered


def default_budget(name: str) -> Budget:
    """The budget of a level of the ladder; 0.1 s for any other bot."""
    level = rung(name)
    return level.budget if level else Budget(seconds=0.1)
