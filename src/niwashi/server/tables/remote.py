"""A proxy for a table that another node runs: every request is forwarded to the owner."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec

from niwashi.core.errors import NiwashiError
from niwashi.server.clock import Clock
from niwashi.server.cluster import messages
from niwashi.server.cluster.interface import RPC_SECONDS, Cluster, OnResponse
from niwashi.server.cluster.messages import RpcCall, StreamPosition, Subscribed, TableMessage
from niwashi.server.errors import MESSAGES_LOST, RECOVERING, NodeUnreachable, NotOwner, RpcTimeout, retry_later
from niwashi.server.realtime.subscribers import Subscriber, Subscribers
from niwashi.server.tables.handle import Reply
from niwashi.server.workers.jobs import HintJob
from niwashi.table import Command
from niwashi.wire import Answer, News, Snapshot
from niwashi.wire.messages import Bye, Heartbeat, encode_message

HINT_SECONDS = 30.0
_answer: msgspec.json.Decoder[Answer | None] = msgspec.json.Decoder(Answer | None)
_news: msgspec.json.Decoder[list[News]] = msgspec.json.Decoder(list[News])


class RemoteTable:
    """Closed once its owner is unreachable or has given the table up; clients that reconnect find the next owner."""

    def __init__(
        self, table: str, owner: str, node: str, cluster: Cluster, clock: Clock, heartbeat_seconds: float
    ) -> None:
        self.id, self.owner = table, owner
        self._node, self._cluster, self._clock = node, cluster, clock
        self.subscribers = Subscribers()
        self.closed = False
        self.live = False
        self.idle_since = clock.seconds()
        self._forwarding: set[asyncio.Task[None]] = set()
        self._joining: list[str] = []
        self._position: StreamPosition | None = None
        self._position_at = 0
        self._heartbeat_seconds = heartbeat_seconds
        self._renewing: asyncio.Task[None] | None = None

    # -- calls to the owner ------------------------------------------------------------------------------------------
    def handle(self, command: Command, reply: Reply) -> None:
        task = asyncio.create_task(self._forward(command, reply))
        self._forwarding.add(task)
        task.add_done_callback(self._forwarding.discard)

    async def _forward(self, command: Command, reply: Reply) -> None:
        assert command.person is not None, "bots run on the owner"
        call = messages.Execute(table=self.id, person=command.person, request=command.request, max_lag=command.max_lag)
        try:
            reply(_answer.decode(await self._call(call)))
        except NiwashiError as error:
            reply(error)
        except BaseException:
            reply(retry_later())
            raise

    async def snapshot(self, person: str | None) -> Snapshot:
        return msgspec.json.decode(await self._call(messages.GetSnapshot(table=self.id, person=person)), type=Snapshot)

    async def news_since(self, since: int, person: str | None) -> list[News]:
        return _news.decode(await self._call(messages.GetNews(table=self.id, since=since, person=person)))

    async def record(self) -> bytes:
        return await self._call(messages.GetRecord(table=self.id))

    async def ping(self, person: str, max_lag: int | None) -> bytes | None:
        return await self._call(messages.GetPing(table=self.id, person=person, max_lag=max_lag)) or None

    async def hint(self, person: str) -> bytes:
        return await self._call(messages.GetHint(table=self.id, person=person), seconds=HINT_SECONDS)

    async def hint_job(self, person: str) -> HintJob:
        return msgspec.json.decode(await self._call(messages.GetHintJob(table=self.id, person=person)), type=HintJob)

    async def review(self, person: str | None) -> bytes:
        return await self._call(messages.GetReview(table=self.id, person=person))

    async def _call(self, call: RpcCall, on_response: OnResponse = None, seconds: float = RPC_SECONDS) -> bytes:
        """Close the proxy if the owner is gone, so that the next request looks for the new owner."""
        if self.closed:
            raise retry_later()
        self.idle_since = self._clock.seconds()
        try:
            return await self._cluster.call(self.owner, call, seconds, on_response)
        except (NodeUnreachable, NotOwner):
            self.close(RECOVERING)
            raise

    # -- this node's subscribers -------------------------------------------------------------------------------------
    async def join(self, subscriber: Subscriber, since: int | None) -> None:
        def on_subscribed(raw: bytes) -> None:
            """Runs before the next message is read, so that the subscriber misses nothing and gets nothing twice."""
            subscribed = msgspec.msgpack.decode(raw, type=Subscribed)
            self._check_position(subscribed.position)
            self.live = subscribed.live
            for message in subscribed.messages:
                subscriber.outbox.offer(message)
            self.subscribers.add(subscriber)
            self._renewing = self._renewing or asyncio.create_task(self._renew_forever(), name=f"remote {self.id}")

        person = subscriber.person.id
        self._joining.append(person)
        try:
            call = messages.Subscribe(table=self.id, node=self._node, people=self._people, person=person, since=since)
            await self._call(call, on_subscribed)
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
        """The owner answers this without waiting for anything, so a timeout means that it is gone."""
        call = messages.RenewSubscription(table=self.id, node=self._node, people=self._people)
        try:
            await self._call(call, lambda raw: self._check_position(msgspec.msgpack.decode(raw, type=StreamPosition)))
        except RpcTimeout:
            self.close(RECOVERING)

    async def _renew_forever(self) -> None:
        """Keep the subscription alive; the owner's position in the response reveals a lost message."""
        while not self.closed:
            await asyncio.sleep(self._heartbeat_seconds)
            if self.subscribers:
                with suppress(NiwashiError):
                    await self._renew()

    def _check_position(self, position: StreamPosition) -> None:
        """Close if the owner has sent more, or in another stream, than has arrived here."""
        known = self._position
        if self.subscribers and known and (position.stream, position.number) != (known.stream, known.number):
            self.close(MESSAGES_LOST)
        self._position, self._position_at = position, self._clock.now()

    def deliver(self, message: TableMessage) -> None:
        """Pass a message on if it is the next of the stream; a gap closes the proxy."""
        known = self._position
        if known is None or not self.subscribers:
            return
        if (message.stream, message.number) != (known.stream, known.number + 1):
            self.close(MESSAGES_LOST)
            return
        self._position = msgspec.structs.replace(known, number=message.number)
        self.subscribers.send(message.payload, message.to)
        if message.last:
            self.close()

    def heartbeat(self) -> bytes:
        """The owner's last known position, at the current time of its clock."""
        assert self._position is not None, "a subscriber has joined, so the position is known"
        at = self._position.at + self._clock.now() - self._position_at
        return encode_message(heartbeat=Heartbeat(seq=self._position.seq, at=at))

    def close(self, sentence: str | None = None) -> None:
        """Ask clients to reconnect, with this sentence; None if the owner has already done so."""
        if self.closed:
            return
        self.closed = True
        bye = Bye(code="server/again", sentence=sentence or "", seconds=1)
        self.subscribers.close(encode_message(bye=bye) if sentence else None)
        if self._renewing and self._renewing is not asyncio.current_task():
            self._renewing.cancel()
