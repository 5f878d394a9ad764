"""Positions drawn as text, and games played through. There is no rule in here: what is drawn is what is set.

A garden is six lines of six cells: `.` bare, `2` green and 2 high, `1f2` 1 high with two fish, `z` a Zen tile, `Z`
the Zen tile that is not yet enclosed; `(1)` a silver frog on what the brackets hold, `[4m1]` a golden one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from niwashi.core.components import Components
from niwashi.core.errors import NiwashiError
from niwashi.core.game import CHANCE, OVER, Position, acting_seats
from niwashi.core.rng import Generator, below, seeded
from niwashi.games.miyabi import RULES
from niwashi.games.miyabi.options import MiyabiOptions
from niwashi.games.miyabi.state import (
    DEAL,
    FINISHED,
    FROGS,
    NOWHERE,
    PASS,
    ROUNDS,
    ZEN,
)
from niwashi.games.miyabi.tiles import (
    CELLS,
    COLUMN_NAMES,
    KIND_TEXTS,
    OBJECT_LETTERS,
    OBJECT_NAMES,
    OBJECTS,
    SIDE,
)

KERNELS = RULES.kernels
VARIANTS = list(RULES.variants())
MAX_EVENTS = 1000
"""A game has at most about 350: 96 tiles or passes, a step or an end after each, Zen tiles, frogs and deals."""
FROG_CORNER = CELLS - 1
CELL = re.compile(r"([(\[]?)(?:\.|([zZ])|(\d+)(?:([mpfabs])([123]))?)[)\]]?")


# -- positions ---------------------------------------------------------------------------------------
def opening(seats: int = 2, expansions: str = "", free_pass: bool = False) -> Position:
    return RULES.opening(MiyabiOptions(seats=seats, expansions=expansions, free_pass=free_pass), RULES.box)


def table(
    *gardens: str,
    display: str = "",
    expansions: str = "",
    seat: int = 0,
    lanterns: str = "",
    passed: str = "",
    seats: int = 2,
    free_pass: bool = False,
    zen: str = "",
    zen_box: str | None = None,
    building_round: int = 1,
) -> Position:
    """A seat is to act, before it has placed or stepped; the tiles on display lay on top of a full box.

    Gardens that are not drawn are bare, their frogs in the corner f6. Of `lanterns` each seat has a word of columns,
    `-` for none. `zen` are the objects of the open Zen tiles, `zen_box` those of the hidden ones.
    """
    p = opening(max(seats, len(gardens)), expansions, free_pass)
    if p.expansions & ZEN:
        hidden = p.zen_box if zen_box is None else pool(zen_box)
        p.zen_box = hidden + pool(zen)
        reveal(p, [OBJECT_LETTERS.index(letter) for letter in zen])
    p.phase = DEAL
    kinds = [KIND_TEXTS.index(kind) for kind in display.split()]
    for kind in kinds:
        p.box[kind // OBJECTS] += pool(OBJECT_LETTERS[kind % OBJECTS])
    reveal(p, kinds)
    for number in range(p.seats):
        set_garden(p, number, gardens[number] if number < len(gardens) else None)
    for number, columns in enumerate(lanterns.split()):
        p.gardens[number].lanterns = sum(1 << COLUMN_NAMES.index(column) for column in columns.strip("-"))
    for number in map(int, passed):
        p.gardens[number].passed = 1
    p.turn = seat
    p.building_round = building_round - 1
    return p


def finished(*gardens: str, expansions: str = "") -> Position:
    """The game is over; nothing was scored while playing."""
    p = opening(len(gardens), expansions)
    for seat, picture in enumerate(gardens):
        set_garden(p, seat, picture)
    p.building_round = ROUNDS[p.seats]
    p.phase = FINISHED
    return p


def set_garden(p: Position, seat: int, picture: str | None) -> None:
    garden = p.gardens[seat]
    if picture is None:
        garden.frog = FROG_CORNER if p.expansions & FROGS else NOWHERE
        return
    cells = [read_cell(cell, text) for cell, text in enumerate(picture.split())]
    assert len(cells) == CELLS, f"{len(cells)} cells are drawn, not 36"
    for plane in range(len(garden.heights)):
        garden.heights[plane] = sum((cell.height >> plane & 1) << n for n, cell in enumerate(cells))
    for plane in range(len(garden.objects)):
        garden.objects[plane] = sum((cell.objects >> plane & 1) << n for n, cell in enumerate(cells))
    garden.zen = sum(bool(cell.zen) << n for n, cell in enumerate(cells))
    garden.open_zen = next((n for n, cell in enumerate(cells) if cell.zen == "Z"), NOWHERE)
    garden.frog = next((n for n, cell in enumerate(cells) if cell.frog), NOWHERE)
    garden.golden = any(cell.frog == "[" for cell in cells)
    assert (garden.frog != NOWHERE) == bool(p.expansions & FROGS), "a frog too many or too few"


class Cell(NamedTuple):
    frog: str
    zen: str | None
    height: int
    objects: int


def read_cell(number: int, text: str) -> Cell:
    found = CELL.fullmatch(text)
    assert found, f"“{text}” is no cell"
    frog, zen, height, letter, objects = found.groups()
    assert letter in (None, OBJECT_LETTERS[number // SIDE]), f"“{text}” lies in another row"
    return Cell(frog, zen, *((1, 1) if zen else (int(height or 0), int(objects or 0))))


def pool(letters: str) -> int:
    return sum(1 << 8 * OBJECT_LETTERS.index(letter) for letter in letters)


# -- gardens by numbers ------------------------------------------------------------------------------
def row(letter: str, objects: int) -> str:
    """A row of a garden with so many visible objects, as few cells as can be."""
    counts = [3] * (objects // 3) + [objects % 3] * (objects % 3 > 0)
    return " ".join([f"1{letter}{count}" for count in counts] + ["."] * (SIDE - len(counts)))


def garden_of(*objects: int) -> str:
    """A garden with so many visible objects by row, from the top; the rest is bare."""
    counts = [*objects, *[0] * (SIDE - len(objects))]
    return "\n".join(row(letter, count) for letter, count in zip(OBJECT_LETTERS, counts, strict=True))


# -- looking -----------------------------------------------------------------------------------------
def picture(p: Position, seat: int = 0) -> str:
    """A garden as it would be drawn for `table`."""
    garden = p.gardens[seat]
    shown = RULES.view(p)["gardens"][seat]
    texts = []
    for cell in range(CELLS):
        y, x = divmod(cell, SIDE)
        height, objects = shown["heights"][y][x], shown["objects"][y][x]
        text = "." if height == 0 else f"{height}" + (f"{OBJECT_LETTERS[y]}{objects}" if objects else "")
        if garden.zen >> cell & 1:
            text = "Z" if garden.open_zen == cell else "z"
        if garden.frog == cell:
            text = f"[{text}]" if garden.golden else f"({text})"
        texts.append(text)
    return "\n".join(" ".join(texts[first : first + SIDE]) for first in range(0, CELLS, SIDE))


def drawn(text: str) -> str:
    """A picture as `picture` would write it."""
    return "\n".join(" ".join(line.split()) for line in text.strip().splitlines())


def lanterns(p: Position, seat: int = 0) -> str:
    columns: str = RULES.view(p)["gardens"][seat]["lanterns"]
    return columns


def display(p: Position) -> str:
    return " ".join(RULES.view(p)["display"])


def to_act(p: Position) -> tuple[int, ...]:
    return acting_seats(int(KERNELS.to_act(p)))


def chance_acts(p: Position) -> bool:
    return int(KERNELS.to_act(p)) == CHANCE


def scores(p: Position) -> tuple[int, ...]:
    out = np.zeros(4, np.int64)
    KERNELS.scores(p, out)
    return tuple(int(score) for score in out[: p.seats])


def sheet(p: Position, what: str) -> tuple[int, ...]:
    """What each seat has for one item of the score sheet."""
    return tuple(sum(part.points for part in parts if part.what == what) for parts in RULES.sheet(p))


def rows(p: Position, seat: int) -> tuple[int, ...]:
    """What a seat's six rows pay at the end."""
    pays = {part.what: part.points for part in RULES.sheet(p)[seat]}
    return tuple(pays[f"row {name}"] for name in OBJECT_NAMES)


# -- acting ------------------------------------------------------------------------------------------
def legal_ids(p: Position) -> list[int]:
    (seat,) = to_act(p)
    out = np.zeros(RULES.most_legal, np.int64)
    ids: list[int] = out[: KERNELS.legal(p, seat, out)].tolist()
    return ids


def legal(p: Position) -> set[str]:
    """All that the seat to act may do."""
    return {RULES.action_text(p, to_act(p)[0], action) for action in legal_ids(p)}


def placements(p: Position) -> set[str]:
    """The tiles, Zen tiles too, that it may place."""
    return {RULES.action_text(p, to_act(p)[0], action) for action in legal_ids(p) if action < PASS}


def play(p: Position, *texts: str) -> Position:
    """The position after these actions; “deal …” and “zen …” are chance's."""
    p = p.copy()
    for text in texts:
        if text.startswith(("deal ", "zen ")):
            assert chance_acts(p), f"chance is not to act, so no {text}"
            reveal(p, RULES.outcome_of(p, text))
        else:
            (seat,) = to_act(p)
            action = RULES.action_of(p, seat, text)
            assert action in legal_ids(p), f"{text} is not legal"
            KERNELS.play(p, seat, action)
    return p


def points(p: Position, text: str) -> int:
    """By how much an action changes the score of the seat that takes it."""
    (seat,) = to_act(p)
    return scores(play(p, text))[seat] - scores(p)[seat]


def refused(p: Position, text: str) -> NiwashiError:
    """What forbids an action; the kernels forbid it too."""
    (seat,) = to_act(p)
    try:
        action = RULES.action_of(p, seat, text)
    except NiwashiError as error:
        return error
    refusal = RULES.explain_illegal(p, seat, action)
    assert refusal is not None, f"no rule forbids {text}"
    assert action not in legal_ids(p), f"{text} is legal"
    return refusal


def reveal(p: Position, outcome: Sequence[int]) -> None:
    KERNELS.reveal(p, np.array(outcome, np.int64), len(outcome))


def draw(p: Position, rng: Generator) -> list[int]:
    out = np.zeros(RULES.longest_outcome, np.int64)
    outcome: list[int] = out[: KERNELS.draw(p, rng, out)].tolist()
    return outcome


# -- whole games -------------------------------------------------------------------------------------
Chooser = Callable[[Position, int, Generator], int]


def any_action(p: Position, seat: int, rng: Generator) -> int:
    return int(KERNELS.sample(p, seat, rng))


def often_the_best(p: Position, seat: int, rng: Generator) -> int:
    """Mostly what gains most, so that layers grow and Zen tiles, bonuses and golden frogs come up."""
    if below(rng, 3) == 0:
        return any_action(p, seat, rng)
    ids = legal_ids(p)
    gains = [int(KERNELS.gain(p, seat, action)) for action in ids]
    best = [action for action, gain in zip(ids, gains, strict=True) if gain == max(gains)]
    return best[below(rng, len(best))]


def moments(
    options: MiyabiOptions, seed: int, choose: Chooser = any_action, box: Components | None = None
) -> Iterator[Position]:
    """A game's positions, the opening and then after each event; each is a copy of its own."""
    p = RULES.opening(options, box or RULES.box)
    rng = seeded(seed)
    for _ in range(MAX_EVENTS):
        yield p.copy()
        mask = int(KERNELS.to_act(p))
        if mask == OVER:
            return
        if mask == CHANCE:
            reveal(p, draw(p, rng))
        else:
            (seat,) = acting_seats(mask)
            KERNELS.play(p, seat, choose(p, seat, rng))
    raise AssertionError("the game does not end")


def fingerprints(games: int) -> list[str]:
    """A hash of each moment of some games, one variant after the other, and of what the kernels say about it."""
    prints = []
    for number in range(games):
        options = VARIANTS[61 * number % len(VARIANTS)]
        choose = (any_action, often_the_best)[number % 2]
        for event, p in enumerate(moments(options, number, choose)):
            said = [scores(p), [judged(p, seat) for seat in to_act(p)], features(p) if event % 9 == 0 else None]
            prints.append(hashlib.sha256(p.tobytes() + repr(said).encode()).hexdigest()[:16])
    return prints


def judged(p: Position, seat: int) -> tuple[list[int], list[int]]:
    """A seat's legal actions, and the gains of some."""
    ids = legal_ids(p)
    return ids, [int(KERNELS.gain(p, seat, action)) for action in ids[::7]]


def features(p: Position) -> list[float]:
    numbers = np.zeros(len(RULES.feature_names), np.float32)
    KERNELS.features(p, 0, numbers)
    return [float(number) for number in numbers]
