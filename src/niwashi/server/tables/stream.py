"""A table's messages to its subscribers, on this node and on others."""

from __future__ import annotations

from niwashi.server.clock import Clock
from niwashi.server.cluster.interface import Cluster
from niwashi.server.cluster.messages import StreamPosition
from niwashi.server.cluster.subscriptions import NodeSubscription, NodeSubscriptions
from niwashi.server.realtime.subscribers import Subscribers
from niwashi.table import Table
from niwashi.table.table import MAX_MISSING_ENTRIES
from niwashi.wire import Choices
from niwashi.wire.messages import Heartbeat, encode_message


class TableStream:
    def __init__(self, table: Table, cluster: Cluster, clock: Clock) -> None:
        self._table, self._clock = table, clock
        self.subscribers = Subscribers()
        self.nodes = NodeSubscriptions(table.id, cluster, clock.seconds)
        self._published = table.told_seq
        self.rematch: str | None = None
        """The id of the next table, once a rematch is agreed."""

    @property
    def people(self) -> set[str]:
        """Everyone with at least one open socket, on any node."""
        return self.subscribers.people | self.nodes.people

    def broadcast(self, message: bytes, to: str | None = None) -> None:
        self.subscribers.send(message, to)
        self.nodes.send(message, to)

    def publish(self) -> None:
        """Send what was committed: its news to everyone, and new choices to each seat.

        Every message is encoded once, however many sockets receive it.
        """
        since, self._published = self._published, self._table.told_seq
        people = self.people
        if not people:
            return
        if self._published > since:
            self.broadcast(encode_message(news=self._table.news(since)))
        for seat, person in enumerate(self._table.people):
            choices = self._table.new_choices(seat) if person in people else None
            if choices is not None:
                self.broadcast(encode_message(choices=choices), to=person)

    def renew(self, node: str, people: list[str]) -> NodeSubscription:
        """Whoever was unknown here although they were connected may have missed their choices."""
        missed = set(people) - self.nodes.people_of(node)
        subscription = self.nodes.renew(node, people)
        for person in missed & set(self._table.people):
            if choices := self._choices_of(person):
                self.nodes.send(encode_message(choices=choices), to=person)
        return subscription

    def _choices_of(self, person: str) -> Choices | None:
        seat = self._table.seat_of(person)
        return self._table.choices(seat) if seat is not None else None

    def announce_rematch(self, table: str) -> None:
        if self.rematch is None:
            self.rematch = table
            self.broadcast(encode_message(rematch=table))

    def initial_messages(self, person: str, since: int | None) -> list[bytes]:
        """The news after entry `since`, or a snapshot if that is too far back.

        A subscriber misses nothing if it is added before the next await.
        """
        table = self._table
        rematch = [encode_message(rematch=self.rematch)] if self.rematch else []
        if since is None or not 0 <= table.told_seq - since <= MAX_MISSING_ENTRIES:
            return [encode_message(snapshot=table.snapshot(person, self._clock.now())), *rematch]
        choices = self._choices_of(person)
        return [
            encode_message(news=table.news(since)),
            *([encode_message(choices=choices)] if choices else []),
            *rematch,
        ]

    def heartbeat(self) -> bytes:
        return encode_message(heartbeat=Heartbeat(seq=self._table.told_seq, at=self._clock.now()))

    def position(self, node: NodeSubscription) -> StreamPosition:
        return StreamPosition(seq=self._table.told_seq, at=self._clock.now(), stream=node.stream, number=node.number)

    def close(self, bye: bytes) -> None:
        self.subscribers.close(bye)
        self.nodes.send(bye, last=True)
