"""Compiles every game's kernels before the tests start, a process a game, so that test workers only load them."""

from __future__ import annotations

import subprocess
import sys

import numpy as np

from niwashi import bots, catalog, loading
from niwashi.analysis import hint
from niwashi.analysis.judging import FEWEST_TRIALS
from niwashi.arena import match
from niwashi.batch.loops import loops
from niwashi.batch.perft import perft
from niwashi.batch.simulate import Plan, play_games
from niwashi.bots import Budget
from niwashi.bots.clock import Clock
from niwashi.bots.endgame import Solver
from niwashi.bots.workspace import Workspace
from niwashi.core.rng import seeded
from niwashi.server.compiling import bots_tasks, compile_all, hint_task
from niwashi.server.tasks import carry_out
from niwashi.server.warming import play_out


def warm_up(game: str) -> None:
    rules = catalog.rules(game)
    table = loading.new(game, seed=1)
    perft(table, 2)
    seat = table.to_act[0]
    table.gain(table.legal(seat)[0])
    rules.kernels.features(table.position, seat, np.zeros(len(rules.feature_names), np.float32))
    rules.kernels.sample(table.position, seat, seeded(1))
    buffer = np.zeros(max(rules.most_legal, rules.longest_outcome), np.int64)
    play_games(Plan(game, table.options, table.components, ("random",) * table.options.seats, 1, "1"), range(1))
    match(["beginner", "casual", "club"], game, games=2, processes=1)
    setup = rules.setup(table.options, table.components)
    hint(table, seat, trials=FEWEST_TRIALS, budget=Budget(nodes=1))
    bots.make("expert", rules).choose(table.position, seat, Budget(nodes=1), seeded(1))
    Solver(rules, Workspace(rules)).solve(table.position, seat, Clock(Budget(nodes=1), 1.0))
    play_out(game)
    for task in (*bots_tasks(table), hint_task(table)):
        carry_out(task)
    for loop in (loops(game).random_games, loops(game).listed_games):
        loop(np.zeros(2, rules.position), setup, seeded(1), buffer, 1)


def main() -> None:
    if len(sys.argv) > 1:
        warm_up(sys.argv[1])
        return
    processes = [subprocess.Popen([sys.executable, "-m", "tests.warm_up", game]) for game in catalog.names()]
    failed = max(process.wait() for process in processes)
    if not failed:
        compile_all()  # next to nothing is left to do, and servers are told so
    sys.exit(failed)


if __name__ == "__main__":
    main()
