"""Logs of tables in the browser's storage: batches with hashes, and a description of each table."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from niwashi.core.errors import NiwashiError
from niwashi.core.record import Record
from niwashi.engine.game import Game
from niwashi.site.browser.bridge import Batch, Bridge
from niwashi.site.browser.errors import Damaged
from niwashi.table import PendingEntries, Table
from niwashi.wire.http import MyGame, MySeat
from niwashi.wire.messages import SeatRow, TableRow

YOU = "you"
"""The only person: whoever sits in front of the browser."""
T = TypeVar("T")
STATES = {"gathering": "open", "playing": "running", "paused": "running", "over": "over"}


class StoredTable(msgspec.Struct, frozen=True, kw_only=True):
    """What lists need to know of a table without replaying its log."""

    row: TableRow
    finished: MyGame | None = None
    sha256: str | None = None
    """Of the record of a finished game, so that it is not added once more from a file."""


@dataclass
class _Unkept:
    number: int
    batch: Batch


class TableStorage:
    """The log of one table. What the browser refuses to keep is offered again with the next batch."""

    def __init__(self, bridge: Bridge, table: str, kept: int = 0) -> None:
        self._bridge, self._table, self._count = bridge, table, kept
        self._unkept: list[_Unkept] = []

    @property
    def behind(self) -> bool:
        return bool(self._unkept)

    async def append(self, pending: PendingEntries, row: StoredTable) -> None:
        """Never raises: a game goes on although the browser is full. `behind` says so."""
        batch = Batch(
            first=pending.first,
            bodies=[body.decode() for body in pending.bodies],
            command=pending.command,
            answer=None if pending.answer is None else pending.answer.decode(),
        )
        self._unkept.append(_Unkept(self._count, msgspec.structs.replace(batch, sha256=hash_of_batch(batch))))
        self._count += 1
        await self._keep(msgspec.json.encode(row).decode())

    async def _keep(self, row: str) -> None:
        try:
            while self._unkept:
                one = self._unkept[0]
                await self._bridge.append(self._table, one.number, msgspec.json.encode(one.batch).decode(), row)
                del self._unkept[0]
        except Exception:  # the browser's reasons are many: full, forbidden, private
            return


async def load_table(bridge: Bridge, table: str) -> tuple[Table, TableStorage]:
    batches = _read_batches(table, await bridge.load(table))
    bodies = [body.encode() for batch in batches for body in batch.bodies]
    answers = {batch.command: batch.answer.encode() for batch in batches if batch.command and batch.answer}
    try:
        return Table.rebuild(bodies, answers), TableStorage(bridge, table, len(batches))
    except (msgspec.DecodeError, NiwashiError) as error:  # whole, but of another version
        raise Damaged("site/damaged", f"this version cannot read the game “{table}”: {error}") from None


def _read_batches(table: str, raws: Sequence[str]) -> list[Batch]:
    """One that is missing shows by the number of the first entry after it."""
    batches: list[Batch] = []
    length = 0
    for number, raw in enumerate(raws):
        batch = _decode(raw, Batch)
        if batch is None or batch.sha256 != hash_of_batch(batch) or batch.first != length:
            raise _damaged(table, f"part {number} is damaged or missing")
        batches.append(batch)
        length += len(batch.bodies)
    if not batches:
        raise _damaged(table, "all of it is missing")
    return batches


def _damaged(table: str, what: str) -> Damaged:
    return Damaged("site/damaged", f"the game “{table}” is damaged in this browser's storage ({what}); it cannot go on")


def _decode(raw: str, kind: type[T]) -> T | None:
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.DecodeError:
        return None


def hash_of_batch(batch: Batch) -> str:
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(batch, sha256=""))).hexdigest()


def describe(table: Table, now: int) -> StoredTable:
    row = TableRow(
        table=table.id,
        game=table.game_name,
        options=table.options,
        state=STATES.get(table.phase, "running"),
        visibility="private",
        seats=[
            SeatRow(seat=number, name=seat.name, bot=seat.held == "bot")
            for number, seat in enumerate(table.seats(now))
            if seat.held != "open"
        ],
        updated=now,
        turn=YOU in table.awaited,
        clock=table.settings.clock,
        components=table.component_set.name if table.component_set.own else None,
    )
    sha256 = None if table.ending is None else hash_of(table.record().to_json())
    return StoredTable(row=row, finished=_finished(table, now), sha256=sha256)


class KeptRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A game that was read from a file: it has no log, only its record."""

    record: str
    sha256: str


def hash_of(record: bytes) -> str:
    return hashlib.sha256(record).hexdigest()


def keep_record(record: Record) -> KeptRecord:
    raw = record.to_json()
    return KeptRecord(record=raw.decode(), sha256=hash_of(raw))


def read_kept_record(table: str, raws: Sequence[str]) -> bytes:
    kept = _decode(raws[0], KeptRecord) if raws else None
    if kept is None or hash_of(kept.record.encode()) != kept.sha256:
        raise _damaged(table, "its record is damaged or missing")
    return kept.record.encode()


def describe_record(table: str, game: Game, now: int) -> StoredTable:
    scores = list(game.scores)
    seats = [
        MySeat(name=name, score=score, place=1 + sum(other > score for other in scores))
        for name, score in zip(game.names, scores, strict=True)
    ]
    options = game.options.as_dict()
    row = TableRow(
        table=table,
        game=game.name,
        options=options,
        state="over",
        visibility="private",
        seats=[SeatRow(seat=number, name=seat.name, bot=False) for number, seat in enumerate(seats)],
        updated=now,
    )
    finished = MyGame(table=table, game=game.name, options=options, finished=now, seats=seats)
    return StoredTable(row=row, finished=finished)


def _finished(table: Table, now: int) -> MyGame | None:
    ended = table.ending
    if ended is None:
        return None
    holders: Sequence[str | None] = table.people
    seats = [
        MySeat(
            name=seat.name,
            score=ended.scores[number],
            place=ended.ranks[number],
            bot=seat.bot if holders[number] is None else None,
            you=holders[number] == YOU,
        )
        for number, seat in enumerate(table.seats(now))
    ]
    return MyGame(table=table.id, game=table.game_name, options=table.options, finished=ended.at, seats=seats)
