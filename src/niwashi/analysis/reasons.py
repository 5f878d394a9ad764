"""Why one action is better than another: facts that differ, and the points that they were measured to bring.

Both actions are played out by common chance, and each end's score sheet is taken apart. So the difference in value
falls into parts that add up (rows, tiles, bonuses; the rival's points), each with its standard error. A fact counts as
a reason where its saying is true of the positions and its part of the sheet is in fact better.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from niwashi.analysis.continuing import Standing
from niwashi.analysis.judging import Judge
from niwashi.analysis.output import ReasonOut
from niwashi.analysis.values import Estimate, Floats, Outcomes, estimated, outcomes
from niwashi.core.facts import Change, Fact, Facts, Saying
from niwashi.core.game import OVER, Part, Position, Rules

MOST_REASONS = 3
AT_ONCE = Saying(
    "reason-scores", "points at once", lambda change: change.after > change.other, "scores {after} at once, not {other}"
)


@dataclass(frozen=True)
class Reason:
    """One sentence, as data: its key and what goes into it for translators, and what it was measured to be worth."""

    key: str
    text: str
    """English, for who has no translation."""
    args: dict[str, int | str]
    """No names of English's own: rows and features are the tokens that catalogs choose by."""
    points: Estimate
    """By so much the margin is better through these parts of it than after the action it is compared with."""
    through: tuple[str, ...]
    """Parts of the score sheet; “at once”, “rival” (what the best rival ends with), or “all”."""
    through_keys: tuple[str, ...]
    """The same for translators; they take the reason's `args`."""
    than: str
    """That action."""
    fact: Fact
    seat: int
    """Whose fact it is."""
    change: Change

    def out(self) -> ReasonOut:
        return ReasonOut(
            key=self.key,
            text=self.text,
            args=self.args,
            points=self.points.out(),
            through=list(self.through),
            through_keys=list(self.through_keys),
            than=self.than,
            fact=list(self.fact),
            seat=self.seat,
            before=self.change.before,
            after=self.change.after,
            other=self.change.other,
            kept=self.change.kept,
            other_kept=self.change.other_kept,
        )


# -- what is measured of an action -------------------------------------------------------------------------------------
@dataclass
class Tried:
    """An action, the positions after it, and what its continuations came to."""

    action: int
    text: str
    gain: int
    after: list[Facts]
    """By seat."""
    kept: Facts
    """The acting seat's, after the expected replies."""
    outcomes: Outcomes
    later: dict[str, Floats] = field(default_factory=dict)
    """By part of the score sheet: points that come after the replies, trial by trial."""
    rival: Floats = field(default_factory=lambda: np.zeros(1))
    """The best rival's final score."""

    def part(self, what: str) -> Floats:
        return self.later.get(what, np.zeros(1))

    @property
    def whole(self) -> Floats:
        """All that comes later, less what the rival has."""
        return np.asarray(sum(self.later.values(), np.zeros(1)) - self.rival)


def try_out(judge: Judge, now: Standing, seat: int, action: int) -> Tried:
    rules, continuing = judge.rules, judge.continuing
    after = continuing.after(now, seat, action)
    answered = continuing.after(now, seat, action).position
    continuing.replies(answered, seat)
    at_once = _at_once(rules, now.position, answered, seat)
    sheets = [rules.sheet(p) for p in continuing.ends(after, judge.measuring)]
    totals = [[sum(part.points for part in parts) for parts in sheet] for sheet in sheets]
    return Tried(
        action=action,
        text=rules.action_text(now.position, seat, action),
        gain=int(rules.kernels.gain(now.position, seat, action)),
        after=all_facts(rules, after.position),
        kept=rules.facts(answered, seat),
        outcomes=outcomes(totals, now.resigned),
        later=_later(sheets, seat, at_once),
        rival=np.array([max(points for one, points in enumerate(row) if one != seat) for row in totals], np.float64),
    )


def all_facts(rules: Rules, p: Position) -> list[Facts]:
    return [rules.facts(p, seat) for seat in range(int(p["seats"]))]


def points_by_part(parts: tuple[Part, ...]) -> dict[str, int]:
    return {part.what: part.points for part in parts}


def _at_once(rules: Rules, before: Position, answered: Position, seat: int) -> dict[str, int]:
    """What the sheet has after the replies; if the game is over then, without what only the end pays."""
    found, known = points_by_part(rules.sheet(answered)[seat]), points_by_part(rules.sheet(before)[seat])
    over = int(rules.kernels.to_act(answered)) == OVER
    return {what: points for what, points in found.items() if what in known or not over}


def _later(sheets: list[tuple[tuple[Part, ...], ...]], seat: int, at_once: dict[str, int]) -> dict[str, Floats]:
    ends = [points_by_part(sheet[seat]) for sheet in sheets]
    names = dict.fromkeys(what for end in [*ends, at_once] for what in end)
    return {
        what: np.array([end.get(what, 0) for end in ends], np.float64) - float(at_once.get(what, 0)) for what in names
    }


# -- reasons -----------------------------------------------------------------------------------------------------------
class Comparison:
    """One seat's actions against each other."""

    def __init__(self, rules: Rules, names: tuple[str, ...], before: list[Facts], seat: int) -> None:
        self.rules, self.names, self.before, self.seat = rules, names, before, seat

    def reasons(self, one: Tried, other: Tried) -> list[Reason]:
        """Those beyond noise, the weightiest first; where there are none, the best of the rest, doubt and all.

        One for each part of the margin: the fact with the largest difference, at its face value.
        """
        best: dict[tuple[str, ...], tuple[int, Reason]] = {}
        for saying, reason in [*self._at_once(one, other), *self.differences(one, other)]:
            size = abs(reason.change.after - reason.change.other) * saying.worth
            if reason.points.mean > 0 and size > best.get(reason.through, (-1, reason))[0]:
                best[reason.through] = size, reason
        ranked = sorted((reason for _, reason in best.values()), key=lambda reason: -reason.points.mean)
        return [reason for reason in ranked if reason.points.clear][:MOST_REASONS] or ranked[:1]

    def _at_once(self, one: Tried, other: Tried) -> Iterator[tuple[Saying, Reason]]:
        change = Change(0, one.gain, other.gain, one.gain, other.gain)
        if AT_ONCE.when(change):
            worth = Estimate(float(one.gain - other.gain))
            yield AT_ONCE, self._reason(AT_ONCE, (AT_ONCE.fact,), self.seat, change, worth, other)

    def differences(self, one: Tried, other: Tried) -> Iterator[tuple[Saying, Reason]]:
        """Every saying that is true of the two, whatever it is worth."""
        for saying in self.rules.sayings:
            for seat, fact in self._facts(saying):
                change = self._change(fact, seat, one, other)
                if saying.when(change):
                    worth = estimated(_worth(through(saying, fact), one, other))
                    yield saying, self._reason(saying, fact, seat, change, worth, other)

    def _facts(self, saying: Saying) -> Iterator[tuple[int, Fact]]:
        """Whose and which facts a saying may be about."""
        for seat, facts in enumerate(self.before):
            if (seat != self.seat) == saying.of_rival:
                yield from ((seat, fact) for fact in facts if fact[0] == saying.fact)

    def _change(self, fact: Fact, seat: int, one: Tried, other: Tried) -> Change:
        after, otherwise = one.after[seat].get(fact, 0), other.after[seat].get(fact, 0)
        own = seat == self.seat
        kept, other_kept = (one.kept.get(fact, 0), other.kept.get(fact, 0)) if own else (after, otherwise)
        return Change(self.before[seat][fact], after, otherwise, kept, other_kept)

    def _reason(self, saying: Saying, fact: Fact, seat: int, change: Change, worth: Estimate, other: Tried) -> Reason:
        given: dict[str, int | str] = {"before": change.before, "after": change.after, "other": change.other}
        if saying.about:
            given[saying.about] = fact[1]
        if saying.of_rival:
            given["rival"] = self.names[seat]
        text = saying.text.format(**given)
        return Reason(
            saying.key, text, given, worth, through(saying, fact), through_keys(saying), other.text, fact, seat, change
        )  # fmt: skip


def through(saying: Saying, fact: Fact) -> tuple[str, ...]:
    """The parts of the margin that a fact pays through."""
    if saying is AT_ONCE:
        return ("at once",)
    if saying.of_rival:
        return ("rival",)
    named = {saying.about: fact[1]} if saying.about else {}
    return tuple(part.format(**named) for part in saying.parts) or ("all",)


def through_keys(saying: Saying) -> tuple[str, ...]:
    """“row {row}” is `through-row-of`: what a part is about goes into its words, not into their key."""
    parts = through(saying, (saying.fact, "of"))
    return tuple("-".join(["through", *re.findall(r"\w+", part)]) for part in parts)


def _worth(parts: tuple[str, ...], one: Tried, other: Tried) -> Floats:
    """Trial by trial, by how much these parts are better."""
    if parts == ("rival",):
        return other.rival - one.rival
    if parts == ("all",):
        return one.whole - other.whole
    return np.asarray(sum((one.part(what) - other.part(what) for what in parts), np.zeros(1)))
