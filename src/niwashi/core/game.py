"""The contract of a game folder: kernels over one position, and the Python around them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from importlib import resources
from math import prod
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from niwashi.core.client_types import Args, ChoiceSet, Effect
from niwashi.core.components import ComponentCheck, Components, read_toml
from niwashi.core.errors import BadOptions, NiwashiError, quote
from niwashi.core.facts import Facts, Phrase
from niwashi.core.packing import as_bytes, as_flags, words_for_bits
from niwashi.core.rng import Generator
from niwashi.core.urns import Urn

Position: TypeAlias = np.record
"""One record of the game's dtype: the table and the box's contents. It holds no secret."""
Buffer: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]

OVER = 0
CHANCE = -1
"""Returned by `to_act` instead of a mask of seats."""


@dataclass(frozen=True)
class Kernels:
    """The compiled half of the contract. Nothing is checked: callers pass only legal actions and possible outcomes."""

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
    """The points that the action would score at once; where a seat may choose how to score, with the best choice."""
    features: Callable[[Position, int, NDArray[np.float32]], int]
    """Writes the features by which bots evaluate a position for a seat and returns how many."""
    prospects: Callable[[Position, int, NDArray[np.float32]], int]
    """The features, followed by costlier ones, if the game has any, for positions in which chance is to act."""
    draw: Callable[[Position, Generator, Buffer], int]
    """Draws a chance outcome from a generator (second), writes it (third) and returns its length."""
    reveal: Callable[[Position, Buffer, int], None]
    """Applies an outcome of the given length."""
    scores: Callable[[Position, Buffer], None]
    """Writes each seat's score so far; the final one when the game is over."""
    encode: Callable[[Position, int, Words], None]
    """Writes the position as a seat sees it: the bytes that `encoding` names, eight in each word. The words hold zeros
    or an earlier encoding of the same game."""
    mask: Callable[[Position, int, Words], None]
    """Writes which actions are legal for a seat: bit n % 64 of word n // 64 is action n."""

    def by_name(self) -> dict[str, Callable[..., Any]]:
        """The kernels by name, for `core.kernel.bind`."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True)
class Plane:
    """A named part of an encoding, of unsigned bytes."""

    name: str
    shape: tuple[int, ...]
    most: int
    """Divide by it to get numbers that are rarely above 1."""

    @property
    def length(self) -> int:
        return prod(self.shape)


@dataclass(frozen=True, kw_only=True)
class Options:
    """A variant of a game. Each game subclasses it; the fields, in order, are what a record holds."""

    seats: int

    def as_dict(self) -> dict[str, Any]:
        """The options by name, as a record holds them."""
        return asdict(self)


@dataclass(frozen=True)
class Part:
    """One item of a score: its name, how it adds up, its points, and the rule that pays it."""

    what: str
    detail: str
    points: int
    rule: str
    key: str = ""
    """For translators, unique among a game's parts; `args` are the parameters of its words."""
    args: Args = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.detail or self.what}: {self.points} ({self.rule})"


@dataclass(frozen=True)
class TallySheet:
    """The score of a real table."""

    names: tuple[str, ...]
    parts: tuple[tuple[Part, ...], ...]
    """Every seat's sheet."""
    over: bool = True
    """Nothing is left to be scored."""


@dataclass(frozen=True)
class Explanation:
    """The rule that forbids an action, or how its points add up."""

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
    """A question to the people at a real table, for their score."""

    key: str
    text: str
    lines: int = 1
    """How many lines the answer has; 0 for “until an empty line”."""


@dataclass(frozen=True)
class ClientTypes:
    """A game's own types on the wire."""

    view: Any
    cover: Any
    """One struct, or a tagged union."""
    blocked: Any
    effects: tuple[type[Effect], ...]


@dataclass(frozen=True)
class CardSection:
    """A section of a reference card: sentences, then a table whose first row has the headings."""

    title: str
    lines: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    is_numbered: bool = False


@dataclass(frozen=True)
class ReferenceCard:
    """A game on one page."""

    facts: Mapping[str, Any]
    """Every number on it, as JSON. Clients write sentences of their own around them."""
    sections: tuple[CardSection, ...]
    """In English, for a terminal."""


class Rules(ABC):
    """A game: its kernels, and the words, drawings and files around them."""

    name: ClassVar[str]
    title: ClassVar[str]
    credits: ClassVar[str]
    seats: ClassVar[range]
    version: ClassVar[int]
    """The version of the rules, which every record states."""
    position: ClassVar[np.dtype[Any]]
    """Its size is a multiple of 8 bytes: solvers hash positions word by word."""
    kernels: ClassVar[Kernels]
    actions: ClassVar[int]
    """Action ids run from 0 to actions - 1."""
    most_legal: ClassVar[int]
    """A buffer of this length holds every seat's legal actions."""
    longest_outcome: ClassVar[int]
    encoding: ClassVar[tuple[Plane, ...]]
    """The parts that `encode` writes, in order."""
    feature_names: ClassVar[tuple[str, ...]]
    prospect_names: ClassVar[tuple[str, ...]]
    table_questions: ClassVar[tuple[TallyQuestion, ...]]
    """For `tally`: these are asked once, `seat_questions` for each seat."""
    tally_example: ClassVar[Mapping[str, Any]]
    """Answers that a server scores while it warms up."""
    seat_questions: ClassVar[tuple[TallyQuestion, ...]]
    hint_phrases: ClassVar[tuple[Phrase, ...]] = ()
    """Phrases for differences in `facts`."""
    turn_order_options: ClassVar[Mapping[str, Any]] = {}
    """Option values without races, for a terminal and for several people at one device."""
    earlier_components: ClassVar[tuple[str, ...]] = ()
    """Files of the component sets that the project shipped before, oldest first."""

    @property
    def has_prospects(self) -> bool:
        """Whether `prospects` writes more than `features`, and so takes longer."""
        return self.prospect_names != self.feature_names

    # -- options and components ------------------------------------------------------------------------------
    @abstractmethod
    def options(self, given: Mapping[str, Any]) -> Options:
        """The variant with these option values; raises BadOptions."""

    @abstractmethod
    def variants(self) -> Iterator[Options]:
        """Every possible option set."""

    @abstractmethod
    def components(self, given: Mapping[str, Any]) -> Components:
        """A component set from a file's content; raises BadComponents."""

    def check_components(self, given: Mapping[str, Any]) -> ComponentCheck:
        """What a component file has and what is wrong with it; raises BadComponents where it cannot be read."""
        found = self.components(given)
        return ComponentCheck(found.name, found.content, {"game": self.name, "name": found.name, **found.content})

    @abstractmethod
    def setup(self, options: Options, components: Components) -> np.record:
        """The set-up record for the kernel `start`."""

    @cached_property
    def folder(self) -> Path:
        """The folder of the game's files."""
        return Path(str(resources.files(f"niwashi.games.{self.name}")))

    @cached_property
    def box(self) -> Components:
        """The component set of new games, if their owner has none of their own."""
        return self.components(read_toml(self.folder / "components.toml"))

    @cached_property
    def shipped(self) -> tuple[Components, ...]:
        """Every component set that the project has ever shipped, oldest first. Records hold these by name and hash."""
        earlier = (self.components(read_toml(self.folder / file)) for file in self.earlier_components)
        return (*earlier, self.box)

    @property
    def rulebook(self) -> str:
        """The numbered rules, as text."""
        return (self.folder / "RULES.md").read_text(encoding="utf-8")

    def reference_card(self) -> ReferenceCard | None:
        """The game on one page, with the numbers of the shipped component set. A game may have none."""
        return None

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
        """The urns that `draw` draws from where chance is to act. An outcome lists each urn's draw, in order."""

    # -- judgement -------------------------------------------------------------------------------------------
    @abstractmethod
    def explain_illegal(self, p: Position, seat: int, action: int) -> NiwashiError | None:
        """The error for the rule that forbids an action, checked rule by rule on the plain board; None if it is legal.

        The seat is one that may act. This is the second, slow reading of the rules: tests compare `legal` with it.
        """

    @abstractmethod
    def points(self, p: Position, seat: int, action: int) -> tuple[Part, ...]:
        """How a legal action's points add up; their sum is `gain`."""

    @abstractmethod
    def sheet(self, p: Position) -> tuple[tuple[Part, ...], ...]:
        """Each seat's score, itemised; the sums are `scores`."""

    @abstractmethod
    def tally(self, given: Mapping[str, Any]) -> TallySheet:
        """Names and score sheets of a real table, from the answers to the questions; raises BadTally.

        The seats' answers are a list under the key “seat”.
        """

    # -- races -----------------------------------------------------------------------------------------------
    def has_races(self, options: Mapping[str, Any]) -> bool:
        """Whether seats may have to act at the same time, so that a table measures everyone's latency."""
        return any(options[name] != value for name, value in self.turn_order_options.items())

    def is_race(self, p: Position) -> bool:
        """Whether the seats that may act do so at the same time and the fastest comes first."""
        return False

    # -- clients ---------------------------------------------------------------------------------------------
    client_types: ClassVar[ClientTypes]
    """The types of the following three, for the schema of the wire."""

    @abstractmethod
    def choices(self, p: Position, seat: int) -> ChoiceSet:
        """All legal actions of a seat that may act: points and parts equal to those of `points`, the cells that each
        action would cover, and the reasons against the rest. Fast, since every decision of every table needs it."""

    def choices_key(self, p: Position, seat: int) -> bytes:
        """A cache key for `choices`: two positions with equal keys have equal choices for the seat."""
        return p.tobytes()

    @abstractmethod
    def effects(self, before: Position, who: int | str, what: str, after: Position) -> list[Effect]:
        """The effects of an event of a seat or of chance, in the order in which to show them. All points are in
        `Scored`."""

    # -- people and programs ---------------------------------------------------------------------------------
    @abstractmethod
    def view(self, p: Position) -> dict[str, Any]:
        """The position as JSON, of the type `client_types.view`: allow-listed fields, equal for equal positions."""

    @abstractmethod
    def board(self, p: Position, names: Sequence[str]) -> str:
        """The position as text for a terminal."""

    @cached_property
    def encoded_bytes(self) -> int:
        """The length of an encoding."""
        return sum(plane.length for plane in self.encoding)

    def encode(self, p: Position, seat: int) -> NDArray[np.uint8]:
        """The position as bytes for learning, seen from a seat: the parts of `encoding`, one after the other."""
        out = np.zeros(words_for_bits(8 * self.encoded_bytes), np.uint64)
        self.kernels.encode(p, seat, out)
        return as_bytes(out, self.encoded_bytes)

    def mask(self, p: Position, seat: int) -> NDArray[np.bool_]:
        """Which of the `actions` numbers are legal for a seat; none where it may not act."""
        out = np.zeros(words_for_bits(self.actions), np.uint64)
        self.kernels.mask(p, seat, out)
        return as_flags(out, self.actions)

    # -- hints -----------------------------------------------------------------------------------------------
    def facts(self, p: Position, seat: int) -> Facts:
        """Facts about a position for a seat, as numbers of which more is better. A game may have none."""
        return {}

    # -- one new position ------------------------------------------------------------------------------------
    def new_position(self) -> Position:
        """A blank position in memory of its own."""
        blank: Position = np.zeros(1, self.position)[0]
        return blank

    def opening(self, options: Options, components: Components) -> Position:
        """The position before the first event."""
        p = self.new_position()
        self.kernels.start(p, self.setup(options, components))
        return p


def acting_seats(mask: int) -> tuple[int, ...]:
    """The seats in a mask of `to_act`; none for CHANCE and OVER."""
    return tuple(seat for seat in range(max(mask, 0).bit_length()) if mask >> seat & 1)


def as_array(p: Position) -> NDArray[np.void]:
    """A copy of a position as an array of one. Passing an array to compiled code is ten times as fast as a record."""
    return np.frombuffer(bytearray(p.tobytes()), p.dtype)


# -- checks of options -----------------------------------------------------------------------------------------------
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
        raise BadOptions(f"options/{option}", f"{option} must be True or False, not {quote(value)}")
    return value
