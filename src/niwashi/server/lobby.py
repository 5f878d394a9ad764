"""The lobby: which public tables there are, told to everybody who looks."""

from __future__ import annotations

from niwashi.server.outbox import Outbox
from niwashi.store import tables
from niwashi.wire.messages import SeatRow, TableRow, packed


def row_of(table: tables.Table) -> TableRow:
    return TableRow(
        table=table.id,
        game=table.game,
        options=table.options,
        state=table.state,
        visibility=table.visibility,
        seats=[SeatRow(seat=seat.seat, name=seat.name, bot=seat.account is None) for seat in table.seats],
        updated=table.updated,
    )


class Lobby:
    def __init__(self) -> None:
        self._outboxes: set[Outbox] = set()

    def join(self, outbox: Outbox) -> None:
        self._outboxes.add(outbox)

    def leave(self, outbox: Outbox) -> None:
        self._outboxes.discard(outbox)

    def tell(self, table: tables.Table) -> None:
        if table.visibility == "public":
            self.say(packed(table=row_of(table)))

    def say(self, message: bytes) -> None:
        for outbox in self._outboxes:
            outbox.offer(message)

    def close(self, last_word: bytes) -> None:
        self.say(last_word)
        for outbox in self._outboxes:
            outbox.close()
