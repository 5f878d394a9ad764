"""Messages between nodes arrive in order and are numbered, and a call without a response fails."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, cast, get_args

import msgspec
import pytest

from niwashi.core.errors import BadOptions
from niwashi.server.access.accounts import Person
from niwashi.server.clock import Clock
from niwashi.server.cluster import messages, redis_connection
from niwashi.server.cluster.bus import RedisBus
from niwashi.server.cluster.interface import RPC_SECONDS, BusHandlers, OnResponse, RemoteError
from niwashi.server.cluster.messages import (
    ChatMessage,
    ClusterMessage,
    LobbyUpdate,
    RpcCall,
    RpcRequest,
    RpcResponse,
    StreamPosition,
    Subscribed,
    TableMessage,
    from_bytes,
    to_bytes,
)
from niwashi.server.cluster.subscriptions import NodeSubscriptions
from niwashi.server.errors import (
    ClusterUnavailable,
    NodeUnreachable,
    RetryLater,
    RpcTimeout,
    cluster_unavailable,
    node_unreachable,
    rpc_timeout,
)
from niwashi.server.ops.metrics import Metrics
from niwashi.server.realtime.subscribers import Subscriber
from niwashi.server.tables.remote import RemoteTable
from niwashi.server.tables.stream import TableStream
from niwashi.server.workers.jobs import Job
from tests.server.redis import Redis, running_redis
from tests.server.transports import RecordingTransport

AKI, BO = Person("a1", "Aki", True), Person("b1", "Bo", True)


class Owner:
    """A table's owner, as far as another node can tell; `subscriptions` records what it has sent."""

    up = True

    def __init__(self) -> None:
        self.written: list[TableMessage] = []
        self.subscriptions = NodeSubscriptions("t1", self, lambda: 0.0)
        self.asked: list[RpcCall] = []
        self.error: RetryLater | None = None

    def send(self, node: str, message: ClusterMessage) -> None:
        assert isinstance(message, TableMessage)
        self.written.append(message)

    def broadcast(self, message: ClusterMessage) -> None:
        raise AssertionError("a table's news are not for everybody")

    async def call(
        self, node: str, call: RpcCall, seconds: float = RPC_SECONDS, on_response: OnResponse = None
    ) -> bytes:
        await asyncio.sleep(0)
        self.asked.append(call)
        if self.error:
            raise self.error
        assert isinstance(call, messages.Subscribe | messages.RenewSubscription)
        subscription = self.subscriptions.renew(call.node, call.people)
        position = StreamPosition(seq=0, at=0, stream=subscription.stream, number=subscription.number)
        joined = Subscribed(position=position, messages=[b"welcome"], live=False)
        raw = msgspec.msgpack.encode(joined if isinstance(call, messages.Subscribe) else position)
        if on_response:
            on_response(raw)
        return raw


@asynccontextmanager
async def _looking_on(*people: Person, beat: float = 600) -> AsyncIterator[tuple[Owner, RemoteTable, list[Subscriber]]]:
    owner = Owner()
    table = RemoteTable("t1", "a", "b", owner, Clock(), beat)
    subscribers = [Subscriber(person) for person in people]
    await asyncio.gather(*(table.join(subscriber, None) for subscriber in subscribers))
    yield owner, table, subscribers
    table.close("the end")


async def _heard(subscriber: Subscriber) -> list[str]:
    """All messages up to the end of the stream."""
    line, ended = RecordingTransport(), asyncio.Event()
    subscriber.outbox.on_end = ended.set
    subscriber.outbox.attach(line)
    await asyncio.wait_for(ended.wait(), 5)
    return [message.decode() for message in line.heard]


async def test_everybody_hears_everything_and_each_their_own() -> None:
    async with _looking_on(AKI, BO) as (owner, table, (aki, bo)):
        assert owner.subscriptions.people == {"a1", "b1"}, "two may come at the same time"
        owner.subscriptions.send(b"news")
        owner.subscriptions.send(b"your choices", to="b1")
        owner.subscriptions.send(b"bye", last=True)
        for message in owner.written:
            table.deliver(message)
        assert await _heard(aki) == ["welcome", "news", "bye"]
        assert await _heard(bo) == ["welcome", "news", "your choices", "bye"]
        assert table.closed


async def test_a_message_that_is_missing_is_noticed_by_the_next() -> None:
    async with _looking_on(AKI) as (owner, table, (aki,)):
        for message in (b"1", b"2", b"3"):
            owner.subscriptions.send(message)
        table.deliver(owner.written[0])
        table.deliver(owner.written[2])
        *heard, bye = await _heard(aki)
        assert heard == ["welcome", "1"]
        assert json.loads(bye)["bye"]["code"] == "server/again"


async def test_a_last_message_that_is_missing_is_noticed_by_the_heartbeat() -> None:
    async with _looking_on(AKI, beat=0.01) as (owner, table, (aki,)):
        owner.subscriptions.send(b"1")
        table.deliver(owner.written[0])
        await asyncio.sleep(0.05)
        assert not table.closed
        owner.subscriptions.send(b"2")
        *heard, bye = await _heard(aki)
        assert heard == ["welcome", "1"]
        assert json.loads(bye)["bye"]["code"] == "server/again"


async def test_an_owner_that_forgot_us_is_noticed_by_the_heartbeat() -> None:
    async with _looking_on(AKI, beat=0.01) as (owner, _, (aki,)):
        owner.subscriptions.drop_stale(-1)
        assert not owner.subscriptions.people
        assert len(await _heard(aki)) == 2


@pytest.mark.parametrize(
    ("error", "given_up"), [(node_unreachable(), True), (rpc_timeout(), False), (cluster_unavailable(), False)]
)
async def test_an_owner_that_is_gone_is_given_up_and_a_busy_one_is_not(error: RetryLater, given_up: bool) -> None:
    async with _looking_on(AKI) as (owner, table, _):
        owner.error = error
        with pytest.raises(RetryLater) as refused:
            await table.snapshot("a1")
        assert refused.value.code == "server/again"
        assert table.closed is given_up


async def test_an_owner_that_is_late_with_a_heartbeat_is_given_up() -> None:
    async with _looking_on(AKI, beat=0.01) as (owner, _, (aki,)):
        owner.error = rpc_timeout()
        assert len(await _heard(aki)) == 2


async def test_who_leaves_is_gone() -> None:
    async with _looking_on(AKI, BO) as (owner, table, (aki, bo)):
        await table.leave(bo)
        assert owner.subscriptions.people == {"a1"}
        await table.leave(aki)
        owner.subscriptions.send(b"does anybody hear me?")
        assert not owner.written


# -- through a real Redis ----------------------------------------------------------------------------------------------
async def _no_answer(_: RpcCall) -> RpcResponse:
    raise AssertionError("nothing was asked")


@asynccontextmanager
async def _node(
    url: str,
    name: str,
    take: Callable[[ClusterMessage], None] = lambda _: None,
    answer: Callable[[RpcCall], Awaitable[RpcResponse]] = _no_answer,
    back: Callable[[], None] = lambda: None,
) -> AsyncIterator[RedisBus]:
    bus = RedisBus(url, name, Metrics())
    async with bus.open(BusHandlers(take, answer, back)):
        yield bus


def _show(table: str = "t1") -> messages.GetSnapshot:
    return messages.GetSnapshot(table=table)


async def test_an_answer_is_heard_before_any_later_message(redis: Redis) -> None:
    url, heard = redis.new_address(), []

    async def answer(_: RpcCall) -> RpcResponse:
        for number in range(100):
            asyncio.get_running_loop().call_soon(b.send, "a", LobbyUpdate(payload=b"%d" % number))
        return RpcResponse(id="", body=b"answer")

    def take(message: ClusterMessage) -> None:
        assert isinstance(message, LobbyUpdate)
        heard.append(message.payload)

    async with _node(url, "a", take) as a, _node(url, "b", answer=answer) as b:
        assert await a.call("b", _show(), on_response=heard.append) == b"answer"
        while len(heard) < 101:
            await asyncio.sleep(0.01)
    assert heard == [b"answer", *(b"%d" % number for number in range(100))]


async def test_all_others_hear_what_is_for_everybody(redis: Redis) -> None:
    url, heard = redis.new_address(), []
    async with (
        _node(url, "a", lambda _: heard.append("a")) as a,
        _node(url, "b", lambda _: heard.append("b")),
        _node(redis.new_address(), "c", lambda _: heard.append("c")),
    ):
        a.broadcast(LobbyUpdate(payload=b""))
        async with asyncio.timeout(60):
            while "b" not in heard:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)  # for others, who should hear nothing
    assert heard == ["b"], "not oneself, and nobody with another database"


async def test_what_was_answered_comes_back_as_it_was(redis: Redis) -> None:
    async def refuse(call: RpcCall) -> RpcResponse:
        assert isinstance(call, messages.GetSnapshot)
        return RpcResponse(id="", code=call.table, sentence="no", status=403)

    url = redis.new_address()
    async with _node(url, "a") as a, _node(url, "b", answer=refuse):
        with pytest.raises(RemoteError) as refused:
            await a.call("b", _show("hint/off"))
        assert (refused.value.code, refused.value.sentence, refused.value.status) == ("hint/off", "no", 403)
        with pytest.raises(RetryLater) as busy:
            await a.call("b", _show("server/full"))
        assert busy.value.code == "server/full"


async def test_who_is_not_there_is_silent_at_once_and_who_does_not_answer_soon(redis: Redis) -> None:
    async def dawdle(_: RpcCall) -> RpcResponse:
        await asyncio.sleep(60)
        raise AssertionError

    url = redis.new_address()
    async with _node(url, "a") as a, _node(url, "b", answer=dawdle):
        with pytest.raises(NodeUnreachable):
            await asyncio.wait_for(a.call("nobody", _show(), seconds=60), 10)
        with pytest.raises(RpcTimeout):
            await a.call("b", _show(), seconds=0.3)


async def test_without_redis_everybody_is_away_and_then_back() -> None:
    with running_redis() as redis:
        await _go_away_and_come_back(redis)


async def _go_away_and_come_back(redis: Redis) -> None:
    url, back = redis.new_address(), asyncio.Event()
    asked = asyncio.Event()

    async def dawdle(_: RpcCall) -> RpcResponse:
        asked.set()
        await asyncio.sleep(60)
        raise AssertionError

    async with _node(url, "a", back=back.set) as a, _node(url, "b", answer=dawdle) as b:
        waiting = asyncio.create_task(a.call("b", _show(), seconds=60))
        await asked.wait()
        redis.kill()
        try:
            with pytest.raises(ClusterUnavailable):
                await asyncio.wait_for(waiting, 10)
            assert not a.up
            with pytest.raises(ClusterUnavailable):
                await a.call("b", _show())
        finally:
            redis.start()
        await asyncio.wait_for(back.wait(), 20)
        while not b.up:
            await asyncio.sleep(0.01)
        with pytest.raises(NodeUnreachable):
            await a.call("nobody", _show())


async def test_two_nodes_may_not_have_one_name(redis: Redis) -> None:
    url = redis.new_address()
    async with _node(url, "a"):
        with pytest.raises(BadOptions, match="another node is already named “a”"):
            async with _node(url, "a"):
                pass


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("redis://aki:secret@127.0.0.1:1", "cannot reach “redis://127.0.0.1:1”"),
        ("redis://aki:secret@127.0.0.1:port", "is not a valid Redis address"),
    ],
)
async def test_a_redis_that_is_not_there_is_told_in_a_sentence(url: str, sentence: str) -> None:
    with pytest.raises(BadOptions, match=sentence) as refused:
        await redis_connection.check_reachable(redis_connection.connect(url), url)
    assert "secret" not in refused.value.sentence


# -- nodes of two versions ---------------------------------------------------------------------------------------------
TAGS = {
    "answered", "asked", "called", "echo", "freed", "heard", "hello", "listed", "muted", "told", "turned",
}  # fmt: skip
CALLS = {
    "ask", "attend", "checkready", "getmetrics", "hint", "hintjob", "join", "openrematch", "opentable", "recall",
    "review", "runjob", "show", "since", "sound",
}  # fmt: skip
JOBS = {"advise", "daily", "decide", "judge", "sumup"}


def _tags(union: Any) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in get_args(union)}


def test_messages_keep_their_tags_so_that_nodes_of_two_versions_understand_each_other() -> None:
    assert (_tags(ClusterMessage), _tags(RpcCall), _tags(Job)) == (TAGS, CALLS, JOBS)


def test_fields_keep_their_names_on_the_wire() -> None:
    position = StreamPosition(seq=1, at=2, stream="s", number=3)
    fields: dict[ClusterMessage, list[str]] = {
        RpcRequest(id="1", node="a", call=_show()): ["is", "id", "node", "question"],
        TableMessage(table="t", stream="s", number=1, payload=b"news"): ["is", "table", "stream", "number", "message"],
        ChatMessage(table="t", by="a1", payload=b"hello"): ["is", "table", "by", "message"],
        LobbyUpdate(payload=b"row"): ["is", "message"],
    }
    for message, names in fields.items():
        assert list(msgspec.msgpack.decode(to_bytes(message))) == names
        assert from_bytes(to_bytes(message)) == message
    subscribed = msgspec.msgpack.encode(Subscribed(position=position, messages=[], live=False))
    assert list(msgspec.msgpack.decode(subscribed)) == ["far", "messages", "live"]


# -- calls that overtake each other ------------------------------------------------------------------------------------
class TwoSeats:
    """A table where both may act."""

    id, told_seq, people = "t1", 7, ("a1", "b1")

    def seat_of(self, person: str) -> int:
        return self.people.index(person)

    def choices(self, seat: int) -> dict[str, int]:
        return {"seat": seat}


def heard_by(owner: Owner) -> list[tuple[str | None, int]]:
    """To whom choices were sent, and for which seat."""
    return [(one.to, msgspec.json.decode(one.payload)["choices"]["seat"]) for one in owner.written]


def test_who_came_later_is_not_forgotten_when_an_earlier_call_is_served_after_theirs() -> None:
    """While a table is loaded the first call waits for it, and the next one may find it there."""
    owner = Owner()
    owner.subscriptions.join("node", ["a1", "b1"])
    owner.subscriptions.join("node", ["a1"])
    assert owner.subscriptions.people == {"a1", "b1"}
    owner.subscriptions.renew("node", ["a1"])
    assert owner.subscriptions.people == {"a1"}, "who leaves is told of by a renewal"


def test_who_was_forgotten_gets_the_choices_that_they_may_have_missed() -> None:
    owner = Owner()
    stream = TableStream(cast(Any, TwoSeats()), cast(Any, owner), Clock())
    stream.nodes.join("node", ["a1", "b1"])
    stream.renew("node", ["a1"])
    assert not owner.written
    before = stream.renew("node", ["a1"]).number
    subscription = stream.renew("node", ["a1", "b1"])
    assert heard_by(owner) == [("b1", 1)]
    assert subscription.number == before + 1, "the position in the answer comes after what was sent"
    stream.renew("node", ["a1", "b1"])
    assert len(owner.written) == 1
