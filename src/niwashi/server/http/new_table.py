"""Fills the seats of a new table within the request that opens it, which saves round trips on a slow connection."""

from __future__ import annotations

from niwashi.server.access.accounts import Person
from niwashi.server.http.commands import command_of
from niwashi.server.tables.handle import TableHandle, ask
from niwashi.table.state import Refusal
from niwashi.wire import Refused
from niwashi.wire.http import NewTable
from niwashi.wire.seating import seating_requests

OPEN_SEATS = "table/missing"
"""Seats that the request leaves empty stay open, so the game does not start yet."""


async def fill_seats(table: TableHandle, person: Person, wanted: NewTable) -> None:
    """Raises Refusal with the table's reason. The table then stays open, and its host can continue by requests."""
    for request in seating_requests(wanted):
        answer = await ask(table, command_of(request, person))
        if isinstance(answer, Refused) and answer.code != OPEN_SEATS:
            raise Refusal(answer.code, answer.sentence)
