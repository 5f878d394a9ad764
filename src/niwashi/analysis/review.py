"""Reviews of records: every action judged, marks, turning points, and a summary for each seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from niwashi.analysis.judgement import Alternative, Judge, Judgement, Method
from niwashi.analysis.output import JudgementOut, Mark, MarkCountsOut, ReviewOut, SeatSummaryOut, TurningPointOut
from niwashi.analysis.reasons import Comparison, HintReason, all_facts, run_trials
from niwashi.analysis.timeline import PlayedAction, timeline
from niwashi.core.errors import NiwashiError
from niwashi.core.record import Record
from niwashi.engine.game import Game

MARKS: tuple[tuple[float, Mark], ...] = ((0.5, "blunder"), (0.25, "mistake"), (0.1, "slip"))
"""Names of losses beyond noise, by their least share of the spread of final margins. In an even game half a spread
is about 20 % of the chance of winning, a quarter 10 %, a tenth 4 %."""
MIN_SPREAD = 1.0
MIN_SWING = 0.1
"""The least chance of winning that a turning point costs."""
MAX_TURNS = 3
MIN_LEAD = 0.1
"""The least lead, in chance of winning, whose loss is a turning point."""


@dataclass(frozen=True)
class ReviewedAction(Judgement):
    """A judgement, with the reasons for the better action if there was one beyond noise."""

    reasons: tuple[HintReason, ...] = ()

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
    """The action with the largest loss (`loss`), or the one after which the final favourite stayed ahead (`lead`)."""

    number: int
    """The number of the action, from 1."""
    kind: Literal["loss", "lead"]
    seat: int
    """The seat that lost by it, or the seat that is ahead from here on."""
    swing: float
    """The loss in chance of winning, or the new favourite's chance after the action."""

    def out(self) -> TurningPointOut:
        """As `Review.out` holds it."""
        return TurningPointOut(number=self.number, kind=self.kind, seat=self.seat, swing=round(self.swing, 4))


@dataclass(frozen=True)
class SeatSummary:
    """How a seat played. Only decisions count: actions with more than one legal choice."""

    name: str
    decisions: int
    mean_loss: float
    """Points per decision; a loss within its noise counts as 0."""
    marks: dict[str, int]

    @property
    def accuracy(self) -> float:
        """The share of decisions without a mark."""
        return 1 - sum(self.marks.values()) / self.decisions if self.decisions else 1.0

    def out(self) -> SeatSummaryOut:
        """As `Review.out` holds it."""
        return SeatSummaryOut(
            name=self.name,
            decisions=self.decisions,
            mean_loss=round(self.mean_loss, 4),
            marks=MarkCountsOut(**self.marks),
            accuracy=round(self.accuracy, 4),
        )


@dataclass(frozen=True)
class Review:
    """Every action of a record, judged."""

    game: str
    title: str
    options: dict[str, Any]
    names: tuple[str, ...]
    method: Method
    actions: int
    """The number of actions in the record; more than the judgements if the review was stopped."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    judgements: tuple[ReviewedAction, ...]
    rounds: tuple[int, ...]
    """The numbers of the actions before which chance acted."""
    spread: float
    """The standard deviation of the final margin as seen from the first action."""

    def mark(self, judgement: Judgement) -> Mark:
        """The name of a loss beyond noise; empty for any other."""
        loss = judgement.loss.margin
        share = loss.mean / self.spread if loss.clear else 0.0
        return next((word for least, word in MARKS if share >= least), "")

    @cached_property
    def turning_points(self) -> tuple[TurningPoint, ...]:
        """The largest losses, at most three, and the action after which the winner stayed ahead; in their order."""
        losses = [
            TurningPoint(number, "loss", one.seat, one.loss.chance.mean)
            for number, one in enumerate(self.judgements, 1)
            if one.loss.chance.clear and one.loss.margin.clear and one.loss.chance.mean >= MIN_SWING
        ]
        turns = sorted(losses, key=lambda turn: -turn.swing)[:MAX_TURNS] + self._last_change_of_lead()
        return tuple(sorted(turns, key=lambda turn: turn.number))

    def _last_change_of_lead(self) -> list[TurningPoint]:
        """The action after which the final favourite stayed ahead, if another seat was well ahead before."""
        chances = [one.chances for one in self.judgements]
        favourites = [max(range(len(now)), key=lambda seat: now[seat]) for now in chances]
        changes = [at for at in range(1, len(chances)) if favourites[at] != favourites[at - 1]]
        if not changes or not any(_is_ahead(now, favourites[-1]) for now in chances[: changes[-1]]):
            return []
        at, seat = changes[-1], favourites[-1]
        return [TurningPoint(at + 1, "lead", seat, chances[at][seat])]

    @cached_property
    def seats(self) -> tuple[SeatSummary, ...]:
        """How each seat played."""
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
    """Whether another seat was well ahead of the final favourite."""
    return max(chances) - chances[last] >= MIN_LEAD


class ReviewRun:
    """A review in progress. Iterate to judge action by action, stop at any time, then read `review`."""

    def __init__(self, what: Record | Game, method: Method) -> None:
        self.method = method
        record = what.record() if isinstance(what, Game) else what
        line = timeline(record)
        self.game, self.taken = line.game, line.taken
        if not self.taken:
            raise NiwashiError("analysis/empty", "the record has no action yet; there is nothing to judge")
        self.judge = Judge(self.game.rules, method)
        self.judgements: list[ReviewedAction] = []

    def __len__(self) -> int:
        return len(self.taken)

    def __iter__(self) -> Iterator[ReviewedAction]:
        for taken in self.taken[len(self.judgements) :]:
            self.judgements.append(self.review_action(taken))
            yield self.judgements[-1]

    def review_action(self, taken: PlayedAction, judge: Judge | None = None) -> ReviewedAction:
        """By this review's judge, or by another one."""
        judge = judge or self.judge
        judgement = judge.judge(taken)
        better = judgement.best if judgement.loss.margin.clear else None
        reasons = self._reasons(judge, taken, better) if better else ()
        return ReviewedAction(**vars(judgement), reasons=reasons)

    def _reasons(self, judge: Judge, taken: PlayedAction, better: Alternative) -> tuple[HintReason, ...]:
        """The reasons for the better action against the played one."""
        rules, now, seat = self.game.rules, taken.before, taken.seat
        comparison = Comparison(rules, self.game.names, all_facts(rules, now.position), seat)
        actions = (rules.action_of(now.position, seat, better.action), taken.action)
        one, other = (run_trials(judge, now, seat, action) for action in actions)
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
        """The spread, from the standard error of the first sampled margin."""
        if not self.judgements or self.judgements[0].exact:
            return MIN_SPREAD
        return max(MIN_SPREAD, float(self.judgements[0].after.margin.error * self.method.trials**0.5))


def review(what: Record | Game, method: Method, progress: Callable[[int, int], None] | None = None) -> Review:
    """The whole review. `progress` is called with the number of judged actions and the total."""
    run = ReviewRun(what, method)
    for done, _ in enumerate(run, 1):
        if progress:
            progress(done, len(run))
    return run.review
