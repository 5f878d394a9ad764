"""Real servers under an open-loop load: each action's due time is fixed in advance and does not depend on other
answers, so that the measured times include all waiting (no coordinated omission). Several servers, such as this
checkout and another one, take turns of a few seconds, so that they are measured on the same machine in the same state.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.accounts import busy_seconds, cpu_by_part, cpu_seconds, descendants, memory_kb
from benchmarks.crowd import Client, Crowd, Table
from benchmarks.generator import DONE, REFUSED, Report, running_generator
from benchmarks.wire_client import Refused, request
from tests.server.process import ServerProcess
from tests.store.postgres import Server as Postgres
from tests.store.postgres import running_server

MEDIAN, P90, P99, MAXIMUM = 0.5, 0.9, 0.99, 1.0
STEADY, OVERLOAD, SEVENTY = "steady", "overload", "70% of the ceiling"
RECONNECT_SECONDS = 15.0
IDLE_CPU = 0.03
"""CPU seconds within half a second below which workers do nothing."""
MOST_ACTIONS = 25
"""At one table in one turn; a game has 80 or more, and finished ones are replaced between turns."""
Say = Callable[[str], None]


@dataclass(frozen=True)
class Variant:
    """A server to measure."""

    name: str
    checkout: Path | None = None
    """Another checkout, with its own .venv; None is this one."""
    processes: int = 0
    """0 leaves it to the server."""
    core: str = ""
    """The cores that it may use, as taskset names them; all if empty."""


@dataclass(frozen=True)
class Scale:
    tables: int = 300
    sockets: int = 1000
    rate: int = 500
    """Actions per second of the steady load."""
    overload: int = 2500
    """More than any server can do, to find its ceiling."""
    seconds: float = 4.0
    """The length of a turn."""
    rounds: int = 3
    back_in: float = 5.0
    """Seconds in which all lost sockets reconnect."""


@dataclass(frozen=True)
class Slice:
    """One turn under load; times in seconds."""

    answered: npt.NDArray[np.float64]
    heard: npt.NDArray[np.float64]
    unstalled: npt.NDArray[np.float64]
    """Answers to actions that no slow commit of the disk overlapped."""
    stalls: int
    due: int
    refused: int
    impossible: int
    """Actions that could not be sent, since their game was over."""
    rate: float
    """Actions per second that were reached."""
    cpu: dict[str, float]
    """CPU seconds by part: the server's processes, the database and the load generator."""
    others: float
    """Cores that other programs kept busy."""
    late: float
    """The longest delay of the load generator itself."""
    bytes: float
    messages: float
    holds: dict[float, float]
    """How often the event loop was late by at most so many seconds, and how often at all (infinity)."""

    @property
    def done(self) -> int:
        return len(self.answered)

    @property
    def server_cpu(self) -> float:
        """Of all processes of the server, without database and generator."""
        return sum(seconds for part, seconds in self.cpu.items() if part not in ("generator", "PostgreSQL"))


@dataclass(frozen=True)
class Reconnection:
    """All sockets lost at once."""

    sockets: int
    waits: list[float]
    cpu: float
    """CPU seconds of the server for each."""


@dataclass
class Measured:
    """Everything about one server, as far as it was measured."""

    slices: dict[str, list[Slice]] = field(default_factory=dict)
    reconnection: Reconnection | None = None
    memory: dict[str, float] = field(default_factory=dict)
    """KB: of an empty server, for each table with its people's sessions, and for each socket."""

    @property
    def ceiling(self) -> float:
        """The best rate under overload: noise only takes away."""
        return max((one.rate for one in self.slices.get(OVERLOAD, [])), default=0.0)


def quantile(times: npt.NDArray[np.float64] | list[float], share: float) -> float:
    """In milliseconds."""
    return float(np.quantile(times, share)) * 1000 if len(times) else float("nan")


# -- servers -----------------------------------------------------------------------------------------------------------
@contextmanager
def databases(names: list[str]) -> Iterator[dict[str, Postgres | None]]:
    """None is SQLite, with a new file for each server."""
    if "PostgreSQL" not in names:
        yield dict.fromkeys(names)
        return
    with running_server(on_disk=True) as postgres:
        yield {name: postgres if name == "PostgreSQL" else None for name in names}


@contextmanager
def running(variant: Variant, postgres: Postgres | None, **limits: str) -> Iterator[ServerProcess]:
    environment = {"NIWASHI_HEARTBEAT": "60", "NIWASHI_MOST_TABLES": "100000", "NIWASHI_MOST_SOCKETS": "100000"}
    environment |= {"NIWASHI_SOCKETS_PER_ADDRESS": "100000", "NIWASHI_SESSIONS_PER_ADDRESS": "100000/100000"}
    environment |= limits
    if variant.processes:
        environment["NIWASHI_PROCESSES"] = str(variant.processes)
    with tempfile.TemporaryDirectory(prefix="niwashi-bench-") as folder:
        place = postgres.address(postgres.new_database()) if postgres else None
        server = ServerProcess(Path(folder), place, **environment)
        server.command = _command(variant)
        server.start()
        try:
            yield server
        finally:
            server.end()


def _command(variant: Variant) -> list[str]:
    program = variant.checkout / ".venv/bin/niwashi" if variant.checkout else Path(sys.executable).with_name("niwashi")
    pinned = ["taskset", "-c", variant.core] if variant.core and shutil.which("taskset") else []
    return [*pinned, str(program)]


@dataclass
class Contestant:
    """A running server with its crowd."""

    server: ServerProcess
    crowd: Crowd
    postgres: Postgres | None
    found: Measured

    @property
    def pid(self) -> int:
        assert self.server.process is not None
        return self.server.process.pid

    def cpu(self) -> dict[str, float]:
        database = {"PostgreSQL": sum(map(cpu_seconds, descendants(self.postgres.pid)))} if self.postgres else {}
        return {**cpu_by_part(self.pid), **database}


@asynccontextmanager
async def contestant(
    variant: Variant, postgres: Postgres | None, scale: Scale, found: Measured
) -> AsyncIterator[Contestant]:
    """A server with its crowd seated and connected."""
    with running(variant, postgres) as server:
        async with running_generator() as generator:
            one = Contestant(server, Crowd(server.port, generator), postgres, found)
            await _gather(one, scale)
            yield one


async def _wait_for_workers(one: Contestant) -> None:
    """A new version compiles its bots in the background for minutes, which would be measured as the server's."""
    while True:
        before = cpu_by_part(one.pid).get("workers", 0.0)
        await asyncio.sleep(0.5)
        if cpu_by_part(one.pid).get("workers", 0.0) - before < IDLE_CPU:
            return


async def _gather(one: Contestant, scale: Scale) -> None:
    await _wait_for_workers(one)
    empty = memory_kb(one.pid)
    await one.crowd.gather(scale.tables, scale.sockets)
    seated = memory_kb(one.pid)
    await one.crowd.connect_all()
    connected = memory_kb(one.pid)
    one.found.memory = {
        "empty": empty,
        "table": (seated - empty) / scale.tables,
        "socket": (connected - seated) / scale.sockets,
    }


async def compare(
    variants: list[Variant], postgres: Postgres | None, scale: Scale, found: dict[str, Measured], say: Say
) -> None:
    """Fills `found` by variant, step by step, so that what is measured is kept if it is interrupted."""
    async with AsyncExitStack() as stack:
        contestants = []
        for variant in variants:
            say(f"{variant.name}: starting, and {scale.sockets:,} people at {scale.tables:,} tables")
            measured = found.setdefault(variant.name, Measured())
            contestants.append(await stack.enter_async_context(contestant(variant, postgres, scale, measured)))
        for one in contestants:
            await load(one, scale.rate, scale.seconds / 2)  # to warm up
        await _take_turns(contestants, STEADY, scale, lambda _: scale.rate, say)
        await _take_turns(contestants, OVERLOAD, scale, lambda _: scale.overload, say)
        await _take_turns(contestants, SEVENTY, scale, lambda one: 0.7 * one.found.ceiling, say)
        for one in contestants:
            say("everybody loses the connection and comes back")
            one.found.reconnection = await _lose_and_return(one, scale.back_in)


async def _take_turns(
    contestants: list[Contestant], name: str, scale: Scale, rate: Callable[[Contestant], float], say: Say
) -> None:
    for turn in range(scale.rounds):
        for one in contestants if turn % 2 == 0 else contestants[::-1]:
            say(f"{name}, {rate(one):,.0f} actions a second, turn {turn + 1} of {scale.rounds}")
            slices = one.found.slices.setdefault(name, [])
            slices.append(await load(one, rate(one), scale.seconds))
            await one.crowd.replace_finished()


# -- a load ------------------------------------------------------------------------------------------------------------
async def load(one: Contestant, rate: float, seconds: float, tables: list[int] | None = None) -> Slice:
    """Send actions at random times, at all tables in turn."""
    chance, playing = np.random.default_rng(1), np.array(tables or one.crowd.playing())
    count = max(min(int(rate * seconds), MOST_ACTIONS * len(playing)), 1)
    times = chance.exponential(1 / rate, count).cumsum()
    order = np.concatenate([chance.permutation(playing) for _ in range(count // len(playing) + 1)])[:count]
    before, busy, holds, began = one.cpu(), busy_seconds(), await _holds(one.server), time.monotonic()
    report = await one.crowd.generator.run(times, order)
    took = time.monotonic() - began
    spent = {part: seconds - before.get(part, 0.0) for part, seconds in one.cpu().items()} | {"generator": report.cpu}
    others = (busy_seconds() - busy - sum(spent.values())) / took
    return _slice(one.server, report, spent, max(others, 0.0), _difference(await _holds(one.server), holds))


def _slice(
    server: ServerProcess, report: Report, spent: dict[str, float], others: float, holds: dict[float, float]
) -> Slice:
    actions = report.actions
    done = actions[actions["outcome"] == DONE]
    answered = (done["answered"] - done["due"]) / 1e9
    stalls = _stalls(server, actions["due"][0] / 1e9)
    overlapped = np.zeros(len(done), bool)
    for began, seconds in stalls:
        overlapped |= (done["due"] / 1e9 < began + seconds) & (began < done["answered"] / 1e9)
    took = (done["answered"].max() - actions["due"][0]) / 1e9 if len(done) else 1.0
    return Slice(
        answered=answered,
        heard=(done["heard"] - done["due"])[done["heard"] > 0] / 1e9,
        unstalled=answered[~overlapped],
        stalls=len(stalls),
        due=len(actions),
        refused=int((actions["outcome"] == REFUSED).sum()),
        impossible=int((actions["outcome"] == 0).sum()),
        rate=len(done) / took,
        cpu=spent,
        others=others,
        late=report.late,
        bytes=report.bytes / max(len(done), 1),
        messages=report.messages / max(len(done), 1),
        holds=holds,
    )


def _stalls(server: ServerProcess, since: float) -> list[tuple[float, float]]:
    """Slow commits in the server's log, begin and seconds, converted to the monotonic clock."""
    ahead = time.time() - time.monotonic()
    lines = [json.loads(line) for line in server.log.read_bytes().splitlines() if b'"slow commit"' in line]
    found = [(line["began"] / 1000 - ahead, float(line["seconds"])) for line in lines]
    return [(began, seconds) for began, seconds in found if began + seconds > since]


LAG = re.compile(r'^niwashi_loop_lag_seconds_bucket\{.*?le="([^"]+)".*?\} (\S+)$', re.MULTILINE)


async def _holds(server: ServerProcess) -> dict[float, float]:
    """How often each event loop of the server was late, by the upper bound of how late; sums of all processes."""
    text, _ = await request(server.port, "GET", "/metrics")
    found: dict[float, float] = {}
    for bound, count in LAG.findall(str(text)):
        found[float(bound)] = found.get(float(bound), 0.0) + float(count)
    return found


def _difference(after: dict[float, float], before: dict[float, float]) -> dict[float, float]:
    return {bound: count - before.get(bound, 0.0) for bound, count in after.items()}


def longest_hold(slices: list[Slice]) -> float:
    """Seconds; the upper bound of the highest class that an event loop's lag reached, 0 if it is not known."""
    longest = 0.0
    for one in slices:
        counts = sorted(one.holds.items())
        total = counts[-1][1] if counts else 0.0
        reached = [bound for bound, count in counts if count >= total] if total else []
        longest = max(longest, reached[0] if reached else 0.0)
    return longest


# -- reconnection -----------------------------------------------------------------------------------------------------
async def _lose_and_return(one: Contestant, seconds: float) -> Reconnection:
    """Drop all sockets at once; each reconnects at a time fixed in advance."""
    pairs = one.crowd.pairs()
    await one.crowd.generator.drop()
    await asyncio.sleep(1.0)  # the server notices, which is not part of coming back
    before, start = sum(one.cpu().values()), time.monotonic()
    dues = [start + n * seconds / len(pairs) for n in range(len(pairs))]
    waits = await asyncio.gather(*(_return(one, *pair, due) for pair, due in zip(pairs, dues, strict=True)))
    resumed = [wait for wait in waits if wait is not None]
    return Reconnection(len(pairs), resumed, (sum(one.cpu().values()) - before) / len(pairs))


async def _return(one: Contestant, table: Table, client: Client, due: float) -> float | None:
    """Seconds until it has received what it missed; None if it could not reconnect."""
    await asyncio.sleep(due - time.monotonic())
    try:
        async with asyncio.timeout(RECONNECT_SECONDS):
            return await one.crowd.connect(table, client) - due
    except (Refused, OSError, TimeoutError):
        return None
