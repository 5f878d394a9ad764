"""The message bus between nodes, on Redis pub/sub: fast and in order, but messages are lost while Redis is down.

Messages that must not be lost are numbered (`subscriptions`). A call without a response raises an error that asks the
client to try again (`errors`).
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import structlog
from msgspec import MsgspecError
from msgspec.structs import replace
from redis.asyncio.client import PubSub
from redis.exceptions import ConnectionError as ConnectionLost

from niwashi.core.errors import BadOptions, quote
from niwashi.server.cluster import redis_connection
from niwashi.server.cluster.calls import PendingCalls
from niwashi.server.cluster.interface import RPC_SECONDS, BusHandlers, OnResponse
from niwashi.server.cluster.messages import (
    ClusterMessage,
    Echo,
    NameClaim,
    NameTaken,
    RpcCall,
    RpcRequest,
    RpcResponse,
    from_bytes,
    to_bytes,
)
from niwashi.server.cluster.redis_connection import FAILURES, channel_of
from niwashi.server.errors import cluster_unavailable, node_unreachable
from niwashi.server.ops.metrics import Metrics
from niwashi.server.settings import redact_address

log = structlog.get_logger()
SILENCE_SECONDS = 3.0
"""After so long without a message the node sends one to itself; after twice that it reconnects."""
FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS = 0.1, 2.0
NAME_CLAIM_SECONDS = 0.3
"""How long another node of the same name has to object."""
MAX_OUTGOING, MAX_PIPELINE = 20_000, 500


class RedisBus:
    def __init__(self, url: str, node: str, metrics: Metrics) -> None:
        self.url, self.node, self._metrics = url, node, metrics
        self.redis = redis_connection.connect(url)
        self.prefix = redis_connection.prefix_of(self.redis)
        self.up = False
        self._outgoing: deque[tuple[str, bytes, str | None]] = deque()
        self._has_outgoing = asyncio.Event()
        self._writing = False
        self._calls = PendingCalls()
        self._responding: set[asyncio.Task[None]] = set()
        self._instance = secrets.token_hex(8)
        self._name_taken = False
        self._all_nodes = f"{self.prefix}:nodes"

    @asynccontextmanager
    async def open(self, handlers: BusHandlers) -> AsyncIterator[None]:
        """Read and write until the context is left; queued messages are still sent then."""
        connected = asyncio.Event()
        tasks = [
            asyncio.create_task(self._read_forever(handlers, connected)),
            asyncio.create_task(self._write_forever()),
        ]
        try:
            await self._wait_connected(connected)
            await self._check_name()
            yield
        finally:
            await self._close(tasks)

    async def _wait_connected(self, connected: asyncio.Event) -> None:
        try:
            async with asyncio.timeout(RPC_SECONDS):
                await connected.wait()
        except TimeoutError:
            sentence = f"cannot subscribe to Redis channels at {quote(redact_address(self.url))}"
            raise BadOptions("options/redis", sentence) from None

    async def _check_name(self) -> None:
        self.send(self.node, NameClaim(instance=self._instance))
        await asyncio.sleep(NAME_CLAIM_SECONDS)
        if self._name_taken:
            sentence = f"another node is already named {quote(self.node)}; NIWASHI_NODE must be different on every node"
            raise BadOptions("options/node", sentence)

    async def _close(self, tasks: list[asyncio.Task[None]]) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(RPC_SECONDS):
                while (self._outgoing or self._writing) and self.up:
                    await asyncio.sleep(0.01)
        for task in [*tasks, *self._responding]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.redis.aclose()

    # -- writing -----------------------------------------------------------------------------------------------------
    def send(self, node: str, message: ClusterMessage) -> None:
        self._enqueue(channel_of(self.prefix, node), to_bytes(message))

    def broadcast(self, message: ClusterMessage) -> None:
        """This node receives it as well, and skips it by the sender's prefix."""
        self._enqueue(self._all_nodes, self._instance.encode() + to_bytes(message))

    async def call(
        self, node: str, call: RpcCall, seconds: float = RPC_SECONDS, on_response: OnResponse = None
    ) -> bytes:
        if not self.up:
            raise cluster_unavailable()
        call_id = secrets.token_hex(8)
        request = RpcRequest(id=call_id, node=self.node, call=call)
        self._metrics.forwarded.labels(str(call.__struct_config__.tag)).inc()
        self._enqueue(channel_of(self.prefix, node), to_bytes(request), call_id)
        return await self.wait_for_response(call_id, seconds, on_response)

    async def wait_for_response(self, call_id: str, seconds: float, on_response: OnResponse = None) -> bytes:
        """Wait for the response of this id, from whichever node or worker sends it."""
        return await self._calls.wait(call_id, seconds, on_response)

    def _enqueue(self, channel: str, raw: bytes, call_id: str | None = None) -> None:
        """Dropped while Redis is down: the receiver detects the gap by the numbers."""
        if self.up and len(self._outgoing) < MAX_OUTGOING:
            self._outgoing.append((channel, raw, call_id))
            self._has_outgoing.set()

    async def _write_forever(self) -> None:
        while True:
            await self._has_outgoing.wait()
            batch = [self._outgoing.popleft() for _ in range(min(len(self._outgoing), MAX_PIPELINE))]
            if not self._outgoing:
                self._has_outgoing.clear()
            self._writing = True
            await self._write(batch)
            self._writing = False

    async def _write(self, messages: list[tuple[str, bytes, str | None]]) -> None:
        """Publish all in one pipeline. A call that no node received fails at once."""
        try:
            async with self.redis.pipeline(transaction=False) as pipe:
                for channel, raw, _ in messages:
                    pipe.publish(channel, raw)
                receivers = await pipe.execute()
        except FAILURES as error:
            log.warning("messages lost", count=len(messages), reason=redis_connection.describe_error(error))
            for *_, call_id in messages:
                self._calls.fail(call_id or "", cluster_unavailable())
            return
        for (*_, call_id), count in zip(messages, receivers, strict=True):
            if count == 0:
                self._calls.fail(call_id or "", node_unreachable())

    # -- reading -----------------------------------------------------------------------------------------------------
    async def _read_forever(self, handlers: BusHandlers, connected: asyncio.Event) -> None:
        wait = FIRST_RETRY_SECONDS
        while True:
            try:
                async with self.redis.pubsub() as inbox:
                    await self._subscribe(inbox)
                    self._set_up(True)
                    if connected.is_set():
                        handlers.on_reconnect()
                    connected.set()
                    wait = FIRST_RETRY_SECONDS
                    await self._read(inbox, handlers)
            except FAILURES as error:
                if self.up:
                    log.warning("redis lost", reason=redis_connection.describe_error(error))
                self._set_up(False)
            await asyncio.sleep(wait)
            wait = min(2 * wait, MAX_RETRY_SECONDS)

    async def _subscribe(self, inbox: PubSub) -> None:
        await inbox.subscribe(channel_of(self.prefix, self.node), self._all_nodes)
        for _ in range(2):
            if await inbox.get_message(timeout=RPC_SECONDS) is None:
                raise ConnectionLost("the subscription was not confirmed")

    def _set_up(self, up: bool) -> None:
        self.up = up
        self._metrics.redis.set(up)
        if not up:
            self._outgoing.clear()
            self._calls.fail_all(cluster_unavailable())

    async def _read(self, inbox: PubSub, handlers: BusHandlers) -> None:
        """Read until the connection is lost. A silent loss shows when the node's own echo does not arrive."""
        echo_sent = False
        while True:
            message = await inbox.get_message(timeout=SILENCE_SECONDS)
            if message is None:
                if echo_sent:
                    raise ConnectionLost("no message arrives")
                self.send(self.node, Echo())
                echo_sent = True
            elif message["type"] == "message":
                echo_sent = False
                self._receive(message["channel"].decode(), message["data"], handlers)
            else:
                raise ConnectionLost("the client has resubscribed")

    def _receive(self, channel: str, raw: bytes, handlers: BusHandlers) -> None:
        if channel == self._all_nodes:
            sender = self._instance.encode()
            if raw.startswith(sender):
                return
            raw = raw[len(sender) :]
        try:
            self._dispatch(from_bytes(raw), handlers)
        except MsgspecError as error:
            log.error("message not understood; do all nodes run the same version?", reason=str(error))
        except Exception:  # a bug must not end the reader
            self._metrics.failures.labels("message").inc()
            log.exception("message failed")

    def _dispatch(self, message: ClusterMessage, handlers: BusHandlers) -> None:
        match message:
            case RpcResponse():
                self._calls.resolve(message)
            case RpcRequest():
                task = asyncio.create_task(self._respond(message, handlers))
                self._responding.add(task)
                task.add_done_callback(self._responding.discard)
            case NameClaim():
                if message.instance != self._instance:
                    self.send(self.node, NameTaken(instance=message.instance))
            case NameTaken():
                self._name_taken = self._name_taken or message.instance == self._instance
            case Echo():
                pass
            case _:
                handlers.on_message(message)

    async def _respond(self, request: RpcRequest, handlers: BusHandlers) -> None:
        """Send without another await, so that the response precedes whatever the table publishes next."""
        response = await handlers.on_request(request.call)
        self.send(request.node, replace(response, id=request.id))
