"""One action judged: it and the best that a search finds instead are each played out, trial by trial."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from niwashi import bots
from niwashi.analysis.continuing import Continuing, Standing, final_scores
from niwashi.analysis.endings import Ending, Endings
from niwashi.analysis.output import AlternativeOut, MethodOut, ValueOut
from niwashi.analysis.timeline import Taken
from niwashi.analysis.values import Estimate, Outcomes, outcomes
from niwashi.bots import Bot, Budget, Decision
from niwashi.core.game import Position, Rules
from niwashi.core.rng import seeded

FEWEST_TRIALS, MOST_TRIALS = 8, 4096
DEFAULT_TRIALS = 128
DEFAULT_BUDGET = Budget(nodes=4000)
"""Nodes and not seconds, so that the same record is judged the same everywhere."""


@dataclass(frozen=True)
class Value:
    """What a position promises a seat: points ahead of the best rival at the end, and the chance of winning."""

    margin: Estimate
    chance: Estimate

    def out(self) -> ValueOut:
        return ValueOut(margin=self.margin.out(), chance=self.chance.out())


@dataclass(frozen=True)
class Alternative:
    """What could have been done instead, and how it was expected to go on."""

    action: str
    line: tuple[tuple[int, str], ...]
    """This action and the expected replies: seat and notation."""
    value: Value

    def out(self) -> AlternativeOut:
        return AlternativeOut(action=self.action, line=list(self.line), value=self.value.out())


@dataclass(frozen=True)
class Judgement:
    """An action of a record: what it was worth to its seat, and what was lost by it."""

    event: int
    seat: int
    action: str
    legal: int
    """How many actions there were to choose from."""
    exact: bool
    """Seen to the end of the game and not sampled."""
    before: Value
    """With the better of the played action and the best alternative."""
    after: Value
    chances: tuple[float, ...]
    """Every seat's chance of winning after it."""
    loss: Value
    """Against the best alternative, trial by trial; 0 where the played action did at least as well."""
    best: Alternative | None

    @property
    def forced(self) -> bool:
        return self.legal == 1


@dataclass(frozen=True)
class Method:
    """Who proposes alternatives and for how long it may think; how often they are played out; from which seed."""

    bot: str = "strong"
    budget: Budget = DEFAULT_BUDGET
    trials: int = DEFAULT_TRIALS
    seed: str = "1"

    def out(self) -> MethodOut:
        budget = self.budget
        return MethodOut(bot=self.bot, nodes=budget.nodes, seconds=budget.seconds, trials=self.trials, seed=self.seed)


class Judge:
    """Judges one game's actions by one method."""

    def __init__(self, rules: Rules, method: Method) -> None:
        self.rules, self.method = rules, method
        self.measuring = range(method.trials)

    @cached_property
    def bot(self) -> Bot:
        return bots.make(self.method.bot, self.rules)

    @cached_property
    def continuing(self) -> Continuing:
        return Continuing(self.rules, self.method.seed)

    @cached_property
    def endings(self) -> Endings:
        return Endings(self.rules)

    def judge(self, taken: Taken) -> Judgement:
        legal = self.continuing.work.legal(taken.before.position, taken.seat)
        if endings := self.endings.solved(taken.before.position, taken.seat):
            return self._exactly(taken, endings)
        return self._sampled(taken, legal)

    # -- the end of the game -------------------------------------------------------------------------------------
    def _exactly(self, taken: Taken, endings: dict[int, Ending]) -> Judgement:
        seat, resigned = taken.seat, taken.before.resigned
        others = {action: end for action, end in endings.items() if action != taken.action}
        found = max(others, key=lambda action: endings[action].margin(seat), default=None)
        played = outcomes([endings[taken.action].scores], resigned)
        if found is None:
            return _judgement(taken, len(endings), True, played, None, None)
        line = self.notation(taken.before.position, endings[found].line)
        return _judgement(taken, len(endings), True, played, outcomes([endings[found].scores], resigned), line)

    # -- before it -----------------------------------------------------------------------------------------------
    def _sampled(self, taken: Taken, legal: list[int]) -> Judgement:
        now, seat = taken.before, taken.seat
        played = self.outcomes(now, seat, taken.action, self.measuring)
        over = len(played.margins) == 1
        rival = self.challenger(taken, legal)
        if rival is None:
            return _judgement(taken, len(legal), over, played, None, None)
        found = self.outcomes(now, seat, rival, self.measuring)
        return _judgement(taken, len(legal), False, played, found, self.line(now, seat, rival))

    def outcomes(self, now: Standing, seat: int, action: int, trials: range) -> Outcomes:
        after = self.continuing.after(now, seat, action)
        finals = (final_scores(self.rules, p) for p in self.continuing.ends(after, trials))
        return outcomes(finals, now.resigned)

    def decision(self, now: Standing, seat: int, number: int) -> Decision:
        rng = seeded(f"{self.method.seed}/search/{number}")
        return self.bot.choose(now.position.copy(), seat, self.method.budget, rng)

    def challenger(self, taken: Taken, legal: list[int]) -> int | None:
        """The best other action in the search's eyes. It is not chosen by the trials that it is then measured in: who
        is chosen for good luck must not be measured by the same luck."""
        if len(legal) == 1:
            return None
        decision = self.decision(taken.before, taken.seat, taken.event)
        return next((action for action in liked(decision) if action != taken.action), None)

    # -- in words ------------------------------------------------------------------------------------------------
    def line(self, now: Standing, seat: int, action: int) -> tuple[tuple[int, str], ...]:
        after = self.continuing.after(now, seat, action).position
        return self.notation(now.position, ((seat, action), *self.continuing.replies(after, seat)))

    def notation(self, p: Position, steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, str], ...]:
        written = []
        p = p.copy()
        for seat, action in steps:
            written.append((seat, self.rules.action_text(p, seat, action)))
            self.rules.kernels.play(p, seat, action)
        return tuple(written)


def liked(decision: Decision) -> list[int]:
    """What a search found, best first."""
    return list(dict.fromkeys([decision.action, *(one.action for one in decision.alternatives)]))


def value_of(found: Outcomes, seat: int) -> Value:
    return Value(found.margin(seat), found.chance(seat))


def _judgement(
    taken: Taken,
    legal: int,
    exact: bool,
    played: Outcomes,
    found: Outcomes | None,
    line: tuple[tuple[int, str], ...] | None,
) -> Judgement:
    after, loss, best = value_of(played, taken.seat), Value(Estimate(0.0), Estimate(0.0)), None
    before = after
    if found is not None and line is not None:
        best = Alternative(line[0][1], line, value_of(found, taken.seat))
        points, chance = found.better_than(played, taken.seat)
        worse = points.mean > 0
        before = best.value if worse else after
        loss = Value(_at_least_nothing(points), _at_least_nothing(chance) if worse else Estimate(0.0, chance.error))
    chances = played.chances()
    return Judgement(taken.event, taken.seat, taken.notation, legal, exact, before, after, chances, loss, best)


def _at_least_nothing(estimate: Estimate) -> Estimate:
    return Estimate(max(0.0, estimate.mean), estimate.error)
