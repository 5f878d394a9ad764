"""Kills parts of a running server with SIGKILL, again and again under load, and checks that nothing is lost:

python -m tests.kills --cycles 1000 --seed 1 --what processes,writer,postgres,redis
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from random import Random
from statistics import median

from tests.kills.cycles import Tally, plan, run_season
from tests.kills.nursery import running_nursery
from tests.kills.people import SILENCE
from tests.kills.worlds import KINDS, WORLDS


def kinds(text: str) -> list[str]:
    chosen = text.split(",")
    if unknown := [one for one in chosen if one not in KINDS]:
        raise argparse.ArgumentTypeError(f"nothing is called {unknown[0]!r}; choose of {','.join(KINDS)}")
    return chosen


def positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a number from 1 on is needed; got {text!r}")
    return int(text)


def run(
    cycles: int, seed: int, what: Sequence[str], tally: Tally, where: Sequence[str] = tuple(WORLDS), quiet: bool = False
) -> None:
    """Fills the tally, also if it is interrupted. Raises AssertionError if anything is wrong."""
    random, start = Random(seed), time.monotonic()

    def say(text: str) -> None:
        if not quiet:
            print(f"{time.monotonic() - start:7.1f} s  {tally.cycles + 1:5} of {cycles}  {text}", flush=True)

    with running_nursery() as nursery:
        for world, killed in plan(cycles, what, where, random):
            asyncio.run(run_season(nursery, world, killed, random, tally, say))


def summary(tally: Tally) -> str:
    lines = [f"{tally.cycles} cycles, {tally.commands} acknowledged commands, {tally.games} finished games"]
    lines.append(f"  answers that did not come within {SILENCE:.0f} s: {tally.silences}")
    for kind, count in sorted(tally.kills.items()):
        gaps = tally.gaps[kind]
        lines.append(f"  {kind:24}{count:6}   on again after {median(gaps):.2f} s (half), {max(gaps):.2f} s (longest)")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.kills", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--cycles", type=positive, default=20, help="how many (20)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed kills at the same moments, roughly (1)")
    parser.add_argument("--what", type=kinds, default=list(KINDS), help=f"some of {','.join(KINDS)} (all)")
    given = parser.parse_args()
    tally = Tally()
    try:
        run(given.cycles, given.seed, given.what, tally)
        print(summary(tally) + "\nnothing lost, doubled or out of order; all views equal")
    except KeyboardInterrupt:
        print("\nstopped; until here nothing was lost, doubled or out of order\n" + summary(tally))
        return 130
    except Exception:
        print(summary(tally) + f"\nFAILED with seed {given.seed} after {tally.cycles} cycles", file=sys.stderr)
        raise
    return 0


if __name__ == "__main__":
    sys.exit(main())
