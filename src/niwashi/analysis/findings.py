"""Decisions that a browser has thought about: the task it gets, what it finds, and a judge that goes by that.

A browser searches and plays the trials, which takes most of the time. Facts, reasons and words come from here. What it
sends is replayed: lines of play are legal or refused, and chance in them is the trial's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

import msgspec
import numpy as np

from niwashi.analysis.endings import MAX_NODES, Ending
from niwashi.analysis.judgement import Judge, Method
from niwashi.analysis.rollouts import NOISE, GameNode, final_scores, node_after, trial_generator
from niwashi.analysis.values import Outcomes, outcomes
from niwashi.core.errors import NiwashiError
from niwashi.core.game import CHANCE, OVER, Position, Rules, as_array
from niwashi.core.rng import GENERATOR, Generator
from niwashi.engine.moments import seats_of, steps

MAX_POINTS = 100_000
"""No score is further from zero."""
Line = list[int]
"""Seats and actions by turns, without chance."""


class StudyTask(msgspec.Struct, frozen=True, kw_only=True):
    """A decision to think about. A position holds no secrets."""

    game: str
    seats: int
    seat: int
    position: bytes
    chances: int
    """Chance events so far: with the trial they key its generators."""
    number: int
    """The decision's number, which keys the generator of the search."""
    action: int | None
    """The action that is judged; None where a hint is wanted."""
    nodes: int
    trials: int
    seed: str
    noise: float
    solver_nodes: int


class TrialsOfAction(msgspec.Struct, frozen=True, kw_only=True):
    """How others are expected to reply to an action, how its trials ended, and how they went if reasons need it."""

    action: int
    replies: Line = []
    scores: list[list[int]] = []
    lines: list[Line] = []


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """What a browser has found out about a task."""

    endings: list[Line] = []
    """The rest of the game after each legal action with best play, where that is solved."""
    ranking: list[int] = []
    """Actions, best first by the search, where it is not."""
    trials: list[TrialsOfAction] = []


def study_task(
    rules: Rules, method: Method, now: GameNode, seat: int, number: int, action: int | None = None
) -> StudyTask:
    assert method.budget.nodes is not None, "only a budget in nodes gives everybody the same answer"
    return StudyTask(
        game=rules.name,
        seats=int(now.position["seats"]),
        seat=seat,
        position=now.position.tobytes(),
        chances=now.chances,
        number=number,
        action=action,
        nodes=method.budget.nodes,
        trials=method.trials,
        seed=method.seed,
        noise=NOISE,
        solver_nodes=MAX_NODES,
    )


class FoundJudge(Judge):
    """Judges one decision by findings instead of searches and rollouts of its own."""

    def __init__(self, rules: Rules, method: Method, findings: Findings) -> None:
        super().__init__(rules, method)
        self.findings = findings
        self.by_action = {one.action: one for one in findings.trials}
        self.generator = cache(partial(trial_generator, method.seed))

    def solve_all(self, now: GameNode, seat: int) -> dict[int, Ending] | None:
        if not self.findings.endings:
            return None
        found = {line[1]: line for line in self.findings.endings if len(line) > 1}
        return {action: self._ending(now, seat, action, found) for action in self.legal(now, seat)}

    def _ending(self, now: GameNode, seat: int, action: int, found: dict[int, Line]) -> Ending:
        line = found.get(action, [])
        if line[:1] != [seat]:
            raise _missing("ending", action)
        end = self._replay(now, line, None)
        return Ending(final_scores(self.rules, end), tuple(_pairs(line)))

    def rank(self, now: GameNode, seat: int, number: int) -> list[int]:
        ranking, legal = self.findings.ranking, self.legal(now, seat)
        if not ranking or len(set(ranking)) < len(ranking) or not set(ranking) <= set(legal):
            raise _refusal(f"the ranking must be of different legal actions, not {ranking[:8]}")
        return ranking

    def outcomes(self, now: GameNode, seat: int, action: int) -> Outcomes:
        scores = self._trials(action).scores
        seats = int(now.position["seats"])
        if len(scores) != self._expected(now, seat, action) or any(len(row) != seats for row in scores):
            raise _missing("scores of each trial and seat", action)
        if any(abs(points) > MAX_POINTS for row in scores for points in row):
            raise _refusal(f"scores must be from -{MAX_POINTS:,} to {MAX_POINTS:,}")
        return outcomes(scores, now.resigned)

    def ends(self, now: GameNode, seat: int, action: int) -> Iterator[Position]:
        lines = self._trials(action).lines
        if len(lines) != self._expected(now, seat, action):
            raise _missing("line of each trial", action)
        after = node_after(self.rules, now, seat, action)
        for trial, line in enumerate(lines):
            yield self._replay(after, line, trial)

    def replies(self, now: GameNode, seat: int, action: int) -> tuple[Position, list[tuple[int, int]]]:
        replay, made = _Replay(self.rules, now.position), list(_pairs(self._trials(action).replies))
        for step in [(seat, action), *made]:
            replay.play(step)
        if replay.acting > 0 and not replay.acting >> seat & 1:
            raise _missing("replies of all others", action)
        return replay.position, made

    def _trials(self, action: int) -> TrialsOfAction:
        if (found := self.by_action.get(action)) is None:
            raise _missing("trials", action)
        return found

    def _expected(self, now: GameNode, seat: int, action: int) -> int:
        """The number of trials: a finished game has only one."""
        after = node_after(self.rules, now, seat, action).position
        return 1 if int(self.rules.kernels.to_act(after)) == OVER else self.method.trials

    def _replay(self, now: GameNode, line: Line, trial: int | None) -> Position:
        """The end of the game that a line leads to. Where a trial is named, chance acts as in that trial."""
        replay = _Replay(self.rules, now.position)
        chances, pairs = now.chances, _pairs(line)
        while replay.acting != OVER:
            if replay.acting != CHANCE:
                replay.play(next(pairs, None))
            elif trial is None:
                raise _refusal("chance would act in a line that is to be solved")
            else:
                replay.draw_chance(self.generator(trial, chances, "chance"))
                chances += 1
        if next(pairs, None) is not None:
            raise _refusal(f"a line of {len(line)} numbers goes on after the end of the game")
        return replay.position


def _pairs(line: Line) -> Iterator[tuple[int, int]]:
    if len(line) % 2:
        raise _refusal(f"a line must have seats and actions by turns, not {len(line)} numbers")
    return zip(line[::2], line[1::2], strict=True)


class _Replay:
    """A game in two stacks of one position, which take turns."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self.steps = steps(rules.name)
        self.now, self.then = as_array(position), np.zeros(1, rules.position)
        self.acting = int(rules.kernels.to_act(position))
        self.rng = np.zeros(1, GENERATOR)
        self.buffer = np.zeros(max(rules.most_legal, rules.longest_outcome), np.int64)

    @property
    def position(self) -> Position:
        position: Position = self.now[0]
        return position

    def play(self, step: tuple[int, int] | None) -> None:
        if step is None:
            raise _refusal("a line ends before the game does")
        seat, action = step
        if seat not in seats_of(self.acting) or not self._is_legal(seat, action):
            raise _refusal(f"a line has action {action} of seat {seat}, which is not legal there")
        self._advance(self.steps.act(self.now, self.then, seat, action))

    def draw_chance(self, rng: Generator) -> None:
        self.rng[0] = rng
        self._advance(self.steps.draw_chance(self.now, self.then, self.rng, self.buffer)[1])

    def _is_legal(self, seat: int, action: int) -> bool:
        count = self.steps.list_legal(self.now, seat, self.buffer)
        return action in self.buffer[:count].tolist()

    def _advance(self, acting: int) -> None:
        self.acting = acting
        self.now, self.then = self.then, self.now


def _refusal(sentence: str) -> NiwashiError:
    return NiwashiError("analysis/findings", sentence)


def _missing(what: str, action: int) -> NiwashiError:
    return _refusal(f"the findings must have the {what} of action {action}")
