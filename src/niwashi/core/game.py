"""The contract that a game folder fulfils: kernels over one position, and around them what people and programs need."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from niwashi.core.client_types import Args, ChoiceSet, Effect
from niwashi.core.components import Components, read_toml
from niwashi.core.errors import BadOptions, NiwashiError, quote
from niwashi.core.facts import Facts, Phrase
from niwashi.core.rng import Generator
from niwashi.core.urns import Urn

Position: TypeAlias = np.record
"""One record of the game's dtype: what lies open, what is still in the box, and no secret."""
Buffer: TypeAlias = NDArray[np.int64]

OVER = 0
CHANCE = -1
"""What `to_act` says instead of a mask of seats."""


@dataclass(frozen=True)
class Kernels:
    """The compiled half of the contract. Callers pass only legal actions and outcomes that can come up."""

    start: Callable[[Position, np.record], None]
    """Sets the opening position from the game's set-up record (options and component values)."""
    to_act: Callable[[Position], int]
    """Bit mask of the seats that may act now; CHANCE, or OVER."""
    legal: Callable[[Position, int, Buffer], int]
    """Writes the seat's legal actions in ascending order and returns how many."""
    sample: Callable[[Position, int, Generator], int]
    """Draws one legal action from a generator, all equally likely, without listing them."""
    play: Callable[[Position, int, int], None]
    gain: Callable[[Position, int, int], int]
    """What the action would score at once; where a seat may choose how to score, with the best choice."""
    features: Callable[[Position, int, NDArray[np.float32]], int]
    """Writes the numbers that judge a position for a seat and returns how many."""
    prospects: Callable[[Position, int, NDArray[np.float32]], int]
    """The features and, where a game has them, dearer ones for positions in which chance is to act."""
    draw: Callable[[Position, Generator, Buffer], int]
    """Draws a chance outcome from a generator (second), writes it (third) and returns its length."""
    reveal: Callable[[Position, Buffer, int], None]
    """Applies an outcome of the given length."""
    scores: Callable[[Position, Buffer], None]
    """Writes each seat's score so far; the final one when the game is over."""

    def by_name(self) -> dict[str, Callable[..., Any]]:
        """All of them by name, for loops that are bound to a game."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True, kw_only=True)
class Options:
    """A variant of a game. Each game subclasses it; the fields, in order, are what a record holds."""

    seats: int

    def as_dict(self) -> dict[str, Any]:
        """The options by name, as a record holds them."""
        return asdict(self)


@dataclass(frozen=True)
class Part:
    """One item of a score: what it is for, how it adds up, its points, and the rule that pays it."""

    what: str
    detail: str
    points: int
    rule: str
    key: str = ""
    """For translators, unique among a game's parts; `args` are what its words are about."""
    args: Args = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.detail or self.what}: {self.points} ({self.rule})"


@dataclass(frozen=True)
class Tally:
    """What a real table's answers come to."""

    names: tuple[str, ...]
    parts: tuple[tuple[Part, ...], ...]
    """Every seat's sheet."""
    over: bool = True
    """Nothing is left to be scored."""


@dataclass(frozen=True)
class Explanation:
    """Why an action is refused, or how its points add up."""

    action: str
    legal: bool
    sentence: str
    rule: str
    points: int = 0
    parts: tuple[Part, ...] = ()

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class TallyQuestion:
    """What people at a real table are asked so that their score can be worked out."""

    key: str
    text: str
    lines: int = 1
    """How many lines the answer has; 0 for “until an empty line”."""


@dataclass(frozen=True)
class ClientTypes:
    """The types of a game's own part of what clients are told."""

    view: Any
    cover: Any
    """Or several, told apart by a tag."""
    blocked: Any
    effects: tuple[type[Effect], ...]


class Rules(ABC):
    """A game: its kernels, and the words, pictures and files around them."""

    name: ClassVar[str]
    title: ClassVar[str]
    credits: ClassVar[str]
    seats: ClassVar[range]
    version: ClassVar[int]
    """Of the rules: a record says under which it was played."""
    position: ClassVar[np.dtype[Any]]
    kernels: ClassVar[Kernels]
    actions: ClassVar[int]
    """Action ids run from 0 to actions - 1."""
    most_legal: ClassVar[int]
    """A buffer of this length holds every seat's legal actions."""
    longest_outcome: ClassVar[int]
    encoding: ClassVar[tuple[tuple[str, int], ...]]
    """What `encode` writes, part by part: a part's name and how many numbers it has."""
    feature_names: ClassVar[tuple[str, ...]]
    prospect_names: ClassVar[tuple[str, ...]]
    table_questions: ClassVar[tuple[TallyQuestion, ...]]
    """For `tally`: asked once, and for each seat."""
    tally_example: ClassVar[Mapping[str, Any]]
    """A real table's answers, which a server scores before anybody asks it to."""
    seat_questions: ClassVar[tuple[TallyQuestion, ...]]
    hint_phrases: ClassVar[tuple[Phrase, ...]] = ()
    """How differences in `facts` are put into words."""
    terminal_defaults: ClassVar[Mapping[str, Any]] = {}
    """Options of a game in the terminal unless others are given: simultaneous play needs more than one keyboard."""

    @property
    def has_prospects(self) -> bool:
        """Beyond its features; they take longer."""
        return self.prospect_names != self.feature_names

    # -- options and components ------------------------------------------------------------------------------
    @abstractmethod
    def options(self, given: Mapping[str, Any]) -> Options:
        """The variant that these words ask for; raises BadOptions."""

    @abstractmethod
    def variants(self) -> Iterator[Options]:
        """Every option set there is."""

    @abstractmethod
    def components(self, given: Mapping[str, Any]) -> Components:
        """A component set from a file's content; raises BadComponents."""

    @abstractmethod
    def setup(self, options: Options, components: Components) -> np.record:
        """What `start` needs, as a record."""

    @cached_property
    def folder(self) -> Path:
        """Where the game's files lie."""
        return Path(str(resources.files(f"niwashi.games.{self.name}")))

    @cached_property
    def box(self) -> Components:
        """The component set that the project ships."""
        return self.components(read_toml(self.folder / "components.toml"))

    @property
    def rulebook(self) -> str:
        """The numbered rules, as text."""
        return (self.folder / "RULES.md").read_text(encoding="utf-8")

    # -- notation --------------------------------------------------------------------------------------------
    @abstractmethod
    def action_text(self, p: Position, seat: int, action: int) -> str:
        """The notation of an action's id, legal or not."""

    @abstractmethod
    def action_of(self, p: Position, seat: int, text: str) -> int:
        """The action's id, legal or not; raises UnreadableAction, or IllegalAction where no id could name it."""

    @abstractmethod
    def outcome_text(self, p: Position, outcome: Sequence[int]) -> str:
        """A chance outcome in its one canonical form; `p` is the position before it."""

    @abstractmethod
    def outcome_of(self, p: Position, text: str) -> list[int]:
        """The outcome that a text names; raises BadChance where it cannot come up in `p`."""

    # -- chance ----------------------------------------------------------------------------------------------
    @abstractmethod
    def urns(self, p: Position) -> tuple[Urn, ...]:
        """What `draw` draws from in `p`, in which chance is to act. Outcomes list what each urn brings, in order."""

    # -- judgement -------------------------------------------------------------------------------------------
    @abstractmethod
    def explain_illegal(self, p: Position, seat: int, action: int) -> NiwashiError | None:
        """The rule that forbids an action, checked rule by rule on the plain board; None where none does.

        The seat is one that may act. This is the second, slow reading of the rules: tests hold `legal` against it.
        """

    @abstractmethod
    def points(self, p: Position, seat: int, action: int) -> tuple[Part, ...]:
        """How a legal action's points add up; their sum is `gain`."""

    @abstractmethod
    def sheet(self, p: Position) -> tuple[tuple[Part, ...], ...]:
        """Each seat's score, itemised; the sums are `scores`."""

    @abstractmethod
    def tally(self, given: Mapping[str, Any]) -> Tally:
        """Names and score sheets of a real table from the answers to its questions; raises BadTally.

        The seats' answers are a list under “seat”.
        """

    # -- what clients are shown ------------------------------------------------------------------------------
    client_types: ClassVar[ClientTypes]
    """The types of what follows, for clients that want to know them in advance."""

    @abstractmethod
    def choices(self, p: Position, seat: int) -> ChoiceSet:
        """All that a seat which may act may do: points and parts as `points` has them, what each action would cover,
        and why what is not possible is not. Quick, since it is made for every decision of every table."""

    def choices_key(self, p: Position, seat: int) -> bytes:
        """All of a position that the seat's offer depends on: where it is the same, so is the offer."""
        return p.tobytes()

    @abstractmethod
    def effects(self, before: Position, who: int | str, what: str, after: Position) -> list[Effect]:
        """What an event did, a seat's or chance's, in the order in which one would tell it. All points are in
        `Scored`."""

    # -- what people and programs see ------------------------------------------------------------------------
    @abstractmethod
    def view(self, p: Position) -> dict[str, Any]:
        """The position as JSON, of the type `client_types.view`: allow-listed fields, equal for equal positions."""

    @abstractmethod
    def board(self, p: Position, names: Sequence[str]) -> str:
        """The position as text for a terminal."""

    @abstractmethod
    def encode(self, p: Position, seat: int) -> NDArray[np.float32]:
        """The position as numbers for learning, seen from a seat, of one fixed length: the parts of `encoding`."""

    # -- what hints are made of --------------------------------------------------------------------------------
    def facts(self, p: Position, seat: int) -> Facts:
        """What can be said of a position for a seat, in numbers of which more is better; nothing, if a game likes."""
        return {}

    # -- one new position ------------------------------------------------------------------------------------
    def new_position(self) -> Position:
        """An empty record, alone in its own memory."""
        blank: Position = np.zeros(1, self.position)[0]
        return blank

    def opening(self, options: Options, components: Components) -> Position:
        """The position before anything has happened."""
        p = self.new_position()
        self.kernels.start(p, self.setup(options, components))
        return p


def acting_seats(mask: int) -> tuple[int, ...]:
    """The seats in a mask of `to_act`; none for CHANCE and OVER."""
    return tuple(seat for seat in range(max(mask, 0).bit_length()) if mask >> seat & 1)


def as_array(p: Position) -> NDArray[np.void]:
    """A copy of a position as an array of one, which compiled code is given ten times faster than a record."""
    return np.frombuffer(bytearray(p.tobytes()), p.dtype)


# -- what options of every game need to check ------------------------------------------------------------------------
def check_known(game: str, given: Mapping[str, Any], known: Sequence[str]) -> None:
    for option in given:
        if option not in known:
            raise BadOptions("options/unknown", f"{game} has no option {quote(option)}; it has {', '.join(known)}")


def check_seats(title: str, seats: object, allowed: range) -> int:
    if isinstance(seats, bool) or not isinstance(seats, int) or seats not in allowed:
        sentence = f"{title} is for {allowed[0]} to {allowed[-1]} seats, not {quote(seats)}"
        raise BadOptions("options/seats", sentence)
    return seats


def check_flag(option: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise BadOptions(f"options/{option}", f"{option} is True or False, not {quote(value)}")
    return value
