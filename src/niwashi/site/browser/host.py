"""The host of this browser's tables: opens, loads and lists them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Any

import msgspec

from niwashi.core.errors import NiwashiError
from niwashi.core.record import Record
from niwashi.engine.factory import start_from_record
from niwashi.server.tables.rematch import rematch_id
from niwashi.site.browser.bridge import Bridge
from niwashi.site.browser.errors import Elsewhere
from niwashi.site.browser.local_table import LocalTable, refusal_of
from niwashi.site.browser.shelf import Shelf
from niwashi.site.browser.storage import YOU, StoredTable, TableStorage, load_table
from niwashi.table import Command, PendingEntries, Table
from niwashi.table.continuation import extract_beginning
from niwashi.table.entries import SECRET_BYTES
from niwashi.wire import TableSettings
from niwashi.wire.components import read_component_file
from niwashi.wire.http import NewTable
from niwashi.wire.messages import encode_message
from niwashi.wire.requests import Rename, Request, Sit
from niwashi.wire.seating import seating_requests

OPEN_SEATS = "table/missing"
"""Seats that a new table leaves empty stay open, so its game does not start yet."""
Entropy = Callable[[int], bytes]


class LeftOut(msgspec.Struct):
    """A game that is damaged; its name, as far as it is known."""

    table: str
    game: str | None = None
    names: list[str] = []


class Exported(msgspec.Struct):
    text: str
    """A record a line."""
    left_out: list[LeftOut]


class LocalHost:
    def __init__(self, bridge: Bridge, entropy: Entropy = secrets.token_bytes) -> None:
        self.bridge, self._entropy = bridge, entropy
        self.name = ""
        self._tables: dict[str, LocalTable] = {}
        self._loading = asyncio.Lock()
        self.shelf = Shelf(bridge)

    # -- lists -------------------------------------------------------------------------------------------------------
    async def stored(self) -> list[StoredTable]:
        """The tables that this browser knows, also from other tabs, the one changed last first."""
        await self.shelf.read()
        running = {name: table.row for name, table in self._tables.items()}
        return sorted((self.shelf.rows | running).values(), key=lambda one: -one.row.updated)

    # -- opening -----------------------------------------------------------------------------------------------------
    async def open(self, wanted: NewTable) -> LocalTable:
        own = None if wanted.components is None else read_component_file(wanted.components)
        opened = await self._open(wanted.game, wanted.settings, components=own, **wanted.options)
        for request in seating_requests(wanted):
            error = refusal_of(await opened.handle(self.command(request)))
            if error is not None and error.code != OPEN_SEATS:
                raise error
        return opened

    async def open_from(self, record: Record, until: int | None, settings: TableSettings) -> LocalTable:
        """A table that continues a record."""
        game, begun = start_from_record(record), extract_beginning(record, until)
        components = {"game": game.name, "name": game.components.name, **game.components.content}
        return await self._open(game.name, settings, components=components, begun=begun, **game.options.as_dict())

    async def _open(self, game: str, settings: TableSettings, **given: Any) -> LocalTable:
        table, batch = Table.open(
            "t" + self._entropy(16).hex(),
            game,
            host=YOU,
            secret=self._entropy(SECRET_BYTES),
            now=self.bridge.now(),
            settings=settings,
            **given,
        )
        return await self._begin(table, batch)

    async def _begin(self, table: Table, batch: PendingEntries) -> LocalTable:
        await self.bridge.claim(table.id)
        begun = LocalTable(table, TableStorage(self.bridge, table.id), self.bridge, self._on_change)
        await begun.keep(batch)
        self._tables[table.id], self.shelf.rows[table.id] = begun, begun.row
        return begun

    async def _on_change(self, changed: LocalTable) -> None:
        """If all have agreed to another game, it begins at a table of its own."""
        old = changed.table
        self.shelf.rows[old.id] = changed.row
        if not old.rematched:
            return
        next_id = rematch_id(old)
        if next_id not in self._tables and next_id not in self.shelf.rows:
            secret, now = self._entropy(SECRET_BYTES), self.bridge.now()
            opened = await self._begin(*old.rematch(next_id, secret=secret, now=now))
            opened.start(opened.tick())
        changed.broadcast(encode_message(rematch=next_id).decode())

    # -- finding -----------------------------------------------------------------------------------------------------
    async def find(self, table: str) -> LocalTable:
        async with self._loading:
            if table not in self._tables:
                self._tables[table] = await self._load(table)
            return self._tables[table]

    async def _load(self, table: str) -> LocalTable:
        await self.shelf.check(table)
        if not await self.bridge.claim(table):
            raise Elsewhere("site/elsewhere", "this game is open in another tab; go on there, or close that tab")
        found, storage = await load_table(self.bridge, table)
        loaded = LocalTable(found, storage, self.bridge, self._on_change)
        since = found.last_entry_at
        await loaded.work(lambda table, now: table.suspend(since, now))
        return loaded

    # -- records -----------------------------------------------------------------------------------------------------
    async def record(self, table: str) -> bytes:
        """Read only: whoever looks at a game does not run it."""
        running = self._tables.get(table)
        return await self.shelf.record(table) if running is None else running.table.record().to_json()

    async def export(self) -> Exported:
        """The records of all games that have started."""
        stored = await self.stored()
        lines, left_out = list[bytes](), [LeftOut(table) for table in self.shelf.unreadable]
        for row in [one.row for one in stored if one.row.state != "open"]:
            try:
                lines.append(await self.record(row.table))
            except NiwashiError:
                left_out.append(LeftOut(row.table, row.game, [seat.name for seat in row.seats]))
        return Exported(b"\n".join(lines).decode(), left_out)

    def command(self, request: Request) -> Command:
        """You always sit under your own name."""
        named = msgspec.structs.replace(request, name=self.name) if isinstance(request, Sit | Rename) else request
        return Command(named, YOU, max_lag=0)
