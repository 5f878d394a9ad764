"""The worker of a browser, for tests: storage in a dictionary, jobs that are run at once, lines that are lists."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import msgspec

from niwashi.site.browser import jobs
from niwashi.site.browser.host import LocalHost
from niwashi.site.browser.routes import Routes


@dataclass
class FakeBridge:
    kept: dict[str, dict[int, str]] = field(default_factory=dict)
    described: dict[str, str] = field(default_factory=dict)
    lines: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    elsewhere: set[str] = field(default_factory=set)
    full: bool = False
    cannot_think: str = ""
    clock: Iterator[int] = field(default_factory=lambda: count(1_000_000, 7))

    def now(self) -> int:
        return next(self.clock)

    async def rows(self) -> list[tuple[str, str]]:
        return list(self.described.items())

    async def describe(self, table: str, row: str) -> None:
        if self.full:
            raise OSError("QuotaExceededError")
        self.described[table] = row

    async def load(self, table: str) -> list[str]:
        return [batch for _, batch in sorted(self.kept.get(table, {}).items())]

    async def append(self, table: str, number: int, batch: str, row: str) -> None:
        if self.full:
            raise OSError("QuotaExceededError")
        log = self.kept.setdefault(table, {})
        assert number == len(log), "batches are kept in order, each once"
        log[number], self.described[table] = batch, row

    async def claim(self, table: str) -> bool:
        return table not in self.elsewhere

    async def think(self, job: str) -> str:
        await asyncio.sleep(0)
        if self.cannot_think:
            raise OSError(self.cannot_think)
        return jobs.run(job)

    def send(self, line: int, message: str) -> None:
        self.lines.setdefault(line, []).append(msgspec.json.decode(message))

    def close(self, line: int, code: int) -> None:
        self.lines.setdefault(line, []).append({"closed": code})


class Page:
    """The client's requests, over a host that begins with what the bridge keeps."""

    def __init__(self, bridge: FakeBridge, seed: int = 0) -> None:
        secrets = (number.to_bytes(16, "big") for number in count(seed + 1))
        self.bridge, self.host = bridge, LocalHost(bridge, lambda size: next(secrets)[-size:])
        self.routes = Routes(self.host)

    async def start(self, name: str = "Aki") -> Page:
        self.host.name = name
        await self.host.shelf.read()
        return self

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """The answer, or the problem that came in its place."""
        raw = "" if body is None else msgspec.json.encode(body).decode()
        status, text = await self.routes.answer(method, path, raw)
        found = msgspec.json.decode(text)
        return found if status < 400 else {"status": status, **found}
