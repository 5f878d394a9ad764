"""Why one action is better than another: facts that differ, and the measured points that they bring.

Both actions are followed by rollouts with common random numbers, and the score sheet of each end is split into its
parts. So the difference in value is a sum of parts (rows, tiles, bonuses; the rival's points), each with its standard
error. A fact is a reason where its phrase is true of the positions and its part of the sheet is better.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from niwashi.analysis.judgement import Judge
from niwashi.analysis.output import ReasonOut
from niwashi.analysis.rollouts import GameNode, node_after
from niwashi.analysis.values import Estimate, Floats, Outcomes, estimate, outcomes
from niwashi.core.facts import Change, Fact, Facts, Phrase
from niwashi.core.game import OVER, Part, Position, Rules

MAX_REASONS = 3
AT_ONCE = Phrase(
    "reason-scores", "points at once", lambda change: change.after > change.other, "scores {after} at once, not {other}"
)


@dataclass(frozen=True)
class HintReason:
    """One sentence as data: its key and parameters for translators, and its measured worth."""

    key: str
    text: str
    """English, where there is no translation."""
    args: dict[str, int | str]
    """Parameters of the translation. Rows and features are tokens, not English words."""
    points: Estimate
    """By how much the margin is better, through these parts of it, than after the other action."""
    through: tuple[str, ...]
    """Parts of the score sheet; “at once”, “rival” (what the best rival ends with), or “all”."""
    through_keys: tuple[str, ...]
    """Translation keys of `through`; they take the reason's `args`."""
    than: str
    """The other action."""
    fact: Fact
    seat: int
    """Whose fact it is."""
    change: Change

    def out(self) -> ReasonOut:
        """As `Hint.out` and `Review.out` hold it."""
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


# -- trials of an action -----------------------------------------------------------------------------------------------
@dataclass
class TrialResult:
    """An action: facts of the positions after it, and the outcomes of its rollouts."""

    action: int
    text: str
    gain: int
    after: list[Facts]
    """By seat."""
    kept: Facts
    """The acting seat's, after the expected replies."""
    outcomes: Outcomes
    later: dict[str, Floats] = field(default_factory=dict)
    """By part of the score sheet: points scored after the replies, trial by trial."""
    rival: Floats = field(default_factory=lambda: np.zeros(1))
    """The best rival's final score."""

    def part(self, what: str) -> Floats:
        return self.later.get(what, np.zeros(1))

    @property
    def whole(self) -> Floats:
        """All later points, less the rival's score."""
        return np.asarray(sum(self.later.values(), np.zeros(1)) - self.rival)


def run_trials(judge: Judge, now: GameNode, seat: int, action: int) -> TrialResult:
    rules = judge.rules
    after = node_after(rules, now, seat, action)
    answered, _ = judge.replies(now, seat, action)
    at_once = _at_once(rules, now.position, answered, seat)
    sheets = [rules.sheet(p) for p in judge.ends(now, seat, action)]
    totals = [[sum(part.points for part in parts) for parts in sheet] for sheet in sheets]
    return TrialResult(
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
    """The points on the sheet after the replies, without those that only the end of the game pays."""
    after, known = points_by_part(rules.sheet(answered)[seat]), points_by_part(rules.sheet(before)[seat])
    over = int(rules.kernels.to_act(answered)) == OVER
    return {what: points for what, points in after.items() if what in known or not over}


def _later(sheets: list[tuple[tuple[Part, ...], ...]], seat: int, at_once: dict[str, int]) -> dict[str, Floats]:
    ends = [points_by_part(sheet[seat]) for sheet in sheets]
    names = dict.fromkeys(what for end in [*ends, at_once] for what in end)
    return {
        what: np.array([end.get(what, 0) for end in ends], np.float64) - float(at_once.get(what, 0)) for what in names
    }


# -- reasons -----------------------------------------------------------------------------------------------------------
class Comparison:
    """Compares actions of one seat."""

    def __init__(self, rules: Rules, names: tuple[str, ...], before: list[Facts], seat: int) -> None:
        self.rules, self.names, self.before, self.seat = rules, names, before, seat

    def reasons(self, one: TrialResult, other: TrialResult) -> list[HintReason]:
        """The reasons beyond noise, the largest first; if there are none, the best of the rest.

        There is one for each part of the margin: the fact with the largest difference at face value.
        """
        best: dict[tuple[str, ...], tuple[int, HintReason]] = {}
        for phrase, reason in [*self._at_once(one, other), *self.differences(one, other)]:
            size = abs(reason.change.after - reason.change.other) * phrase.worth
            if reason.points.mean > 0 and size > best.get(reason.through, (-1, reason))[0]:
                best[reason.through] = size, reason
        ranked = sorted((reason for _, reason in best.values()), key=lambda reason: -reason.points.mean)
        return [reason for reason in ranked if reason.points.clear][:MAX_REASONS] or ranked[:1]

    def _at_once(self, one: TrialResult, other: TrialResult) -> Iterator[tuple[Phrase, HintReason]]:
        change = Change(0, one.gain, other.gain, one.gain, other.gain)
        if AT_ONCE.when(change):
            worth = Estimate(float(one.gain - other.gain))
            yield AT_ONCE, self._reason(AT_ONCE, (AT_ONCE.fact,), self.seat, change, worth, other)

    def differences(self, one: TrialResult, other: TrialResult) -> Iterator[tuple[Phrase, HintReason]]:
        """Every phrase that is true of the two actions, whatever it is worth."""
        for phrase in self.rules.hint_phrases:
            for seat, fact in self._facts(phrase):
                change = self._change(fact, seat, one, other)
                if phrase.when(change):
                    worth = estimate(_worth(through(phrase, fact), one, other))
                    yield phrase, self._reason(phrase, fact, seat, change, worth, other)

    def _facts(self, phrase: Phrase) -> Iterator[tuple[int, Fact]]:
        """The seats and facts that a phrase may be about."""
        for seat, facts in enumerate(self.before):
            if (seat != self.seat) == phrase.of_rival:
                yield from ((seat, fact) for fact in facts if fact[0] == phrase.fact)

    def _change(self, fact: Fact, seat: int, one: TrialResult, other: TrialResult) -> Change:
        after, otherwise = one.after[seat].get(fact, 0), other.after[seat].get(fact, 0)
        own = seat == self.seat
        kept, other_kept = (one.kept.get(fact, 0), other.kept.get(fact, 0)) if own else (after, otherwise)
        return Change(self.before[seat][fact], after, otherwise, kept, other_kept)

    def _reason(
        self, phrase: Phrase, fact: Fact, seat: int, change: Change, worth: Estimate, other: TrialResult
    ) -> HintReason:
        given: dict[str, int | str] = {"before": change.before, "after": change.after, "other": change.other}
        if phrase.about:
            given[phrase.about] = fact[1]
        if phrase.of_rival:
            given["rival"] = self.names[seat]
        text = phrase.text.format(**given)
        return HintReason(
            phrase.key, text, given, worth, through(phrase, fact), through_keys(phrase), other.text, fact, seat, change
        )  # fmt: skip


def through(phrase: Phrase, fact: Fact) -> tuple[str, ...]:
    """The parts of the margin that a fact pays through."""
    if phrase is AT_ONCE:
        return ("at once",)
    if phrase.of_rival:
        return ("rival",)
    named = {phrase.about: fact[1]} if phrase.about else {}
    return tuple(part.format(**named) for part in phrase.parts) or ("all",)


def through_keys(phrase: Phrase) -> tuple[str, ...]:
    """“row {row}” becomes `through-row-of`: a part's subject is a parameter of the words, not of the key."""
    parts = through(phrase, (phrase.fact, "of"))
    return tuple("-".join(["through", *re.findall(r"\w+", part)]) for part in parts)


def _worth(parts: tuple[str, ...], one: TrialResult, other: TrialResult) -> Floats:
    """By how much these parts are better, trial by trial."""
    if parts == ("rival",):
        return other.rival - one.rival
    if parts == ("all",):
        return one.whole - other.whole
    return np.asarray(sum((one.part(what) - other.part(what) for what in parts), np.zeros(1)))
