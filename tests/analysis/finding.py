"""What a client finds out about a task, as web/src/think/study.ts does it."""

from __future__ import annotations

from functools import cache

import numpy as np

from niwashi.analysis.endings import Ending
from niwashi.analysis.findings import Findings, Line, StudyTask, TrialsOfAction
from niwashi.analysis.judgement import Judge, Method
from niwashi.analysis.rollouts import GameNode, final_scores, node_after, trial_generator
from niwashi.bots import Budget
from niwashi.bots.evaluator import Evaluator
from niwashi.bots.loops.rollout import CLUB, rollout_loops
from niwashi.core.game import CHANCE, OVER, Rules
from niwashi.core.rng import GENERATOR, random_bit
from niwashi.engine import catalog

NEARLY_CLEAR_ERRORS = 2.4


def find(task: StudyTask) -> Findings:
    return _Finder(task).find()


class _Finder:
    def __init__(self, task: StudyTask) -> None:
        self.task, self.rules = task, catalog.rules(task.game)
        self.judge = _judge(task.game, task.nodes, task.trials, task.seed)
        position = np.frombuffer(bytearray(task.position), self.rules.position)[0]
        self.now, self.seat = GameNode(position, task.chances), task.seat

    def find(self) -> Findings:
        legal = self.judge.legal(self.now, self.seat)
        endings = self.judge.solve_all(self.now, self.seat) or {}
        ranking = [] if endings else self._rank(legal)
        if self.task.action is None:
            by_margin = sorted(endings, key=lambda action: -endings[action].margin(self.seat))
            trials = self._weigh(legal, by_margin or ranking)
        else:
            trials = self._judge_action(self.task.action, legal, endings, ranking)
        lines = [_flat(end.line) for end in endings.values()]
        return Findings(endings=lines, ranking=ranking, trials=trials)

    def _rank(self, legal: list[int]) -> list[int]:
        return legal if len(legal) == 1 else self.judge.rank(self.now, self.seat, self.task.number)

    def _weigh(self, legal: list[int], candidates: list[int]) -> list[TrialsOfAction]:
        middling = candidates[len(candidates) // 2 :][:1] if len(candidates) >= 4 else []
        most = max(
            [*candidates, *legal], key=lambda one: int(self.rules.kernels.gain(self.now.position, self.seat, one))
        )
        return [self._with_lines(action) for action in dict.fromkeys([*candidates[:2], *middling, most])]

    def _judge_action(
        self, played: int, legal: list[int], endings: dict[int, Ending], ranking: list[int]
    ) -> list[TrialsOfAction]:
        if endings:
            margins = {action: end.margin(self.seat) for action, end in endings.items()}
            best = max((action for action in margins if action != played), key=lambda one: margins[one], default=played)
            return [self._with_lines(one) for one in (played, best)] if margins[best] > margins[played] else []
        rival = next((action for action in ranking if action != played), None) if len(legal) > 1 else None
        if rival is None:
            return [TrialsOfAction(action=played, scores=self._play(played)[1])]
        lost = self.judge.outcomes(self.now, self.seat, rival).better_than(
            self.judge.outcomes(self.now, self.seat, played), self.seat
        )[0]
        clear = lost.mean > 0 and lost.mean >= NEARLY_CLEAR_ERRORS * lost.error
        return [self._with_scores(played, clear, clear), self._with_scores(rival, clear, True)]

    def _with_scores(self, action: int, lines: bool, replies: bool) -> TrialsOfAction:
        played, scores = self._play(action)
        return TrialsOfAction(
            action=action,
            replies=self._replies(action) if replies else [],
            scores=scores,
            lines=played if lines else [],
        )

    def _with_lines(self, action: int) -> TrialsOfAction:
        return TrialsOfAction(action=action, replies=self._replies(action), lines=self._play(action)[0])

    def _replies(self, action: int) -> Line:
        return _flat(self.judge.replies(self.now, self.seat, action)[1])

    def _play(self, action: int) -> tuple[list[Line], list[list[int]]]:
        """The lines of the trials, and their scores, which are those of the rollouts."""
        after = node_after(self.rules, self.now, self.seat, action)
        scores = [final_scores(self.rules, p) for p in self.judge.ends(self.now, self.seat, action)]
        lines = [_play_trial(self.rules, self.task, after, trial) for trial in range(len(scores))]
        return lines, scores


@cache
def _judge(game: str, nodes: int, trials: int, seed: str) -> Judge:
    return Judge(catalog.rules(game), Method(budget=Budget(nodes=nodes), trials=trials, seed=seed))


def _flat(steps: list[tuple[int, int]] | tuple[tuple[int, int], ...]) -> Line:
    return [number for step in steps for number in step]


def _play_trial(rules: Rules, task: StudyTask, after: GameNode, trial: int) -> Line:
    """The n-th rollout once more, action by action."""
    p, line, loops, scratch = after.position.copy(), Line(), rollout_loops(rules.name), Evaluator(rules).scratch
    rng, chances, kernels = np.zeros(1, GENERATOR), after.chances, rules.kernels
    rng[0] = trial_generator(task.seed, trial, chances, "hands")
    while (acting := int(kernels.to_act(p))) != OVER:
        if acting == CHANCE:
            rng[0] = trial_generator(task.seed, trial, chances, "chance")
            kernels.reveal(p, scratch.buffer, kernels.draw(p, rng[0], scratch.buffer))
            chances += 1
            rng[0] = trial_generator(task.seed, trial, chances, "hands")
        else:
            seat = int(random_bit(acting, rng[0]))
            action = int(loops.pick_noisy_action(p, seat, CLUB, task.noise, scratch, rng[0]))
            kernels.play(p, seat, action)
            line += [seat, action]
    return line
