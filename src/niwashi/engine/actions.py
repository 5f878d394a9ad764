"""Actions as programs hold them: lightweight, with notation made on demand."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, SupportsIndex, TypeAlias, overload

if TYPE_CHECKING:
    from niwashi.engine.moments import Moment


class Action:
    """An action of a seat. `str(action)` is its notation."""

    __slots__ = ("_moment", "_notation", "id", "seat")

    seat: int
    id: int
    """Its number, from 0 to `game.rules.actions - 1`. In Edo Yashiki numbers shift as the house grows: to keep an
    action, keep its notation or the object, not the number."""

    def __init__(self, notation: str, seat: int, id: int) -> None:
        self._notation = notation
        self._moment: Moment | None = None
        self.seat = seat
        self.id = id

    @classmethod
    def _of(cls, moment: Moment, seat: int, id: int) -> Action:
        made = cls.__new__(cls)
        made._notation, made._moment, made.seat, made.id = "", moment, seat, id
        return made

    @property
    def notation(self) -> str:
        """The action as records and people write it, such as `fJdS` or `place 2,-1r`."""
        if self._moment is not None and not self._notation:
            self._notation = self._moment.rules.action_text(self._moment.position, self.seat, self.id)
        return self._notation

    def __str__(self) -> str:
        return str(self.notation)

    def __repr__(self) -> str:
        return f"Action(notation={self.notation!r}, seat={self.seat!r}, id={self.id!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Action):
            return NotImplemented
        return (self.seat, self.id, self.notation) == (other.seat, other.id, other.notation)

    def __hash__(self) -> int:
        return hash((self.seat, self.id))

    def __reduce__(self) -> tuple[type[Action], tuple[str, int, int]]:
        return Action, (self.notation, self.seat, self.id)


class Actions(Sequence[Action]):
    """The legal actions of one moment, in order. Immutable; an Action is made when it is accessed."""

    __slots__ = ("_count", "_ids", "_moment", "_seats")

    def __init__(self, moment: Moment, seats: Sequence[int]) -> None:
        self._moment = moment
        self._seats = seats
        self._ids = [moment.legal_ids(seat) for seat in seats]
        self._count = sum(map(len, self._ids))

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> Action: ...
    @overload
    def __getitem__(self, place: slice) -> list[Action]: ...
    def __getitem__(self, place: int | slice) -> Action | list[Action]:
        if isinstance(place, slice):
            return list(self)[place]
        place = operator.index(place)
        place += self._count if place < 0 else 0
        for seat, ids in zip(self._seats, self._ids, strict=True):
            if 0 <= place < len(ids):
                return Action._of(self._moment, seat, ids[place])
            place -= len(ids)
        raise IndexError(f"there are {len(self)} actions")

    def __iter__(self) -> Iterator[Action]:
        for seat, ids in zip(self._seats, self._ids, strict=True):
            for number in ids:
                yield Action._of(self._moment, seat, number)

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Actions | list | tuple) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # as for any sequence that compares by its items

    def __repr__(self) -> str:
        return f"[{', '.join(map(repr, self))}]"

    def __reduce__(self) -> tuple[type[list[Action]], tuple[list[Action]]]:
        return list, (list(self),)


class Decided(Protocol):
    """A bot's decision, or any object with the number of an action."""

    @property
    def action(self) -> int:
        """The action's number in the position that the bot was given."""


Playable: TypeAlias = "Action | str | SupportsIndex | Decided"
"""One of `game.legal()`, its notation, its number, or a bot's decision."""


def number_of(given: object) -> int | None:
    """The number of an action given as a number or as a bot's decision; None for anything else."""
    number = whole(given)
    return whole(getattr(given, "action", None)) if number is None else number


def whole(value: object) -> int | None:
    """A whole number of any type, such as NumPy's; None for anything else, also for True and False."""
    try:
        return None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]  # any type
    except TypeError:
        return None
