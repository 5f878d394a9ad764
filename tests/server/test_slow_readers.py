"""A client that does not read is disconnected, and other clients do not wait for it."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import time

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from niwashi.table.table import MAX_MISSING_ENTRIES
from tests.server.process import Guest, ServerProcess, Socket
from tests.server.tables import started

PLENTY = 2000
"""Answers with all missed entries: many megabytes, more than the system's buffers hold."""
REQUESTS_PER_ACTION = 20
SOON = 15.0
"""Seconds."""


def _narrow(server: ServerProcess) -> socket.socket:
    """A connection with the smallest receive buffer that the system allows."""
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.connect(("127.0.0.1", server.port))
    narrow.setblocking(False)
    return narrow


class _Deaf:
    """Asks and does not listen. Each request claims to have missed most of what fits into one answer."""

    def __init__(self, guest: Guest, connection: ClientConnection, table: Socket) -> None:
        self.asked = 0
        self.asking = asyncio.create_task(self._ask(guest, connection, table))

    async def _ask(self, guest: Guest, connection: ClientConnection, table: Socket) -> None:
        try:
            for _ in range(PLENTY):
                long_ago = max(table.seq - MAX_MISSING_ENTRIES + 1, 0)
                await connection.send(json.dumps(guest.request("act", seq=long_ago, action="pass")))
                self.asked += 1
                await asyncio.sleep(0.005)
        except ConnectionClosed:
            pass

    async def until_asked(self, times: int) -> None:
        while self.asked < times and not self.asking.done():
            await asyncio.sleep(0.01)


async def _is_cut(guest: Guest, connection: ClientConnection) -> bool:
    """Whether the server closes the connection soon."""
    end = time.monotonic() + SOON
    while time.monotonic() < end:
        try:
            await connection.send(json.dumps(guest.request("leave")))
        except ConnectionClosed:
            return True
        await asyncio.sleep(0.2)
    return False


async def _play(one: Socket, waits: list[float], deaf: _Deaf) -> None:
    """Play to the end of the game, and record how long each answer took. A fast game would be over too soon."""
    while not one.over:
        if one.choices is None:
            await one.hear()
        else:
            await deaf.until_asked(REQUESTS_PER_ACTION * len(waits))
            start = time.monotonic()
            await one.act(len(waits))
            waits.append(time.monotonic() - start)


async def _dropped(guest: Guest) -> float:
    found = re.search(r"^niwashi_slow_readers_total (\S+)$", (await guest.http.get("/metrics")).text, re.MULTILINE)
    assert found is not None
    return float(found[1])


@pytest.mark.more
async def test_who_does_not_read_is_dropped_and_holds_nobody_up(server: ServerProcess) -> None:
    table, aki, bo = await started(server)
    before = await _dropped(aki)
    async with aki.socket(table) as first, bo.socket(table) as second:
        await asyncio.gather(first.play(10), second.play(10))
        waits: list[float] = []
        url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket?ticket={await bo.ticket(table)}"
        async with connect(
            url, sock=_narrow(server), compression=None, max_queue=1, ping_interval=None, close_timeout=1
        ) as connection:
            deaf = _Deaf(bo, connection, first)
            playing = asyncio.gather(_play(first, waits, deaf), _play(second, waits, deaf))
            end = time.monotonic() + SOON
            while await _dropped(aki) == before and time.monotonic() < end:
                await asyncio.sleep(0.1)
            assert await _dropped(aki) == before + 1
            await deaf.asking
            assert await _is_cut(bo, connection), "the line itself is cut, though nothing is read from it"
        await playing
    assert max(waits) < 5
    assert (await aki.http.get("/readyz")).text == "ok"
