"""What a game can say about a position in plain numbers, and how a difference in them is put into words.

A hint is made of these: facts are measured before an action, after it and after another one, and a saying is used only
where its condition holds of what was measured.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

Fact: TypeAlias = tuple[str, ...]
"""What is measured, and of what: ("row lead", "maple"). Of every fact more is better for the seat."""
Facts: TypeAlias = dict[Fact, int]


@dataclass(frozen=True)
class Change:
    """One fact of one seat: before an action, after it, and after another action that might have been taken."""

    before: int
    after: int
    other: int
    kept: int
    """After the action and the replies that are expected to it."""
    other_kept: int
    """After the other action and the replies to that."""


@dataclass(frozen=True)
class Phrase:
    """A sentence about a fact, and when it is true."""

    key: str
    """For translators: `reason-takes-lead`."""
    fact: str
    when: Callable[[Change], bool]
    text: str
    """English, with {before}, {after}, {other}, {kept}, {rival} and what the fact is about."""
    about: str = ""
    """The name by which the text calls what the fact is about: “row”."""
    parts: tuple[str, ...] = ()
    """The parts of the score sheet through which the fact pays, by their `what`; where none is named, all there are."""
    of_rival: bool = False
    """The fact is a rival's, and the rival has less of it."""
    worth: int = 1
    """Points at face value for one more: which of several sayings about the same part comes first."""


# -- when a saying is true -------------------------------------------------------------------------------------------
def grows(change: Change) -> bool:
    """There is more of it than before, and than after the other action."""
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
    """From nothing, or behind, to ahead; the other action does not get there."""
    return max(change.before, change.other) <= 0 < change.after


def holds(change: Change) -> bool:
    """It was there, and after the expected replies it still is; after the other action and its replies it is not."""
    return change.before > 0 and change.kept > 0 >= change.other_kept


def denied(change: Change) -> bool:
    """Of a rival's: the other action would leave more of it."""
    return change.after < change.other


def lost(change: Change) -> bool:
    """Of a rival's: it was there, the other action would leave it, this one takes it away."""
    return change.after <= 0 < min(change.before, change.other)
