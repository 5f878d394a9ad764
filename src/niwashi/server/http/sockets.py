"""The sockets: one for each table that somebody looks at, one for the lobby."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog
from litestar import WebSocket, websocket

from niwashi.core.errors import NiwashiError
from niwashi.server.access.security import check_origin, client_address
from niwashi.server.application import Application
from niwashi.server.error_status import status_of
from niwashi.server.errors import RetryLater
from niwashi.server.http.routes.accounts import LOBBY
from niwashi.server.http.routes.tables import named
from niwashi.server.ops.rate_limits import Bucket, TooManyRequests
from niwashi.server.realtime.connections import Connection
from niwashi.server.realtime.direct_websocket import transport_of
from niwashi.server.realtime.lobby import turn_of
from niwashi.server.realtime.outbox import Outbox
from niwashi.server.realtime.subscribers import Subscriber
from niwashi.server.tables.registry import TableHandle
from niwashi.store import tables
from niwashi.table import Command
from niwashi.wire import read_request
from niwashi.wire.messages import Problem, encode_message
from niwashi.wire.requests import MAX_REQUEST_BYTES

log = structlog.get_logger()
Socket = WebSocket[Any, Any, Any]
TRY_AGAIN_LATER, REFUSED = 1013, 4000
"""Close codes; a refusal's is REFUSED + the HTTP status that would fit."""
CLOSE_SECONDS = 5.0
"""Seconds for somebody to hear why they are cut off."""
FIRST_PINGS, PING_SECONDS, FIRST_PING_SECONDS = 8, 5.0, 0.05
MAX_PENDING_COMMANDS = 8
"""Commands of one socket that may be under way."""
MAX_RATE_ERRORS = 50
"""Who goes on sending too fast after so many refusals is cut off."""


@websocket("/tables/{table:str}/socket", opt={"exclude_from_auth": True})
async def table_socket(socket: WebSocket[Any, Any, Any], application: Application, table: str) -> None:
    """Everything that happens at a table from entry `since` on, and whatever one asks of it."""
    async with _accepted(socket, application), _admit(socket, application, table) as connection:
        subscriber = Subscriber(connection.person, connection.outbox)
        found = await application.registry.find(table)
        try:
            await found.join(subscriber, _since(socket))
            await _serve(
                socket,
                application,
                connection,
                _TableReader(application, found, subscriber),
                _send_heartbeats(found, application, subscriber),
            )
        finally:
            await found.leave(subscriber)


@websocket("/lobby/socket")
async def lobby_socket(socket: WebSocket[Any, Any, Any], application: Application) -> None:
    """All open public tables and all where it is one's turn, then each that is new or changes."""
    async with _accepted(socket, application), _admit(socket, application, LOBBY) as connection:
        outbox, database = connection.outbox, application.store.database
        application.lobby.join(outbox)
        try:
            outbox.offer(await application.lobby.list_open_tables(database))
            waiting = await tables.list_waiting_for(database, connection.person.id)
            outbox.offer(encode_message(turns=[turn_of(table) for table in waiting]))
            await _serve(socket, application, connection, _reject_all(outbox), asyncio.sleep(float("inf")))
        finally:
            application.lobby.leave(outbox)


def _since(socket: Socket) -> int | None:
    text = socket.query_params.get("since", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None


# -- coming in and going out -------------------------------------------------------------------------------------------
@asynccontextmanager
async def _accepted(socket: Socket, application: Application) -> AsyncIterator[None]:
    """For a page of ours. Browsers learn reasons only from a socket that was opened."""
    check_origin(socket, application.settings)
    await socket.accept()
    application.sockets += 1
    application.metrics.sockets.set(application.sockets)
    try:
        yield
    except NiwashiError as error:
        await _close(socket, error)
    finally:
        application.sockets -= 1
        application.metrics.sockets.set(application.sockets)


@asynccontextmanager
async def _admit(socket: Socket, application: Application, channel: str) -> AsyncIterator[Connection]:
    """With a ticket for this channel, while there is room."""
    address = client_address(socket)
    application.limits.addresses.take(address)
    if application.sockets > application.settings.most_sockets or not application.ready:
        raise RetryLater("server/full", "no more sockets here for the moment; come back")
    connection = Connection(
        await application.tickets.redeem(socket.query_params.get("ticket", ""), channel), address, channel
    )
    application.bans.check(address, connection.person.id)
    with application.connections.track(connection):
        yield connection


async def _close(socket: Socket, error: NiwashiError) -> None:
    with suppress(Exception):  # it may be closed already, or not read what we say
        async with asyncio.timeout(CLOSE_SECONDS):
            await socket.send_data(encode_message(error=Problem(code=error.code, sentence=error.sentence)), mode="text")
            await socket.close(REFUSED + status_of(error), error.code)


async def _serve(
    socket: Socket,
    application: Application,
    connection: Connection,
    read: Callable[[bytes], None],
    heartbeats: Awaitable[None],
) -> None:
    """Reads, writes and beats until one of them ends, or the connection is ended by the host.

    With somebody who does not read, the writer never would.
    """
    tasks = [
        asyncio.create_task(_read(socket, application, connection.outbox, read)),
        asyncio.create_task(_write(socket, connection)),
        asyncio.create_task(connection.outbox.wait_overflow()),
        asyncio.create_task(connection.ended.wait()),
        asyncio.ensure_future(heartbeats),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                log.warning("socket failed", error=repr(ended))
    if connection.error is not None:
        raise connection.error
    if connection.outbox.overflowed:
        await _drop(socket, application)


async def _drop(socket: Socket, application: Application) -> None:
    """With a word, should they read that."""
    application.metrics.dropped.inc()
    with suppress(Exception):
        async with asyncio.timeout(CLOSE_SECONDS):
            await socket.close(TRY_AGAIN_LATER, "you read too slowly; come back for the rest")


async def _write(socket: Socket, connection: Connection) -> None:
    await connection.outbox.drain_into(transport_of(socket))
    if connection.error is None and not connection.outbox.overflowed:  # the last words to those are others'
        with suppress(Exception):  # gone while we wrote: the reader hears of it, too
            await socket.close(1012, "come back")


async def _read(socket: Socket, application: Application, outbox: Outbox, read: Callable[[bytes], None]) -> None:
    bucket, refusals = Bucket(application.settings.per_connection, application.clock.seconds), 0
    while refusals < MAX_RATE_ERRORS:
        event = await socket.receive()
        if event["type"] != "websocket.receive":
            return
        if not bucket.take():
            refusals += 1
            outbox.offer(_error(TooManyRequests("limits/rate", "that is too much at once; wait a moment")))
            continue
        raw = event.get("text")
        read(raw.encode("utf-8", "replace") if isinstance(raw, str) else bytes(event.get("bytes") or b""))


def _error(error: NiwashiError) -> bytes:
    return encode_message(error=Problem(code=error.code, sentence=error.sentence))


def _reject_all(outbox: Outbox) -> Callable[[bytes], None]:
    def refuse(_: bytes) -> None:
        outbox.offer(_error(NiwashiError("wire/request", "nothing can be asked of the lobby's socket")))

    return refuse


# -- at a table ------------------------------------------------------------------------------------------------------
class _TableReader:
    """Commands go their way without waiting for one another: a pong must not stand behind a disk."""

    def __init__(self, application: Application, table: TableHandle, subscriber: Subscriber) -> None:
        self._application, self._table, self._subscriber = application, table, subscriber
        self._pending: set[asyncio.Task[None]] = set()

    def __call__(self, raw: bytes) -> None:
        outbox = self._subscriber.outbox
        try:
            request = read_request(raw[: MAX_REQUEST_BYTES + 1])
            self._application.limits.people.take(self._subscriber.person.id)
            if len(self._pending) >= MAX_PENDING_COMMANDS:
                raise TooManyRequests(
                    "limits/under-way", f"{MAX_PENDING_COMMANDS} commands are under way; wait for an answer"
                )
        except NiwashiError as error:
            outbox.offer(_error(error))
            return
        person = self._subscriber.person
        task = asyncio.create_task(self._answer(Command(named(request, person), person.id)))
        self._pending.add(task)
        task.add_done_callback(self._pending.discard)

    async def _answer(self, command: Command) -> None:
        try:
            answer = await self._table.handle(command)
        except NiwashiError as error:
            self._subscriber.outbox.offer(_error(error))
            return
        if answer is not None:
            self._subscriber.outbox.offer(encode_message(answer=answer))


async def _send_heartbeats(table: TableHandle, application: Application, subscriber: Subscriber) -> None:
    """Heartbeats, with the newest number; where cards are grabbed live, pings as well."""
    if table.live:
        for _ in range(FIRST_PINGS):
            await _ping(table, subscriber)
            await asyncio.sleep(FIRST_PING_SECONDS)
    each = min(application.settings.heartbeat, PING_SECONDS) if table.live else application.settings.heartbeat
    while True:
        await asyncio.sleep(each)
        subscriber.outbox.offer(table.heartbeat())
        if table.live:
            await _ping(table, subscriber)


async def _ping(table: TableHandle, subscriber: Subscriber) -> None:
    """To those who have a seat; others are in no hurry."""
    with suppress(NiwashiError):  # another node did not answer: the next ping may come through
        if ping := await table.ping(subscriber.person.id):
            subscriber.outbox.offer(ping)
