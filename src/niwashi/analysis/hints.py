"""Hints: the recommended action, its reasons, and the reasons against the most tempting one."""

from __future__ import annotations

from dataclasses import dataclass

from niwashi.analysis.judgement import Judge, Method, Value, value_of
from niwashi.analysis.output import HintOut, WeighedOut
from niwashi.analysis.reasons import MAX_REASONS, Comparison, HintReason, TrialResult, all_facts, run_trials
from niwashi.analysis.rollouts import GameNode
from niwashi.analysis.timeline import list_resigned
from niwashi.analysis.values import Estimate, outcomes
from niwashi.core.errors import NiwashiError
from niwashi.engine.game import Game

MIN_CANDIDATES = 4
"""The number of candidates from which a middling one is worth comparing with."""


@dataclass(frozen=True)
class ComparedAction:
    """Another action: its points at once, by how much the recommended one is better, and why."""

    action: str
    gain: int
    behind: Estimate
    reasons: tuple[HintReason, ...]

    def out(self) -> WeighedOut:
        reasons = [reason.out() for reason in self.reasons]
        return WeighedOut(action=self.action, gain=self.gain, behind=self.behind.out(), reasons=reasons)


@dataclass(frozen=True)
class Hint:
    """The recommended action of a seat, its value, and why it is better than the other ones."""

    seat: int
    name: str
    action: str
    gain: int
    """Points at once."""
    line: tuple[tuple[int, str], ...]
    """The action and the expected replies: seat and notation."""
    value: Value
    exact: bool
    legal: int
    reasons: tuple[HintReason, ...]
    next_best: ComparedAction | None
    tempting: ComparedAction | None
    """The action with the most points at once, if it scores more than the recommended one and is worse."""
    method: Method

    def out(self) -> HintOut:
        """As `niwashi hint --json` prints it and the server sends it."""
        return HintOut(
            seat=self.seat,
            name=self.name,
            action=self.action,
            gain=self.gain,
            line=list(self.line),
            value=self.value.out(),
            exact=self.exact,
            legal=self.legal,
            reasons=[reason.out() for reason in self.reasons],
            next_best=self.next_best.out() if self.next_best else None,
            tempting=self.tempting.out() if self.tempting else None,
            method=self.method.out(),
        )


def hint(game: Game, seat: int | None, method: Method) -> Hint:
    """A hint for a seat that may act now. The seat may be omitted if only one may act."""
    if game.over:
        raise NiwashiError("hint/over", "the game is over; hints are for games in play")
    return hint_by(Judge(game.rules, method), game, game.acting_seat(seat))


def hint_by(judge: Judge, game: Game, seat: int) -> Hint:
    """A hint for a seat that may act now, by this judge."""
    return _Advice(judge, game, node_of(game), seat).hint()


def node_of(game: Game) -> GameNode:
    return GameNode(game.position, game.chances, list_resigned(game.events)[-1])


class _Advice:
    """One decision: its candidates, with trials run on demand."""

    def __init__(self, judge: Judge, game: Game, now: GameNode, seat: int) -> None:
        self.judge, self.game, self.now, self.seat = judge, game, now, seat
        self.legal = judge.legal(now, seat)
        self.endings = judge.solve_all(now, seat)
        self.candidates = self._candidates()
        self.tried: dict[int, TrialResult] = {}
        self.comparison = Comparison(game.rules, game.names, all_facts(game.rules, now.position), seat)

    def _candidates(self) -> list[int]:
        """The candidates, best first: by the search, or exactly where the end of the game is solved."""
        if endings := self.endings:
            return sorted(endings, key=lambda action: -endings[action].margin(self.seat))
        if len(self.legal) == 1:
            return self.legal
        return self.judge.rank(self.now, self.seat, len(self.game.events))

    def run_trials(self, action: int) -> TrialResult:
        if action not in self.tried:
            self.tried[action] = run_trials(self.judge, self.now, self.seat, action)
        return self.tried[action]

    def hint(self) -> Hint:
        best, other = self._best_two()
        one, tempting = self.run_trials(best), self._most_at_once()
        return Hint(
            seat=self.seat,
            name=self.game.names[self.seat],
            action=one.text,
            gain=one.gain,
            line=self._line(best),
            value=self._value(one),
            exact=self.endings is not None,
            legal=len(self.legal),
            reasons=self._reasons(one, [other, self._middling(), tempting]),
            next_best=None if other is None else self._compare(one, self.run_trials(other)),
            tempting=self._tempting(one, self.run_trials(tempting)),
            method=self.judge.method,
        )

    def _best_two(self) -> tuple[int, int | None]:
        """The search's choice, unless the trials say clearly that its second choice is better."""
        best, other = self.candidates[0], next(iter(self.candidates[1:]), None)
        if (
            other is not None
            and self.endings is None
            and self._behind(self.run_trials(other), self.run_trials(best)).clear
        ):
            return other, best
        return best, other

    def _behind(self, one: TrialResult, other: TrialResult) -> Estimate:
        """By how much the other is worse; exact where the end of the game is solved."""
        if endings := self.endings:
            return Estimate(float(endings[one.action].margin(self.seat) - endings[other.action].margin(self.seat)))
        return one.outcomes.better_than(other.outcomes, self.seat)[0]

    def _value(self, one: TrialResult) -> Value:
        if endings := self.endings:
            return value_of(outcomes([endings[one.action].scores], self.now.resigned), self.seat)
        return value_of(one.outcomes, self.seat)

    def _line(self, action: int) -> tuple[tuple[int, str], ...]:
        if endings := self.endings:
            return self.judge.notation(self.now.position, endings[action].line)
        return self.judge.line(self.now, self.seat, action)

    def _middling(self) -> int | None:
        return self.candidates[len(self.candidates) // 2] if len(self.candidates) >= MIN_CANDIDATES else None

    def _reasons(self, one: TrialResult, others: list[int | None]) -> tuple[HintReason, ...]:
        """The reasons for the action against each of the others, in their order. Each fact appears once."""
        by_fact: dict[tuple[str, ...], HintReason] = {}
        for other in others:
            if other is not None and other != one.action:
                for reason in self.comparison.reasons(one, self.run_trials(other)):
                    by_fact.setdefault(reason.fact, reason)
        clear = [reason for reason in by_fact.values() if reason.points.clear]
        return tuple((clear or list(by_fact.values()))[:MAX_REASONS])

    def _compare(self, one: TrialResult, other: TrialResult) -> ComparedAction:
        reasons = tuple(self.comparison.reasons(one, other))
        return ComparedAction(other.text, other.gain, self._behind(one, other), reasons)

    def _most_at_once(self) -> int:
        return max([*self.candidates, *self.legal], key=self._gain)

    def _tempting(self, one: TrialResult, other: TrialResult) -> ComparedAction | None:
        if other.gain <= one.gain:
            return None
        compared = self._compare(one, other)
        return compared if compared.behind.mean > 0 else None

    def _gain(self, action: int) -> int:
        return int(self.judge.rules.kernels.gain(self.now.position, self.seat, action))
