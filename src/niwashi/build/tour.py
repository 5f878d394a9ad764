"""A tour through the program that calls every compiled function which it may ever call from Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from niwashi import Game
from niwashi.analysis import hint
from niwashi.analysis.judgement import MIN_TRIALS
from niwashi.analysis.rollouts import NOISE
from niwashi.arena import match
from niwashi.batch.batch import POLICIES, Batch
from niwashi.batch.loops import loops
from niwashi.batch.perft import perft
from niwashi.batch.simulate import SimulationPlan, play_games
from niwashi.bots import Bot, Budget, Decision
from niwashi.bots.budget_meter import BudgetMeter
from niwashi.bots.endgame import Solver
from niwashi.bots.evaluator import Evaluator
from niwashi.bots.loops.rollout import CLUB, rollout_loops
from niwashi.bots.tree import expert
from niwashi.bots.uct import uct
from niwashi.core.floats import exp, log
from niwashi.core.game import Rules
from niwashi.core.rng import next_word, random_bit, seeded
from niwashi.engine import catalog, factory
from niwashi.server.workers.jobs import run_job
from niwashi.server.workers.precompile import bot_jobs, hint_job
from niwashi.server.workers.warmup import play_out, warm_up


def take(report: Callable[[str], object] = print) -> None:
    """The whole tour; `report` is told of each part that is done."""
    for game in catalog.names():
        for part, do in parts(game):
            do()
            report(f"{game}: {part}")
        _loop_over_a_batch(game)
        report(f"{game}: batches")
    warm_up()
    report("tables and score sheets")


def parts(game: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """Each with a name for people who wait."""

    def table() -> Game:
        return factory.new(game, seed=1)

    def seat() -> int:
        return table().to_act[0]

    yield "opening", table
    yield "numbers", lambda: (exp(1.0), log(1.0), next_word(seeded(1)), random_bit(1, seeded(1)))
    yield "actions", lambda: perft(table(), 2)
    yield "gains", lambda: table().gain(table().legal(seat())[0])
    yield "features", lambda: _features(table())
    yield "whole games", lambda: play_out(game)
    yield "simulation", lambda: _simulate(table())
    yield "random games", lambda: _loop_over(table())
    yield "quick bots", lambda: match(["beginner", "casual", "club"], game, games=2, processes=1)
    yield "trials", lambda: _pick(table())
    yield "hints", lambda: hint(table(), seat(), trials=MIN_TRIALS, budget=Budget(nodes=1))
    yield "search", lambda: [_choose(make, table()) for make in (expert, uct)]
    yield "endgames", lambda: _solve(table())
    yield "tasks", lambda: [run_job(task) for task in (*bot_jobs(table()), hint_job(table()))]


def _choose(make: Callable[[Rules], Bot], table: Game) -> Decision:
    return make(table.rules).choose(table.position, table.to_act[0], Budget(nodes=1), seeded(1))


def _pick(table: Game) -> None:
    """Browsers play trials action by action."""
    scratch, seat = Evaluator(table.rules).scratch, table.to_act[0]
    rollouts = rollout_loops(table.name)
    rollouts.pick_action(table.position, seat, CLUB, scratch, seeded(1))
    rollouts.pick_noisy_action(table.position, seat, CLUB, NOISE, scratch, seeded(1))


def _features(table: Game) -> None:
    kernels, seat = table.rules.kernels, table.to_act[0]
    kernels.features(table.position, seat, np.zeros(len(table.rules.feature_names), np.float32))
    kernels.prospects(table.position, seat, np.zeros(len(table.rules.prospect_names), np.float32))
    kernels.sample(table.position, seat, seeded(1))
    table.encode(seat)
    table.mask(seat)


def _loop_over_a_batch(game: str) -> None:
    batch = Batch(game, games=2, seed=1)
    batch.random_games(1)
    batch.play(*batch.random_actions())
    batch.masks()
    batch.observe()
    batch.features()
    for policy in POLICIES:
        batch.finish(policy)


def _simulate(table: Game) -> None:
    random = ("random",) * table.options.seats
    play_games(SimulationPlan(table.name, table.options, table.components, random, 1, "1"), range(1))


def _loop_over(table: Game) -> None:
    rules = table.rules
    buffer = np.zeros(max(rules.most_legal, rules.longest_outcome), np.int64)
    setup = rules.setup(table.options, table.components)
    for loop in (loops(table.name).random_games, loops(table.name).listed_games):
        loop(np.zeros(2, rules.position), setup, seeded(1), buffer, 1)


def _solve(table: Game) -> None:
    """The opening as far as one node goes, and the last decision of a game to the end."""
    solver = Solver(table.rules, Evaluator(table.rules))
    solver.solve(table.position, table.to_act[0], BudgetMeter(Budget(nodes=1), 1.0))
    while not solver.actions_left(table.position):
        table.play(table.legal(table.to_act[0])[0], table.to_act[0])
    solver.solve(table.position, table.to_act[0], BudgetMeter(Budget(nodes=1_000_000), 60.0))
