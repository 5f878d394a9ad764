"""Throughput of table logs, and the time until an action is on disk."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np

from niwashi.store import Append, LogSequence, Store, leases, open_store, tables
from tests.store.postgres import running_server

CROWDS = (1, 16, 256)
"""The number of tables that append concurrently, each as soon as the last append is acknowledged."""
BODY = b'{"by":0,"action":"fJdS","at":1794751804777,"view":"' + b"x" * 200 + b'"}'


@dataclass(frozen=True)
class Figures:
    rate: float
    """Appends per second."""
    median: float
    worst: float
    """Seconds to the acknowledgement; the 99th percentile."""
    commits: float
    """A second."""
    committing: float
    """The share of time spent in COMMIT, which is mostly the disk sync."""


@contextmanager
def places() -> Iterator[dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder, running_server(on_disk=True) as server:
        yield {"SQLite": str(Path(folder, "store.sqlite")), "PostgreSQL": server.address(server.new_database())}


def measure(place: str, crowd: int, seconds: float) -> Figures:
    return asyncio.run(_measure(place, crowd, seconds))


async def _measure(place: str, crowd: int, seconds: float) -> Figures:
    async with open_store(place) as store:
        held = [await _new_table(store, f"{crowd}-{number}") for number in range(crowd)]
        start = perf_counter()
        waits = await asyncio.gather(*(_act(store, lease, start + seconds) for lease in held))
        took, done = perf_counter() - start, store.log.counters
    every = np.concatenate([np.array(one) for one in waits])
    median, worst = np.quantile(every, (0.5, 0.99))
    return Figures(len(every) / took, float(median), float(worst), done.commits / took, done.commit_seconds / took)


async def _new_table(store: Store, name: str) -> leases.Lease:
    await tables.create(store.database, name, "miyabi", {"seats": 2})
    return await leases.acquire(store.database, name, "bench", 600)


async def _act(store: Store, lease: leases.Lease, end: float) -> list[float]:
    waits: list[float] = []
    while (before := perf_counter()) < end or not waits:
        number = len(waits)
        await store.log.append(
            Append(lease.table, lease.epoch, LogSequence(number), (BODY,), f"c{number}", b'{"ok":true}')
        )
        waits.append(perf_counter() - before)
    return waits
