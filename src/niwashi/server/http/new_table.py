"""Fills the seats of a new table within the request that opens it, which saves round trips on a slow connection."""

from __future__ import annotations

from collections.abc import Iterator

from niwashi.server.access.accounts import Person
from niwashi.server.http.commands import command_of
from niwashi.server.tables.handle import TableHandle, ask
from niwashi.table.state import Refusal
from niwashi.wire import Refused, requests
from niwashi.wire.http import NewTable
from niwashi.wire.requests import Request

OPEN_SEATS = "table/missing"
"""Seats that the request leaves empty stay open, so the game does not start yet."""


async def fill_seats(table: TableHandle, person: Person, wanted: NewTable) -> None:
    """Raises Refusal with the table's reason. The table then stays open, and its host can continue by requests."""
    for request in seating_requests(wanted):
        answer = await ask(table, command_of(request, person))
        if isinstance(answer, Refused) and answer.code != OPEN_SEATS:
            raise Refusal(answer.code, answer.sentence)


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
