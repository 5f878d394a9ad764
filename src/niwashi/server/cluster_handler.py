"""Handles messages from other nodes: calls about this node's tables, and updates for this node's sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

import msgspec
import structlog

from niwashi.core.errors import NiwashiError
from niwashi.server.cluster import messages
from niwashi.server.cluster.messages import ClusterMessage, RpcCall, RpcResponse, Subscribed, TableCall
from niwashi.server.error_status import public_sentence, status_of
from niwashi.server.errors import INTERNAL_ERROR, MESSAGES_LOST
from niwashi.server.ops.metrics import Metrics
from niwashi.server.realtime.connections import ConnectionRegistry
from niwashi.server.realtime.lobby import Lobby
from niwashi.server.tables.actor import TableActor
from niwashi.server.tables.handle import ask
from niwashi.server.tables.registry import TableRegistry
from niwashi.server.workers.front_jobs import decode_job
from niwashi.server.workers.pool import JobRunner
from niwashi.table import Command
from niwashi.wire.messages import Bye, encode_message

log = structlog.get_logger()


@dataclass(frozen=True)
class NodeServices:
    """What other processes of this node may ask for."""

    jobs: JobRunner
    metrics: Metrics
    check_store: Callable[[], Awaitable[None]]


class ClusterHandler:
    def __init__(
        self, registry: TableRegistry, lobby: Lobby, connections: ConnectionRegistry, services: NodeServices
    ) -> None:
        self._registry, self._lobby, self._connections, self._services = registry, lobby, connections, services
        self._background: set[asyncio.Task[None]] = set()

    def on_message(self, message: ClusterMessage) -> None:
        match message:
            case messages.TableMessage():
                self._registry.deliver(message)
            case messages.ChatMessage():
                self._registry.deliver_chat(message.table, message.by, message.payload)
            case messages.LobbyUpdate():
                self._lobby.send(message.payload)
            case messages.MuteUpdate():
                self._registry.mute(message.person, frozenset(message.others))
            case messages.TurnUpdate():
                self._connections.notify_turn(message.person, message.turn)
            case messages.NodeDown():
                self._registry.on_node_down(message.node)

    def on_reconnect(self) -> None:
        """Messages may have been lost, so all clients of remote tables and of the lobby reconnect."""
        self._registry.drop_remote(MESSAGES_LOST)
        self._registry.node_down.set()
        self._lobby.close(encode_message(bye=Bye(code="server/again", sentence=MESSAGES_LOST, seconds=1)))

    async def on_request(self, call: RpcCall) -> RpcResponse:
        """The bus fills in the response's id."""
        try:
            return RpcResponse(id="", body=await self._respond(call))
        except NiwashiError as error:
            return RpcResponse(id="", code=error.code, sentence=public_sentence(error), status=status_of(error))
        except Exception:
            log.exception("call failed", call=type(call).__name__)
            return RpcResponse(id="", code="server/mistake", sentence=INTERNAL_ERROR)

    async def _respond(self, call: RpcCall) -> bytes:
        match call:
            case messages.OpenTable():
                await self._registry.open_here(call)
            case messages.OpenRematch():
                await self._registry.open_rematch_of(call.old)
            case messages.RunJob():
                return await self._services.jobs.run(decode_job(call.job))
            case messages.CheckReady():
                await self._services.check_store()
            case messages.GetMetrics():
                return self._services.metrics.text()
            case _:
                return await self._execute(await self._registry.find_here(call.table), call)
        return b""

    async def _execute(self, actor: TableActor, call: TableCall) -> bytes:
        match call:
            case messages.Execute():
                return msgspec.json.encode(await ask(actor, Command(call.request, call.person, max_lag=call.max_lag)))
            case messages.GetSnapshot():
                return msgspec.json.encode(await actor.snapshot(call.person))
            case messages.GetNews():
                return msgspec.json.encode(await actor.news_since(call.since, call.person))
            case messages.GetRecord():
                return await actor.record()
            case messages.GetPing():
                return await actor.ping(call.person, call.max_lag) or b""
            case messages.GetHint():
                return await actor.hint(call.person)
            case messages.GetHintJob():
                return msgspec.json.encode(await actor.hint_job(call.person))
            case messages.GetReview():
                return await actor.review(call.person)
            case messages.Subscribe() | messages.RenewSubscription():
                return self._subscribe(actor, call)

    def _subscribe(self, actor: TableActor, call: messages.Subscribe | messages.RenewSubscription) -> bytes:
        """Without an await: nothing may be published before the response is sent. Presence follows afterwards."""
        stream = actor.stream
        if isinstance(call, messages.Subscribe):
            initial = actor.initial_messages(call.person, call.since)
            position = stream.position(stream.nodes.join(call.node, call.people))
            response = msgspec.msgpack.encode(Subscribed(position=position, messages=initial, live=actor.live))
        else:
            response = msgspec.msgpack.encode(stream.position(stream.renew(call.node, call.people)))
        self._run_in_background(actor.sync_presence())
        return response

    def _run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
