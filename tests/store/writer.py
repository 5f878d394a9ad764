"""A process that appends until it is killed, and says what was acknowledged; many of them from one that is loaded.

Loading Python's packages takes longer than a life of the writer. So one process loads them and then, for every line
“PLACE ACKNOWLEDGED” that it reads, forks a writer and prints its number.
"""

from __future__ import annotations

import asyncio
import os
import sys

from niwashi.store import LogLimits, Store, leases, load_events, open_store, tables
from niwashi.store.errors import Unknown
from tests.store.logs import batch

TABLES = ("t1", "t2", "t3", "t4")


async def write(place: str, acknowledged: str) -> None:
    file = os.open(acknowledged, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    async with open_store(place, LogLimits(gather_seconds=0.001)) as store:
        await asyncio.gather(*(append_forever(store, name, file) for name in TABLES))


async def append_forever(store: Store, table: str, file: int) -> None:
    try:
        await tables.find(store.database, table)
    except Unknown:
        await tables.create(store.database, table, "miyabi", {})
    lease = await leases.acquire(store.database, table, "writer", 60)
    newest = (await tables.find(store.database, table)).newest  # the lease fences a commit that is still under way
    while True:
        count = newest % 3 + 1
        newest = (await store.log.append(batch(lease, newest, count))).newest
        os.write(file, f"{table} {newest}\n".encode())


async def newest_in(place: str) -> dict[str, int]:
    """Checks every log's numbers and bodies on the way."""
    async with open_store(place) as store:
        return {table: await _checked(store, table) for table in TABLES}


async def _checked(store: Store, table: str) -> int:
    events = await load_events(store.database, table, limit=10_000_000)
    for number, event in enumerate(events, 1):
        assert event == (number, b'[0,"action %d"]' % number), (table, event)
    return len(events)


def main() -> None:
    for line in sys.stdin:
        place, acknowledged = line.split()
        child = os.fork()
        if child == 0:
            asyncio.run(write(place, acknowledged))
            os._exit(1)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("gone", flush=True)


if __name__ == "__main__":
    main()
