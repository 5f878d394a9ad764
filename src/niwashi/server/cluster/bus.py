"""Letters between nodes, through Redis' channels: quick, in order, and lost while Redis is away.

Whoever must not miss one numbers them (`subscriptions`), and whoever asks and hears nothing says “again” (`busy`).
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import structlog
from msgspec import MsgspecError
from msgspec.structs import replace
from redis.asyncio.client import PubSub
from redis.exceptions import ConnectionError as ConnectionLost

from niwashi.core.errors import BadOptions, NiwashiError, quote
from niwashi.server.cluster import redis_connection
from niwashi.server.cluster.interface import RPC_SECONDS, OnResponse, RemoteError
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
from niwashi.server.errors import NotOwner, RetryLater, cluster_unavailable, node_unreachable, rpc_timeout
from niwashi.server.ops.metrics import Metrics
from niwashi.server.settings_checks import redact_address

log = structlog.get_logger()
SILENCE_SECONDS = 3.0
"""Seconds without a message after which we write to ourselves, and after twice that give the connection up."""
FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS = 0.1, 2.0
"""Seconds between attempts to reach Redis."""
NAME_CLAIM_SECONDS = 0.3
"""Seconds that somebody of our own name has to say so."""
MAX_OUTGOING, MAX_PIPELINE = 20_000, 500
NOT_OWNER = "server/moved"


@dataclass(frozen=True)
class _Waiting:
    """An answer that is expected, and who hears it first."""

    answer: asyncio.Future[bytes]
    on_response: OnResponse


@dataclass(frozen=True)
class BusHandlers:
    """What a application does with its messages."""

    on_message: Callable[[ClusterMessage], None]
    on_request: Callable[[RpcCall], Awaitable[RpcResponse]]
    """With any id."""
    on_reconnect: Callable[[], None]
    """Letters may have been lost until now."""


class RedisBus:
    def __init__(self, url: str, node: str, metrics: Metrics) -> None:
        self.url, self.node, self._metrics = url, node, metrics
        self.redis = redis_connection.connect(url)
        self.prefix = redis_connection.prefix_of(self.redis)
        self.up = False
        self._outgoing: deque[tuple[str, bytes, str | None]] = deque()
        self._has_outgoing = asyncio.Event()
        self._writing = False
        self._waiting: dict[str, _Waiting] = {}
        self._responding: set[asyncio.Task[None]] = set()
        self._instance = secrets.token_hex(8)
        self._name_taken = False
        self._all_nodes = f"{self.prefix}:nodes"

    @asynccontextmanager
    async def open(self, handlers: BusHandlers) -> AsyncIterator[None]:
        """Reads and writes until this is left; what waits is still sent."""
        came_up = asyncio.Event()
        tasks = [asyncio.create_task(self._read_forever(handlers, came_up)), asyncio.create_task(self._write_forever())]
        try:
            await self._wait_for(came_up)
            await self._check_name()
            yield
        finally:
            await self._close(tasks)

    async def _wait_for(self, came_up: asyncio.Event) -> None:
        try:
            async with asyncio.timeout(RPC_SECONDS):
                await came_up.wait()
        except TimeoutError:
            sentence = f"{quote(redact_address(self.url))} lets us subscribe to no channel"
            raise BadOptions("options/redis", sentence) from None

    async def _check_name(self) -> None:
        self.send(self.node, NameClaim(instance=self._instance))
        await asyncio.sleep(NAME_CLAIM_SECONDS)
        if self._name_taken:
            sentence = f"another node is called {quote(self.node)} already; NIWASHI_NODE must be different on every one"
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
        """We hear it, too, and know it by its sender."""
        self._enqueue(self._all_nodes, self._instance.encode() + to_bytes(message))

    async def call(
        self, node: str, call: RpcCall, seconds: float = RPC_SECONDS, on_response: OnResponse = None
    ) -> bytes:
        if not self.up:
            raise cluster_unavailable()
        number = secrets.token_hex(8)
        message = RpcRequest(id=number, node=self.node, call=call)
        self._metrics.forwarded.labels(str(call.__struct_config__.tag)).inc()
        self._enqueue(channel_of(self.prefix, node), to_bytes(message), number)
        return await self.wait_for_response(number, seconds, on_response)

    async def wait_for_response(self, number: str, seconds: float, on_response: OnResponse = None) -> bytes:
        """The answer of this number, whoever gives it."""
        waiting = _Waiting(asyncio.get_running_loop().create_future(), on_response)
        self._waiting[number] = waiting
        try:
            async with asyncio.timeout(seconds):
                return await waiting.answer
        except TimeoutError:
            raise rpc_timeout() from None
        finally:
            self._waiting.pop(number, None)

    def _enqueue(self, channel: str, raw: bytes, call: str | None = None) -> None:
        """Dropped while nobody would get it: who counts messages notices."""
        if self.up and len(self._outgoing) < MAX_OUTGOING:
            self._outgoing.append((channel, raw, call))
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
        """In one go. A call that nobody received need not be waited for."""
        try:
            async with self.redis.pipeline(transaction=False) as pipe:
                for channel, raw, _ in messages:
                    pipe.publish(channel, raw)
                receivers = await pipe.execute()
        except FAILURES as error:
            log.warning("messages lost", count=len(messages), reason=redis_connection.describe_error(error))
            for *_, call in messages:
                self._fail(call, cluster_unavailable())
            return
        for (*_, call), count in zip(messages, receivers, strict=True):
            if count == 0:
                self._fail(call, node_unreachable())

    def _fail(self, call: str | None, error: Exception) -> None:
        waiting = self._waiting.get(call or "")
        if waiting is not None and not waiting.answer.done():
            waiting.answer.set_exception(error)

    # -- reading -----------------------------------------------------------------------------------------------------
    async def _read_forever(self, handlers: BusHandlers, came_up: asyncio.Event) -> None:
        wait = FIRST_RETRY_SECONDS
        while True:
            try:
                async with self.redis.pubsub() as inbox:
                    await self._subscribe(inbox)
                    self._set_up(True)
                    if came_up.is_set():
                        handlers.on_reconnect()
                    came_up.set()
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
                raise ConnectionLost("no answer to a subscription")

    def _set_up(self, up: bool) -> None:
        self.up = up
        self._metrics.redis.set(up)
        if not up:
            self._outgoing.clear()
            for number in list(self._waiting):
                self._fail(number, cluster_unavailable())

    async def _read(self, inbox: PubSub, handlers: BusHandlers) -> None:
        """Until the connection is lost, also if nobody says so: then our own messages do not come through either."""
        listened = False
        while True:
            message = await inbox.get_message(timeout=SILENCE_SECONDS)
            if message is None:
                if listened:
                    raise ConnectionLost("nothing comes through")
                self.send(self.node, Echo())
                listened = True
            elif message["type"] == "message":
                listened = False
                self._receive(message["channel"].decode(), message["data"], handlers)
            else:
                raise ConnectionLost("the subscription was made anew")

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
        except Exception:  # our own mistake, and no reason to read no further
            self._metrics.failures.labels("message").inc()
            log.exception("message failed")

    def _dispatch(self, message: ClusterMessage, handlers: BusHandlers) -> None:
        match message:
            case RpcResponse():
                self._on_response(message)
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

    def _on_response(self, message: RpcResponse) -> None:
        waiting = self._waiting.get(message.id)
        if waiting is None or waiting.answer.done():
            return
        if message.code is not None:
            waiting.answer.set_exception(_error(message))
            return
        if waiting.on_response:
            waiting.on_response(message.body)
        waiting.answer.set_result(message.body)

    async def _respond(self, asked: RpcRequest, handlers: BusHandlers) -> None:
        """The answer is on its way before anything else happens at the table: its order among messages counts."""
        answered = await handlers.on_request(asked.call)
        self.send(asked.node, replace(answered, id=asked.id))


def _error(message: RpcResponse) -> NiwashiError:
    code = message.code or ""
    if code == NOT_OWNER:
        return NotOwner("server/again", message.sentence)
    if code.startswith("server/"):
        return RetryLater(code, message.sentence)
    return RemoteError(code, message.sentence, message.status)
