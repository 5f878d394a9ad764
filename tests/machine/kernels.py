"""Compiles all kernels before the tests start, one process per game, so that test workers only load them."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import IO

import numpy as np

from niwashi import Game, bots
from niwashi.analysis import hint
from niwashi.analysis.judgement import MIN_TRIALS
from niwashi.arena import match
from niwashi.batch.loops import loops
from niwashi.batch.perft import perft
from niwashi.batch.simulate import SimulationPlan, play_games
from niwashi.bots import Budget
from niwashi.bots.budget_meter import BudgetMeter
from niwashi.bots.endgame import Solver
from niwashi.bots.evaluator import Evaluator
from niwashi.core.kernel import watch_compiling
from niwashi.core.rng import seeded
from niwashi.engine import catalog, factory
from niwashi.parallel.progress import CompileProgress
from niwashi.server.workers.jobs import run_job
from niwashi.server.workers.precompile import bot_jobs, compile_all, hint_job
from niwashi.server.workers.warmup import play_out


class Compilation:
    """Compiles all games in the background, and prints a line after each part. Takes seconds if the cache has them."""

    def __init__(self) -> None:
        games = catalog.names()
        progress = Progress(len(list(parts(games[0]))) * len(games))
        self._command = [sys.executable, "-m", __spec__.name]
        self._running = [subprocess.Popen([*self._command, game], stdout=subprocess.PIPE, text=True) for game in games]
        self._readers = [
            threading.Thread(target=progress.follow, args=(process.stdout,))
            for process in self._running
            if process.stdout is not None
        ]
        for reader in self._readers:
            reader.start()

    def finish(self) -> None:
        failed = max(process.wait() for process in self._running)
        for reader in self._readers:
            reader.join()
        if failed:
            raise subprocess.CalledProcessError(failed, self._command)
        compile_all()  # little is left to do, and it marks the cache as complete for servers

    def stop(self) -> None:
        for process in self._running:
            process.terminate()


class Progress:
    """Prints the number of finished parts to standard error; silent if the cache has everything."""

    QUIET_SECONDS = 10

    def __init__(self, total: int) -> None:
        self._total, self._done, self._began = total, 0, time.monotonic()
        self._lock = threading.Lock()

    def follow(self, lines: IO[str]) -> None:
        with lines:
            for line in lines:
                with self._lock:
                    self._count(line.strip())

    def _count(self, part: str) -> None:
        self._done += 1
        if (seconds := time.monotonic() - self._began) > self.QUIET_SECONDS:
            done = f"{self._done} of {self._total} parts"
            print(f"test: compiled {done} ({part}), {seconds:.0f} s", file=sys.stderr, flush=True)


def parts(game: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """The compiled functions that tests call, each with a name for the progress line."""
    rules = catalog.rules(game)

    def table() -> Game:
        return factory.new(game, seed=1)

    def seat() -> int:
        return table().to_act[0]

    yield "opening", table
    yield "actions", lambda: perft(table(), 2)
    yield "gains", lambda: table().gain(table().legal(seat())[0])
    yield "features", lambda: _features(table())
    yield "whole games", lambda: play_out(game)
    yield "simulation", lambda: _simulate(table())
    yield "random games", lambda: _loop_over(table())
    yield "quick bots", lambda: match(["beginner", "casual", "club"], game, games=2, processes=1)
    yield "hints", lambda: hint(table(), seat(), trials=MIN_TRIALS, budget=Budget(nodes=1))
    yield "search", lambda: bots.make("expert", rules).choose(table().position, seat(), Budget(nodes=1), seeded(1))
    yield "endgames", lambda: _solve(table())
    yield "tasks", lambda: [run_job(task) for task in (*bot_jobs(table()), hint_job(table()))]


def _features(table: Game) -> None:
    kernels, seat = table.rules.kernels, table.to_act[0]
    kernels.features(table.position, seat, np.zeros(len(table.rules.feature_names), np.float32))
    kernels.sample(table.position, seat, seeded(1))


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
    Solver(table.rules, Evaluator(table.rules)).solve(
        table.position, table.to_act[0], BudgetMeter(Budget(nodes=1), 1.0)
    )


if __name__ == "__main__":
    watch_compiling(CompileProgress())  # the parent process reports the progress
    for name, compile_part in parts(sys.argv[1]):
        compile_part()
        print(f"{sys.argv[1]}: {name}", flush=True)
