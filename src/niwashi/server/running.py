"""One table in memory and the task that runs it: a command in, durable, then told to everybody."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeAlias

import structlog

from niwashi.core.errors import NiwashiError
from niwashi.server.clock import Clock
from niwashi.server.figures import Figures
from niwashi.server.logs import shown_id
from niwashi.server.outbox import Outbox
from niwashi.server.people import Person
from niwashi.server.thinking import Thinkers, thought_of
from niwashi.store import Batch as StoredBatch
from niwashi.store import Log
from niwashi.store.errors import Overloaded
from niwashi.store.leases import Lease
from niwashi.table import Batch, BotTurn, Command, Outcome, Table
from niwashi.table.entries import Ended, Entry, Started, from_body
from niwashi.table.table import MOST_MISSING
from niwashi.wire import Answer, Choices, Done
from niwashi.wire.messages import Bye, Heartbeat, packed
from niwashi.wire.requests import Act, Pong

log = structlog.get_logger()
MOST_WAITING = 500
AFTER_FAILURE = 1.0
"""Seconds until a bot that failed is asked again."""
AFTER_REFUSAL = 0.05
Work: TypeAlias = Callable[[Table, int], Outcome]


class Busy(NiwashiError):
    """Not now; again in a moment."""


def again(sentence: str = "this table is being brought back; try again in a moment") -> Busy:
    return Busy("server/again", sentence)


@dataclass(frozen=True)
class Tools:
    """What every table shares."""

    log: Log
    clock: Clock
    thinkers: Thinkers
    figures: Figures


@dataclass(eq=False)
class Listener:
    """Somebody who looks on, at a seat or not; the table tells `outbox`."""

    person: Person
    outbox: Outbox = field(default_factory=Outbox)


@dataclass(frozen=True)
class _Job:
    work: Work
    at: int
    answer: asyncio.Future[Answer | None]


class Running:
    def __init__(self, table: Table, lease: Lease, tools: Tools, changed: Callable[..., Awaitable[None]]) -> None:
        self.table, self.lease, self._tools = table, lease, tools
        self._changed = changed
        self._jobs: asyncio.Queue[_Job | None] = asyncio.Queue(MOST_WAITING)
        self._listeners: set[Listener] = set()
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._closed = False
        self.awake = asyncio.Event()
        """Clocks are right from here on."""
        self.rematch: str | None = None
        self.quiet_since = tools.clock.seconds()
        self.task: asyncio.Task[None] | None = None

    # -- from outside ------------------------------------------------------------------------------------------------
    async def ask(self, command: Command) -> Answer | None:
        """The answer, once what came of it is durable. A pong is not to wait behind anything."""
        if isinstance(command.request, Pong):
            return self.table.handle(command, self._now()).answer
        start = self._tools.clock.seconds()
        answer = await self.do(lambda table, now: table.handle(command, now))
        self._tools.figures.command.observe(self._tools.clock.seconds() - start)
        self._tools.figures.commands.labels(type(answer).__name__.lower()).inc()
        return answer

    async def do(self, work: Work) -> Answer | None:
        """In its turn, as of now: what waits in line does not come later for that."""
        if self._closed:
            raise again()
        job = _Job(work, self._now(), asyncio.get_running_loop().create_future())
        try:
            self._jobs.put_nowait(job)
        except asyncio.QueueFull:
            raise Busy("server/busy", "too much waits at this table already; try again in a moment") from None
        return await job.answer

    def join(self, listener: Listener, since: int | None) -> None:
        """From entry `since` on where that is not too far back, else with a snapshot. No news falls in between."""
        if self._closed:
            raise again()
        self._listeners.add(listener)
        table, person = self.table, listener.person.id
        if since is not None and 0 <= table.seq - since <= MOST_MISSING:
            listener.outbox.offer(packed(news=table.news(since)))
            self._offer_choices([listener], table.choices)
        else:
            listener.outbox.offer(packed(snapshot=table.snapshot(person, self._now())))
        if self.rematch:
            listener.outbox.offer(packed(rematch=self.rematch))

    def leave(self, listener: Listener) -> None:
        self._listeners.discard(listener)
        self.quiet_since = self._tools.clock.seconds()

    def here(self, person: str) -> int:
        """How many sockets a person has at this table."""
        return Counter(listener.person.id for listener in self._listeners)[person]

    @property
    def listeners(self) -> frozenset[Listener]:
        return frozenset(self._listeners)

    @property
    def closed(self) -> bool:
        return self._closed

    def heartbeat(self) -> bytes:
        return packed(heartbeat=Heartbeat(seq=self.table.seq, at=self._now()))

    def ping(self, person: str) -> bytes:
        return packed(ping=self.table.ping(person, self._now()))

    def say(self, message: bytes) -> None:
        for listener in self._listeners:
            listener.outbox.offer(message)

    def _now(self) -> int:
        return self._tools.clock.now()

    # -- the task ----------------------------------------------------------------------------------------------------
    async def run(self, since: int | None) -> None:
        """Until it is stopped, or somebody else owns the table, or it is not known what the store kept."""
        sentence = "the server is going down for a moment; come back"
        try:
            await self._wake(since)
            self.awake.set()
            while await self._step():
                pass
        except NiwashiError as error:
            sentence = "this table is being brought back; come back"
            log.warning("table lost", table=shown_id(self.table.id), code=error.code, sentence=error.sentence)
        except Exception:  # our own mistake: this table comes back from its log, and the others play on
            sentence = "this table is being brought back; come back"
            self._tools.figures.failures.labels("table").inc()
            log.exception("table failed", table=shown_id(self.table.id))
        finally:
            self.awake.set()
            self._close(sentence)

    async def _wake(self, since: int | None) -> None:
        """Nobody has run the table since then, and nobody is here yet."""
        if since is None:
            return
        await self._settle(self.table.rest(since, self._now()))
        for person in filter(None, self.table.people):
            await self._settle(self.table.presence(person, bool(self.here(person)), self._now()))
        self._wake_bots()

    async def _step(self) -> bool:
        """One job, or what is due; False when it was the last."""
        due = self.table.due()
        wait = None if due is None else max(due - self._now(), 0) / 1000
        try:
            async with asyncio.timeout(wait):
                job = await self._jobs.get()
        except TimeoutError:
            await self._catch_up(self._now())
            return True
        if job is None:
            return False
        await self._do(job)
        return True

    async def _catch_up(self, now: int) -> None:
        """Whatever time has brought by then."""
        while (due := self.table.due()) is not None and due <= now:
            before = self.table.seq
            try:
                await self._settle(self.table.tick(now))
            except Overloaded:
                await asyncio.sleep(0.1)
                return
            if self.table.seq == before:
                return

    async def _do(self, job: _Job) -> None:
        """Clocks that ran out before it came are heeded first."""
        try:
            await self._catch_up(job.at)
            with self._tools.figures.judging.time():
                outcome = job.work(self.table, job.at)
            answer = await self._settle(outcome)
        except Overloaded as error:
            _fail(job, error)
        except BaseException:
            _fail(job, again())
            raise
        else:
            if not job.answer.done():
                job.answer.set_result(answer)

    async def _settle(self, outcome: Outcome) -> Answer | None:
        """Durable first, then so, then told."""
        batch = outcome.batch
        if batch is None:
            return outcome.answer
        entries = [from_body(body) for body in batch.bodies]
        try:
            with self._tools.figures.append.time():
                await self._tools.log.append(self._stored(batch, entries))
        except BaseException:
            self.table.abandon(batch)
            raise
        self.table.commit(batch)
        with self._tools.figures.telling.time():
            self._tell(batch)
        self._wake_bots()
        await self._changed(self, entries)
        return outcome.answer

    def _stored(self, batch: Batch, entries: list[Entry]) -> StoredBatch:
        kinds = {type(entry) for entry in entries}
        state = "over" if Ended in kinds else "running" if Started in kinds else None
        return StoredBatch(
            batch.table, self.lease.epoch, batch.first, batch.bodies, batch.command, batch.answer or b"", state
        )

    def _tell(self, batch: Batch) -> None:
        if self._listeners:
            self.say(packed(news=self.table.news(batch.first - 1)))
            self._offer_choices(list(self._listeners), self.table.new_choices)

    def _offer_choices(self, listeners: list[Listener], of: Callable[[int], Choices | None]) -> None:
        """To each seat its own, made once however many windows it has open."""
        people = self.table.people
        for seat, person in enumerate(people):
            own = [listener for listener in listeners if listener.person.id == person]
            choices = of(seat) if own else None
            if choices is not None:
                message = packed(choices=choices)
                for listener in own:
                    listener.outbox.offer(message)

    def stop(self) -> None:
        """After what waits already."""
        if not self._closed:
            self._closed = True
            if not self._jobs.full():
                self._jobs.put_nowait(None)
            elif self.task:
                self.task.cancel()

    async def rest(self) -> None:
        """Before a stop: clocks stand still from here until somebody runs the table again."""
        await self.do(lambda table, now: table.rest(now, now))

    def _close(self, sentence: str) -> None:
        self._closed = True
        for task in self._thinking.values():
            task.cancel()
        while not self._jobs.empty():
            job = self._jobs.get_nowait()
            if job is not None:
                _fail(job, again())
        self.say(packed(bye=Bye(code="server/again", sentence=sentence, seconds=1)))
        for listener in self._listeners:
            listener.outbox.close()

    # -- bots --------------------------------------------------------------------------------------------------------
    def _wake_bots(self) -> None:
        for turn in self.table.bots_to_act():
            if turn.id not in self._thinking and not self._closed:
                task = asyncio.create_task(self._think(turn), name=f"bot {turn.id}")
                self._thinking[turn.id] = task

    async def _think(self, turn: BotTurn) -> None:
        """The answer comes back as a command like anybody's; its id makes doing it twice harmless."""
        game = self.table.game
        assert game is not None, "bots act in games that have started"
        try:
            with self._tools.figures.thinking.time():
                action = await self._tools.thinkers.decide(thought_of(game, turn.seat, turn.level))
            answer = await self.ask(Command(Act(id=turn.id, seq=turn.seq, action=action), bot=turn.seat))
            if not isinstance(answer, Done):  # while it thought, somebody else took what it wanted
                asyncio.get_running_loop().call_later(AFTER_REFUSAL, self._wake_bots)
        except Exception as error:
            if not self._closed:
                self._tools.figures.failures.labels("bot").inc()
                log.warning("bot failed", table=shown_id(self.table.id), level=turn.level, error=repr(error))
                asyncio.get_running_loop().call_later(AFTER_FAILURE, self._wake_bots)
        finally:
            self._thinking.pop(turn.id, None)


def _fail(job: _Job, error: Exception) -> None:
    if not job.answer.done():
        job.answer.set_exception(error)
