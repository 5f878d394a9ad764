"""Every figure in one run, each also against a calibration loop of the same run so that days compare.

scripts/bench            everything (about five minutes)
scripts/bench bots       only that: engine, api, env, bots, store, table, server or web
scripts/bench server --against ../other --processes 1,2    servers in turns; see below
scripts/bench --quick    shorter slices
scripts/bench --json     for programs
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks import yardsticks
from benchmarks.server_report import add_options, bench_server
from benchmarks.timing import Job, best_rates, calibration, run_together
from niwashi.batch.loops import loops
from niwashi.core.game import Options, Rules
from niwashi.core.rng import seeded
from niwashi.engine import catalog

GAMES_PER_SLICE = {"miyabi": 600, "edo_yashiki": 60}
THREADED_SLICE_FACTOR = 10
"""Slices with several threads are this many times as long, since starting a thread takes time."""
CALIBRATION = "calibration"


class Bench:
    """Collects figures and prints each at once."""

    def __init__(self, rounds: int, given: argparse.Namespace) -> None:
        self.rounds, self.given = rounds, given
        self.quiet = given.json
        self.figures: dict[str, Any] = {}

    def say(self, text: str) -> None:
        if not self.quiet:
            print(text, flush=True)

    def progress(self, text: str) -> None:
        """For whoever waits; not among the figures."""
        print(f"  … {text}", file=sys.stderr, flush=True)

    def keep(self, name: str, figure: float) -> None:
        self.figures[name] = figure


def _slice(rules: Rules) -> int:
    return GAMES_PER_SLICE.get(rules.name, 60)


def playout_job(rules: Rules, options: Options, listed: bool = False, seed: int = 1, games: int = 0) -> Job:
    """A slice of uniformly random games; counts actions."""
    positions = np.zeros(2, rules.position)
    buffer = np.zeros(max(rules.most_legal, rules.longest_outcome), np.int64)
    setup, rng = rules.setup(options, rules.box), seeded(seed)
    loop = loops(rules.name).listed_games if listed else loops(rules.name).random_games
    count = games or _slice(rules)
    return lambda: int(loop(positions, setup, rng, buffer, count))


def option_sets(rules: Rules) -> Iterator[Options]:
    """Every seat count; no expansion, each alone, all, and all with free passing; all values of other options."""
    for options in rules.variants():
        given = options.as_dict()
        letters = len(given.get("expansions", ""))
        plain = given.get("edition", "edo-yashiki") == "edo-yashiki" and letters in (0, 1, 5)
        if plain and (letters == 5 or not given.get("free_pass")):
            yield options


def label(options: Options) -> str:
    parts = [
        f"{key}={value}" for key, value in options.as_dict().items() if key != "edition" and value not in ("", False)
    ]
    return " ".join(parts)


# -- the sections ----------------------------------------------------------------------------------------------------
def bench_yardsticks(bench: Bench) -> None:
    """Two-seat base Miyabi against the two yardsticks, alternating."""
    rules = catalog.rules("miyabi")
    base, five = rules.options({}), rules.options({"expansions": "ABCDE"})
    rates = best_rates(
        {
            "listing yardstick": lambda: yardsticks.listing_games(600, 1)[1],
            "engine, listing": playout_job(rules, base, listed=True),
            "masking yardstick": lambda: yardsticks.masking_games(1200, 1)[1],
            "engine, sampling": playout_job(rules, base, games=1200),
            "engine, sampling, ABCDE": playout_job(rules, five),
            "engine, listing, ABCDE": playout_job(rules, five, listed=True),
            CALIBRATION: calibration,
        },
        4 * bench.rounds,
    )
    bench.say("\nTwo-seat base Miyabi against the yardsticks, million random actions a second")
    for name, rate in rates.items():
        bench.say(f"  {name:26}{rate / 1e6:9.2f}")
        bench.keep(f"yardsticks/{name}", rate)
    for name, over, under, goal in (
        ("listing against its yardstick", "engine, listing", "listing yardstick", "at least 0.67"),
        ("sampling against its yardstick", "engine, sampling", "masking yardstick", "at least 0.67"),
        ("five expansions are slower by", "engine, sampling", "engine, sampling, ABCDE", "at most 2.5"),
        ("… listing", "engine, listing", "engine, listing, ABCDE", "at most 2.5"),
    ):
        bench.say(f"  {name:34}{rates[over] / rates[under]:6.2f}   ({goal})")
        bench.keep(f"yardsticks/{name}", rates[over] / rates[under])


def bench_playouts(bench: Bench, rules: Rules) -> None:
    cores = os.cpu_count() or 1
    bench.say(
        f"\n{rules.title}: uniformly random games, one core and {cores}; cal = actions per 1000 calibration steps"
    )
    bench.say(f"  {'':40}{'games/s':>10}{'actions/s':>12}{'cal':>8}{'all cores':>13}{'cal':>8}")
    for options in option_sets(rules):
        alone = playout_job(rules, options)
        crowd = [
            playout_job(rules, options, seed=seed, games=THREADED_SLICE_FACTOR * _slice(rules)) for seed in range(cores)
        ]
        rates = best_rates(
            {"alone": alone, "crowd": partial(run_together, crowd), CALIBRATION: calibration}, bench.rounds
        )
        games = rates["alone"] * _slice(rules) / alone()
        per = 1000 / rates[CALIBRATION]
        bench.say(
            f"  {label(options):40}{games:>10,.0f}{rates['alone']:>12,.0f}{rates['alone'] * per:>8.1f}"
            f"{rates['crowd']:>13,.0f}{rates['crowd'] * per:>8.1f}"
        )
        bench.keep(f"{rules.name}/{label(options)}/actions", rates["alone"])
        bench.keep(f"{rules.name}/{label(options)}/all cores", rates["crowd"])
        bench.keep(f"{rules.name}/{label(options)}/calibrated", rates["alone"] * per)


def bench_kernels(bench: Bench, rules: Rules) -> None:
    """Single kernels, called in a loop inside compiled code on middle-game positions."""
    from benchmarks.kernels import kernel_jobs

    rates = best_rates({**kernel_jobs(rules), CALIBRATION: calibration}, 2 * bench.rounds)
    step = 1e9 / rates.pop(CALIBRATION)
    size = rules.position.itemsize
    bench.say(f"\n{rules.title}: kernels, ns a call (and in calibration steps); a position has {size} bytes")
    bench.keep(f"{rules.name}/position bytes", size)
    for name, rate in rates.items():
        bench.say(f"  {name:28}{1e9 / rate:>10,.1f}{1e9 / rate / step:>10,.1f}")
        bench.keep(f"{rules.name}/{name} ns", 1e9 / rate)


PROBE = (
    "import time; t = time.perf_counter(); import niwashi; a = time.perf_counter(); g = niwashi.new({game!r}, seed=1); "
    "b = time.perf_counter(); g.play(g.legal(g.to_act[0])[0]); c = time.perf_counter(); "
    "print(a - t, b - a, c - b)"
)


def bench_starts(bench: Bench) -> None:
    """Import, first game and first action in a fresh process: with an empty cache, and with a full one."""
    bench.say("\nStart, seconds (and in millions of calibration steps): import, new game, first action")
    step = 1e6 / best_rates({CALIBRATION: calibration}, 3)[CALIBRATION]
    for game in catalog.names():
        with tempfile.TemporaryDirectory() as cache:
            for start in ("cold", "warm"):
                times = _probe(game, cache)
                figures = "".join(f"{seconds:>9.2f}{seconds / step:>9.0f}" for seconds in times)
                bench.say(f"  {game:14}{start:6}{figures}")
                bench.keep(f"start/{game}/{start}", sum(times))


def _probe(game: str, cache: str) -> list[float]:
    done = subprocess.run(
        [sys.executable, "-c", PROBE.format(game=game)],
        env={**os.environ, "NIWASHI_CACHE": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    return [float(seconds) for seconds in done.stdout.split()]


def bench_environments(bench: Bench) -> None:
    """The vector environment with observation and mask, and other libraries' where `benchmarks.env --peers` was run."""
    from benchmarks.env import Rates, Subject, measure

    best: dict[Subject, Rates] = {}
    measure(best, bench.rounds, 0.2, bench.progress)
    bench.say("\nEnvironments with mask and observation: million steps a second of processor time; of the clock")
    for (label, count, threads), rates in best.items():
        name = f"{label}, {count:,} games, {threads} cores"
        bench.say(f"  {name:72}{rates.spent / 1e6:8.3f}{rates.waited / 1e6:8.3f}")
        bench.keep(f"env/{name}", rates.spent)


def bench_store(bench: Bench) -> None:
    """Appends to many tables' logs, on both databases."""
    from benchmarks.store import CROWDS, measure, places

    bench.say("\nStore: appends a second, ms until one is durable (half, 99 in 100), commits a second, time in COMMIT")
    with places() as found:
        for database, place in found.items():
            for crowd in CROWDS:
                figures = measure(place, crowd, 0.5 * bench.rounds)
                waits = f"{1000 * figures.median:>9.1f}{1000 * figures.worst:>9.1f}"
                commits = f"{figures.commits:>9,.0f}{figures.committing:>8.0%}"
                bench.say(f"  {database:12}{crowd:>5} tables{figures.rate:>10,.0f}{waits}{commits}")
                bench.keep(f"store/{database}/{crowd}/appends", figures.rate)
                bench.keep(f"store/{database}/{crowd}/median ms", 1000 * figures.median)
                bench.keep(f"store/{database}/{crowd}/99% ms", 1000 * figures.worst)
                bench.keep(f"store/{database}/{crowd}/in commit", figures.committing)


def bench_table(bench: Bench) -> None:
    """The cost of an action at a table, without a server."""
    from benchmarks.table import PARTS, measure

    bench.say("\nTable: ms computed for an action, by part")
    for game, parts in measure(2 * bench.rounds).items():
        figures = "".join(f"  {part} {parts[part]:.3f}" for part in PARTS)
        bench.say(f"  {game:40}{sum(parts.values()):.3f}:{figures}")
        for part in PARTS:
            bench.keep(f"table/{game}/{part} ms", parts[part])


def bench_bots(bench: Bench) -> None:
    """Searches with their default budgets, while another search runs in parallel."""
    from benchmarks.bots import SEARCHING, measure, neighbour

    bench.say("\nBots: nodes a second, ms a decision (half, 99 in 100, longest) while another search runs")
    for game in catalog.names():
        for name in SEARCHING:
            with neighbour(game):
                thought = measure(name, catalog.rules(game), 4.0 * bench.rounds)
            times = "".join(f"{1000 * seconds:>10.1f}" for seconds in (thought.median, thought.worst, thought.longest))
            bench.say(f"  {game:12}{name:10}{thought.nodes:>10,.0f}{times}")
            bench.keep(f"bots/{game}/{name}/nodes", thought.nodes)
            bench.keep(f"bots/{game}/{name}/99% ms", 1000 * thought.worst)


def bench_web(bench: Bench) -> None:
    """The client in a real browser. Without a graphics card the processor paints, which the figures include."""
    from benchmarks.web import CPU_SLOWDOWN, MOST_SEATS, frames, idle, loading
    from tests.web.windows import windows

    def row(name: str, figure: float, unit: str, goal: str, key: str) -> None:
        bench.say(f"  {name:58}{figure:8.1f} {unit:4}{goal}")
        bench.keep(f"web/{key}", figure)

    with windows() as (browser, address):
        bench.say(f"\nBrowser client (frames with a processor {CPU_SLOWDOWN}× slower){'goal':>25}")
        first = loading(browser, address, max(bench.rounds // 3, 1))
        row("gzipped JavaScript up to the first action", first.scripts / 1000, "kB", "120", "scripts kB")
        row("4G: until “Play now” can be pressed", first.lobby, "s", "", "lobby s")
        row("4G: from there to a board, pressed at once", first.board, "s", "", "board s")
        row("4G: from an idle lobby to a board", first.idle_board, "s", "1", "idle board s")
        for game, options in MOST_SEATS.items():
            shown, flights = frames(browser, address, game, bench.rounds)
            name = f"{game}, {options['seats']} seats"
            row(f"{name}: 95 of 100 frames", shown.late, "ms", "20", f"{game}/95% frame ms")
            if flights:
                row(f"{name}: 95 of 100 frames of a flight", flights.late, "ms", "20", f"{game}/95% flight frame ms")
                missed = 100 * flights.missed / (flights.count + flights.missed)
                row(f"{name}: frames missed in flight", missed, "%", "", f"{game}/missed %")
            row(f"{name}: main thread for a frame", shown.busy, "ms", "", f"{game}/busy ms a frame")
        still = idle(browser, address, 3.0 * bench.rounds)
        row("idle garden by night: main thread", 100 * still.thread, "%", "2", "idle/thread %")
        row("idle garden by night: drawing processes", 100 * still.renderer, "%", "2", "idle/renderer %")
        row("idle garden by night: compositor", 100 * still.compositor, "%", "", "idle/compositor %")


def bench_engine(bench: Bench) -> None:
    bench_yardsticks(bench)
    for game in catalog.names():
        bench_playouts(bench, catalog.rules(game))
        bench_kernels(bench, catalog.rules(game))
    bench_starts(bench)


def bench_api(bench: Bench) -> None:
    """Random games through the public API, compared with compiled loops on the same variant."""
    from benchmarks.api import API_VARIANTS, api_job

    bench.say("\nPython API: actions a second by legal() and play(), beside compiled loops that list, too")
    for game, options in API_VARIANTS.items():
        rules = catalog.rules(game)
        jobs = {"api": api_job(game, options), "loops": playout_job(rules, rules.options(options), listed=True)}
        rates = best_rates(jobs, bench.rounds)
        bench.say(
            f"  {game:12}{rates['api']:>12,.0f}{rates['loops']:>14,.0f}   {rates['loops'] / rates['api']:,.0f} times"
        )
        bench.keep(f"api/{game}/actions", rates["api"])
        bench.keep(f"api/{game}/loops to api", rates["loops"] / rates["api"])


SECTIONS = {
    "engine": bench_engine,
    "api": bench_api,
    "env": bench_environments,
    "bots": bench_bots,
    "store": bench_store,
    "table": bench_table,
    "server": bench_server,
    "web": bench_web,
}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="scripts/bench", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"{' or '.join(SECTIONS)}; all if left out")
    parser.add_argument("--quick", action="store_true", help="shorter")
    parser.add_argument("--json", action="store_true", help="only JSON, for programs")
    add_options(parser)
    given = parser.parse_args()
    if unknown := sorted(set(given.sections) - set(SECTIONS)):
        parser.error(f"there is no section {unknown[0]!r}; there are {', '.join(SECTIONS)}")
    bench = Bench(rounds=3 if given.quick else 10, given=given)
    start = perf_counter()
    try:
        for section in given.sections or SECTIONS:
            SECTIONS[section](bench)
        bench.say(f"\n{perf_counter() - start:.0f} s")
    finally:  # Ctrl-C keeps what is measured
        if given.json:
            print(json.dumps(bench.figures, indent=1))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("stopped")
