"""People at many tables of a running server: their sessions, tables and tickets. A load generator plays for them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from benchmarks.generator import Generator
from benchmarks.wire_client import request

SEATS = 3
MAX_CONCURRENT = 16
"""Concurrent requests while tables are set up."""
VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("miyabi", {"seats": SEATS}),
    ("miyabi", {"seats": SEATS, "expansions": "CE"}),
    ("edo_yashiki", {"seats": SEATS, "grab": "calm", "specialists": True}),
)
"""In turn. A game has 80 actions or more."""


@dataclass(eq=False)
class Client:
    """One socket of one person."""

    number: int
    cookie: str
    address: str = ""


@dataclass(eq=False)
class Table:
    number: int
    id: str
    clients: list[Client] = field(default_factory=list)


class Crowd:
    """Everybody on one server. A table whose game is over can be replaced by a new one with the same people."""

    def __init__(self, port: int, generator: Generator, own_addresses: bool = False) -> None:
        """With addresses of their own, for a server behind a proxy, limits for an address do not stop people."""
        self.port, self.generator, self._own_addresses = port, generator, own_addresses
        self.tables: list[Table] = []
        self._made = 0

    async def gather(self, tables: int, sockets: int) -> None:
        """Open so many tables, and distribute so many people evenly among them, who do not connect yet."""
        assert sockets >= SEATS * tables, "everybody who plays needs a socket"
        people = await self.arrive(sockets)
        await self.seat([people[number::tables] for number in range(tables)])

    async def arrive(self, count: int) -> list[Client]:
        first = self._made
        self._made += count
        return await in_groups(self._arrive(number) for number in range(first, first + count))

    async def _arrive(self, number: int) -> Client:
        address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}" if self._own_addresses else ""
        _, cookie = await request(self.port, "POST", "/api/session", {"name": f"guest {number}"}, address=address)
        return Client(number, cookie, address)

    async def _post(self, client: Client, path: str, body: dict[str, Any]) -> Any:
        return (await request(self.port, "POST", path, body, client.cookie, client.address))[0]

    async def seat(self, groups: list[list[Client]]) -> None:
        """A new table for each group."""
        first = len(self.tables)
        found = await in_groups(self._sit_down(first + n, people) for n, people in enumerate(groups))
        self.tables += found

    async def connect_all(self, first: int = 0) -> None:
        """From table number `first` on."""
        pairs = self.pairs()
        await in_groups(self.connect(table, client) for table, client in pairs if table.number >= first)

    def pairs(self) -> list[tuple[Table, Client]]:
        return [(table, client) for table in self.tables for client in table.clients]

    async def _sit_down(self, number: int, people: list[Client]) -> Table:
        """Open a table, seat the people and start the game; people beyond its seats are spectators."""
        game, options = VARIANTS[number % len(VARIANTS)]
        wanted = {"game": game, "options": options, "settings": {"grace": None}}
        opened = await self._post(people[0], "/api/tables", wanted)
        table = Table(number, opened["table"], people)
        for seat, client in enumerate(people[:SEATS]):
            await self._ask(table, client, {"do": "sit", "id": f"sit{seat}", "name": ""})
        await self._ask(table, people[0], {"do": "start", "id": "start"})
        return table

    async def _ask(self, table: Table, client: Client, wanted: dict[str, Any]) -> None:
        await self._post(client, f"/api/tables/{table.id}/requests", wanted)

    async def connect(self, table: Table, client: Client) -> float:
        """With a new ticket; the load generator continues at the last entry that it knows. When it was connected."""
        told = await self._post(client, "/api/tickets", {"table": table.id})
        path = f"/api/tables/{table.id}/socket?ticket={told['ticket']}"
        return await self.generator.open_socket(client.number, table.number, self.port, path)

    async def replace_finished(self) -> int:
        """Everybody whose game is over sits down at a new table."""
        idle = await self.generator.idle_tables()
        over = [table for table in self.tables if table.clients and table.number in idle]
        groups = [table.clients for table in over]
        for table in over:
            table.clients = []
        first = len(self.tables)
        await self.seat(groups)
        await self.connect_all(first)
        return len(over)

    def playing(self) -> list[int]:
        return [table.number for table in self.tables if table.clients]


async def in_groups(jobs: Iterable[Any], limit: int = MAX_CONCURRENT) -> list[Any]:
    """Run all jobs, so many at a time."""
    slots = asyncio.Semaphore(limit)

    async def one(job: Any) -> Any:
        async with slots:
            return await job

    return await asyncio.gather(*(one(job) for job in jobs))
