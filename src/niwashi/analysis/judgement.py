"""Judges one action: rollouts after it are compared with rollouts after the best alternative that a search finds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from niwashi import bots
from niwashi.analysis.endings import Ending, Endings
from niwashi.analysis.output import AlternativeOut, MethodOut, ValueOut
from niwashi.analysis.rollouts import GameNode, Rollouts, final_scores, node_after
from niwashi.analysis.timeline import PlayedAction
from niwashi.analysis.values import Estimate, Outcomes, outcomes
from niwashi.bots import Bot, Budget, Decision
from niwashi.core.game import Position, Rules
from niwashi.core.rng import seeded

MIN_TRIALS, MAX_TRIALS = 8, 4096
DEFAULT_TRIALS = 128
DEFAULT_BUDGET = Budget(nodes=4000)
"""In nodes, not seconds, so that a record is judged the same on every machine."""


@dataclass(frozen=True)
class Value:
    """The value of a position for a seat: expected final margin, and chance of winning."""

    margin: Estimate
    chance: Estimate

    def out(self) -> ValueOut:
        return ValueOut(margin=self.margin.out(), chance=self.chance.out())


@dataclass(frozen=True)
class Alternative:
    """The best alternative action, and the expected line of play after it."""

    action: str
    line: tuple[tuple[int, str], ...]
    """This action and the expected replies: seat and notation."""
    value: Value

    def out(self) -> AlternativeOut:
        return AlternativeOut(action=self.action, line=list(self.line), value=self.value.out())


@dataclass(frozen=True)
class Judgement:
    """An action of a record: its value for the seat, and the loss against the best alternative."""

    event: int
    seat: int
    action: str
    legal: int
    """The number of legal actions."""
    exact: bool
    """The end of the game is solved, not sampled."""
    before: Value
    """The value before the action, with the better of the played one and the best alternative."""
    after: Value
    chances: tuple[float, ...]
    """Every seat's chance of winning after the action."""
    loss: Value
    """Against the best alternative, trial by trial; 0 where the played action did at least as well."""
    best: Alternative | None

    @property
    def forced(self) -> bool:
        """Whether no other action was legal."""
        return self.legal == 1


@dataclass(frozen=True)
class Method:
    """How to judge: the bot that proposes alternatives and its budget, the number of trials, and the seed."""

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
        self.trials = range(method.trials)

    @cached_property
    def bot(self) -> Bot:
        return bots.make(self.method.bot, self.rules)

    @cached_property
    def rollouts(self) -> Rollouts:
        return Rollouts(self.rules, self.method.seed)

    @cached_property
    def endings(self) -> Endings:
        return Endings(self.rules)

    def judge(self, taken: PlayedAction) -> Judgement:
        legal = self.legal(taken.before, taken.seat)
        if endings := self.solve_all(taken.before, taken.seat):
            return self._judge_exactly(taken, endings)
        return self._judge_by_sampling(taken, legal)

    def _judge_exactly(self, taken: PlayedAction, endings: dict[int, Ending]) -> Judgement:
        seat, resigned = taken.seat, taken.before.resigned
        others = {action: end for action, end in endings.items() if action != taken.action}
        other = max(others, key=lambda action: endings[action].margin(seat), default=None)
        played = outcomes([endings[taken.action].scores], resigned)
        if other is None:
            return _make_judgement(taken, len(endings), True, played, None, None)
        line = self.notation(taken.before.position, endings[other].line)
        return _make_judgement(taken, len(endings), True, played, outcomes([endings[other].scores], resigned), line)

    def _judge_by_sampling(self, taken: PlayedAction, legal: list[int]) -> Judgement:
        now, seat = taken.before, taken.seat
        played = self.outcomes(now, seat, taken.action)
        over = len(played.margins) == 1
        rival = self.best_alternative(taken, legal)
        if rival is None:
            return _make_judgement(taken, len(legal), over, played, None, None)
        other = self.outcomes(now, seat, rival)
        return _make_judgement(taken, len(legal), False, played, other, self.line(now, seat, rival))

    # -- what takes long; `findings` has it from a browser ------------------------------------------------------------
    def solve_all(self, now: GameNode, seat: int) -> dict[int, Ending] | None:
        return self.endings.solve_all(now.position, seat)

    def rank(self, now: GameNode, seat: int, number: int) -> list[int]:
        """The actions of a search, best first. Its generator is keyed by the decision's number."""
        rng = seeded(f"{self.method.seed}/search/{number}")
        return rank_actions(self.bot.choose(now.position.copy(), seat, self.method.budget, rng))

    def outcomes(self, now: GameNode, seat: int, action: int) -> Outcomes:
        return outcomes((final_scores(self.rules, p) for p in self.ends(now, seat, action)), now.resigned)

    def ends(self, now: GameNode, seat: int, action: int) -> Iterator[Position]:
        """The final position of each trial after an action, overwritten by the next one."""
        return self.rollouts.ends(node_after(self.rules, now, seat, action), self.trials)

    def replies(self, now: GameNode, seat: int, action: int) -> tuple[Position, list[tuple[int, int]]]:
        """The expected actions of other seats after an action, and the position after them."""
        answered = node_after(self.rules, now, seat, action).position
        made = self.rollouts.replies(answered, seat)
        return answered, made

    # -- what follows from it -----------------------------------------------------------------------------------------
    def best_alternative(self, taken: PlayedAction, legal: list[int]) -> int | None:
        """The best other action by the search. The trials do not choose it: measuring an action with the same random
        numbers that selected it would be biased."""
        if len(legal) == 1:
            return None
        ranking = self.rank(taken.before, taken.seat, taken.event)
        return next((action for action in ranking if action != taken.action), None)

    def line(self, now: GameNode, seat: int, action: int) -> tuple[tuple[int, str], ...]:
        return self.notation(now.position, ((seat, action), *self.replies(now, seat, action)[1]))

    def legal(self, now: GameNode, seat: int) -> list[int]:
        out = np.zeros(self.rules.most_legal, np.int64)
        actions: list[int] = out[: self.rules.kernels.legal(now.position, seat, out)].tolist()
        return actions

    def notation(self, p: Position, steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, str], ...]:
        written = []
        p = p.copy()
        for seat, action in steps:
            written.append((seat, self.rules.action_text(p, seat, action)))
            self.rules.kernels.play(p, seat, action)
        return tuple(written)


def rank_actions(decision: Decision) -> list[int]:
    """The actions of a search's decision, best first."""
    return list(dict.fromkeys([decision.action, *(one.action for one in decision.alternatives)]))


def value_of(other: Outcomes, seat: int) -> Value:
    return Value(other.margin(seat), other.chance(seat))


def _make_judgement(
    taken: PlayedAction,
    legal: int,
    exact: bool,
    played: Outcomes,
    other: Outcomes | None,
    line: tuple[tuple[int, str], ...] | None,
) -> Judgement:
    after, loss, best = value_of(played, taken.seat), Value(Estimate(0.0), Estimate(0.0)), None
    before = after
    if other is not None and line is not None:
        best = Alternative(line[0][1], line, value_of(other, taken.seat))
        points, chance = other.better_than(played, taken.seat)
        worse = points.mean > 0
        before = best.value if worse else after
        loss = Value(_clamp_at_zero(points), _clamp_at_zero(chance) if worse else Estimate(0.0, chance.error))
    chances = played.chances()
    return Judgement(taken.event, taken.seat, taken.notation, legal, exact, before, after, chances, loss, best)


def _clamp_at_zero(estimate: Estimate) -> Estimate:
    return Estimate(max(0.0, estimate.mean), estimate.error)
