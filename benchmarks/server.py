"""A real server under an open-loop load: each action's due time is fixed in advance and does not depend on other
answers, so that the measured times include all waiting (no coordinated omission)."""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import uvloop

from benchmarks.crowd import Client, ScheduledAction, Table, gather_crowd
from benchmarks.wire_client import Refused, request
from tests.server.process import ServerProcess
from tests.store.postgres import running_server

SETTLE_SECONDS = 15.0
"""How long to wait for pending actions after the last one was due."""
MEDIAN, P99, MAXIMUM = 0.5, 0.99, 1.0
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Scale:
    tables: int = 300
    sockets: int = 1000
    rates: tuple[int, ...] = (500, 1500)
    """Actions per second, measured one after the other."""
    seconds: float = 15.0
    """Duration of the first rate; the others have as many actions."""
    warm_up: float = 3.0
    back_in: float = 5.0
    """Seconds in which all lost sockets reconnect."""


@dataclass(frozen=True)
class Stall:
    """A slow commit."""

    began: float
    seconds: float


@dataclass(frozen=True)
class LoadResult:
    """The result of one load; times in seconds."""

    asked: int
    due: int
    answered: list[float]
    heard: list[float]
    unstalled: list[float]
    """Answers to actions that no slow commit overlapped."""
    stalls: list[Stall]
    problems: int
    rate: float
    late: float
    """The 99th percentile of the load generator's own delay."""
    server: dict[str, float]
    """For each action in milliseconds: what the server says of itself, and how long it computed. And how often a table
    held the event loop for more than 5 ms, and how many cores others kept busy meanwhile, a database among them."""


@dataclass(frozen=True)
class ReconnectResult:
    """The result of losing all connections at once."""

    sockets: int
    resumed: int
    waits: list[float]
    cpu: float
    """CPU seconds of the server per socket."""


@dataclass
class Measurements:
    loads: list[LoadResult] = field(default_factory=list)
    returned: ReconnectResult | None = None


def quantile(times: list[float], share: float) -> float:
    """In milliseconds."""
    return float(np.quantile(times, share)) * 1000 if times else float("nan")


@contextmanager
def databases() -> Iterator[dict[str, str | None]]:
    """None is a new SQLite file."""
    with running_server(on_disk=True) as postgres:
        yield {"SQLite": None, "PostgreSQL": postgres.address(postgres.new_database())}


def measure(place: str | None, scale: Scale) -> Measurements:
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), place, NIWASHI_HEARTBEAT="60")
        server.start()
        try:
            return uvloop.run(_measure(server, scale))
        finally:
            server.end()


async def _measure(server: ServerProcess, scale: Scale) -> Measurements:
    tables = await gather_crowd(server.port, scale.tables, scale.sockets)
    try:
        return await _measure_all(server, tables, scale)
    finally:
        await _drop(tables)


async def _drop(tables: list[Table]) -> None:
    """Drop all sockets at once, without a close frame."""
    sockets = [client.socket for table in tables for client in table.clients if client.socket is not None]
    for socket in sockets:
        socket.drop()
    await asyncio.gather(*(socket.closed for socket in sockets))
    for table in tables:
        table.open.clear()


async def _measure_all(server: ServerProcess, tables: list[Table], scale: Scale) -> Measurements:
    found = Measurements()
    await _load(server, tables, scale.rates[0], int(scale.warm_up * scale.rates[0]))
    for rate in scale.rates:
        found.loads.append(await _load(server, tables, rate, int(scale.seconds * scale.rates[0])))
        if found.returned is None:
            found.returned = await _lose_and_return(server, tables, scale.back_in)
    return found


# -- a load ------------------------------------------------------------------------------------------------------------
async def _load(server: ServerProcess, tables: list[Table], rate: float, count: int) -> LoadResult:
    """Send actions at random times, at all tables in turn."""
    chance = np.random.default_rng(1)
    times = chance.exponential(1 / rate, count).cumsum()
    order = np.concatenate([chance.permutation(len(tables)) for _ in range(count // len(tables) + 1)])[:count]
    before = await _metrics(server)
    actions, late = await _send_all(tables, times.tolist(), order.tolist())
    await _settle(tables)
    return _load_result(server, actions, late, before, await _metrics(server))


async def _send_all(
    tables: list[Table], times: list[float], order: list[int]
) -> tuple[list[ScheduledAction], list[float]]:
    loop = asyncio.get_running_loop()
    start = loop.time() + 0.05
    actions, late = [], []
    for at, table in zip(times, order, strict=True):
        while (ahead := start + at - loop.time()) > 0:
            await asyncio.sleep(ahead)
        action = ScheduledAction(start + at)
        late.append(loop.time() - action.due)
        actions.append(action)
        tables[table].due(action)
    return actions, late


async def _settle(tables: list[Table]) -> None:
    """Wait for pending actions; discard those that could not be sent because their game is over."""
    loop = asyncio.get_running_loop()
    end = loop.time() + SETTLE_SECONDS
    while loop.time() < end and any(
        table.pending or table.unpublished or (table.waiting and table.open) for table in tables
    ):
        await asyncio.sleep(0.05)
    for table in tables:
        table.waiting.clear()


def _load_result(
    server: ServerProcess,
    actions: list[ScheduledAction],
    late: list[float],
    before: dict[str, float],
    after: dict[str, float],
) -> LoadResult:
    done = [action for action in actions if action.done]
    stalls = _stalls(server, actions[0].due)
    whole = [action for action in done if not any(_overlaps(action, stall) for stall in stalls)]
    took = max((action.answered for action in done), default=actions[-1].due) - actions[0].due
    return LoadResult(
        asked=sum(1 for action in actions if action.answered),
        due=len(actions),
        answered=[action.answered - action.due for action in done],
        heard=[action.heard - action.due for action in done if action.heard],
        unstalled=[action.answered - action.due for action in whole],
        stalls=stalls,
        problems=sum(1 for action in actions if action.answered and not action.done),
        rate=len(done) / took,
        late=float(np.quantile(late, P99)),
        server=_spent(before, after, max(len(done), 1), took),
    )


def _overlaps(action: ScheduledAction, stall: Stall) -> bool:
    return action.due < stall.began + stall.seconds and stall.began < action.answered


def _stalls(server: ServerProcess, since: float) -> list[Stall]:
    """Read from the server's log, converted to this process's clock."""
    ahead = time.time() - asyncio.get_running_loop().time()
    lines = [json.loads(line) for line in server.log.read_bytes().splitlines() if b'"slow commit"' in line]
    found = [Stall(line["began"] / 1000 - ahead, line["seconds"]) for line in lines]
    return [stall for stall in found if stall.began + stall.seconds > since]


# -- what the server says ----------------------------------------------------------------------------------------------
EVENT_LOOP_METRICS = ("niwashi_judging_seconds", "niwashi_telling_seconds")
"""Work that blocks the event loop."""
REPORTED_METRICS = {
    "niwashi_judging_seconds_sum": "validation",
    "niwashi_append_seconds_sum": "until durable",
    "niwashi_commit_seconds": "in COMMIT",
    "niwashi_telling_seconds_sum": "fan-out",
}


async def _metrics(server: ServerProcess) -> dict[str, float]:
    text, _ = await request(server.port, "GET", "/metrics")
    said = dict(line.rsplit(maxsplit=1) for line in str(text).splitlines() if not line.startswith("#"))
    found = {REPORTED_METRICS[name]: float(said[name]) for name in REPORTED_METRICS}
    held = [float(said[f"{part}_count"]) - float(said[f'{part}_bucket{{le="0.005"}}']) for part in EVENT_LOOP_METRICS]
    return {
        **found,
        "held": sum(held),
        "computing": _cpu_seconds(server),
        "ours": _cpu_seconds(server) + time.process_time(),
        "machine": _busy_seconds(),
    }


def _cpu_seconds(server: ServerProcess) -> float:
    """CPU seconds of the server; 0 if the system does not tell."""
    assert server.process is not None
    fields = _ticks(Path(f"/proc/{server.process.pid}/stat"))
    return sum(fields[10:12]) / TICKS


def _busy_seconds() -> float:
    """Busy seconds of all cores together: user, nice, system and interrupts."""
    fields = _ticks(Path("/proc/stat"))
    return (sum(fields[0:3]) + sum(fields[5:8])) / TICKS


def _ticks(path: Path) -> list[int]:
    """The numbers of the first line, after the process's name or “cpu”."""
    if not path.exists():
        return [0] * 20
    first = path.read_text().splitlines()[0]
    return [int(word) for word in first.rpartition(")")[2].split()[1:] if word.lstrip("-").isdigit()]


def _spent(before: dict[str, float], after: dict[str, float], actions: int, took: float) -> dict[str, float]:
    names = [*REPORTED_METRICS.values(), "computing"]
    each = {name: (after[name] - before[name]) / actions * 1000 for name in names}
    busy = after["machine"] - before["machine"] - (after["ours"] - before["ours"])
    return {**each, "held": after["held"] - before["held"], "others": busy / took}


# -- reconnection -----------------------------------------------------------------------------------------------------
async def _lose_and_return(server: ServerProcess, tables: list[Table], seconds: float) -> ReconnectResult:
    """Drop all sockets at once; each reconnects at a time fixed in advance."""
    clients = [client for table in tables for client in table.clients]
    await _drop(tables)
    before, start = _cpu_seconds(server), asyncio.get_running_loop().time()
    each = seconds / len(clients)
    waits = await asyncio.gather(*(_return(server, client, start + n * each) for n, client in enumerate(clients)))
    resumed = [wait for wait in waits if wait is not None]
    return ReconnectResult(len(clients), len(resumed), resumed, (_cpu_seconds(server) - before) / len(clients))


async def _return(server: ServerProcess, client: Client, due: float) -> float | None:
    """Seconds until it has received what it missed; None if it could not reconnect."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(due - loop.time())
    try:
        async with asyncio.timeout(SETTLE_SECONDS):
            await client.connect(server.port)
    except (Refused, TimeoutError, OSError):
        return None
    return loop.time() - due
