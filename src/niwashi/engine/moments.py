"""Moments: the state of a game after each event, and the compiled steps between them.

A step is one call of compiled code over arrays: passing a record to Numba costs more than most kernels do.
"""

from __future__ import annotations

import zlib
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from niwashi.core.game import acting_seats, as_array
from niwashi.core.kernel import bind
from niwashi.core.kernel_stubs import draw, gain, legal, play, reveal, to_act
from niwashi.engine import catalog

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from niwashi.core.game import Buffer, Position, Rules
    from niwashi.core.record import Event

    Stack = NDArray[np.void]
    """An array of one record."""


# -- steps -----------------------------------------------------------------------------------------------------------
def act(before: Stack, after: Stack, seat: int, action: int) -> int:
    """Writes the position after a legal action; returns the mask of seats to act."""
    after[0] = before[0]
    play(after[0], seat, action)
    return to_act(after[0])


def draw_chance(before: Stack, after: Stack, rng: Stack, out: Buffer) -> tuple[int, int]:
    """Writes the position after a chance draw; returns the length of the outcome in `out` and the mask of seats."""
    after[0] = before[0]
    length = draw(after[0], rng[0], out)
    reveal(after[0], out, length)
    return length, to_act(after[0])


def list_legal(position: Stack, seat: int, out: Buffer) -> int:
    return legal(position[0], seat, out)


def find_gain(position: Stack, seat: int, action: int) -> int:
    return gain(position[0], seat, action)


class Steps(NamedTuple):
    """One game's compiled steps."""

    act: Callable[[Stack, Stack, int, int], int]
    draw_chance: Callable[[Stack, Stack, Stack, Buffer], tuple[int, int]]
    list_legal: Callable[[Stack, int, Buffer], int]
    find_gain: Callable[[Stack, int, int], int]


@cache
def steps(game: str) -> Steps:
    kernels = catalog.rules(game).kernels.by_name()
    return Steps(*(bind(step, kernels, game, inline=False) for step in (act, draw_chance, list_legal, find_gain)))


seats_of = cache(acting_seats)


PACKING_LEVEL = 1
"""The fastest; positions are mostly zeros."""


# -- moments ---------------------------------------------------------------------------------------------------------
class Moment:
    """The state of a game after an event. Moments are immutable, so games share them."""

    __slots__ = ("_stack", "acting", "awaits_chance", "chances", "legal", "over", "resigned", "rules")

    def __init__(
        self, rules: Rules, stack: Stack, mask: int, chances: int = 0, resigned: frozenset[int] = frozenset()
    ) -> None:
        self.rules = rules
        self._stack: Stack | bytes = stack
        self.acting = seats_of(mask)
        """The seats that may act."""
        self.over = mask == 0
        self.awaits_chance = mask < 0
        self.chances = chances
        """The number of chance events so far: the next one is number chances + 1."""
        self.resigned = resigned
        self.legal: dict[int, list[int]] = {}
        """A cache by seat, cleared when the game moves on."""

    @classmethod
    def opening(cls, rules: Rules, position: Position) -> Moment:
        return cls(rules, as_array(position), int(rules.kernels.to_act(position)))

    @property
    def stack(self) -> Stack:
        packed = self._stack
        if isinstance(packed, bytes):
            return np.frombuffer(bytearray(zlib.decompress(packed)), self.rules.position)
        return packed

    def pack(self) -> None:
        """Needs a fraction of the memory from now on, and some microseconds whenever the position is read."""
        if not isinstance(self._stack, bytes):
            self._stack = zlib.compress(self._stack.tobytes(), PACKING_LEVEL)

    @property
    def position(self) -> Position:
        """Read-only: other games may share it."""
        position: Position = self.stack[0]
        return position

    def copy_position(self) -> Position:
        """As `position.copy()`, six times as fast."""
        twin: Position = as_array(self.stack[0])[0]
        return twin

    def legal_ids(self, seat: int) -> list[int]:
        """In ascending order. Callers must not change the list."""
        known = self.legal.get(seat)
        if known is None:
            out = np.empty(self.rules.most_legal, np.int64)
            count = steps(self.rules.name).list_legal(self.stack, seat, out)
            known = self.legal[seat] = out[:count].tolist()
        return known

    def gain(self, seat: int, action: int) -> int:
        return steps(self.rules.name).find_gain(self.stack, seat, action)

    def _room(self) -> Stack:
        """Memory for one more position: as np.empty(1, …), four times as fast."""
        return np.frombuffer(bytearray(self.rules.position.itemsize), self.rules.position)

    def after_action(self, seat: int, action: int) -> Moment:
        stack = self._room()
        mask = steps(self.rules.name).act(self.stack, stack, seat, action)
        return Moment(self.rules, stack, mask, self.chances, self.resigned)

    def after_draw(self, rng: Stack) -> tuple[Moment, list[int]]:
        """The moment after a chance draw, and the outcome."""
        stack, out = self._room(), np.empty(self.rules.longest_outcome, np.int64)
        length, mask = steps(self.rules.name).draw_chance(self.stack, stack, rng, out)
        return Moment(self.rules, stack, mask, self.chances + 1, self.resigned), out[:length].tolist()

    def after_outcome(self, outcome: Sequence[int]) -> Moment:
        position = self.copy_position()
        self.rules.kernels.reveal(position, np.array(outcome, np.int64), len(outcome))
        after = Moment.opening(self.rules, position)
        after.chances, after.resigned = self.chances + 1, self.resigned
        return after

    def entry(self, who: int | str, what: str | int | list[int]) -> Entry:
        """An entry for the log: an event at this moment."""
        return Entry(who, what, self)

    def after_resigning(self, seat: int, ends: bool) -> Moment:
        twin = Moment(self.rules, self.stack, 0, self.chances, self.resigned | {seat})
        if not ends:
            twin.acting, twin.over, twin.awaits_chance = self.acting, self.over, self.awaits_chance
        return twin


# -- the log ---------------------------------------------------------------------------------------------------------
class Entry:
    """An event of a game's log. Its text is made on first access."""

    __slots__ = ("_before", "_text", "_what", "who")

    def __init__(self, who: int | str, what: str | int | list[int], before: Moment) -> None:
        self.who = who
        self._what = what
        self._before = before
        self._text = what if isinstance(what, str) else ""

    @property
    def event(self) -> Event:
        return self.who, self._text or self._write()

    def _write(self) -> str:
        rules, position, what = self._before.rules, self._before.position, self._what
        if isinstance(what, list):
            self._text = rules.outcome_text(position, what)
        elif isinstance(what, int) and isinstance(self.who, int):
            self._text = rules.action_text(position, self.who, what)
        return self._text
