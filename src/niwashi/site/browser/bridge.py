"""What the authority needs from the worker that it runs in. Everything that is kept or sent passes as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec


class Bridge(Protocol):
    """Implemented in TypeScript (web/src/local/tables.ts), and by the tests."""

    def now(self) -> int:
        """Milliseconds since 1970."""

    async def rows(self) -> Sequence[tuple[str, str]]:
        """Every table that the browser keeps, and its description."""

    async def describe(self, table: str, row: str) -> None:
        """Keeps a new description alone. Raises if the browser refuses."""

    async def load(self, table: str) -> list[str]:
        """The batches of a table's log, in order."""

    async def append(self, table: str, number: int, batch: str, row: str) -> None:
        """Keeps a batch and the table's new description. Raises if the browser refuses."""

    async def claim(self, table: str) -> bool:
        """Whether this tab may run the table: false if another one does."""

    async def think(self, job: str) -> str:
        """Runs a job in the worker for bots and hints."""

    def send(self, line: int, message: str) -> None: ...

    def close(self, line: int, code: int) -> None: ...


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """Entries that are kept together, with the hash by which damage is noticed."""

    first: int
    bodies: list[str]
    command: str | None = None
    answer: str | None = None
    sha256: str = ""
