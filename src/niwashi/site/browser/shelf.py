"""What the browser keeps, read without running it: the list of games, and their records, also from files."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from niwashi.core.errors import BadRecord, NiwashiError
from niwashi.core.record import check_limits, read_record
from niwashi.engine.factory import replay
from niwashi.site.browser.bridge import Bridge
from niwashi.site.browser.errors import Full, Unknown
from niwashi.site.browser.storage import (
    KeptRecord,
    StoredTable,
    describe,
    describe_record,
    keep_record,
    load_table,
    read_kept_record,
)

RECORD = "r"
"""The ids of games that are nothing but a record begin with it."""


@dataclass(frozen=True)
class _New:
    described: StoredTable
    kept: KeptRecord


class Shelf:
    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self.rows: dict[str, StoredTable] = {}
        self.unreadable: list[str] = []
        """Neither their description nor their log can be read."""

    async def read(self) -> None:
        """What is stored, also by other tabs. One game that is damaged hides no other."""
        for table, raw in await self._bridge.rows():
            try:
                self.rows[table] = msgspec.json.decode(raw, type=StoredTable)
            except msgspec.DecodeError:
                if table not in self.rows and table not in self.unreadable:
                    await self._describe_again(table)

    async def _describe_again(self, table: str) -> None:
        try:
            row = await self._describe(table)
        except NiwashiError:
            self.unreadable.append(table)
            return
        self.rows[table] = row
        try:
            await self._bridge.describe(table, msgspec.json.encode(row).decode())
        except Exception:  # a browser that is full describes it anew the next time, too
            return

    async def _describe(self, table: str) -> StoredTable:
        if is_record(table):
            record = read_record(read_kept_record(table, await self._bridge.load(table)))
            return describe_record(table, replay(record), self._bridge.now())
        found, _ = await load_table(self._bridge, table)
        return describe(found, found.last_entry_at)

    async def check(self, table: str) -> None:
        if not self._knows(table):
            await self.read()  # another tab may have begun it
        if not self._knows(table):
            raise Unknown("store/table", "this browser has no such game")

    def _knows(self, table: str) -> bool:
        return table in self.rows or table in self.unreadable

    async def record(self, table: str) -> bytes:
        """Also of a game that another tab runs."""
        await self.check(table)
        if is_record(table):
            return read_kept_record(table, await self._bridge.load(table))
        found, _ = await load_table(self._bridge, table)
        return found.record().to_json()

    # -- files of records --------------------------------------------------------------------------------------------
    async def add(self, text: str) -> dict[str, int]:
        """The finished games of a file with a record a line. If one cannot be read, nothing is added."""
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        found = [self._read(number, line) for number, line in lines]
        finished = {one.described.row.table: one for one in found if one is not None}
        await self.read()
        new = [one for table, one in finished.items() if not self._has(table, one.kept.sha256)]
        for count, one in enumerate(new):
            await self._add(one, count, len(new))
        return {"added": len(new), "unfinished": found.count(None)}

    def _read(self, number: int, line: str) -> _New | None:
        """None for a game that is not over."""
        try:
            record = check_limits(read_record(line.encode()))
            game = replay(record)
        except NiwashiError as error:
            raise BadRecord(error.code, f"line {number}: {error.sentence}", error.about) from None
        kept = keep_record(record)
        return _New(describe_record(RECORD + kept.sha256[:32], game, self._bridge.now()), kept) if game.over else None

    def _has(self, table: str, sha256: str) -> bool:
        """As a record, or as a game that was played here."""
        return table in self.rows or any(one.sha256 == sha256 for one in self.rows.values())

    async def _add(self, one: _New, count: int, of: int) -> None:
        table, row = one.described.row.table, msgspec.json.encode(one.described).decode()
        try:
            await self._bridge.append(table, 0, msgspec.json.encode(one.kept).decode(), row)
        except Exception:  # the browser's reasons are many: full, forbidden, private
            sentence = (
                f"this browser keeps no more (its storage is full or forbidden): {count} of {of} games were added"
            )
            raise Full("site/full", sentence, {"added": count, "count": of}) from None
        self.rows[table] = one.described


def is_record(table: str) -> bool:
    return table.startswith(RECORD)
