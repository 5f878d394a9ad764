"""The same game played here: from the record's seed, with the choices of its seats at their times."""

from __future__ import annotations

import msgspec

from niwashi.core.record import Record, read_record
from niwashi.engine import factory
from niwashi.engine.commitment import SEPARATOR
from niwashi.table import Command, Table
from niwashi.wire import Done, TableSettings
from niwashi.wire.http import NewSeat, NewTable
from niwashi.wire.requests import Act, Request
from niwashi.wire.seating import seating_requests

HOST = "host"


def told_again(raw: bytes) -> bytes:
    """The record that a program makes of it. Chance is drawn anew, and only the notes are taken over."""
    record = read_record(raw)
    components = factory.start_from_record(record).components
    content = {"game": record.game, "name": components.name, **components.content}
    options = dict(record.options)
    game = factory.new(record.game, seed=record.seed, names=record.names, components=content, **options)
    for who, what in record.events:
        if isinstance(who, int):
            game.play(str(what), seat=who)
    return msgspec.structs.replace(game.record(), notes=record.notes).to_json()


def played_again(raw: bytes) -> bytes:
    """The record that a server's table makes of it, notes and all: people at one device, nobody is drawn."""
    record = read_record(raw)
    assert record.seed is not None
    times = {int(number): note["at"] for number, note in record.notes.items() if number.isdigit()}
    seats = [NewSeat(called=name) for name in record.names]
    options = {name: value for name, value in record.options.items() if value is not None}
    settings = TableSettings(hot_seat=True)
    secret, opened = bytes.fromhex(record.seed.partition(SEPARATOR)[0]), times[0]
    table, batch = Table.open("again", record.game, host=HOST, secret=secret, now=opened, settings=settings, **options)
    table.commit(batch)
    wanted = NewTable(game=record.game, settings=settings, seats=seats, arranged=True)
    for request in seating_requests(wanted):
        _ask(table, request, opened)
    _act(table, record, times)
    return table.record().to_json()


def _act(table: Table, record: Record, times: dict[int, int]) -> None:
    for number, (who, what) in enumerate(record.events):
        if isinstance(who, int):
            choices = table.choices(who)
            assert choices is not None, (number, who)
            act = Act(id=f"act-{number}", seq=choices.seq, action=str(what), seat=who)
            _ask(table, act, times[number])


def _ask(table: Table, request: Request, now: int) -> None:
    done = table.handle(Command(request, HOST, max_lag=0), now)
    assert isinstance(done.answer, Done), done.answer
    if done.batch is not None:
        table.commit(done.batch)
