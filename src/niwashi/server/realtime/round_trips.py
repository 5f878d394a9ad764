"""The round-trip time of a connection as the kernel measures it: no program on the other side can make it longer."""

from __future__ import annotations

import socket
import struct
from collections import OrderedDict
from contextlib import suppress
from typing import Any

from litestar import WebSocket

from niwashi.server.realtime.connections import Connection
from niwashi.server.realtime.direct_websocket import SCOPE_KEY
from niwashi.server.settings import Settings

PROXY_HEADER = "x-tcp-rtt"
"""Microseconds, from a proxy that knows its client's round trip (deploy/nginx.conf)."""
TCP_INFO_BYTES = 192
SMOOTHED_AT, SHORTEST_AT = 68, 148
"""Where `struct tcp_info` of linux/tcp.h has tcpi_rtt and tcpi_min_rtt, both in microseconds."""
UNKNOWN = 0xFFFFFFFF
MAX_KNOWN = 50_000


class RoundTrips:
    """The shortest round trip of each person at each address since the server started.

    Lag that appears only with a game, or with a new connection, is therefore not believed.
    """

    def __init__(self, settings: Settings, most: int = MAX_KNOWN) -> None:
        self._settings, self._most = settings, most
        self._shortest: OrderedDict[tuple[str, str], int] = OrderedDict()

    def max_lag(self, websocket: WebSocket[Any, Any, Any], connection: Connection) -> int:
        """The most milliseconds that a message of this connection travels, as far as a live grab is to believe it."""
        took = measure_round_trip(websocket, self._settings)
        if took is None:
            return min(self._settings.pong_lag, self._settings.lag_cap)
        shortest = self.note(connection.person.id, connection.address, took)
        return min(round(shortest / 2000), self._settings.lag_cap)

    def shortest(self, person: str, address: str) -> int | None:
        return self._shortest.get((person, address))

    def note(self, person: str, address: str, took: int) -> int:
        """Returns the shortest that is known, in microseconds."""
        key = person, address
        self._shortest[key] = shortest = min(took, self._shortest.get(key, took))
        self._shortest.move_to_end(key)
        if len(self._shortest) > self._most:
            self._shortest.popitem(last=False)
        return shortest


def measure_round_trip(websocket: WebSocket[Any, Any, Any], settings: Settings) -> int | None:
    """Microseconds between us and the client; None if a proxy in between does not report them."""
    transport = _transport_of(websocket)
    peer = transport.get_extra_info("peername") if transport else None
    if not peer or not websocket.client:
        return None
    if websocket.client.host == peer[0]:
        return read_tcp_info(transport.get_extra_info("socket"))
    reported = websocket.headers.get(PROXY_HEADER, "") if settings.proxy_rtt else ""
    return int(reported) if reported.isascii() and reported.isdigit() and len(reported) < 10 else None


def _transport_of(websocket: WebSocket[Any, Any, Any]) -> Any:
    return getattr(websocket.scope.get(SCOPE_KEY), "transport", None)


def read_tcp_info(connected: Any) -> int | None:
    """The shortest round trip that the kernel remembers, or else the usual one; None where it tells neither."""
    with suppress(OSError, AttributeError, struct.error):  # only Linux has it
        info = connected.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO_BYTES)
        smoothed, shortest = (struct.unpack_from("=I", info, at)[0] for at in (SMOOTHED_AT, SHORTEST_AT))
        return int(smoothed if shortest in (0, UNKNOWN) else shortest)
    return None
