"""Leases on tables: only the node that holds a table's lease may append to its log."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress

from niwashi.server.settings import Settings
from niwashi.store import Database, leases
from niwashi.store.errors import StoreError
from niwashi.store.leases import Lease
from niwashi.table import Table
from niwashi.wire.settings import SECOND_MS


class TableLeases:
    def __init__(self, database: Database, settings: Settings) -> None:
        self._database, self._owner, self._seconds = database, settings.owner, settings.lease
        self._releasing: set[asyncio.Task[None]] = set()

    async def acquire(self, table: str) -> Lease:
        """Raises `Held` if another node has it."""
        return await leases.acquire(self._database, table, self._owner, self._seconds)

    async def held_until(self, table: str) -> int | None:
        return await leases.read_lease_end(self._database, table)

    async def holder(self, table: str) -> str | None:
        """The node that holds it now; None if it is free."""
        return await leases.read_holder(self._database, table)

    async def renew(self, tables: Iterable[str]) -> dict[str, int]:
        """The epoch of every lease that this node still holds."""
        return await leases.renew_all(self._database, self._owner, self._seconds, list(tables))

    async def release(self, lease: Lease, unloaded_idle: bool = False) -> None:
        with suppress(StoreError):  # then it expires
            await leases.release(self._database, lease, unloaded_idle)

    def release_soon(self, lease: Lease, unloaded_idle: bool) -> None:
        task = asyncio.get_running_loop().create_task(self.release(lease, unloaded_idle))
        self._releasing.add(task)
        task.add_done_callback(self._releasing.discard)

    async def wait_released(self) -> None:
        while self._releasing:
            await asyncio.gather(*self._releasing)

    def last_heartbeat(self, table: Table, lease: Lease, held_until: int | None) -> int:
        """When the previous owner last renewed its lease; 0 if that owner never actually ran the table."""
        ran = table.lease_epoch == lease.epoch - 1
        return held_until - round(self._seconds * SECOND_MS) if ran and held_until is not None else 0
