"""Messages between nodes: remote calls to a table's owner, and updates for sockets on other nodes.

Every struct keeps its first tag and field names on the wire, so that nodes of different versions understand each
other during an upgrade.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from niwashi.wire.messages import Turn
from niwashi.wire.requests import Request
from niwashi.wire.settings import TableSettings


class _ClusterStruct(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag=str.lower, omit_defaults=True):
    pass


# -- calls about a table, sent to its owner ----------------------------------------------------------------------------
class Execute(_ClusterStruct, frozen=True, tag="ask"):
    """Execute a person's request. Returns an `Answer` or None."""

    table: str
    person: str
    request: Request
    max_lag: int | None = None
    """As `Command.max_lag`."""


class GetSnapshot(_ClusterStruct, frozen=True, tag="show"):
    """Return a `Snapshot` for this person."""

    table: str
    person: str | None = None


class GetNews(_ClusterStruct, frozen=True, tag="since"):
    """Return the `News` after an entry, for this person."""

    table: str
    since: int
    person: str | None = None


class GetRecord(_ClusterStruct, frozen=True, tag="recall"):
    """Return the game's record."""

    table: str


class Subscribe(_ClusterStruct, frozen=True, tag="join"):
    """A person opened a socket on `node`; `people` are all who have one there now. Returns `Subscribed`."""

    table: str
    node: str
    person: str
    people: list[str]
    since: int | None = None


class RenewSubscription(_ClusterStruct, frozen=True, tag="attend"):
    """Everyone with a socket on `node`, sent periodically and when a socket closes. Returns `StreamPosition`."""

    table: str
    node: str
    people: list[str]


class GetPing(_ClusterStruct, frozen=True, tag="sound"):
    """Return a ping for this person if the table measures latency."""

    table: str
    person: str
    max_lag: int | None = None
    """The most milliseconds that messages of the socket travel."""


class GetHint(_ClusterStruct, frozen=True, tag="hint"):
    """Return a recommended action with its reasons."""

    table: str
    person: str


class GetHintJob(_ClusterStruct, frozen=True, tag="hintjob"):
    """Return the job of a hint, for a person who may have one and whose browser computes it."""

    table: str
    person: str


class GetReview(_ClusterStruct, frozen=True, tag="review"):
    """Return the review's progress. A person who played starts the review if needed."""

    table: str
    person: str | None = None


class OpenTable(_ClusterStruct, frozen=True):
    """Open a table with this new id, from options or from a record. Returns nothing."""

    table: str
    host: str
    game: str
    settings: TableSettings
    visibility: str
    options: dict[str, Any] = {}
    components: dict[str, Any] | None = None
    record: bytes | None = None
    until: int | None = None


class OpenRematch(_ClusterStruct, frozen=True):
    """Open the table of an agreed rematch, unless it is open. Returns nothing."""

    table: str
    old: str


TableCall: TypeAlias = (
    Execute
    | GetSnapshot
    | GetNews
    | GetRecord
    | Subscribe
    | RenewSubscription
    | GetPing
    | GetHint
    | GetHintJob
    | GetReview
)


# -- calls between the processes of one node ---------------------------------------------------------------------------
class RunJob(_ClusterStruct, frozen=True):
    """Run an encoded job in the node's process pool. Returns its result."""

    job: bytes


class CheckReady(_ClusterStruct, frozen=True):
    """Fail unless the process can store what happens at its tables."""


class GetMetrics(_ClusterStruct, frozen=True):
    """Return the process's metrics as text."""


RpcCall: TypeAlias = TableCall | OpenTable | OpenRematch | RunJob | CheckReady | GetMetrics


class StreamPosition(msgspec.Struct, frozen=True, kw_only=True):
    """A table's newest entry, and the number of the last message sent to the node in this stream."""

    seq: int
    at: int
    stream: str
    number: int


class Subscribed(msgspec.Struct, frozen=True, kw_only=True):
    """First messages for the new socket. Everything later arrives as `TableMessage`."""

    position: StreamPosition = msgspec.field(name="far")
    messages: list[bytes]
    live: bool


# -- messages ----------------------------------------------------------------------------------------------------------
class RpcRequest(_ClusterStruct, frozen=True, tag="asked"):
    id: str
    node: str
    """The node that expects the response."""
    call: RpcCall = msgspec.field(name="question")


class RpcResponse(_ClusterStruct, frozen=True, tag="answered"):
    """A body, or the code, sentence and HTTP status of an error."""

    id: str
    body: bytes = b""
    code: str | None = None
    sentence: str = ""
    status: int = 0


class TableMessage(_ClusterStruct, frozen=True, tag="told"):
    """A payload for a table's sockets on one node: for all of them, or for one person's."""

    table: str
    stream: str
    number: int
    payload: bytes = msgspec.field(name="message")
    to: str | None = None
    last: bool = False
    """The owner gives the table up; clients must reconnect."""


class ChatMessage(_ClusterStruct, frozen=True, tag="heard"):
    """A chat line for everyone at the table who has not muted its author. Broadcast, as are the following."""

    table: str
    by: str
    payload: bytes = msgspec.field(name="message")


class LobbyUpdate(_ClusterStruct, frozen=True, tag="listed"):
    """A payload for all lobby sockets."""

    payload: bytes = msgspec.field(name="message")


class MuteUpdate(_ClusterStruct, frozen=True, tag="muted"):
    """The complete list of people whom a person mutes from now on."""

    person: str
    others: list[str]


class TurnUpdate(_ClusterStruct, frozen=True, tag="turned"):
    """A person's turn at a table began or ended; for their sockets on other nodes."""

    person: str
    turn: Turn


class NodeDown(_ClusterStruct, frozen=True, tag="freed"):
    """A node shut down in order and released its tables; running games need a new owner."""

    node: str


class NameClaim(_ClusterStruct, frozen=True, tag="hello"):
    """Sent to the node's own channel: any other node of this name replies with `NameTaken`."""

    instance: str


class NameTaken(_ClusterStruct, frozen=True, tag="called"):
    instance: str


class Echo(_ClusterStruct, frozen=True):
    """Sent to the node's own channel to test the connection."""


ClusterMessage: TypeAlias = (
    RpcRequest
    | RpcResponse
    | TableMessage
    | ChatMessage
    | LobbyUpdate
    | MuteUpdate
    | TurnUpdate
    | NodeDown
    | NameClaim
    | NameTaken
    | Echo
)

_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[ClusterMessage] = msgspec.msgpack.Decoder(ClusterMessage)


def to_bytes(message: ClusterMessage) -> bytes:
    return _encoder.encode(message)


def from_bytes(raw: bytes) -> ClusterMessage:
    return _decoder.decode(raw)
