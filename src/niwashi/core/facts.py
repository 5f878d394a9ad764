"""Facts about a position in plain numbers, and the phrases for differences between them.

Hints are made of these. Facts are measured before an action, after it and after another one; a phrase is used only
where its condition holds for the measured numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

Fact: TypeAlias = tuple[str, ...]
"""A measure and its subject: ("row lead", "maple"). A higher number is always better for the seat."""
Facts: TypeAlias = dict[Fact, int]


@dataclass(frozen=True)
class Change:
    """One fact of one seat: before an action, after it, and after an alternative action."""

    before: int
    after: int
    other: int
    kept: int
    """After the action and the expected replies."""
    other_kept: int
    """After the other action and its expected replies."""


@dataclass(frozen=True)
class Phrase:
    """A sentence about a fact, and the condition under which it is true."""

    key: str
    """For translators: `reason-takes-lead`."""
    fact: str
    when: Callable[[Change], bool]
    text: str
    """English, with {before}, {after}, {other}, {kept}, {rival} and the fact's subject."""
    about: str = ""
    """The placeholder for the fact's subject: “row”."""
    parts: tuple[str, ...] = ()
    """The parts of the score sheet that the fact pays through, by their `what`. Empty means all of them."""
    of_rival: bool = False
    """The fact is a rival's, and the action lowers it."""
    worth: int = 1
    """Points at face value for one more of it. Ranks phrases about the same part."""


def grows(change: Change) -> bool:
    """More than before, and more than after the other action."""
    return change.after > max(change.before, change.other)


def grows_behind(change: Change) -> bool:
    return grows(change) and change.after <= 0


def grows_ahead(change: Change) -> bool:
    return grows(change) and min(change.before, change.other) > 0


def exceeds(change: Change) -> bool:
    return change.after > change.other


def stays(change: Change) -> bool:
    """No more than before, but more than after the other action."""
    return change.other < change.after <= change.before


def crosses(change: Change) -> bool:
    """From level or behind to ahead; the other action does not get there."""
    return max(change.before, change.other) <= 0 < change.after


def holds(change: Change) -> bool:
    """Ahead before, and still ahead after the expected replies; not so after the other action and its replies."""
    return change.before > 0 and change.kept > 0 >= change.other_kept


def denied(change: Change) -> bool:
    """A rival's fact: the other action would leave the rival more of it."""
    return change.after < change.other


def lost(change: Change) -> bool:
    """A rival's fact: the rival had it, the other action would leave it, this one takes it away."""
    return change.after <= 0 < min(change.before, change.other)
