"""A record's review: every action judged, marks, turning points, and a summary for each seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from niwashi.analysis.judging import Alternative, Judge, Judgement, Method
from niwashi.analysis.output import JudgementOut, Mark, MarkCountsOut, ReviewOut, SeatSummaryOut, TurningPointOut
from niwashi.analysis.reasons import Comparison, Reason, all_facts, try_out
from niwashi.analysis.timeline import Taken, timeline
from niwashi.core.errors import NiwashiError
from niwashi.core.record import Record
from niwashi.engine.game import Game

MARKS: tuple[tuple[float, Mark], ...] = ((0.5, "blunder"), (0.25, "mistake"), (0.1, "slip"))
"""From this share of the spread of final margins on, a loss beyond noise has a name. In an even game half a spread is
about 20 % of the chance of winning, a quarter 10 %, a tenth 4 %."""
SMALLEST_SPREAD = 1.0
SWING = 0.1
"""A turning point costs at least so much of the chance of winning."""
MOST_TURNS = 3
AHEAD = 0.1
"""By so much a seat must have been ahead for its overtaking to be a turning point."""


@dataclass(frozen=True)
class Reviewed(Judgement):
    """A judgement with the reasons for the better action, where there was one beyond the noise."""

    reasons: tuple[Reason, ...] = ()

    def out(self, number: int, mark: Mark) -> JudgementOut:
        """As the review's judgement `number`, from 1."""
        return JudgementOut(
            number=number,
            mark=mark,
            event=self.event,
            seat=self.seat,
            action=self.action,
            legal=self.legal,
            exact=self.exact,
            before=self.before.out(),
            after=self.after.out(),
            chances=[round(chance, 4) for chance in self.chances],
            loss=self.loss.out(),
            clear=self.loss.margin.clear,
            best=self.best.out() if self.best else None,
            reasons=[reason.out() for reason in self.reasons],
        )


@dataclass(frozen=True)
class TurningPoint:
    """The action by which most was lost (`loss`), or after which the last favourite stayed ahead (`lead`)."""

    number: int
    """Of the action, counted from 1."""
    kind: Literal["loss", "lead"]
    seat: int
    """Who lost by it; or who is ahead from here on."""
    swing: float
    """The chance of winning lost, or that of the new favourite after it."""

    def out(self) -> TurningPointOut:
        return TurningPointOut(number=self.number, kind=self.kind, seat=self.seat, swing=round(self.swing, 4))


@dataclass(frozen=True)
class SeatSummary:
    """How a seat played: what counts are decisions, actions with something to choose from."""

    name: str
    decisions: int
    mean_loss: float
    """Points a decision; losses within their noise count as none."""
    marks: dict[str, int]

    @property
    def accuracy(self) -> float:
        """The share of decisions without a mark."""
        return 1 - sum(self.marks.values()) / self.decisions if self.decisions else 1.0

    def out(self) -> SeatSummaryOut:
        return SeatSummaryOut(
            name=self.name,
            decisions=self.decisions,
            mean_loss=round(self.mean_loss, 4),
            marks=MarkCountsOut(**self.marks),
            accuracy=round(self.accuracy, 4),
        )


@dataclass(frozen=True)
class Review:
    game: str
    title: str
    options: dict[str, Any]
    names: tuple[str, ...]
    method: Method
    actions: int
    """In the record; more than there are judgements where the review was stopped."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    judgements: tuple[Reviewed, ...]
    rounds: tuple[int, ...]
    """The numbers of the actions before which chance acted."""
    spread: float
    """The standard deviation of the final margin as seen from the first action."""

    def mark(self, judgement: Judgement) -> Mark:
        """A word for a loss beyond its noise; nothing for any other."""
        loss = judgement.loss.margin
        share = loss.mean / self.spread if loss.clear else 0.0
        return next((word for least, word in MARKS if share >= least), "")

    @cached_property
    def turning_points(self) -> tuple[TurningPoint, ...]:
        losses = [
            TurningPoint(number, "loss", one.seat, one.loss.chance.mean)
            for number, one in enumerate(self.judgements, 1)
            if one.loss.chance.clear and one.loss.margin.clear and one.loss.chance.mean >= SWING
        ]
        found = sorted(losses, key=lambda turn: -turn.swing)[:MOST_TURNS] + self._last_change_of_lead()
        return tuple(sorted(found, key=lambda turn: turn.number))

    def _last_change_of_lead(self) -> list[TurningPoint]:
        """The action after which the last favourite stayed ahead, if another seat was well ahead before."""
        chances = [one.chances for one in self.judgements]
        favourites = [max(range(len(now)), key=lambda seat: now[seat]) for now in chances]
        changes = [at for at in range(1, len(chances)) if favourites[at] != favourites[at - 1]]
        if not changes or not any(_is_ahead(now, favourites[-1]) for now in chances[: changes[-1]]):
            return []
        at, seat = changes[-1], favourites[-1]
        return [TurningPoint(at + 1, "lead", seat, chances[at][seat])]

    @cached_property
    def seats(self) -> tuple[SeatSummary, ...]:
        return tuple(self._summary(seat) for seat in range(len(self.names)))

    def _summary(self, seat: int) -> SeatSummary:
        own = [one for one in self.judgements if one.seat == seat and not one.forced]
        lost = sum(one.loss.margin.mean for one in own if one.loss.margin.clear)
        marks = [self.mark(one) for one in own]
        counted: dict[str, int] = {word: marks.count(word) for _, word in reversed(MARKS)}
        return SeatSummary(self.names[seat], len(own), lost / max(1, len(own)), counted)

    def out(self) -> ReviewOut:
        """As `niwashi analyse --json` prints it; the server sends it without names."""
        return ReviewOut(
            game=self.game,
            options=self.options,
            names=list(self.names),
            method=self.method.out(),
            actions=self.actions,
            scores=list(self.scores),
            winners=list(self.winners),
            spread=round(self.spread, 4),
            seats=[seat.out() for seat in self.seats],
            turning_points=[turn.out() for turn in self.turning_points],
            judgements=[one.out(number, self.mark(one)) for number, one in enumerate(self.judgements, 1)],
        )


def _is_ahead(chances: tuple[float, ...], last: int) -> bool:
    """Was somebody else well ahead of the last favourite?"""
    return max(chances) - chances[last] >= AHEAD


class Reviewing:
    """A review in the making: iterate to judge action by action, stop when you like, then take the `review`."""

    def __init__(self, what: Record | Game, method: Method) -> None:
        self.method = method
        record = what.record() if isinstance(what, Game) else what
        found = timeline(record)
        self.game, self.taken = found.game, found.taken
        if not self.taken:
            raise NiwashiError("analysis/empty", "the record has no action yet; there is nothing to judge")
        self.judge = Judge(self.game.rules, method)
        self.judgements: list[Reviewed] = []

    def __len__(self) -> int:
        return len(self.taken)

    def __iter__(self) -> Iterator[Reviewed]:
        for taken in self.taken[len(self.judgements) :]:
            self.judgements.append(self.reviewed(taken))
            yield self.judgements[-1]

    def reviewed(self, taken: Taken) -> Reviewed:
        judgement = self.judge.judge(taken)
        better = judgement.best if judgement.loss.margin.clear else None
        reasons = self._reasons(taken, better) if better else ()
        return Reviewed(**vars(judgement), reasons=reasons)

    def _reasons(self, taken: Taken, better: Alternative) -> tuple[Reason, ...]:
        """What tells the better action from the one that was taken."""
        rules, now, seat = self.game.rules, taken.before, taken.seat
        comparison = Comparison(rules, self.game.names, all_facts(rules, now.position), seat)
        actions = (rules.action_of(now.position, seat, better.action), taken.action)
        one, other = (try_out(self.judge, now, seat, action) for action in actions)
        return tuple(comparison.reasons(one, other))

    @property
    def review(self) -> Review:
        game = self.game
        chances = [taken.before.chances for taken in self.taken]
        drawn = [at + 1 for at in range(len(chances)) if at == 0 or chances[at] > chances[at - 1]]
        return Review(
            game=game.name,
            title=game.rules.title,
            options=game.options.as_dict(),
            names=game.names,
            method=self.method,
            actions=len(self.taken),
            scores=game.scores,
            winners=game.winners,
            judgements=tuple(self.judgements),
            rounds=tuple(drawn),
            spread=self._spread(),
        )

    def _spread(self) -> float:
        """From the error of the first sampled margin."""
        if not self.judgements or self.judgements[0].exact:
            return SMALLEST_SPREAD
        return max(SMALLEST_SPREAD, float(self.judgements[0].after.margin.error * self.method.trials**0.5))


def review(what: Record | Game, method: Method, progress: Callable[[int, int], None] | None = None) -> Review:
    """The whole review; progress hears how many actions of how many are judged."""
    reviewing = Reviewing(what, method)
    for done, _ in enumerate(reviewing, 1):
        if progress:
            progress(done, len(reviewing))
    return reviewing.review
