"""How far away people are, by what no program on their side can make longer than it is."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, cast

from litestar.connection import ASGIConnection

from niwashi.server.realtime.connections import Connection
from niwashi.server.realtime.direct_websocket import SCOPE_KEY
from niwashi.server.realtime.tcp_info import read_shortest
from niwashi.server.settings import Settings

PROXY_HEADER = "x-tcp-rtt"
"""From a proxy that knows its client's round trip (deploy/nginx.conf): microseconds, and how many requests have come by
the connection so far. Proxies that were set up for earlier versions tell only the former."""
FIRST_REQUEST = "1"
COUNTED = "niwashi.handshake_counted"
HANDSHAKES = 8
"""So many connections, one after another, make an average."""
MAX_JITTER_US = 60_000
"""How much more than the shortest a round trip may take on average, as far as a live grab is to believe it."""
MAX_KNOWN = 50_000
AnyConnection = ASGIConnection[Any, Any, Any, Any]


@dataclass(frozen=True)
class RoundTrip:
    """Of one connection, in microseconds."""

    shortest: int
    handshake: int | None = None
    """Only before anything else was measured: whatever is sent later may be acknowledged late."""


@dataclass
class _Line:
    """A person at an address."""

    shortest: int
    handshakes: list[int] = field(default_factory=list)
    smallest_average: int | None = None

    def add(self, trip: RoundTrip) -> None:
        self.shortest = min(self.shortest, trip.shortest)
        if trip.handshake is None:
            return
        self.handshakes.append(trip.handshake)
        if len(self.handshakes) == HANDSHAKES:
            found = sum(self.handshakes) // HANDSHAKES
            self.smallest_average = found if self.smallest_average is None else min(found, self.smallest_average)
            self.handshakes.clear()

    @property
    def average(self) -> int:
        """Handshakes that are still missing count as the shortest round trip."""
        average = self.smallest_average
        if average is None:
            missing = HANDSHAKES - len(self.handshakes)
            average = (sum(self.handshakes) + missing * self.shortest) // HANDSHAKES
        return min(max(average, self.shortest), self.shortest + MAX_JITTER_US)


class RoundTrips:
    """The shortest and the average round trip of each person at each address since the server started.

    The average is the smallest one of so many handshakes in a row. Lag and jitter that appear only with a game, or with
    a new connection, are therefore not believed.
    """

    def __init__(self, settings: Settings, most: int = MAX_KNOWN) -> None:
        self._settings, self._most = settings, most
        self._lines: OrderedDict[tuple[str, str], _Line] = OrderedDict()

    def max_lag(self, websocket: AnyConnection, connection: Connection, alone: bool = True) -> int:
        """The most milliseconds that a message of this connection travels, as far as a live grab is to believe it.

        Whoever presses over several connections is as quick as the luckiest of them, so the average is for those who
        have only one.
        """
        trip = measure(websocket, self._settings)
        if trip is None:
            return min(self._settings.pong_lag, self._settings.lag_cap)
        self.note(connection.person.id, connection.address, trip)
        return self.one_way_ms(connection.person.id, connection.address, alone)

    def one_way_ms(self, person: str, address: str, alone: bool = True) -> int:
        line = self._lines[person, address]
        return min(round((line.average if alone else line.shortest) / 2000), self._settings.lag_cap)

    def observe(self, request: AnyConnection, person: str, address: str) -> None:
        """Requests come by connections as well."""
        trip = measure(request, self._settings)
        if trip is not None:
            self.note(person, address, trip)

    def known(self, person: str, address: str) -> RoundTrip | None:
        """The shortest and the average, for another process."""
        line = self._lines.get((person, address))
        return None if line is None else RoundTrip(line.shortest, line.average)

    def learn(self, person: str, address: str, known: RoundTrip) -> None:
        """What another process knows. Only the front counts handshakes; its average replaces that of before."""
        self.note(person, address, RoundTrip(known.shortest))
        if known.handshake is not None:
            self._lines[person, address].smallest_average = known.handshake

    def note(self, person: str, address: str, trip: RoundTrip) -> None:
        key = person, address
        self._lines.setdefault(key, _Line(trip.shortest)).add(trip)
        self._lines.move_to_end(key)
        if len(self._lines) > self._most:
            self._lines.popitem(last=False)


def measure(connection: AnyConnection, settings: Settings) -> RoundTrip | None:
    """Between us and the client; None if a proxy in between does not report it. A handshake counts once, and not in the
    process to which a socket was handed over."""
    state = cast(dict[str, Any], connection.scope)
    protocol: Any = state.get(SCOPE_KEY)
    transport: Any = getattr(protocol, "transport", None)
    peer = transport.get_extra_info("peername") if transport else None
    if not peer or not connection.client:
        return None
    if connection.client.host != peer[0]:
        if not settings.proxy_rtt:
            return None
        is_new = not state.get(COUNTED) and getattr(protocol, "admission", None) is None
        state[COUNTED] = True
        return _read_report(connection.headers.get(PROXY_HEADER, ""), is_new)
    shortest = read_shortest(transport.get_extra_info("socket"))
    handshake, protocol.handshake = protocol.handshake, None
    return None if shortest is None else RoundTrip(shortest, handshake)


def _read_report(text: str, is_new: bool) -> RoundTrip | None:
    took, _, request = text.partition(" ")
    if not (took.isascii() and took.isdigit() and len(took) < 10):
        return None
    return RoundTrip(int(took), int(took) if is_new and request == FIRST_REQUEST else None)
