"""Checking records: every event is replayed, chance is held against the seed, the result is recomputed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from niwashi.core.errors import BadRecord, NiwashiError, quote
from niwashi.core.files import open_file
from niwashi.core.record import MAX_RECORD_BYTES, Record, has_several, read_record, records_in
from niwashi.engine.commitment import commitment, draw_seats
from niwashi.engine.events import CHANCE
from niwashi.engine.factory import check_result, start_from_record
from niwashi.engine.game import Game

MAX_SEATS = 32
MAX_UNREADABLE_LINES = 100
"""A file with more lines than this that are no records is no file of records."""


@dataclass(frozen=True)
class Finding:
    """What checking one record came to."""

    where: str
    game: str
    events: int
    error: NiwashiError | None
    """The first thing that is wrong; None where nothing is."""
    event: int | None
    """The number of the event at which it breaks."""
    chance_checked: bool
    begun: int = 0
    """So many events were there when the table began; they have nothing to do with its seed."""

    @property
    def ok(self) -> bool:
        return self.error is None

    def as_dict(self) -> dict[str, object]:
        return {
            "where": self.where,
            "ok": self.ok,
            "game": self.game,
            "events": self.events,
            "code": self.error and self.error.code,
            "error": self.error and self.error.sentence,
            "event": self.event,
            "chance_checked": self.chance_checked,
            "begun": self.begun,
        }

    def __str__(self) -> str:
        if self.error is not None:
            at = "" if self.event is None else f"event {self.event}: "
            return f"{self.where}: {at}{self.error.sentence}"
        chance = "chance follows from the seed" if self.chance_checked else "no seed, so chance cannot be checked"
        since = f" after the first {self.begun} events, which were given" if self.begun else ""
        return f"{self.where}: {self.game}, {self.events} events; replays, {chance}{since}"


def check_file(path: str | Path) -> Iterator[Finding]:
    """A finding for each record of a file: one JSON object, or one a line."""
    for where, found in read_records(path):
        if isinstance(found, Record):
            yield check_record(found, where)
        else:
            yield Finding(where, "", 0, found, None, False)


def read_records(path: str | Path) -> Iterator[tuple[str, Record | NiwashiError]]:
    """Where it stands and the record, or what is wrong with it. The file is read once, so that it may be a pipe."""
    with open_file(path) as file:
        head = file.read(MAX_RECORD_BYTES + 1)
        if len(head) <= MAX_RECORD_BYTES and not has_several(head):
            yield str(path), _read_single(head)
            return
        unreadable = 0
        for number, found in records_in(head, file):
            yield f"{path}, line {number}", found
            unreadable += not isinstance(found, Record)
            if unreadable == MAX_UNREADABLE_LINES:
                sentence = f"{unreadable} lines are no records; the lines after {number} were not read"
                yield str(path), BadRecord("record/lines", sentence)
                return


def _read_single(raw: bytes) -> Record | NiwashiError:
    try:
        return read_record(raw) if raw.strip() else BadRecord("record/empty", "the file is empty; a record is JSON")
    except NiwashiError as error:
        return error


def check_record(record: Record, where: str = "record") -> Finding:
    at: int | None = None
    begun = _events_given(record)
    try:
        game = start_from_record(record)
        for number, event in enumerate(record.events):
            at = number
            if number >= begun:
                _check_chance(game, event)
            game.apply(event)
        at = None
        check_result(game, record)
        _check_table(record)
    except NiwashiError as error:
        return Finding(where, record.game, len(record.events), error, at, False)
    return Finding(where, record.game, len(record.events), None, None, record.seed is not None, begun)


def _events_given(record: Record) -> int:
    """How many events a table began with, as its record says."""
    noted = record.notes.get("table")
    begun = noted.get("begun") if isinstance(noted, dict) else None
    return begun if type(begun) is int and begun > 0 else 0


def _check_table(record: Record) -> None:
    """Where a table kept the seed secret: it is the one committed to, and the seats were drawn from it."""
    noted = record.notes.get("table")
    if record.seed is None or not isinstance(noted, dict):
        return
    committed = noted.get("commitment", commitment(record.seed))
    if committed != commitment(record.seed):
        sentence = f"the seed {quote(record.seed)} is not the one that the table committed to, {quote(committed)}"
        raise NiwashiError("record/commitment", sentence)
    order = noted.get("order")
    if noted.get("drawn") and isinstance(order, list):
        drawn = draw_seats(record.seed, record.game, len(order)) if len(order) < MAX_SEATS else []
        if order != drawn:
            raise NiwashiError("record/seats", f"the seats came as {quote(order)}, but the seed draws {quote(drawn)}")


def _check_chance(game: Game, event: tuple[int | str, str]) -> None:
    if event[0] != CHANCE or game.seed is None or not game.awaits_chance:
        return
    brought = game.rules.outcome_of(game.position, event[1])
    drawn = game.next_outcome()
    said, true = (game.rules.outcome_text(game.position, outcome) for outcome in (brought, drawn))
    if said != true:
        raise NiwashiError(
            "record/rigged",
            f"chance brought {quote(said)}, but the seed {quote(game.seed)} brings {quote(true)}",
        )
