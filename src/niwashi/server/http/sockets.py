"""WebSocket endpoints: one for each table, and one for the lobby."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import structlog
from litestar import WebSocket
from uvicorn._types import ASGIReceiveEvent, WebSocketReceiveEvent

from niwashi.core.errors import NiwashiError
from niwashi.server.access.accounts import Person, Unauthenticated
from niwashi.server.access.security import check_origin, client_address
from niwashi.server.access.tickets import LOBBY
from niwashi.server.application import Application
from niwashi.server.error_status import public_sentence, status_of
from niwashi.server.errors import RetryLater
from niwashi.server.http.commands import command_of
from niwashi.server.ops.rate_limits import Bucket, TooManyRequests, too_many_requests
from niwashi.server.processes.supervisor import TableProcesses
from niwashi.server.realtime.connections import Connection
from niwashi.server.realtime.direct_websocket import SocketTransport, admission_of, protocol_of, transport_of
from niwashi.server.realtime.lobby import turn_of
from niwashi.server.realtime.outbox import Outbox
from niwashi.server.realtime.subscribers import Subscriber
from niwashi.server.tables.handle import TableHandle
from niwashi.server.tables.remote import RemoteTable
from niwashi.store import tables
from niwashi.wire import Answer, Request, read_request
from niwashi.wire.messages import Problem, encode_message
from niwashi.wire.requests import MAX_REQUEST_BYTES, Act

log = structlog.get_logger()
Socket = WebSocket[Any, Any, Any]
Read = Callable[[bytes], bool]
"""Takes a message, and returns whether the person may send one."""
RESTARTING, TRY_AGAIN_LATER, REFUSED = 1012, 1013, 4000
"""Close codes; that of an error is REFUSED plus its HTTP status."""
CLOSE_SECONDS = 5.0
"""How long a client has to receive the reason before its socket is closed."""
FIRST_PINGS, FIRST_PING_SECONDS, PING_SECONDS = 8, 0.05, 5.0
"""A live game measures latency with some quick pings first, and then regularly."""
MAX_PENDING_COMMANDS = 8
MAX_RATE_ERRORS = 50
"""A client that still sends too fast after so many errors is disconnected."""
REST_SECONDS = 0.2
"""How long nothing is read from a client that sends too fast."""


async def table_socket(socket: Socket, application: Application, table: str) -> None:
    """Sends everything that happens at a table after entry `since`, and accepts commands."""
    if application.processes is not None:
        await _hand_over(socket, application, application.processes, table)
        return
    async with _accepted(socket, application), _admitted(socket, application, table) as connection:
        subscriber = Subscriber(connection.person, connection.outbox)
        handle = await application.registry.find(table)
        try:
            await handle.join(subscriber, _since(socket))
            line = _Line(socket, application, connection, subscriber, isinstance(handle, RemoteTable))
            heartbeats = _Heartbeats(handle, application, line)
            try:
                await _serve(socket, application, connection, _TableReader(application, handle, line))
            finally:
                heartbeats.stop()
        finally:
            await handle.leave(subscriber)


async def lobby_socket(socket: Socket, application: Application) -> None:
    """Sends all open public tables and all tables that wait for this person, then every change."""
    async with _accepted(socket, application), _admitted(socket, application, LOBBY) as connection:
        outbox, database = connection.outbox, application.store.database
        application.lobby.join(outbox)
        try:
            outbox.offer(await application.lobby.list_open_tables(database))
            waiting = await tables.list_waiting_for(database, connection.person.id)
            outbox.offer(encode_message(turns=[turn_of(table) for table in waiting]))
            await _serve(socket, application, connection, _reject_all(outbox))
        finally:
            application.lobby.leave(outbox)


def _since(socket: Socket) -> int | None:
    text = socket.query_params.get("since", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None


# -- opening and closing -----------------------------------------------------------------------------------------------
@asynccontextmanager
async def _accepted(socket: Socket, application: Application) -> AsyncIterator[None]:
    """Accept before checking the ticket: browsers show pages an error only if the socket was open."""
    check_origin(socket, application.settings)
    await socket.accept()
    with _counted(application):
        try:
            yield
        except NiwashiError as error:
            await _close(socket, error)


@contextmanager
def _counted(application: Application) -> Iterator[None]:
    application.sockets += 1
    application.metrics.sockets.set(application.sockets)
    try:
        yield
    finally:
        application.sockets -= 1
        application.metrics.sockets.set(application.sockets)


@asynccontextmanager
async def _admitted(socket: Socket, application: Application, channel: str) -> AsyncIterator[Connection]:
    """Check whoever opens the socket, unless the front has done it."""
    admission = admission_of(socket)
    if admission is None:
        connection = await _check_admission(socket, application, channel)
    else:
        connection = Connection(admission.person, admission.address, channel)
        admission.on_admitted(connection)
    application.round_trips.max_lag(socket, connection)  # remembered from the first socket on, whatever it is for
    with application.connections.track(connection):
        yield connection


async def _check_admission(socket: Socket, application: Application, channel: str) -> Connection:
    """Check the limits, the ticket for this channel, and bans."""
    address = client_address(socket)
    application.limits.addresses.take(address)
    handed = application.processes.sockets if application.processes else 0
    if application.sockets + handed > application.settings.most_sockets or not application.ready:
        raise RetryLater("server/full", "too many connections; try again later")
    person = await application.tickets.redeem(socket.query_params.get("ticket", ""), channel)
    application.bans.check(address, person.id)
    await application.accounts.check_session(person)
    _check_own_sockets(application, person, address)
    return Connection(person, address, channel)


async def _hand_over(socket: Socket, application: Application, processes: TableProcesses, table: str) -> None:
    """Let the table's process answer the handshake. The front accepts the socket only to say why it is refused."""
    check_origin(socket, application.settings)
    try:
        with _counted(application):
            connection = await _check_admission(socket, application, table)
        application.round_trips.max_lag(socket, connection)
        processes.check_reachable(table)
        given = protocol_of(socket).give_away()
        if given is not None:
            processes.hand_over(table, connection.person, connection.address, *given)
    except NiwashiError as error:
        await socket.accept()
        await _close(socket, error)


def _check_own_sockets(application: Application, person: Person, address: str) -> None:
    """So that nobody can take all sockets of the server."""
    settings, connections = application.settings, application.connections
    own = 0 if person.watcher else connections.of_person(person.id)
    if own >= settings.sockets_per_person or connections.of_address(address) >= settings.sockets_per_address:
        raise TooManyRequests("limits/sockets", "you have too many connections open; close some windows")


async def _close(socket: Socket, error: NiwashiError) -> None:
    with suppress(Exception):  # it may be closed already, or its client may not read
        async with asyncio.timeout(CLOSE_SECONDS):
            await socket.send_data(_error(error), mode="text")
            await socket.close(REFUSED + status_of(error), error.code)


async def _serve(socket: Socket, application: Application, connection: Connection, read: Read) -> None:
    """Read and write until the client goes, its outbox is emptied for the last time or overflows, or it is closed."""
    transport = transport_of(socket)
    connection.outbox.attach(transport)
    reader = _FrameReader(application, connection, transport, read)
    transport.on_frame = reader.count_frame
    transport.listen(reader)
    await connection.ended.wait()
    if connection.error is not None:
        raise connection.error
    if connection.outbox.overflowed:
        await _drop_slow_reader(socket, application)
    elif connection.outbox.finished:
        with suppress(Exception):  # the client may have gone
            await socket.close(RESTARTING, "reconnect")


async def _drop_slow_reader(socket: Socket, application: Application) -> None:
    application.metrics.dropped.inc()
    with suppress(Exception):
        async with asyncio.timeout(CLOSE_SECONDS):
            await socket.close(TRY_AGAIN_LATER, "you read too slowly; reconnect for the rest")


class _FrameReader:
    """Takes a client's messages as they arrive, as far as its rate limits allow."""

    def __init__(
        self, application: Application, connection: Connection, transport: SocketTransport, read: Read
    ) -> None:
        self._connection, self._transport, self._read = connection, transport, read
        self._bucket = Bucket(application.settings.per_connection, application.clock.seconds)

    def __call__(self, event: ASGIReceiveEvent) -> None:
        if event["type"] != "websocket.receive":
            self._connection.ended.set()
        elif not self._connection.ended.is_set():
            try:
                self._take(event)
            except Exception as error:  # a bug: it ends this socket, and no other
                log.warning("socket failed", error=repr(error))
                self._connection.ended.set()

    def _take(self, event: WebSocketReceiveEvent) -> None:
        raw = event.get("text")
        message = raw.encode("utf-8", "replace") if isinstance(raw, str) else bytes(event.get("bytes") or b"")
        if not self._bucket.take() or not self._read(message):
            self._on_excess()

    def count_frame(self) -> None:
        """Frames that bring no message are not free either."""
        if not self._bucket.take():
            self._on_excess()

    def _on_excess(self) -> None:
        """Say so, and let the client wait: answering everything is what a flood is after."""
        self._connection.excess += 1
        self._connection.outbox.offer(_error(too_many_requests()))
        self._transport.rest(REST_SECONDS)
        if self._connection.excess >= MAX_RATE_ERRORS:
            self._connection.ended.set()


def _error(error: NiwashiError) -> bytes:
    return encode_message(error=Problem(code=error.code, sentence=public_sentence(error)))


def _reject_all(outbox: Outbox) -> Read:
    def reject(_: bytes) -> bool:
        outbox.offer(_error(NiwashiError("wire/request", "the lobby's socket accepts no requests")))
        return True

    return reject


# -- commands and heartbeats of a table --------------------------------------------------------------------------------
@dataclass(frozen=True)
class _Line:
    """A subscriber, the socket that it came by, and whether this node relays its messages to the table's."""

    socket: Socket
    application: Application
    connection: Connection
    subscriber: Subscriber
    relayed: bool

    @property
    def max_lag(self) -> int:
        """Other nodes may have sockets of the same person, of which this one does not know."""
        alone = not self.relayed and self.application.connections.is_alone(self.connection)
        return self.application.round_trips.max_lag(self.socket, self.connection, alone)


class _TableReader:
    """Hands commands to the table, which replies when it can: a pong does not wait for one that waits for the disk."""

    def __init__(self, application: Application, table: TableHandle, line: _Line) -> None:
        self._application, self._table, self._line = application, table, line
        self._subscriber = line.subscriber
        self._pending = 0

    def __call__(self, raw: bytes) -> bool:
        person = self._subscriber.person
        if not self._application.limits.people.may(person.id):
            return False
        try:
            request = read_request(raw[: MAX_REQUEST_BYTES + 1])
            if person.watcher:
                raise Unauthenticated("people/session", "no session; create one with POST /api/session")
            if self._pending >= MAX_PENDING_COMMANDS:
                sentence = f"{MAX_PENDING_COMMANDS} commands are pending; wait for an answer"
                raise TooManyRequests("limits/under-way", sentence)
        except NiwashiError as error:
            self._subscriber.outbox.offer(_error(error))
            return True
        self._pending += 1
        self._table.handle(command_of(request, person, self._max_lag(request)), self._reply)
        return True

    def _max_lag(self, request: Request) -> int:
        return self._line.max_lag if self._table.live and isinstance(request, Act) else 0

    def _reply(self, given: Answer | NiwashiError | None) -> None:
        self._pending -= 1
        if isinstance(given, NiwashiError):
            self._subscriber.outbox.offer(_error(given))
        elif given is not None:
            self._subscriber.outbox.offer(encode_message(answer=given))


class _Heartbeats:
    """Heartbeats contain the newest entry's number. A live game adds pings, the first ones quickly."""

    def __init__(self, table: TableHandle, application: Application, line: _Line) -> None:
        self._table, self._line = table, line
        seconds = application.settings.heartbeat
        self._seconds = min(seconds, PING_SECONDS) if table.live else seconds
        self._quick_pings = FIRST_PINGS if table.live else 0
        self._pinging: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(0 if table.live else seconds, self._beat)

    def _beat(self) -> None:
        if self._quick_pings:
            self._quick_pings -= 1
        else:
            self._line.subscriber.outbox.offer(self._table.heartbeat())
        if self._table.live and (self._pinging is None or self._pinging.done()):
            self._pinging = asyncio.create_task(_ping(self._table, self._line))
        seconds = FIRST_PING_SECONDS if self._quick_pings else self._seconds
        self._timer = asyncio.get_running_loop().call_later(seconds, self._beat)

    def stop(self) -> None:
        self._timer.cancel()
        if self._pinging is not None:
            self._pinging.cancel()


async def _ping(table: TableHandle, line: _Line) -> None:
    """Only seated people are pinged."""
    with suppress(NiwashiError):  # another node did not respond; the next ping may succeed
        if ping := await table.ping(line.subscriber.person.id, line.max_lag):
            line.subscriber.outbox.offer(ping)
