"""Letters between nodes, through Redis' channels: quick, in order, and lost while Redis is away.

Whoever must not miss one numbers them (`branches`), and whoever asks and hears nothing says “again” (`busy`).
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import structlog
from msgspec import MsgspecError
from msgspec.structs import replace
from redis.asyncio.client import PubSub
from redis.exceptions import ConnectionError as ConnectionLost

from niwashi.core.errors import BadOptions, NiwashiError, quote
from niwashi.server.cluster import redis_connection
from niwashi.server.cluster.interface import PATIENCE, Passed, Then
from niwashi.server.cluster.messages import Answered, Asked, Called, Echo, Hello, Letter, Question, from_bytes, to_bytes
from niwashi.server.cluster.redis_connection import FAILURES, channel_of
from niwashi.server.errors import Busy, Moved, away, late, silent
from niwashi.server.ops.metrics import Figures
from niwashi.server.settings_checks import shown_address

log = structlog.get_logger()
LISTENING = 3.0
"""Seconds without a letter after which we write to ourselves, and after twice that give the connection up."""
FIRST_WAIT, LONGEST_WAIT = 0.1, 2.0
"""Seconds between attempts to reach Redis."""
NAMESAKE = 0.3
"""Seconds that somebody of our own name has to say so."""
MOST_WAITING, AT_ONCE = 20_000, 500
MOVED = "server/moved"


@dataclass(frozen=True)
class _Waiting:
    """An answer that is expected, and who hears it first."""

    answer: asyncio.Future[bytes]
    then: Then


@dataclass(frozen=True)
class Reader:
    """What a house does with its letters."""

    take: Callable[[Letter], None]
    answer: Callable[[Question], Awaitable[Answered]]
    """With any id."""
    back: Callable[[], None]
    """Letters may have been lost until now."""


class Post:
    def __init__(self, url: str, node: str, figures: Figures) -> None:
        self.url, self.node, self._figures = url, node, figures
        self.redis = redis_connection.connected(url)
        self.prefix = redis_connection.prefix_of(self.redis)
        self.up = False
        self._outgoing: deque[tuple[str, bytes, str | None]] = deque()
        self._some = asyncio.Event()
        self._writing = False
        self._waiting: dict[str, _Waiting] = {}
        self._answering: set[asyncio.Task[None]] = set()
        self._instance = secrets.token_hex(8)
        self._namesake = False
        self._everybody = f"{self.prefix}:nodes"

    @asynccontextmanager
    async def open(self, reader: Reader) -> AsyncIterator[None]:
        """Reads and writes until this is left; what waits is still sent."""
        came_up = asyncio.Event()
        tasks = [asyncio.create_task(self._read_forever(reader, came_up)), asyncio.create_task(self._write_forever())]
        try:
            await self._wait_for(came_up)
            await self._check_name()
            yield
        finally:
            await self._close(tasks)

    async def _wait_for(self, came_up: asyncio.Event) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await came_up.wait()
        except TimeoutError:
            sentence = f"{quote(shown_address(self.url))} lets us subscribe to no channel"
            raise BadOptions("options/redis", sentence) from None

    async def _check_name(self) -> None:
        self.send(self.node, Hello(instance=self._instance))
        await asyncio.sleep(NAMESAKE)
        if self._namesake:
            sentence = f"another node is called {quote(self.node)} already; NIWASHI_NODE must be different on every one"
            raise BadOptions("options/node", sentence)

    async def _close(self, tasks: list[asyncio.Task[None]]) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while (self._outgoing or self._writing) and self.up:
                    await asyncio.sleep(0.01)
        for task in [*tasks, *self._answering]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.redis.aclose()

    # -- writing -----------------------------------------------------------------------------------------------------
    def send(self, node: str, letter: Letter) -> None:
        self._put(channel_of(self.prefix, node), to_bytes(letter))

    def broadcast(self, letter: Letter) -> None:
        """We hear it, too, and know it by its sender."""
        self._put(self._everybody, self._instance.encode() + to_bytes(letter))

    async def ask(self, node: str, question: Question, patience: float = PATIENCE, then: Then = None) -> bytes:
        if not self.up:
            raise away()
        number = secrets.token_hex(8)
        letter = Asked(id=number, node=self.node, question=question)
        self._figures.forwarded.labels(type(question).__name__.lower()).inc()
        self._put(channel_of(self.prefix, node), to_bytes(letter), number)
        return await self.expect(number, patience, then)

    async def expect(self, number: str, patience: float, then: Then = None) -> bytes:
        """The answer of this number, whoever gives it."""
        waiting = _Waiting(asyncio.get_running_loop().create_future(), then)
        self._waiting[number] = waiting
        try:
            async with asyncio.timeout(patience):
                return await waiting.answer
        except TimeoutError:
            raise late() from None
        finally:
            self._waiting.pop(number, None)

    def _put(self, channel: str, raw: bytes, question: str | None = None) -> None:
        """Dropped while nobody would get it: who counts letters notices."""
        if self.up and len(self._outgoing) < MOST_WAITING:
            self._outgoing.append((channel, raw, question))
            self._some.set()

    async def _write_forever(self) -> None:
        while True:
            await self._some.wait()
            some = [self._outgoing.popleft() for _ in range(min(len(self._outgoing), AT_ONCE))]
            if not self._outgoing:
                self._some.clear()
            self._writing = True
            await self._write(some)
            self._writing = False

    async def _write(self, letters: list[tuple[str, bytes, str | None]]) -> None:
        """In one go. A question that nobody received need not be waited for."""
        try:
            async with self.redis.pipeline(transaction=False) as pipe:
                for channel, raw, _ in letters:
                    pipe.publish(channel, raw)
                receivers = await pipe.execute()
        except FAILURES as error:
            log.warning("letters lost", count=len(letters), reason=redis_connection.reason(error))
            for *_, question in letters:
                self._fail(question, away())
            return
        for (*_, question), count in zip(letters, receivers, strict=True):
            if count == 0:
                self._fail(question, silent())

    def _fail(self, question: str | None, error: Exception) -> None:
        waiting = self._waiting.get(question or "")
        if waiting is not None and not waiting.answer.done():
            waiting.answer.set_exception(error)

    # -- reading -----------------------------------------------------------------------------------------------------
    async def _read_forever(self, reader: Reader, came_up: asyncio.Event) -> None:
        wait = FIRST_WAIT
        while True:
            try:
                async with self.redis.pubsub() as inbox:
                    await self._subscribe(inbox)
                    self._is_up(True)
                    if came_up.is_set():
                        reader.back()
                    came_up.set()
                    wait = FIRST_WAIT
                    await self._read(inbox, reader)
            except FAILURES as error:
                if self.up:
                    log.warning("redis lost", reason=redis_connection.reason(error))
                self._is_up(False)
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def _subscribe(self, inbox: PubSub) -> None:
        await inbox.subscribe(channel_of(self.prefix, self.node), self._everybody)
        for _ in range(2):
            if await inbox.get_message(timeout=PATIENCE) is None:
                raise ConnectionLost("no answer to a subscription")

    def _is_up(self, up: bool) -> None:
        self.up = up
        self._figures.redis.set(up)
        if not up:
            self._outgoing.clear()
            for number in list(self._waiting):
                self._fail(number, away())

    async def _read(self, inbox: PubSub, reader: Reader) -> None:
        """Until the connection is lost, also if nobody says so: then our own letters do not come through either."""
        listened = False
        while True:
            message = await inbox.get_message(timeout=LISTENING)
            if message is None:
                if listened:
                    raise ConnectionLost("nothing comes through")
                self.send(self.node, Echo())
                listened = True
            elif message["type"] == "message":
                listened = False
                self._open_letter(message["channel"].decode(), message["data"], reader)
            else:
                raise ConnectionLost("the subscription was made anew")

    def _open_letter(self, channel: str, raw: bytes, reader: Reader) -> None:
        if channel == self._everybody:
            sender = self._instance.encode()
            if raw.startswith(sender):
                return
            raw = raw[len(sender) :]
        try:
            self._take(from_bytes(raw), reader)
        except MsgspecError as error:
            log.error("letter not understood; do all nodes run the same version?", reason=str(error))
        except Exception:  # our own mistake, and no reason to read no further
            self._figures.failures.labels("letter").inc()
            log.exception("letter failed")

    def _take(self, letter: Letter, reader: Reader) -> None:
        match letter:
            case Answered():
                self._answered(letter)
            case Asked():
                task = asyncio.create_task(self._answer(letter, reader))
                self._answering.add(task)
                task.add_done_callback(self._answering.discard)
            case Hello():
                if letter.instance != self._instance:
                    self.send(self.node, Called(instance=letter.instance))
            case Called():
                self._namesake = self._namesake or letter.instance == self._instance
            case Echo():
                pass
            case _:
                reader.take(letter)

    def _answered(self, letter: Answered) -> None:
        waiting = self._waiting.get(letter.id)
        if waiting is None or waiting.answer.done():
            return
        if letter.code is not None:
            waiting.answer.set_exception(_error(letter))
            return
        if waiting.then:
            waiting.then(letter.body)
        waiting.answer.set_result(letter.body)

    async def _answer(self, asked: Asked, reader: Reader) -> None:
        """The answer is on its way before anything else happens at the table: its order among letters counts."""
        answered = await reader.answer(asked.question)
        self.send(asked.node, replace(answered, id=asked.id))


def _error(letter: Answered) -> NiwashiError:
    code = letter.code or ""
    if code == MOVED:
        return Moved("server/again", letter.sentence)
    if code.startswith("server/"):
        return Busy(code, letter.sentence)
    return Passed(code, letter.sentence, letter.status)
