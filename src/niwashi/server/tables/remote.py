"""A table that another node runs, as it is seen from here: everything is asked of its owner."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec

from niwashi.core.errors import NiwashiError
from niwashi.server.clock import Clock
from niwashi.server.cluster import messages
from niwashi.server.cluster.interface import RPC_SECONDS, Cluster, OnResponse
from niwashi.server.cluster.messages import RpcCall, StreamPosition, Subscribed, TableMessage
from niwashi.server.errors import NodeUnreachable, NotOwner, RpcTimeout, retry_later
from niwashi.server.realtime.subscribers import Subscriber, Subscribers
from niwashi.table import Command
from niwashi.wire import Answer, News, Snapshot
from niwashi.wire.messages import Bye, Heartbeat, encode_message

HINT_SECONDS = 30.0
MESSAGES_LOST = "something was lost on the way here; come back for it"
RECOVERING = "this table is being brought back; come back"
_answer: msgspec.json.Decoder[Answer | None] = msgspec.json.Decoder(Answer | None)
_news: msgspec.json.Decoder[list[News]] = msgspec.json.Decoder(list[News])


class RemoteTable:
    """Until its owner is silent or has the table no more. Whoever comes back on_response finds the next one."""

    def __init__(self, table: str, owner: str, node: str, cluster: Cluster, clock: Clock, beat: float) -> None:
        self.id, self.owner = table, owner
        self._node, self._cluster, self._clock = node, cluster, clock
        self.subscribers = Subscribers()
        self.closed = False
        self.live = False
        self.idle_since = clock.seconds()
        self._joining: list[str] = []
        self._position: StreamPosition | None = None
        self._position_at = 0
        self._heartbeat_seconds = beat
        self._renewing: asyncio.Task[None] | None = None

    # -- asked of the owner ------------------------------------------------------------------------------------------
    async def handle(self, command: Command) -> Answer | None:
        assert command.person is not None, "bots are their owner's"
        call = messages.Execute(table=self.id, person=command.person, request=command.request)
        return _answer.decode(await self._call(call))

    async def snapshot(self, person: str | None) -> Snapshot:
        return msgspec.json.decode(await self._call(messages.GetSnapshot(table=self.id, person=person)), type=Snapshot)

    async def news_since(self, since: int, person: str | None) -> list[News]:
        return _news.decode(await self._call(messages.GetNews(table=self.id, since=since, person=person)))

    async def record(self) -> bytes:
        return await self._call(messages.GetRecord(table=self.id))

    async def ping(self, person: str) -> bytes | None:
        return await self._call(messages.GetPing(table=self.id, person=person)) or None

    async def hint(self, person: str) -> bytes:
        return await self._call(messages.GetHint(table=self.id, person=person), seconds=HINT_SECONDS)

    async def review(self, person: str | None) -> bytes:
        return await self._call(messages.GetReview(table=self.id, person=person))

    async def _call(self, call: RpcCall, on_response: OnResponse = None, seconds: float = RPC_SECONDS) -> bytes:
        """Where the owner is gone, the next try finds whoever runs the table by on_response."""
        if self.closed:
            raise retry_later()
        self.idle_since = self._clock.seconds()
        try:
            return await self._cluster.call(self.owner, call, seconds, on_response)
        except (NodeUnreachable, NotOwner):
            self.close(RECOVERING)
            raise

    # -- who looks on from here ----------------------------------------------------------------------------------------
    async def join(self, subscriber: Subscriber, since: int | None) -> None:
        def initial_messages(raw: bytes) -> None:
            """Before any later update is read, so that nothing is missed and nothing told twice."""
            joined = msgspec.msgpack.decode(raw, type=Subscribed)
            self._check_position(joined.position)
            self.live = joined.live
            for message in joined.messages:
                subscriber.outbox.offer(message)
            self.subscribers.add(subscriber)
            self._renewing = self._renewing or asyncio.create_task(self._renew_forever(), name=f"elsewhere {self.id}")

        person = subscriber.person.id
        self._joining.append(person)
        try:
            join = messages.Subscribe(table=self.id, node=self._node, people=self._people, person=person, since=since)
            await self._call(join, initial_messages)
        finally:
            self._joining.remove(person)
        if self.closed:
            raise retry_later()

    @property
    def _people(self) -> list[str]:
        return sorted(self.subscribers.people.union(self._joining))

    async def leave(self, subscriber: Subscriber) -> None:
        self.subscribers.discard(subscriber)
        if not self.closed:
            with suppress(NiwashiError):
                await self._renew()

    async def _renew(self) -> None:
        """No owner that is alive is late with this."""
        call = messages.RenewSubscription(table=self.id, node=self._node, people=self._people)
        try:
            await self._call(call, lambda raw: self._check_position(msgspec.msgpack.decode(raw, type=StreamPosition)))
        except RpcTimeout:
            self.close(RECOVERING)

    async def _renew_forever(self) -> None:
        """Renew the subscription periodically; the response reveals lost messages."""
        while not self.closed:
            await asyncio.sleep(self._heartbeat_seconds)
            if self.subscribers:
                with suppress(NiwashiError):
                    await self._renew()

    def _check_position(self, position: StreamPosition) -> None:
        """We must have been told as much as we were written."""
        if (
            self.subscribers
            and self._position
            and (position.stream, position.number) != (self._position.stream, self._position.number)
        ):
            self.close(MESSAGES_LOST)
        self._position, self._position_at = position, self._clock.now()

    def deliver(self, update: TableMessage) -> None:
        if self._position is None or not self.subscribers:
            return
        if (update.stream, update.number) != (self._position.stream, self._position.number + 1):
            self.close(MESSAGES_LOST)
            return
        self._position = msgspec.structs.replace(self._position, number=update.number)
        self.subscribers.send(update.payload, update.to)
        if update.last:
            self.close()

    def heartbeat(self) -> bytes:
        """As position as the owner was when we last heard of it, by its clock."""
        assert self._position is not None, "who has joined knows how position the table is"
        at = self._position.at + self._clock.now() - self._position_at
        return encode_message(heartbeat=Heartbeat(seq=self._position.seq, at=at))

    def close(self, sentence: str | None = None) -> None:
        """Whoever looks on is told to come back, unless the owner has said so already."""
        if self.closed:
            return
        self.closed = True
        bye = Bye(code="server/again", sentence=sentence or "", seconds=1)
        self.subscribers.close(encode_message(bye=bye) if sentence else None)
        if self._renewing and self._renewing is not asyncio.current_task():
            self._renewing.cancel()
