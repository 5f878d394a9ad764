"""A real server under a load that is fixed in advance: when each action is due does not depend on how long others take,
so an answer that is late is late for all who wait behind it, and none of that is left out."""

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

from benchmarks.crowd import Deed, Place, Table, gather_crowd
from benchmarks.wire_client import Refused, request
from tests.server.process import ServerProcess
from tests.store.postgres import running_server

PATIENCE = 15.0
"""Seconds for what is still under way when the last action was due."""
HALF, MOST, ALL = 0.5, 0.99, 1.0
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Scale:
    tables: int = 300
    sockets: int = 1000
    rates: tuple[int, ...] = (500, 1500)
    """Actions a second, one after the other."""
    seconds: float = 15.0
    """For the first rate; the others have as many actions."""
    warm_up: float = 3.0
    back_in: float = 5.0
    """Seconds in which every socket is lost and comes back."""


@dataclass(frozen=True)
class Stall:
    """A commit that the disk took long over."""

    began: float
    seconds: float


@dataclass(frozen=True)
class Loaded:
    """What came of a load; times in seconds."""

    asked: int
    due: int
    answered: list[float]
    heard: list[float]
    unstalled: list[float]
    """Answers to actions that no stall of the disk fell into."""
    stalls: list[Stall]
    problems: int
    rate: float
    late: float
    """How late the load itself was, of 99 in 100."""
    server: dict[str, float]
    """For each action in milliseconds: what the server says of itself, and how long it computed. And how often a table
    held the event loop for more than 5 ms, and how many cores others kept busy meanwhile, a database among them."""


@dataclass(frozen=True)
class Returned:
    """What came of everybody losing their connection."""

    sockets: int
    resumed: int
    waits: list[float]
    cpu: float
    """Seconds that the server computed for one."""


@dataclass
class Measured:
    loads: list[Loaded] = field(default_factory=list)
    returned: Returned | None = None


def quantile(times: list[float], share: float) -> float:
    """In milliseconds."""
    return float(np.quantile(times, share)) * 1000 if times else float("nan")


@contextmanager
def places() -> Iterator[dict[str, str | None]]:
    """None is a SQLite file of the server's own."""
    with running_server(on_disk=True) as postgres:
        yield {"SQLite": None, "PostgreSQL": postgres.address(postgres.new_database())}


def measure(place: str | None, scale: Scale) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), place, NIWASHI_HEARTBEAT="60")
        server.start()
        try:
            return uvloop.run(_measure(server, scale))
        finally:
            server.end()


async def _measure(server: ServerProcess, scale: Scale) -> Measured:
    tables = await gather_crowd(server.port, scale.tables, scale.sockets)
    try:
        return await _measure_all(server, tables, scale)
    finally:
        await _drop(tables)


async def _drop(tables: list[Table]) -> None:
    """All sockets are lost at once, without a word."""
    sockets = [place.socket for table in tables for place in table.places if place.socket is not None]
    for socket in sockets:
        socket.drop()
    await asyncio.gather(*(socket.closed for socket in sockets))
    for table in tables:
        table.open.clear()


async def _measure_all(server: ServerProcess, tables: list[Table], scale: Scale) -> Measured:
    found = Measured()
    await _load(server, tables, scale.rates[0], int(scale.warm_up * scale.rates[0]))
    for rate in scale.rates:
        found.loads.append(await _load(server, tables, rate, int(scale.seconds * scale.rates[0])))
        if found.returned is None:
            found.returned = await _lose_and_return(server, tables, scale.back_in)
    return found


# -- a load ------------------------------------------------------------------------------------------------------------
async def _load(server: ServerProcess, tables: list[Table], rate: float, actions: int) -> Loaded:
    """Actions at random times, by turns at all tables."""
    chance = np.random.default_rng(1)
    times = chance.exponential(1 / rate, actions).cumsum()
    order = np.concatenate([chance.permutation(len(tables)) for _ in range(actions // len(tables) + 1)])[:actions]
    before = await _figures(server)
    deeds, late = await _send_all(tables, times.tolist(), order.tolist())
    await _settle(tables)
    return _loaded(server, deeds, late, before, await _figures(server))


async def _send_all(tables: list[Table], times: list[float], order: list[int]) -> tuple[list[Deed], list[float]]:
    loop = asyncio.get_running_loop()
    start = loop.time() + 0.05
    deeds, late = [], []
    for at, table in zip(times, order, strict=True):
        while (ahead := start + at - loop.time()) > 0:
            await asyncio.sleep(ahead)
        deed = Deed(start + at)
        late.append(loop.time() - deed.due)
        deeds.append(deed)
        tables[table].due(deed)
    return deeds, late


async def _settle(tables: list[Table]) -> None:
    """What is under way is waited for; what could not be sent, since a game is over, is struck out."""
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE
    while loop.time() < end and any(
        table.under_way or table.untold or (table.waiting and table.open) for table in tables
    ):
        await asyncio.sleep(0.05)
    for table in tables:
        table.waiting.clear()


def _loaded(
    server: ServerProcess, deeds: list[Deed], late: list[float], before: dict[str, float], after: dict[str, float]
) -> Loaded:
    done = [deed for deed in deeds if deed.done]
    stalls = _stalls(server, deeds[0].due)
    whole = [deed for deed in done if not any(_overlaps(deed, stall) for stall in stalls)]
    took = max((deed.answered for deed in done), default=deeds[-1].due) - deeds[0].due
    return Loaded(
        asked=sum(1 for deed in deeds if deed.answered),
        due=len(deeds),
        answered=[deed.answered - deed.due for deed in done],
        heard=[deed.heard - deed.due for deed in done if deed.heard],
        unstalled=[deed.answered - deed.due for deed in whole],
        stalls=stalls,
        problems=sum(1 for deed in deeds if deed.answered and not deed.done),
        rate=len(done) / took,
        late=float(np.quantile(late, MOST)),
        server=_spent(before, after, max(len(done), 1), took),
    )


def _overlaps(deed: Deed, stall: Stall) -> bool:
    return deed.due < stall.began + stall.seconds and stall.began < deed.answered


def _stalls(server: ServerProcess, since: float) -> list[Stall]:
    """As the store's writer has logged them, by our own clock."""
    ahead = time.time() - asyncio.get_running_loop().time()
    lines = [json.loads(line) for line in server.log.read_bytes().splitlines() if b'"slow commit"' in line]
    found = [Stall(line["began"] / 1000 - ahead, line["seconds"]) for line in lines]
    return [stall for stall in found if stall.began + stall.seconds > since]


# -- what the server says ----------------------------------------------------------------------------------------------
LOOP = ("niwashi_judging_seconds", "niwashi_telling_seconds")
"""What a table does without letting others in."""
WANTED = {
    "niwashi_judging_seconds_sum": "validation",
    "niwashi_append_seconds_sum": "until durable",
    "niwashi_commit_seconds": "in COMMIT",
    "niwashi_telling_seconds_sum": "fan-out",
}


async def _figures(server: ServerProcess) -> dict[str, float]:
    text, _ = await request(server.port, "GET", "/metrics")
    said = dict(line.rsplit(maxsplit=1) for line in str(text).splitlines() if not line.startswith("#"))
    found = {WANTED[name]: float(said[name]) for name in WANTED}
    held = [float(said[f"{part}_count"]) - float(said[f'{part}_bucket{{le="0.005"}}']) for part in LOOP]
    return {
        **found,
        "held": sum(held),
        "computing": _cpu(server),
        "ours": _cpu(server) + time.process_time(),
        "machine": _machine(),
    }


def _cpu(server: ServerProcess) -> float:
    """Seconds that the server has computed; 0 where the system does not say."""
    assert server.process is not None
    fields = _ticks(Path(f"/proc/{server.process.pid}/stat"))
    return sum(fields[10:12]) / TICKS


def _machine() -> float:
    """Seconds that all cores together have been busy: user, nice, system, and what interrupts took."""
    fields = _ticks(Path("/proc/stat"))
    return (sum(fields[0:3]) + sum(fields[5:8])) / TICKS


def _ticks(path: Path) -> list[int]:
    """The numbers of the first line, after a process's name or “cpu”."""
    if not path.exists():
        return [0] * 20
    first = path.read_text().splitlines()[0]
    return [int(word) for word in first.rpartition(")")[2].split()[1:] if word.lstrip("-").isdigit()]


def _spent(before: dict[str, float], after: dict[str, float], actions: int, took: float) -> dict[str, float]:
    names = [*WANTED.values(), "computing"]
    each = {name: (after[name] - before[name]) / actions * 1000 for name in names}
    busy = after["machine"] - before["machine"] - (after["ours"] - before["ours"])
    return {**each, "held": after["held"] - before["held"], "others": busy / took}


# -- everybody comes back ----------------------------------------------------------------------------------------------
async def _lose_and_return(server: ServerProcess, tables: list[Table], seconds: float) -> Returned:
    """All sockets are lost at once; each comes back at a time fixed in advance."""
    everybody = [place for table in tables for place in table.places]
    await _drop(tables)
    before, start = _cpu(server), asyncio.get_running_loop().time()
    each = seconds / len(everybody)
    waits = await asyncio.gather(*(_return(server, place, start + n * each) for n, place in enumerate(everybody)))
    resumed = [wait for wait in waits if wait is not None]
    return Returned(len(everybody), len(resumed), resumed, (_cpu(server) - before) / len(everybody))


async def _return(server: ServerProcess, place: Place, due: float) -> float | None:
    """Seconds until it has heard what it missed; None if it did not get in."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(due - loop.time())
    try:
        async with asyncio.timeout(PATIENCE):
            await place.connect(server.port)
    except (Refused, TimeoutError, OSError):
        return None
    return loop.time() - due
