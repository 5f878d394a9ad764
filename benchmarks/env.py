"""Steps a second of environments with observations and masks: ours, and other libraries' where they are installed.

python -m benchmarks.env             measures, and prints a table
python -m benchmarks.env --peers     installs the other libraries first, in the cache folder; they need 2 GB
python -m benchmarks.env --write     writes the table into docs/environments.md
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from benchmarks.env_peers import PEERS, Peer, ask, install, is_there, running
from niwashi.engine import catalog
from niwashi.env.vector import VectorEnvironment
from niwashi.parallel.processes import cores

COUNTS = (1, 64, 1024, 16384)
PAGE = Path(__file__).parents[1] / "docs" / "environments.md"
BEGIN, END = "<!-- python -m benchmarks.env --write -->\n", "<!-- end -->\n"


class Rates(NamedTuple):
    """Steps a second."""

    spent: float
    """Of processor time, all threads together."""
    waited: float
    """Of the clock."""


class Subject(NamedTuple):
    label: str
    games: int
    cores: int


Slice = Callable[[float], Rates | None]
"""Measures for so many seconds; None if the program has failed."""


def measure(best: dict[Subject, Rates], rounds: int, seconds: float, show: Callable[[str], None]) -> None:
    """Notes in `best` the best of several rounds, in which all environments of as many games take turns."""
    for count in COUNTS:
        for threads in sorted({1, cores()} if count == COUNTS[-1] else {1}):
            show(f"{count} games, {threads} cores")
            with ExitStack() as opened:
                slices = {subject: opened.enter_context(one) for subject, one in subjects(count, threads)}
                for _ in range(rounds):
                    for subject, take in slices.items():
                        if rates := take(seconds):
                            known = best.get(subject, Rates(0, 0))
                            best[subject] = Rates(max(known.spent, rates.spent), max(known.waited, rates.waited))
                for subject in slices.keys() - best.keys():
                    show(f"left out: {subject.label} does not run here")


def subjects(count: int, threads: int) -> Iterator[tuple[Subject, AbstractContextManager[Slice]]]:
    for game in catalog.names():
        for kind, as_bytes in (("bits", False), ("bytes", True)):
            label = f"Niwashi, {catalog.rules(game).title}, masks as {kind}"
            yield Subject(label, count, threads), own(game, count, threads, as_bytes)
    for peer in PEERS:
        if count in peer.counts and is_there(peer):
            yield Subject(peer.label, count, threads), other(peer, count, threads)


@contextmanager
def own(game: str, count: int, threads: int, mask_bytes: bool) -> Iterator[Slice]:
    environment = VectorEnvironment(game, count, seed=1, threads=threads, mask_bytes=mask_bytes)
    environment.step(environment.sample())
    try:
        yield partial(step_for, environment)
    finally:
        environment.close()


def step_for(environment: VectorEnvironment, seconds: float) -> Rates:
    """Steps with random actions; choosing them is not counted."""
    steps, spent, waited = 0, 0.0, 0.0
    while waited < seconds:
        actions = environment.sample()
        before, clock = process_time(), perf_counter()
        environment.step(actions)
        spent, waited = spent + process_time() - before, waited + perf_counter() - clock
        steps += environment.count
    return Rates(steps / max(spent, 1e-9), steps / waited)


@contextmanager
def other(peer: Peer, count: int, threads: int) -> Iterator[Slice]:
    with running(peer, count, threads) as process:

        def take(seconds: float) -> Rates | None:
            rates = ask(process, seconds)
            return Rates(*rates) if rates else None

        yield take


# -- the table -------------------------------------------------------------------------------------------------------
def table(best: dict[Subject, Rates], loads: tuple[float, float]) -> str:
    """Markdown. Labels in the order in which they were met."""
    last = COUNTS[-1]
    heads = ["million steps a second", *(f"{count:,}" for count in COUNTS), f"{last:,}, {cores()} cores"]
    rows = [heads, ["---", *(["--:"] * (len(heads) - 1))]]
    for label in dict.fromkeys(subject.label for subject in best):
        found = [best.get(Subject(label, count, 1)) for count in COUNTS]
        everywhere = best.get(Subject(label, last, cores())) if cores() > 1 else None
        cells = [number(rates.spent) if rates else "" for rates in found]
        rows.append([label, *cells, number(everywhere.waited) if everywhere else ""])
    lines = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    return f"{lines}\n{conditions(loads)}\n"


def number(rate: float) -> str:
    return f"{rate / 1e6:.2f}" if rate >= 5e4 else f"{rate / 1e6:.3f}"


def conditions(loads: tuple[float, float]) -> str:
    low, high = sorted(round(load) for load in loads)
    return (
        f"Measured on {datetime.now(UTC):%Y-%m-%d}, {cores()} cores, Python {sys.version.split()[0]}, under a load of "
        f"{low} to {high}."
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.env", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--peers", action="store_true", help="install the other libraries first")
    parser.add_argument("--write", action="store_true", help="write the table into docs/environments.md")
    parser.add_argument("--rounds", type=int, default=6, help="turns, of which the best counts")
    given = parser.parse_args()
    if given.peers:
        install()
    before, best = os.getloadavg()[0], dict[Subject, Rates]()
    try:
        measure(best, given.rounds, 0.2, lambda text: print(f"  … {text}", file=sys.stderr, flush=True))
    finally:  # Ctrl-C keeps what is measured
        text = table(best, (before, os.getloadavg()[0]))
        print(text)
    if given.write:
        write(text)


def write(text: str) -> None:
    head, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    PAGE.write_text(head + BEGIN + text + END + rest.split(END, 1)[1], encoding="utf-8")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("stopped; what was measured is above")
