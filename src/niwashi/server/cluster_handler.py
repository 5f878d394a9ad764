"""What other nodes write to us: their questions about our tables, and what everybody is to hear."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import msgspec
import structlog

from niwashi.core.errors import NiwashiError
from niwashi.server.cluster import messages
from niwashi.server.cluster.messages import ClusterMessage, RpcCall, RpcResponse, Subscribed
from niwashi.server.error_status import status_of
from niwashi.server.realtime.connections import ConnectionRegistry
from niwashi.server.realtime.lobby import Lobby
from niwashi.server.tables.actor import TableActor
from niwashi.server.tables.registry import TableRegistry
from niwashi.server.tables.remote import MESSAGES_LOST
from niwashi.table import Command
from niwashi.wire.messages import Bye, encode_message

log = structlog.get_logger()


class ClusterHandler:
    def __init__(self, registry: TableRegistry, lobby: Lobby, connections: ConnectionRegistry) -> None:
        self._registry, self._lobby, self._connections = registry, lobby, connections
        self._later: set[asyncio.Task[None]] = set()

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
        """Letters may have been lost: whoever looks on, also in the lobby, comes back for what they missed."""
        self._registry.drop_remote_tables(MESSAGES_LOST)
        self._registry.node_down.set()
        self._lobby.close(encode_message(bye=Bye(code="server/again", sentence=MESSAGES_LOST, seconds=1)))

    def _run_later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    # -- questions ---------------------------------------------------------------------------------------------------
    async def on_request(self, call: RpcCall) -> RpcResponse:
        try:
            actor = await self._registry.find_here(call.table)
            return RpcResponse(id="", body=await self._execute(actor, call))
        except NiwashiError as error:
            return RpcResponse(id="", code=error.code, sentence=error.sentence, status=status_of(error))
        except Exception:
            log.exception("call failed", call=type(call).__name__)
            return RpcResponse(id="", code="server/mistake", sentence="that is our mistake; it has been written down")

    async def _execute(self, actor: TableActor, call: RpcCall) -> bytes:
        match call:
            case messages.Execute():
                return msgspec.json.encode(await actor.handle(Command(call.request, call.person)))
            case messages.GetSnapshot():
                return msgspec.json.encode(await actor.snapshot(call.person))
            case messages.GetNews():
                return msgspec.json.encode(await actor.news_since(call.since, call.person))
            case messages.GetRecord():
                return await actor.record()
            case messages.GetPing():
                return await actor.ping(call.person) or b""
            case messages.GetHint():
                return await actor.hint(call.person)
            case messages.GetReview():
                return await actor.review(call.person)
            case messages.Subscribe() | messages.RenewSubscription():
                return self._renew(actor, call)

    def _renew(self, actor: TableActor, call: messages.Subscribe | messages.RenewSubscription) -> bytes:
        """Nothing may be told between this and the answer's going out; the table hears of it afterwards."""
        welcome = actor.initial_messages(call.person, call.since) if isinstance(call, messages.Subscribe) else []
        position = actor.stream_position(actor.subscriptions.renew(call.node, call.people))
        self._run_later(actor.sync_presence())
        if isinstance(call, messages.RenewSubscription):
            return msgspec.msgpack.encode(position)
        return msgspec.msgpack.encode(Subscribed(position=position, messages=welcome, live=actor.live))
