"""What attackers cost honest people: `python -m benchmarks.attackers`.

Honest people play at a fixed rate on a server with its default limits. Attackers come and rest in turns of a few
seconds, and the 99th percentile with them is compared with the one without them. The attacker has a low priority, so
that its own computing, which would happen elsewhere, takes little from the server.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from benchmarks.attack import ATTACKS
from benchmarks.crowd import Crowd
from benchmarks.generator import running_generator
from benchmarks.server import MEDIAN, P99, Contestant, Measured, Variant, load, quantile, running

TABLES, SOCKETS, RATE = 20, 60, 100
LIMITS = {
    # The defaults of `niwashi serve`, where tests have none; every person has an address behind a proxy.
    "NIWASHI_PER_CONNECTION": "20/60",
    "NIWASHI_PER_PERSON": "20/80",
    "NIWASHI_PER_ADDRESS": "40/200",
    "NIWASHI_SOCKETS_PER_PERSON": "20",
    "NIWASHI_SOCKETS_PER_ADDRESS": "200",
    "NIWASHI_BEHIND_PROXY": "yes",
}
MOST = 1.5
"""How much longer honest people may wait, by the 99th percentile."""


@dataclass
class Waits:
    """Seconds, by turn, without and with the attacker."""

    off: list[npt.NDArray[np.float64]] = field(default_factory=list)
    on: list[npt.NDArray[np.float64]] = field(default_factory=list)
    cpu: dict[bool, float] = field(default_factory=dict)

    def ratio(self, share: float) -> float:
        return quantile(np.concatenate(self.on), share) / quantile(np.concatenate(self.off), share)


@asynccontextmanager
async def honest_people() -> AsyncIterator[Contestant]:
    with running(Variant("ours"), None, **LIMITS) as server:
        async with running_generator() as generator:
            one = Contestant(server, Crowd(server.port, generator, own_addresses=True), None, Measured())
            await one.crowd.gather(TABLES, SOCKETS)
            await one.crowd.connect_all()
            yield one


@asynccontextmanager
async def attacker(one: Contestant, kind: str) -> AsyncIterator[asyncio.StreamWriter]:
    """Orders are written to it."""
    words = ["nice", "-n", "19", sys.executable, "-m", "benchmarks.attack"]
    process = await asyncio.create_subprocess_exec(
        *words, str(one.server.port), kind, one.crowd.tables[0].id, stdin=-1, stdout=-1
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        if (await process.stdout.readline()).strip() != b"ready":
            raise RuntimeError(f"the attacker that {kind} could not come in")
        yield process.stdin
    finally:
        process.stdin.close()
        await process.wait()


async def measure(one: Contestant, kind: str, turns: int, seconds: float) -> Waits:
    waits = Waits()
    async with attacker(one, kind) as orders:
        for turn in range(2 * turns):
            attacks = turn % 2 == 1
            orders.write(b"on\n" if attacks else b"off\n")
            await asyncio.sleep(0.5)
            found = await load(one, RATE, seconds)
            (waits.on if attacks else waits.off).append(found.answered)
            waits.cpu[attacks] = waits.cpu.get(attacks, 0.0) + found.server_cpu / max(found.done, 1) / turns
            await one.crowd.replace_finished()
    return waits


def say(kind: str, waits: Waits) -> None:
    off, on = np.concatenate(waits.off), np.concatenate(waits.on)
    figures = "".join(f"{quantile(times, share):>9.1f}" for share in (MEDIAN, P99) for times in (off, on))
    cpu = "".join(f"{1000 * waits.cpu[attacks]:>9.2f}" for attacks in (False, True))
    verdict = "" if waits.ratio(P99) <= MOST else f"   more than {MOST}"
    print(f"  {kind:16}{figures}{waits.ratio(P99):>9.2f}{cpu}{verdict}", flush=True)


async def run(kinds: list[str], turns: int, seconds: float) -> bool:
    """Whether all attackers cost little enough."""
    print(
        f"{TABLES} tables, {SOCKETS} sockets, {RATE} actions a second; {turns} turns of {seconds:g} s with and without"
    )
    print(f"  {'':16}{'p50':>9}{'on':>9}{'p99':>9}{'on':>9}{'ratio':>9}{'CPU ms':>9}{'on':>9}")
    fine = True
    async with honest_people() as one:
        await load(one, RATE, seconds)  # to warm up
        for kind in kinds:
            waits = await measure(one, kind, turns, seconds)
            say(kind, waits)
            fine = fine and waits.ratio(P99) <= MOST
    return fine


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.attackers", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"{', '.join(ATTACKS)}; all if left out")
    parser.add_argument("--turns", type=int, default=5, help="with and without, each (5)")
    parser.add_argument("--seconds", type=float, default=4.0, help="the length of a turn (4)")
    given = parser.parse_args()
    if unknown := [kind for kind in given.attacks if kind not in ATTACKS]:
        parser.error(f"there is no attack {unknown[0]!r}; there are {', '.join(ATTACKS)}")
    try:
        return 0 if asyncio.run(run(given.attacks or list(ATTACKS), given.turns, given.seconds)) else 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
