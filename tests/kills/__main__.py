"""Kills parts of a running server with SIGKILL, again and again under load, and checks that nothing is lost:

python -m tests.kills --cycles 1000 --seed 1 --what server,front,tables,template,writer,postgres,redis

A run consists of seasons, each on a store of its own. With --journal the seasons that have passed are written to a
file, and the same command goes on after them. --season N runs only that one, with the same seed and kills.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles

from niwashi.core.errors import NiwashiError
from tests.kills.cycles import Plan, Tally, make_plans, run_season
from tests.kills.journal import Journal
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
    cycles: int,
    seed: int,
    what: Sequence[str],
    tally: Tally,
    where: Sequence[str] = tuple(WORLDS),
    quiet: bool = False,
    journal: Journal | None = None,
    only: int | None = None,
) -> None:
    """Fills the tally, also if it is interrupted. Raises AssertionError if anything is wrong."""
    journal, start = journal or Journal(None), time.monotonic()
    plans = make_plans(cycles, seed, what, where)

    def play(plan: Plan) -> None:
        done = tally.cycles

        def say(text: str) -> None:
            nonlocal done
            done += 1
            if not quiet:
                print(f"{time.monotonic() - start:7.1f} s  {done:5} of {cycles}  {text}", flush=True)

        try:
            found = asyncio.run(run_season(nursery, plan, say))
        except Exception as error:
            raise AssertionError(f"season {plan.number} of seed {seed} ({plan.where}): {error}") from error
        tally.add(found)
        journal.note(plan, found)

    with running_nursery() as nursery:
        for plan in plans if only is None else plans[only : only + 1]:
            if (passed := journal.passed(plan)) is not None:
                tally.add(passed)
            else:
                play(plan)


def summary(tally: Tally) -> str:
    lines = [f"{tally.cycles} cycles, {tally.commands} acknowledged commands, {tally.games} finished games"]
    lines.append(f"  answers that did not come within {SILENCE:.0f} s: {tally.silences}")
    lines.append("  seconds from a kill until every company had a new acknowledged command (half, 9 of 10, longest):")
    lines += [f"  {kind:24}{len(gaps):6}   {spread(gaps)}" for kind, gaps in sorted(tally.gaps.items())]
    return "\n".join(lines)


def spread(gaps: Sequence[float]) -> str:
    nine_of_ten = quantiles(gaps, n=10, method="inclusive")[-1] if len(gaps) > 1 else gaps[0]
    return f"{median(gaps):6.2f}{nine_of_ten:8.2f}{max(gaps):8.2f}"


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.kills", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--cycles", type=positive, default=20, help="how many (20)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed kills at the same moments, roughly (1)")
    parser.add_argument("--what", type=kinds, default=list(KINDS), help=f"some of {','.join(KINDS)} (all)")
    parser.add_argument("--journal", type=Path, help="a file with the seasons that have passed")
    parser.add_argument("--season", type=int, help="only the season of this number, from 0")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # everything that was started ends with us
    tally = Tally()
    try:
        journal = Journal(given.journal, f"{given.cycles} cycles, seed {given.seed}, {','.join(given.what)}")
        run(given.cycles, given.seed, given.what, tally, journal=journal, only=given.season)
        print(summary(tally) + "\nnothing lost, doubled or out of order; all views equal")
    except NiwashiError as error:
        parser.error(error.sentence)
    except KeyboardInterrupt:
        print("\nstopped; until here nothing was lost, doubled or out of order\n" + summary(tally))
        return 130
    except Exception:
        print(summary(tally) + f"\nFAILED with seed {given.seed} after {tally.cycles} cycles", file=sys.stderr)
        raise
    return 0


if __name__ == "__main__":
    sys.exit(main())
