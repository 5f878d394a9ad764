"""Messages between the front process and a table process, which always run the same version."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from niwashi.server.access.accounts import Person
from niwashi.server.cluster.messages import ClusterMessage
from niwashi.server.realtime.round_trips import RoundTrip
from niwashi.server.settings import Settings


class _ProcessStruct(msgspec.Struct, frozen=True, kw_only=True, tag=True, array_like=True):
    pass


class ForwardedMessage(_ProcessStruct, frozen=True):
    """A message of the local bus: to the process of this name, or to everyone."""

    to: str
    message: ClusterMessage


# -- to a table process ------------------------------------------------------------------------------------------------
class SocketHandover(_ProcessStruct, frozen=True):
    """A client's connection, whose descriptor comes with this: the front has checked everything about it."""

    id: int
    head: bytes
    """The request that opens the WebSocket; the table process answers it."""
    person: Person
    address: str
    round_trip: RoundTrip | None
    """The shortest and the average of this person at this address."""


class SocketClose(_ProcessStruct, frozen=True):
    """Close a socket that was handed over: with an error, or else asking the client to reconnect."""

    id: int
    code: str | None = None
    sentence: str = ""
    status: int = 0


class PersonShare(_ProcessStruct, frozen=True):
    """A person has sockets in so many processes, which share that person's rate of messages."""

    person: str
    processes: int


class BotsCompiled(_ProcessStruct, frozen=True):
    """Hints and reviews may be requested."""


class Stop(_ProcessStruct, frozen=True):
    """Shut down in order."""


# -- to the front ------------------------------------------------------------------------------------------------------
class ProcessReady(_ProcessStruct, frozen=True):
    pid: int


class SocketClosed(_ProcessStruct, frozen=True):
    id: int
    shortest: int | None = None
    """The shortest round trip of this person at this address, in microseconds."""
    excess: int = 0
    """Messages beyond its rate, which count against its address."""


ProcessMessage: TypeAlias = (
    ForwardedMessage | SocketHandover | SocketClose | PersonShare | BotsCompiled | Stop | ProcessReady | SocketClosed
)


# -- to the process that the table processes are forked from -----------------------------------------------------------
class ForkOrder(msgspec.Struct, frozen=True, kw_only=True):
    """Fork a table process. Its end of the channel comes with this."""

    settings: Settings
    number: int
    node: str
    """The node's name, without the process's number."""
    writer: str | None
    """The address of the process that writes to SQLite."""


_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[ProcessMessage] = msgspec.msgpack.Decoder(ProcessMessage)


def encode(message: ProcessMessage | ForkOrder) -> bytes:
    return _encoder.encode(message)


def decode(raw: bytes) -> ProcessMessage:
    return _decoder.decode(raw)
