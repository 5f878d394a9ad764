"""The requests that fill the seats of a new table."""

from __future__ import annotations

from collections.abc import Iterator

from niwashi.wire import requests
from niwashi.wire.http import NewTable
from niwashi.wire.requests import Request


def seating_requests(wanted: NewTable) -> Iterator[Request]:
    """The requests that a host would send one by one."""
    seats = wanted.seats
    for number, seat in enumerate(seats):
        if seat.you or seat.called is not None:
            yield requests.Sit(id=f"open-{number}", name="", seat=number, called=seat.called)
        elif seat.bot is not None:
            yield requests.Bot(id=f"open-{number}", seat=number, level=seat.bot)
    if wanted.arranged:
        yield requests.Arrange(id="open-arranged", order=list(range(len(seats))))
    if all(seat.you or seat.called is not None or seat.bot is not None for seat in seats):
        yield requests.Start(id="open-start")
