"""The lobby: a live list of public tables."""

from __future__ import annotations

import msgspec

from niwashi.core.record import DELETED
from niwashi.server.cluster.interface import Cluster
from niwashi.server.cluster.messages import LobbyUpdate
from niwashi.server.realtime.outbox import Outbox
from niwashi.store import Database, tables
from niwashi.wire.messages import SeatRow, TableRow, Turn, encode_message
from niwashi.wire.settings import Clock

MAX_LISTED = 200


def row_of(table: tables.StoredTable, person: str | None = None) -> TableRow:
    """`turn` says whether the table waits for this person."""
    return TableRow(
        table=table.id,
        game=table.game,
        options=table.options,
        state=table.state if table.closed is None else "closed",
        visibility=table.visibility,
        seats=[_seat_row(seat) for seat in table.seats],
        updated=table.updated,
        turn=person is not None and table.awaits(person),
        clock=None if table.clock is None else msgspec.convert(table.clock, Clock),
        components=table.components,
    )


def _seat_row(seat: tables.StoredSeat) -> SeatRow:
    return SeatRow(seat=seat.seat, name=seat.name, bot=seat.account is None and seat.name != DELETED)


def turn_of(table: tables.StoredTable, yours: bool = True) -> Turn:
    return Turn(table=table.id, game=table.game, yours=yours, at=table.updated)


class Lobby:
    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._outboxes: set[Outbox] = set()

    def join(self, outbox: Outbox) -> None:
        self._outboxes.add(outbox)

    def leave(self, outbox: Outbox) -> None:
        self._outboxes.discard(outbox)

    def publish(self, table: tables.StoredTable) -> None:
        """On every node."""
        self.publish_locally(table)
        if table.visibility == "public":
            self._cluster.broadcast(LobbyUpdate(payload=encode_message(table=row_of(table))))

    def publish_locally(self, table: tables.StoredTable) -> None:
        """For changes that every node learns from a notice."""
        if table.visibility == "public":
            self.send(encode_message(table=row_of(table)))

    async def list_open_tables(self, database: Database) -> bytes:
        """All open public tables, as one message."""
        found = await tables.list_lobby(database, "open", MAX_LISTED)
        return encode_message(lobby=[row_of(table) for table in found])

    def send(self, message: bytes) -> None:
        for outbox in self._outboxes:
            outbox.offer(message)

    def close(self, last_message: bytes) -> None:
        self.send(last_message)
        for outbox in self._outboxes:
            outbox.close()
