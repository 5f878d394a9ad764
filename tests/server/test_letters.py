"""What nodes write to one another: in order, numbered, and “again” where nobody answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import msgspec
import pytest

from niwashi.core.errors import BadOptions
from niwashi.server.access.accounts import Person
from niwashi.server.clock import Clock
from niwashi.server.cluster import messages, redis_connection
from niwashi.server.cluster.bus import Post, Reader
from niwashi.server.cluster.interface import PATIENCE, Passed, Then
from niwashi.server.cluster.messages import Answered, HowFar, Joined, Letter, Listed, Question, Told
from niwashi.server.cluster.subscriptions import Branches
from niwashi.server.errors import Away, Busy, Late, Silent, away, late, silent
from niwashi.server.ops.metrics import Figures
from niwashi.server.realtime.subscribers import Listener
from niwashi.server.tables.remote import Elsewhere
from tests.server.lines import HeardLine
from tests.server.redis import Redis, running_redis

AKI, BO = Person("a1", "Aki", True), Person("b1", "Bo", True)


class Owner:
    """Runs a table, as far as another node can tell; `branches` says what it has written."""

    up = True

    def __init__(self) -> None:
        self.written: list[Told] = []
        self.branches = Branches("t1", self, lambda: 0.0)
        self.asked: list[Question] = []
        self.error: Busy | None = None

    def send(self, node: str, letter: Letter) -> None:
        assert isinstance(letter, Told)
        self.written.append(letter)

    def broadcast(self, letter: Letter) -> None:
        raise AssertionError("a table's news are not for everybody")

    async def ask(self, node: str, question: Question, patience: float = PATIENCE, then: Then = None) -> bytes:
        await asyncio.sleep(0)
        self.asked.append(question)
        if self.error:
            raise self.error
        assert isinstance(question, messages.Join | messages.Attend)
        branch = self.branches.attend(question.node, question.people)
        far = HowFar(seq=0, at=0, stream=branch.stream, number=branch.number)
        joined = Joined(far=far, messages=[b"welcome"], live=False)
        raw = msgspec.msgpack.encode(joined if isinstance(question, messages.Join) else far)
        if then:
            then(raw)
        return raw


@asynccontextmanager
async def _looking_on(*people: Person, beat: float = 600) -> AsyncIterator[tuple[Owner, Elsewhere, list[Listener]]]:
    owner = Owner()
    table = Elsewhere("t1", "a", "b", owner, Clock(), beat)
    listeners = [Listener(person) for person in people]
    await asyncio.gather(*(table.join(listener, None) for listener in listeners))
    yield owner, table, listeners
    table.close("the end")


async def _heard(listener: Listener) -> list[str]:
    """Everything up to the end, which must be there; the last word only by its name."""
    line = HeardLine()
    await asyncio.wait_for(listener.outbox.empty_into(line), 5)
    return [message.decode() for message in line.heard]


async def test_everybody_hears_everything_and_each_their_own() -> None:
    async with _looking_on(AKI, BO) as (owner, table, (aki, bo)):
        assert owner.branches.people == {"a1", "b1"}, "two may come at the same time"
        owner.branches.say(b"news")
        owner.branches.say(b"your choices", to="b1")
        owner.branches.say(b"bye", last=True)
        for letter in owner.written:
            table.told(letter)
        assert await _heard(aki) == ["welcome", "news", "bye"]
        assert await _heard(bo) == ["welcome", "news", "your choices", "bye"]
        assert table.closed


async def test_a_letter_that_is_missing_is_noticed_by_the_next() -> None:
    async with _looking_on(AKI) as (owner, table, (aki,)):
        for message in (b"1", b"2", b"3"):
            owner.branches.say(message)
        table.told(owner.written[0])
        table.told(owner.written[2])
        *heard, bye = await _heard(aki)
        assert heard == ["welcome", "1"]
        assert json.loads(bye)["bye"]["code"] == "server/again"


async def test_a_last_letter_that_is_missing_is_noticed_by_the_heartbeat() -> None:
    async with _looking_on(AKI, beat=0.01) as (owner, table, (aki,)):
        owner.branches.say(b"1")
        table.told(owner.written[0])
        await asyncio.sleep(0.05)
        assert not table.closed
        owner.branches.say(b"2")
        *heard, bye = await _heard(aki)
        assert heard == ["welcome", "1"]
        assert json.loads(bye)["bye"]["code"] == "server/again"


async def test_an_owner_that_forgot_us_is_noticed_by_the_heartbeat() -> None:
    async with _looking_on(AKI, beat=0.01) as (owner, _, (aki,)):
        owner.branches.forget_silent(-1)
        assert not owner.branches.people
        assert len(await _heard(aki)) == 2


@pytest.mark.parametrize(("error", "given_up"), [(silent(), True), (late(), False), (away(), False)])
async def test_an_owner_that_is_gone_is_given_up_and_a_busy_one_is_not(error: Busy, given_up: bool) -> None:
    async with _looking_on(AKI) as (owner, table, _):
        owner.error = error
        with pytest.raises(Busy) as refused:
            await table.show("a1")
        assert refused.value.code == "server/again"
        assert table.closed is given_up


async def test_an_owner_that_is_late_with_a_heartbeat_is_given_up() -> None:
    async with _looking_on(AKI, beat=0.01) as (owner, _, (aki,)):
        owner.error = late()
        assert len(await _heard(aki)) == 2


async def test_who_leaves_is_gone() -> None:
    async with _looking_on(AKI, BO) as (owner, table, (aki, bo)):
        await table.leave(bo)
        assert owner.branches.people == {"a1"}
        await table.leave(aki)
        owner.branches.say(b"does anybody hear me?")
        assert not owner.written


# -- through a real Redis ----------------------------------------------------------------------------------------------
async def _no_answer(_: Question) -> Answered:
    raise AssertionError("nothing was asked")


@asynccontextmanager
async def _node(
    url: str,
    name: str,
    take: Callable[[Letter], None] = lambda _: None,
    answer: Callable[[Question], Awaitable[Answered]] = _no_answer,
    back: Callable[[], None] = lambda: None,
) -> AsyncIterator[Post]:
    post = Post(url, name, Figures())
    async with post.open(Reader(take, answer, back)):
        yield post


def _show(table: str = "t1") -> messages.Show:
    return messages.Show(table=table)


async def test_an_answer_is_heard_before_any_later_letter(redis: Redis) -> None:
    url, heard = redis.new_address(), []

    async def answer(_: Question) -> Answered:
        for number in range(100):
            asyncio.get_running_loop().call_soon(b.send, "a", Listed(message=b"%d" % number))
        return Answered(id="", body=b"answer")

    def take(letter: Letter) -> None:
        assert isinstance(letter, Listed)
        heard.append(letter.message)

    async with _node(url, "a", take) as a, _node(url, "b", answer=answer) as b:
        assert await a.ask("b", _show(), then=heard.append) == b"answer"
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
        a.broadcast(Listed(message=b""))
        await asyncio.sleep(0.3)
    assert heard == ["b"], "not oneself, and nobody with another database"


async def test_what_was_answered_comes_back_as_it_was(redis: Redis) -> None:
    async def refuse(question: Question) -> Answered:
        return Answered(id="", code=question.table, sentence="no", status=403)

    url = redis.new_address()
    async with _node(url, "a") as a, _node(url, "b", answer=refuse):
        with pytest.raises(Passed) as refused:
            await a.ask("b", _show("hint/off"))
        assert (refused.value.code, refused.value.sentence, refused.value.status) == ("hint/off", "no", 403)
        with pytest.raises(Busy) as busy:
            await a.ask("b", _show("server/full"))
        assert busy.value.code == "server/full"


async def test_who_is_not_there_is_silent_at_once_and_who_does_not_answer_soon(redis: Redis) -> None:
    async def dawdle(_: Question) -> Answered:
        await asyncio.sleep(60)
        raise AssertionError

    url = redis.new_address()
    async with _node(url, "a") as a, _node(url, "b", answer=dawdle):
        with pytest.raises(Silent):
            await asyncio.wait_for(a.ask("nobody", _show(), patience=60), 10)
        with pytest.raises(Late):
            await a.ask("b", _show(), patience=0.3)


async def test_without_redis_everybody_is_away_and_then_back() -> None:
    with running_redis() as redis:
        await _go_away_and_come_back(redis)


async def _go_away_and_come_back(redis: Redis) -> None:
    url, back = redis.new_address(), asyncio.Event()
    asked = asyncio.Event()

    async def dawdle(_: Question) -> Answered:
        asked.set()
        await asyncio.sleep(60)
        raise AssertionError

    async with _node(url, "a", back=back.set) as a, _node(url, "b", answer=dawdle) as b:
        waiting = asyncio.create_task(a.ask("b", _show(), patience=60))
        await asked.wait()
        redis.kill()
        try:
            with pytest.raises(Away):
                await asyncio.wait_for(waiting, 10)
            assert not a.up
            with pytest.raises(Away):
                await a.ask("b", _show())
        finally:
            redis.start()
        await asyncio.wait_for(back.wait(), 20)
        while not b.up:
            await asyncio.sleep(0.01)
        with pytest.raises(Silent):
            await a.ask("nobody", _show())


async def test_two_nodes_may_not_have_one_name(redis: Redis) -> None:
    url = redis.new_address()
    async with _node(url, "a"):
        with pytest.raises(BadOptions, match="another node is called “a”"):
            async with _node(url, "a"):
                pass


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("redis://aki:secret@127.0.0.1:1", "cannot reach “redis://127.0.0.1:1”"),
        ("redis://aki:secret@127.0.0.1:port", "is no address of a Redis"),
    ],
)
async def test_a_redis_that_is_not_there_is_told_in_a_sentence(url: str, sentence: str) -> None:
    with pytest.raises(BadOptions, match=sentence) as refused:
        await redis_connection.check(redis_connection.connected(url), url)
    assert "secret" not in refused.value.sentence
