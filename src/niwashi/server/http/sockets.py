"""The sockets: one for each table that somebody looks at, one for the lobby."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog
from litestar import WebSocket, websocket

from niwashi.core.errors import NiwashiError
from niwashi.server.access.security import address_of, check_origin
from niwashi.server.application import House
from niwashi.server.error_status import status_of
from niwashi.server.errors import Busy
from niwashi.server.http.routes.accounts import LOBBY
from niwashi.server.http.routes.tables import named
from niwashi.server.ops.rate_limits import Bucket, TooMany
from niwashi.server.realtime.connections import Visit
from niwashi.server.realtime.direct_websocket import line_of
from niwashi.server.realtime.lobby import turn_of
from niwashi.server.realtime.outbox import Outbox
from niwashi.server.realtime.subscribers import Listener
from niwashi.server.tables.registry import AnyTable
from niwashi.store import tables
from niwashi.table import Command
from niwashi.wire import read_request
from niwashi.wire.messages import Problem, encode_message
from niwashi.wire.requests import MAX_REQUEST_BYTES

log = structlog.get_logger()
Socket = WebSocket[Any, Any, Any]
TRY_AGAIN_LATER, REFUSED = 1013, 4000
"""Close codes; a refusal's is REFUSED + the HTTP status that would fit."""
LAST_WORDS = 5.0
"""Seconds for somebody to hear why they are cut off."""
FIRST_PINGS, PING_EACH, FIRST_EACH = 8, 5.0, 0.05
AT_ONCE = 8
"""Commands of one socket that may be under way."""
MOST_REFUSALS = 50
"""Who goes on sending too fast after so many refusals is cut off."""


@websocket("/tables/{table:str}/socket", opt={"exclude_from_auth": True})
async def table_socket(socket: WebSocket[Any, Any, Any], house: House, table: str) -> None:
    """Everything that happens at a table from entry `since` on, and whatever one asks of it."""
    async with _opened(socket, house), _let_in(socket, house, table) as visit:
        listener = Listener(visit.person, visit.outbox)
        found = await house.keeper.find(table)
        try:
            await found.join(listener, _since(socket))
            await _talk(socket, house, visit, _TableReader(house, found, listener), _beat(found, house, listener))
        finally:
            await found.leave(listener)


@websocket("/lobby/socket")
async def lobby_socket(socket: WebSocket[Any, Any, Any], house: House) -> None:
    """All open public tables and all where it is one's turn, then each that is new or changes."""
    async with _opened(socket, house), _let_in(socket, house, LOBBY) as visit:
        outbox, database = visit.outbox, house.store.database
        house.lobby.join(outbox)
        try:
            outbox.offer(await house.lobby.listed(database))
            waiting = await tables.list_waiting_for(database, visit.person.id)
            outbox.offer(encode_message(turns=[turn_of(table) for table in waiting]))
            await _talk(socket, house, visit, _refuse_all(outbox), asyncio.sleep(float("inf")))
        finally:
            house.lobby.leave(outbox)


def _since(socket: Socket) -> int | None:
    text = socket.query_params.get("since", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None


# -- coming in and going out -------------------------------------------------------------------------------------------
@asynccontextmanager
async def _opened(socket: Socket, house: House) -> AsyncIterator[None]:
    """For a page of ours. Browsers learn reasons only from a socket that was opened."""
    check_origin(socket, house.settings)
    await socket.accept()
    house.sockets += 1
    house.figures.sockets.set(house.sockets)
    try:
        yield
    except NiwashiError as error:
        await _close(socket, error)
    finally:
        house.sockets -= 1
        house.figures.sockets.set(house.sockets)


@asynccontextmanager
async def _let_in(socket: Socket, house: House, door: str) -> AsyncIterator[Visit]:
    """With a ticket for this door, while there is room."""
    address = address_of(socket)
    house.limits.addresses.take(address)
    if house.sockets > house.settings.most_sockets or not house.ready:
        raise Busy("server/full", "no more sockets here for the moment; come back")
    visit = Visit(await house.tickets.redeem(socket.query_params.get("ticket", ""), door), address, door)
    house.bans.check(address, visit.person.id)
    with house.visits.during(visit):
        yield visit


async def _close(socket: Socket, error: NiwashiError) -> None:
    with suppress(Exception):  # it may be closed already, or not read what we say
        async with asyncio.timeout(LAST_WORDS):
            await socket.send_data(encode_message(error=Problem(code=error.code, sentence=error.sentence)), mode="text")
            await socket.close(REFUSED + status_of(error), error.code)


async def _talk(
    socket: Socket, house: House, visit: Visit, read: Callable[[bytes], None], beat: Awaitable[None]
) -> None:
    """Reads, writes and beats until one of them ends, or the visit is ended by the host.

    With somebody who does not read, the writer never would.
    """
    tasks = [
        asyncio.create_task(_read(socket, house, visit.outbox, read)),
        asyncio.create_task(_write(socket, visit)),
        asyncio.create_task(visit.outbox.overflowing()),
        asyncio.create_task(visit.ended.wait()),
        asyncio.ensure_future(beat),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                log.warning("socket failed", error=repr(ended))
    if visit.error is not None:
        raise visit.error
    if visit.outbox.overflowed:
        await _drop(socket, house)


async def _drop(socket: Socket, house: House) -> None:
    """With a word, should they read that."""
    house.figures.dropped.inc()
    with suppress(Exception):
        async with asyncio.timeout(LAST_WORDS):
            await socket.close(TRY_AGAIN_LATER, "you read too slowly; come back for the rest")


async def _write(socket: Socket, visit: Visit) -> None:
    await visit.outbox.empty_into(line_of(socket))
    if visit.error is None and not visit.outbox.overflowed:  # the last words to those are others'
        with suppress(Exception):  # gone while we wrote: the reader hears of it, too
            await socket.close(1012, "come back")


async def _read(socket: Socket, house: House, outbox: Outbox, read: Callable[[bytes], None]) -> None:
    bucket, refusals = Bucket(house.settings.per_connection, house.clock.seconds), 0
    while refusals < MOST_REFUSALS:
        event = await socket.receive()
        if event["type"] != "websocket.receive":
            return
        if not bucket.take():
            refusals += 1
            outbox.offer(_error(TooMany("limits/rate", "that is too much at once; wait a moment")))
            continue
        raw = event.get("text")
        read(raw.encode("utf-8", "replace") if isinstance(raw, str) else bytes(event.get("bytes") or b""))


def _error(error: NiwashiError) -> bytes:
    return encode_message(error=Problem(code=error.code, sentence=error.sentence))


def _refuse_all(outbox: Outbox) -> Callable[[bytes], None]:
    def refuse(_: bytes) -> None:
        outbox.offer(_error(NiwashiError("wire/request", "nothing can be asked of the lobby's socket")))

    return refuse


# -- at a table ------------------------------------------------------------------------------------------------------
class _TableReader:
    """Commands go their way without waiting for one another: a pong must not stand behind a disk."""

    def __init__(self, house: House, table: AnyTable, listener: Listener) -> None:
        self._house, self._table, self._listener = house, table, listener
        self._under_way: set[asyncio.Task[None]] = set()

    def __call__(self, raw: bytes) -> None:
        outbox = self._listener.outbox
        try:
            request = read_request(raw[: MAX_REQUEST_BYTES + 1])
            self._house.limits.people.take(self._listener.person.id)
            if len(self._under_way) >= AT_ONCE:
                raise TooMany("limits/under-way", f"{AT_ONCE} commands are under way; wait for an answer")
        except NiwashiError as error:
            outbox.offer(_error(error))
            return
        person = self._listener.person
        task = asyncio.create_task(self._answer(Command(named(request, person), person.id)))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _answer(self, command: Command) -> None:
        try:
            answer = await self._table.ask(command)
        except NiwashiError as error:
            self._listener.outbox.offer(_error(error))
            return
        if answer is not None:
            self._listener.outbox.offer(encode_message(answer=answer))


async def _beat(table: AnyTable, house: House, listener: Listener) -> None:
    """Heartbeats, with the newest number; where cards are grabbed live, pings as well."""
    if table.live:
        for _ in range(FIRST_PINGS):
            await _ping(table, listener)
            await asyncio.sleep(FIRST_EACH)
    each = min(house.settings.heartbeat, PING_EACH) if table.live else house.settings.heartbeat
    while True:
        await asyncio.sleep(each)
        listener.outbox.offer(table.heartbeat())
        if table.live:
            await _ping(table, listener)


async def _ping(table: AnyTable, listener: Listener) -> None:
    """To those who have a seat; others are in no hurry."""
    with suppress(NiwashiError):  # another node did not answer: the next ping may come through
        if ping := await table.ping(listener.person.id):
            listener.outbox.offer(ping)
