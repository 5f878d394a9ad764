"""Tables with logs for tests, and a look at the whole of a log."""

from __future__ import annotations

from niwashi.store import Append, Database, LogSequence, Store, leases, load_events, tables


async def seated(store: Store | Database, *names: str, game: str = "miyabi") -> list[leases.Lease]:
    """New tables, each held by “node”."""
    database = store.database if isinstance(store, Store) else store
    for name in names:
        await tables.create(database, name, game, {"seats": 2})
    return [await leases.acquire(database, name, "node", 60) for name in names]


async def set_state(database: Database, table: str, state: str) -> None:
    """As an append would that came with this state."""
    async with database.write_transaction() as connection:
        await connection.exec_driver_sql(f"UPDATE tables SET state = '{state}' WHERE id = '{table}'")


def batch(lease: leases.Lease, after: int, count: int = 1, command: str | None = None, answer: bytes = b"") -> Append:
    """Events that say which they are."""
    return Append(lease.table, lease.epoch, LogSequence(after), bodies(after, count), command, answer)


def bodies(after: int, count: int = 1) -> tuple[bytes, ...]:
    return tuple(b'[0,"action %d"]' % number for number in range(after + 1, after + count + 1))


async def whole_log(store: Store, table: str) -> list[bytes]:
    """Checks that the numbers have no gap."""
    events = await load_events(store.database, table, limit=1_000_000)
    assert [event.sequence for event in events] == list(range(1, len(events) + 1))
    return [event.body for event in events]
