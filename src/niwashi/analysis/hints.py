"""A hint: what to do now, why, and why not the most tempting thing."""

from __future__ import annotations

from dataclasses import dataclass

from niwashi.analysis.continuing import Standing
from niwashi.analysis.judging import Judge, Method, Value, liked, value_of
from niwashi.analysis.output import HintOut, WeighedOut
from niwashi.analysis.reasons import MOST_REASONS, Comparison, Reason, Tried, all_facts, try_out
from niwashi.analysis.timeline import resigned_after
from niwashi.analysis.values import Estimate, outcomes
from niwashi.core.errors import NiwashiError
from niwashi.engine.game import Game

ENOUGH = 4
"""With so many candidates there is a middling one to compare with."""


@dataclass(frozen=True)
class Weighed:
    """Another action: what it scores at once, by how much the recommended one is better, and why."""

    action: str
    gain: int
    behind: Estimate
    reasons: tuple[Reason, ...]

    def out(self) -> WeighedOut:
        reasons = [reason.out() for reason in self.reasons]
        return WeighedOut(action=self.action, gain=self.gain, behind=self.behind.out(), reasons=reasons)


@dataclass(frozen=True)
class Hint:
    seat: int
    name: str
    action: str
    gain: int
    """Points at once."""
    line: tuple[tuple[int, str], ...]
    """The action and the replies that are expected, with who takes them."""
    value: Value
    exact: bool
    legal: int
    reasons: tuple[Reason, ...]
    next_best: Weighed | None
    tempting: Weighed | None
    """The most points at once, where that is more than the recommended action scores, and worse."""
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
    """For a seat that may act now; it may be left out where only one may."""
    if game.over:
        raise NiwashiError("hint/over", "the game is over; there is nothing left to advise")
    seat = game.acting_seat(seat)
    now = Standing(game.position, game.chances, resigned_after(game.events)[-1])
    return _Advice(Judge(game.rules, method), game, now, seat).hint()


class _Advice:
    """One decision: its candidates, tried out as they are asked for."""

    def __init__(self, judge: Judge, game: Game, now: Standing, seat: int) -> None:
        self.judge, self.game, self.now, self.seat = judge, game, now, seat
        self.legal = judge.continuing.work.legal(now.position, seat)
        self.endings = judge.endings.solved(now.position, seat)
        self.candidates = self._candidates()
        self.tried: dict[int, Tried] = {}
        self.comparison = Comparison(game.rules, game.names, all_facts(game.rules, now.position), seat)

    def _candidates(self) -> list[int]:
        """Best first, as the search sees it, or as they are at the end of the game."""
        if endings := self.endings:
            return sorted(endings, key=lambda action: -endings[action].margin(self.seat))
        if len(self.legal) == 1:
            return self.legal
        return liked(self.judge.decision(self.now, self.seat, len(self.game.events)))

    def try_out(self, action: int) -> Tried:
        if action not in self.tried:
            self.tried[action] = try_out(self.judge, self.now, self.seat, action)
        return self.tried[action]

    def hint(self) -> Hint:
        best, other = self._best_two()
        one, tempting = self.try_out(best), self._most_at_once()
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
            next_best=None if other is None else self._weighed(one, self.try_out(other)),
            tempting=self._tempting(one, self.try_out(tempting)),
            method=self.judge.method,
        )

    def _best_two(self) -> tuple[int, int | None]:
        """The search's choice, unless the trials say clearly that its second choice is better."""
        best, other = self.candidates[0], next(iter(self.candidates[1:]), None)
        if other is not None and self.endings is None and self._behind(self.try_out(other), self.try_out(best)).clear:
            return other, best
        return best, other

    def _behind(self, one: Tried, other: Tried) -> Estimate:
        """By how much the other is worse; exact where the game can be seen to its end."""
        if endings := self.endings:
            return Estimate(float(endings[one.action].margin(self.seat) - endings[other.action].margin(self.seat)))
        return one.outcomes.better_than(other.outcomes, self.seat)[0]

    def _value(self, one: Tried) -> Value:
        if endings := self.endings:
            return value_of(outcomes([endings[one.action].scores], self.now.resigned), self.seat)
        return value_of(one.outcomes, self.seat)

    def _line(self, action: int) -> tuple[tuple[int, str], ...]:
        if endings := self.endings:
            return self.judge.notation(self.now.position, endings[action].line)
        return self.judge.line(self.now, self.seat, action)

    def _middling(self) -> int | None:
        return self.candidates[len(self.candidates) // 2] if len(self.candidates) >= ENOUGH else None

    def _reasons(self, one: Tried, others: list[int | None]) -> tuple[Reason, ...]:
        """What tells it from each of these, in their order. Each fact is named once."""
        found: dict[tuple[str, ...], Reason] = {}
        for other in others:
            if other is not None and other != one.action:
                for reason in self.comparison.reasons(one, self.try_out(other)):
                    found.setdefault(reason.fact, reason)
        clear = [reason for reason in found.values() if reason.points.clear]
        return tuple((clear or list(found.values()))[:MOST_REASONS])

    def _weighed(self, one: Tried, other: Tried) -> Weighed:
        reasons = tuple(self.comparison.reasons(one, other))
        return Weighed(other.text, other.gain, self._behind(one, other), reasons)

    def _most_at_once(self) -> int:
        return max([*self.candidates, *self.legal], key=self._gain)

    def _tempting(self, one: Tried, other: Tried) -> Weighed | None:
        if other.gain <= one.gain:
            return None
        weighed = self._weighed(one, other)
        return weighed if weighed.behind.mean > 0 else None

    def _gain(self, action: int) -> int:
        return int(self.judge.rules.kernels.gain(self.now.position, self.seat, action))
