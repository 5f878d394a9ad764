"""A process that shares SQLite's writer with others: `python -m tests.store.sharer FILE ADDRESS TABLE`.

It appends to its table and writes beside the log in turn, and prints the number of each event that was acknowledged,
until it is killed. With `hold` for a fourth word it begins a transaction, says so and keeps it.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from niwashi.store import Store, leases, open_store, tables
from niwashi.store.errors import Unavailable, Unknown
from tests.store.logs import batch


async def append_forever(store: Store, table: str) -> None:
    try:
        await tables.find(store.database, table)
    except Unknown:
        await tables.create(store.database, table, "miyabi", {})
    while True:
        try:
            await append_until_the_writer_dies(store, table)
        except Unavailable:
            print("again", flush=True)


async def append_until_the_writer_dies(store: Store, table: str) -> None:
    lease = await leases.acquire(store.database, table, table, 60)
    newest = (await tables.find(store.database, table)).newest
    while True:
        newest = (await store.log.append(batch(lease, newest))).newest
        print(newest, flush=True)
        if newest % 3 == 0:
            await leases.renew_all(store.database, table, 60)


async def hold(store: Store) -> None:
    async with store.database.write_transaction():
        print("holds", flush=True)
        await asyncio.Event().wait()


async def main(file: str, address: str, table: str, does: str = "append") -> None:
    async with open_store(file, writer=Path(address)) as store:
        await (hold(store) if does == "hold" else append_forever(store, table))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
