"""Compares the store with everything that people asked and were told."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import asyncpg

from niwashi.table.entries import Sat, decode_entry
from tests.kills.people import RETRY, Company, Person
from tests.server.process import PATIENCE
from tests.simulation.checks import Kept, check_end, check_witnesses, knows_it_all, sees_the_end

EVENTS = "SELECT sequence, body FROM events WHERE table_id = {} ORDER BY sequence"
ANSWERS = "SELECT command, answer FROM answers WHERE table_id = {}"
RECORDS = "SELECT record FROM records WHERE table_id = {}"


Rows: TypeAlias = list[tuple[Any, ...]]


@dataclass(frozen=True)
class Stored:
    """A table as it stands in the store at one moment."""

    events: list[tuple[int, bytes]]
    answers: dict[str, bytes]
    records: list[bytes]


def read_store(place: str, tables: Sequence[str]) -> list[Stored]:
    """All in one transaction each. Blocks the event loop, so that nobody is told anything meanwhile."""
    if not place.startswith("postgresql"):
        return _read_sqlite(place, tables)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _read_postgresql(place, tables)).result()


def _read_sqlite(place: str, tables: Sequence[str]) -> list[Stored]:
    with closing(sqlite3.connect(f"{Path(place).as_uri()}?mode=ro", uri=True, isolation_level=None)) as database:
        database.execute("BEGIN")

        def rows(query: str, table: str) -> Rows:
            return database.execute(query.format("?"), (table,)).fetchall()

        return [_stored(rows(EVENTS, one), rows(ANSWERS, one), rows(RECORDS, one)) for one in tables]


async def _read_postgresql(place: str, tables: Sequence[str]) -> list[Stored]:
    database = await asyncpg.connect(place)
    try:
        async with database.transaction(isolation="repeatable_read", readonly=True):

            async def rows(query: str, table: str) -> Rows:
                return [tuple(row) for row in await database.fetch(query.format("$1"), table)]

            return [
                _stored(await rows(EVENTS, one), await rows(ANSWERS, one), await rows(RECORDS, one)) for one in tables
            ]
    finally:
        await database.close()


def _stored(events: Rows, answers: Rows, records: Rows) -> Stored:
    return Stored(
        [(number, bytes(body)) for number, body in events],
        {command: bytes(answer) for command, answer in answers},
        [bytes(record) for (record,) in records],
    )


@dataclass
class Ledger:
    """Checks what is new since the last check; at a table's end everything."""

    place: str
    checked: dict[str, int] = field(default_factory=dict)
    """By table, the first entry whose news has not been compared yet."""
    commands: int = 0
    """Acknowledged commands at tables that are finished."""
    games: int = 0

    def check(self, companies: Sequence[Company]) -> list[str]:
        """Of people who have settled. Returns who knows less than the store, since a message may be on its way."""
        playing = [company for company in companies if company.table and not company.over]
        stored = read_store(self.place, [one.table for one in playing])
        found = [self._check_one(company, table) for company, table in zip(playing, stored, strict=True)]
        return [who for one in found for who in one]

    def _check_one(self, company: Company, stored: Stored) -> list[str]:
        kept = self._compare(company, stored, self.checked.get(company.table, 0))
        self.checked[company.table] = min(person.follower.seq for person in company.people) + 1
        return [problem for person in company.people if (problem := _what_is_missing(person, kept))]

    async def check_end(self, company: Company) -> None:
        """Of a game that is over, or that everybody has left, with everything from its beginning."""
        stored = await self._read_patiently(company)
        kept = self._compare(company, stored, 0)
        for person in company.people:
            sees_the_end(person, kept)
            self.commands += count_done(person)
        check_end(kept.table, stored.records)
        self.games += 1

    async def _read_patiently(self, company: Company) -> Stored:
        """The database may just have been killed, or whoever was about to store the record of a game that is over."""
        end = time.monotonic() + PATIENCE
        while True:
            with suppress(OSError, asyncpg.PostgresError):
                (stored,) = read_store(self.place, [company.table])
                if stored.records or not company.over or time.monotonic() > end:
                    return stored
            await asyncio.sleep(RETRY)

    def _compare(self, company: Company, stored: Stored, since: int) -> Kept:
        numbers = [number for number, _ in stored.events]
        assert numbers == list(range(1, len(numbers) + 1)), f"the log of {company.table} has a gap: {numbers}"
        bodies = [body for _, body in stored.events]
        ids = {one.name: one.person for one in map(decode_entry, bodies) if isinstance(one, Sat)}
        for person in company.people:
            person.id = ids.get(person.name) or "nobody"
        kept = Kept(bodies, stored.answers, since)
        check_witnesses(company.people, kept)
        return kept


def count_done(person: Person) -> int:
    answers = person.follower.answers.values()
    return sum(any(one["answer"] == "done" for one in copies) for copies in answers)


def _what_is_missing(person: Person, kept: Kept) -> str:
    try:
        knows_it_all(person, kept)
    except AssertionError as error:
        return f"{person.name}: {error}"
    return ""
