"""Pebbles: players take pebbles from a heap. The smallest game that fulfils the whole contract, for tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypedDict

import msgspec
import numpy as np
from numpy.typing import NDArray

from niwashi.core.client_types import ChoiceSet, Effect, Reason, Scored, SheetItem, make_item, sheet_view
from niwashi.core.components import Components, check_whole_number, read_component_name
from niwashi.core.errors import BadChance, BadTally, IllegalAction, NiwashiError, UnreadableAction, quote
from niwashi.core.game import (
    CHANCE,
    OVER,
    Buffer,
    ClientTypes,
    Kernels,
    Options,
    Part,
    Plane,
    Position,
    Rules,
    TallyQuestion,
    TallySheet,
    Words,
    check_known,
    check_seats,
)
from niwashi.core.kernel import kernel
from niwashi.core.rng import Generator, below
from niwashi.core.urns import Urn

MAX_SEATS, MOST = 3, 3
POSITION = np.dtype(
    (
        np.record,
        [
            ("points", np.int16, (MAX_SEATS,)),
            ("heap", np.int16),
            ("turn", np.int8),
            ("seats", np.int8),
            ("smallest", np.int8),
            ("sizes", np.int8),
            ("padding", np.int8, (4,)),
        ],
    )
)
SETUP = np.dtype((np.record, [("seats", np.int8), ("smallest", np.int8), ("sizes", np.int8)]))


# -- kernels ---------------------------------------------------------------------------------------------------------
@kernel
def start(p: Position, setup: np.record) -> None:
    p.seats, p.smallest, p.sizes = setup.seats, setup.smallest, setup.sizes
    p.heap, p.turn = -1, 0
    for seat in range(MAX_SEATS):
        p.points[seat] = 0


@kernel
def to_act(p: Position) -> int:
    """P2.1: in turn order, once chance has brought the heap (P1.2)."""
    if int(p.heap) < 0:
        return CHANCE
    return OVER if int(p.heap) == 0 else 1 << int(p.turn)


@kernel
def legal(p: Position, seat: int, out: Buffer) -> int:
    """P2.1: one to three pebbles, and no more than there are."""
    count = min(MOST, int(p.heap))
    for action in range(count):
        out[action] = action
    return count


@kernel
def sample(p: Position, seat: int, rng: Generator) -> int:
    return int(below(rng, min(MOST, int(p.heap))))


@kernel
def gain(p: Position, seat: int, action: int) -> int:
    """P2.2: a point for each pebble, and three more for the last."""
    return action + 1 + (3 if int(p.heap) == action + 1 else 0)


@kernel
def play(p: Position, seat: int, action: int) -> None:
    p.points[seat] += gain(p, seat, action)
    p.heap -= action + 1
    p.turn = (int(p.turn) + 1) % int(p.seats)


@kernel
def features(p: Position, seat: int, out: NDArray[np.float32]) -> int:
    out[0] = p.points[seat]
    out[1] = p.heap
    return 2


@kernel
def draw(p: Position, rng: Generator, out: Buffer) -> int:
    out[0] = int(p.smallest) + below(rng, int(p.sizes))
    return 1


@kernel
def reveal(p: Position, outcome: Buffer, length: int) -> None:
    p.heap = outcome[0]


@kernel
def scores(p: Position, out: Buffer) -> None:
    for seat in range(int(p.seats)):
        out[seat] = p.points[seat]


@kernel
def encode(p: Position, seat: int, out: Words) -> None:
    """Four bytes: the heap, then the points, the own first."""
    out[0] = np.uint64(max(int(p.heap), 0))
    for step in range(int(p.seats)):
        points = np.uint64(int(p.points[(seat + step) % int(p.seats)]))
        out[0] |= points << np.uint64(8 * (step + 1))


@kernel
def mask(p: Position, seat: int, out: Words) -> None:
    out[0] = np.uint64((1 << min(MOST, int(p.heap))) - 1 if to_act(p) == 1 << seat else 0)


# -- types of the wire -----------------------------------------------------------------------------------------------
class PebblesView(TypedDict):
    game: str
    seats: int
    to_act: list[int]
    heap: int
    scores: list[int]
    sheet: list[list[SheetItem]]


class PebblesCover(msgspec.Struct, frozen=True, kw_only=True):
    takes: list[int]


class PebblesBlocked(msgspec.Struct, frozen=True, kw_only=True):
    reasons: list[Reason]
    takes: list[int]


class PebblesHeaped(Effect, frozen=True):
    heap: int


class PebblesTaken(Effect, frozen=True):
    seat: int
    count: int
    left: int


@dataclass(frozen=True, kw_only=True)
class PebblesOptions(Options):
    """A variant of Pebbles."""


# -- the game --------------------------------------------------------------------------------------------------------
class Pebbles(Rules):
    """The game's rules."""

    name, title, version = "pebbles", "Pebbles", 1
    credits = "Pebbles is nobody's game"
    seats = range(2, MAX_SEATS + 1)
    position = POSITION
    kernels = Kernels(start, to_act, legal, sample, play, gain, features, features, draw, reveal, scores, encode, mask)
    actions = most_legal = MOST
    longest_outcome = 1
    encoding = (Plane("heap", (1,), 40), Plane("points", (MAX_SEATS,), 40))
    feature_names = prospect_names = ("points", "heap")
    table_questions = ()
    seat_questions = (TallyQuestion("name", "Name"), TallyQuestion("pebbles", "Pebbles"))
    tally_example: ClassVar[Mapping[str, Any]] = {
        "seat": [{"name": "Aki", "pebbles": "3"}, {"name": "Bo", "pebbles": "4"}]
    }
    client_types = ClientTypes(PebblesView, PebblesCover, PebblesBlocked, (PebblesHeaped, PebblesTaken, Scored))

    def options(self, given: Mapping[str, Any]) -> PebblesOptions:
        check_known(self.name, given, ("seats",))
        return PebblesOptions(seats=check_seats(self.title, given.get("seats", 2), self.seats))

    def variants(self) -> Iterator[PebblesOptions]:
        return (PebblesOptions(seats=seats) for seats in self.seats)

    def components(self, given: Mapping[str, Any]) -> Components:
        content = {key: check_whole_number(given.get(key), 1, 40, key) for key in ("smallest", "sizes")}
        return Components(read_component_name(given, self.name), content)

    def setup(self, options: Options, components: Components) -> np.record:
        setup: np.record = np.zeros(1, SETUP)[0]
        setup.seats, content = options.seats, components.content
        setup.smallest, setup.sizes = content["smallest"], content["sizes"]
        return setup

    def action_text(self, p: Position, seat: int, action: int) -> str:
        return f"take {action + 1}"

    def action_of(self, p: Position, seat: int, text: str) -> int:
        word, _, number = text.partition(" ")
        if word != "take" or number not in ("1", "2", "3"):
            raise UnreadableAction("pebbles/unreadable", f"{quote(text)} is not an action; an action is take 1")
        return int(number) - 1

    def outcome_text(self, p: Position, outcome: Sequence[int]) -> str:
        return f"heap {outcome[0]}"

    def outcome_of(self, p: Position, text: str) -> list[int]:
        word, _, number = text.partition(" ")
        sizes = range(int(p.smallest), int(p.smallest) + int(p.sizes))
        if word != "heap" or number not in map(str, sizes):
            raise BadChance("pebbles/heap", f"{quote(text)} is not a heap of {sizes[0]} to {sizes[-1]} (P1.2)")
        return [int(number)]

    def urns(self, p: Position) -> tuple[Urn, ...]:
        sizes = range(int(p.smallest), int(p.smallest) + int(p.sizes))
        return (Urn(dict.fromkeys(sizes, 1), 1, ordered=True),)

    def explain_illegal(self, p: Position, seat: int, action: int) -> NiwashiError | None:
        if action + 1 <= int(p.heap):
            return None
        return IllegalAction("pebbles/few", f"the heap has only {int(p.heap)} pebbles (P2.1)")

    def points(self, p: Position, seat: int, action: int) -> tuple[Part, ...]:
        taken, last = action + 1, int(p.heap) == action + 1
        part = Part("pebbles", f"{taken} pebbles", taken, "P2.2", "pebbles-part-taken", {"count": taken})
        return (part, *([Part("last", "the last pebble", 3, "P2.2", "pebbles-part-last")] if last else []))

    def sheet(self, p: Position) -> tuple[tuple[Part, ...], ...]:
        totals = [int(p.points[seat]) for seat in range(int(p.seats))]
        return tuple((Part("points", f"{n} points", n, "P2.2", "pebbles-part-sum", {"count": n}),) for n in totals)

    def tally(self, given: Mapping[str, Any]) -> TallySheet:
        seats = given.get("seat", [])
        if not all(str(seat.get("pebbles", "")).isdecimal() for seat in seats):
            raise BadTally("tally/pebbles", "pebbles are a whole number for each seat")
        counts = [int(seat["pebbles"]) for seat in seats]
        parts = tuple((Part("pebbles", f"{n} pebbles", n, "P2.2", "pebbles-part-sum", {"count": n}),) for n in counts)
        return TallySheet(tuple(str(seat["name"]) for seat in seats), parts)

    def choices(self, p: Position, seat: int) -> ChoiceSet:
        takes = range(min(MOST, int(p.heap)))
        items = [[make_item(part) for part in self.points(p, seat, action)] for action in takes]
        parts = [item for each in items for item in each]
        places = iter(range(len(parts)))
        blocked = [action + 1 for action in range(len(takes), MOST)]
        few = Reason(code="pebbles/few", rule="P2.1", args={"count": int(p.heap)})
        return ChoiceSet(
            actions=[self.action_text(p, seat, action) for action in takes],
            points=[sum(item.points for item in each) for each in items],
            sums=[[next(places) for _ in each] for each in items],
            parts=parts,
            cover=PebblesCover(takes=[action + 1 for action in takes]),
            blocked=PebblesBlocked(reasons=[few] if blocked else [], takes=blocked),
        )

    def effects(self, before: Position, who: int | str, what: str, after: Position) -> list[Effect]:
        if isinstance(who, str):
            return [PebblesHeaped(heap=int(after.heap))]
        action = self.action_of(before, who, what)
        items = [make_item(part) for part in self.points(before, who, action)]
        scored = Scored(seat=who, points=gain(before, who, action), total=int(after.points[who]), parts=items)
        return [PebblesTaken(seat=who, count=action + 1, left=int(after.heap)), scored]

    def view(self, p: Position) -> dict[str, Any]:
        mask, seats = to_act(p), range(int(p.seats))
        view: PebblesView = {
            "game": self.name,
            "seats": int(p.seats),
            "to_act": [seat for seat in seats if mask > 0 and mask >> seat & 1],
            "heap": max(int(p.heap), 0),
            "scores": [int(p.points[seat]) for seat in seats],
            "sheet": sheet_view(self.sheet(p)),
        }
        return {**view}

    def board(self, p: Position, names: Sequence[str]) -> str:
        lines = [f"{name}: {int(p.points[seat])}" for seat, name in enumerate(names)]
        return "\n".join(["o" * max(int(p.heap), 0), *lines])


RULES = Pebbles()
