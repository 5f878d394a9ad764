"""The sockets: one for each table that somebody looks at, one for the lobby."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog
from litestar import WebSocket, websocket

from niwashi.core.errors import NiwashiError
from niwashi.server.api_people import LOBBY
from niwashi.server.api_tables import MOST_LISTED, named
from niwashi.server.guarding import address_of, check_origin
from niwashi.server.house import House
from niwashi.server.limits import Bucket, TooMany
from niwashi.server.lobby import row_of
from niwashi.server.outbox import Outbox
from niwashi.server.people import Person
from niwashi.server.problems import status_of
from niwashi.server.running import Busy, Listener, Running
from niwashi.store import tables
from niwashi.table import Command
from niwashi.wire import read_request
from niwashi.wire.messages import Problem, packed
from niwashi.wire.requests import LARGEST_REQUEST

log = structlog.get_logger()
Socket = WebSocket[Any, Any, Any]
TRY_AGAIN_LATER, REFUSED = 1013, 4000
"""Close codes; a refusal's is REFUSED + the HTTP status that would fit."""
FIRST_PINGS, PING_EACH, FIRST_EACH = 8, 5.0, 0.05
AT_ONCE = 8
"""Commands of one socket that may be under way."""
MOST_REFUSALS = 50
"""Who goes on sending too fast after so many refusals is cut off."""


@websocket("/tables/{table:str}/socket", opt={"exclude_from_auth": True})
async def table_socket(socket: WebSocket[Any, Any, Any], house: House, table: str) -> None:
    """Everything that happens at a table from entry `since` on, and whatever one asks of it."""
    async with _let_in(socket, house, table) as person:
        running = await house.keeper.find(table)
        listener = Listener(person)
        running.join(listener, _since(socket))
        try:
            await _presence(running, person, True)
            await _talk(
                socket, house, listener.outbox, _TableReader(house, running, listener), _beat(running, house, listener)
            )
        finally:
            running.leave(listener)
            if not running.here(person.id):
                await _presence(running, person, False)


@websocket("/lobby/socket")
async def lobby_socket(socket: WebSocket[Any, Any, Any], house: House) -> None:
    """All open public tables, then each that is new or changes."""
    async with _let_in(socket, house, LOBBY):
        outbox = Outbox()
        house.lobby.join(outbox)
        try:
            found = await tables.in_lobby(house.store.database, "open", MOST_LISTED)
            outbox.offer(packed(lobby=[row_of(table) for table in found]))
            await _talk(socket, house, outbox, _refuse_all(outbox), asyncio.sleep(float("inf")))
        finally:
            house.lobby.leave(outbox)


def _since(socket: Socket) -> int | None:
    text = socket.query_params.get("since", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None


async def _presence(running: Running, person: Person, here: bool) -> None:
    """Whoever opens a second window is not there twice."""
    if person.id in running.table.people and running.here(person.id) == int(here):
        with suppress(NiwashiError):
            await running.do(lambda table, now: table.presence(person.id, here, now))


# -- coming in and going out -------------------------------------------------------------------------------------------
@asynccontextmanager
async def _let_in(socket: Socket, house: House, door: str) -> AsyncIterator[Person]:
    """A page of ours, a ticket for this door, and room. Browsers learn reasons only from a socket that was opened."""
    check_origin(socket, house.settings)
    await socket.accept()
    house.sockets += 1
    house.figures.sockets.set(house.sockets)
    try:
        house.limits.addresses.take(address_of(socket))
        if house.sockets > house.settings.most_sockets or not house.ready:
            raise Busy("server/full", "no more sockets here for the moment; come back")
        yield house.tickets.redeem(socket.query_params.get("ticket", ""), door)
    except NiwashiError as error:
        await _close(socket, error)
    finally:
        house.sockets -= 1
        house.figures.sockets.set(house.sockets)


async def _close(socket: Socket, error: NiwashiError) -> None:
    with suppress(Exception):  # it may be closed already
        await socket.send_data(packed(error=Problem(code=error.code, sentence=error.sentence)), mode="text")
        await socket.close(REFUSED + status_of(error), error.code)


async def _talk(
    socket: Socket, house: House, outbox: Outbox, read: Callable[[bytes], None], beat: Awaitable[None]
) -> None:
    """Reads, writes and beats until one of them ends."""
    tasks = [
        asyncio.create_task(_read(socket, house, outbox, read)),
        asyncio.create_task(_write(socket, house, outbox)),
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


async def _write(socket: Socket, house: House, outbox: Outbox) -> None:
    with suppress(Exception):  # gone while we wrote: the reader hears of it, too
        while (message := await outbox.take()) is not None:
            await socket.send_data(message, mode="text")
        if outbox.overflowed:
            house.figures.dropped.inc()
            await socket.close(TRY_AGAIN_LATER, "you read too slowly; come back for the rest")
        else:
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
    return packed(error=Problem(code=error.code, sentence=error.sentence))


def _refuse_all(outbox: Outbox) -> Callable[[bytes], None]:
    def refuse(_: bytes) -> None:
        outbox.offer(_error(NiwashiError("wire/request", "nothing can be asked of the lobby's socket")))

    return refuse


# -- at a table ------------------------------------------------------------------------------------------------------
class _TableReader:
    """Commands go their way without waiting for one another: a pong must not stand behind a disk."""

    def __init__(self, house: House, running: Running, listener: Listener) -> None:
        self._house, self._running, self._listener = house, running, listener
        self._under_way: set[asyncio.Task[None]] = set()

    def __call__(self, raw: bytes) -> None:
        outbox = self._listener.outbox
        try:
            request = read_request(raw[: LARGEST_REQUEST + 1])
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
            answer = await self._running.ask(command)
        except NiwashiError as error:
            self._listener.outbox.offer(_error(error))
            return
        if answer is not None:
            self._listener.outbox.offer(packed(answer=answer))


async def _beat(running: Running, house: House, listener: Listener) -> None:
    """Heartbeats, with the newest number; where cards are grabbed live, pings as well."""
    person, table = listener.person.id, running.table
    live = table.opening.options.get("grab") == "live"
    if live and person in table.people:
        for _ in range(FIRST_PINGS):
            listener.outbox.offer(running.ping(person))
            await asyncio.sleep(FIRST_EACH)
    each = min(house.settings.heartbeat, PING_EACH) if live else house.settings.heartbeat
    while True:
        await asyncio.sleep(each)
        listener.outbox.offer(running.heartbeat())
        if live and person in table.people:
            listener.outbox.offer(running.ping(person))
