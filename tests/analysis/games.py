"""Games for these tests: played by quick bots, and cheap ways to judge them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import niwashi
from niwashi.analysis.judgement import Judge, Method
from niwashi.analysis.rollouts import GameNode
from niwashi.bots import Budget
from niwashi.bots.evaluator import Evaluator
from niwashi.core.rng import below, seeded
from niwashi.engine.game import Game

QUICK = Method(budget=Budget(nodes=200), trials=16)


def played(game: str, seed: int, until: Callable[[Game], bool] = lambda _: False, **options: Any) -> Game:
    """A game of club players, to its end or until something holds."""
    return play_on(niwashi.new(game, seed=seed, **options), until)


def play_on(table: Game, until: Callable[[Game], bool] = lambda _: False) -> Game:
    """As the club plays, which takes what leaves the best position; but nobody passes who need not."""
    work = Evaluator(table.rules)
    while not table.over and not until(table):
        seat = table.to_act[0]
        able = [action for action in table.legal(seat) if str(action) != "pass"] or table.legal(seat)
        values = work.evaluate_actions(table.position, seat, [action.id for action in able])
        table.play(able[values.index(max(values))])
    return table


def walked(table: Game, actions: int) -> Game:
    """So many actions at random, if the game lasts as long."""
    rng = seeded(f"walk/{table.seed}")
    for _ in range(actions):
        if table.over:
            break
        legal = table.legal(table.to_act[below(rng, len(table.to_act))])
        table.play(legal[below(rng, len(legal))])
    return table


def last_decision(table: Game) -> Game:
    """A finished game taken back to its last action that was a choice."""
    back = table.copy(chance="same")
    while back.over or len(back.to_act) != 1 or len(back.legal()) == 1:
        back.undo()
    return back


def standing(table: Game) -> GameNode:
    return GameNode(table.position, table.chances)


def judge_of(table: Game, method: Method = QUICK) -> Judge:
    return Judge(table.rules, method)
