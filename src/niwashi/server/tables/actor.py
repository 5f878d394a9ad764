"""One table in memory and the task that runs it: a command in, durable, then told to everybody."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

import msgspec
import structlog

from niwashi.core.errors import NiwashiError
from niwashi.server.clock import Clock
from niwashi.server.cluster.interface import Neighbours
from niwashi.server.cluster.messages import HowFar
from niwashi.server.cluster.subscriptions import Branch, Branches
from niwashi.server.errors import GOING_DOWN, Busy, again
from niwashi.server.ops.logging_setup import shown_id
from niwashi.server.ops.metrics import Figures
from niwashi.server.realtime.subscribers import Audience, Listener
from niwashi.server.workers.advice import Adviser
from niwashi.server.workers.jobs import decision_for
from niwashi.server.workers.pool import Thinkers
from niwashi.store import Append, Log, LogSequence
from niwashi.store.errors import Conflict, Overloaded
from niwashi.store.leases import Lease
from niwashi.table import BotTurn, Command, CommandResult, PendingEntries, Table
from niwashi.table.entries import Ended, Entry, Started
from niwashi.table.table import MAX_MISSING_ENTRIES
from niwashi.wire import Answer, Done, News, Snapshot
from niwashi.wire.messages import Bye, Heartbeat, Turn, encode_message
from niwashi.wire.news import EntrySeq
from niwashi.wire.requests import Act, Pong

log = structlog.get_logger()
MOST_WAITING = 500
MOST_NEWS = 500
AFTER_FAILURE = 1.0
"""Seconds until a bot that failed is asked again."""
AFTER_REFUSAL = 0.05
Work: TypeAlias = Callable[[Table, int], CommandResult]


@dataclass(frozen=True)
class Tools:
    """What every table shares."""

    log: Log
    clock: Clock
    thinkers: Thinkers
    adviser: Adviser
    neighbours: Neighbours
    figures: Figures
    tell_turn: Callable[[str, Turn], None]
    """To a person, wherever they look, that a table waits for them or no longer does."""
    polling: float
    """Seconds for which somebody counts as here who asks over HTTP."""


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
        self.audience = Audience()
        self.branches = Branches(table.id, tools.neighbours, tools.clock.seconds)
        self._noted: set[str] = set()
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._asked_at: dict[str, float] = {}
        self._awaited = set(table.awaited)
        self._closed = False
        self.asleep = False
        """It has ended because nothing happens here until somebody comes."""
        self._bye: Bye | None = None
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
        await self.seen(command.person)
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

    async def show(self, person: str | None) -> Snapshot:
        await self.seen(person)
        return self.table.snapshot(person, self._now())

    async def since(self, since: int, person: str | None) -> list[News]:
        """A few at a time: each brings a view, and other tables play on meanwhile."""
        await self.seen(person)
        upto = self.table.seq
        found: list[News] = []
        for first in range(max(since, upto - MOST_NEWS), upto, MAX_MISSING_ENTRIES):
            found += self.table.news(first, min(first + MAX_MISSING_ENTRIES, upto))
            await asyncio.sleep(0)
        return found

    async def recall(self) -> bytes:
        return self.table.record().to_json()

    async def hint(self, person: str) -> bytes:
        return await self._tools.adviser.hint(self.table, person)

    async def review(self, person: str | None) -> bytes:
        return msgspec.json.encode(self._tools.adviser.review(self.table, person))

    # -- who looks on ------------------------------------------------------------------------------------------------
    async def join(self, listener: Listener, since: int | None) -> None:
        for message in self.welcome(listener.person.id, since):
            listener.outbox.offer(message)
        self.audience.add(listener)
        await self.note_presence()

    def welcome(self, person: str, since: int | None) -> list[bytes]:
        """From entry `since` on where that is not too far back, else a snapshot. Whoever is added to the audience at
        once then misses nothing."""
        if self._closed:
            raise again()
        table = self.table
        rematch = [encode_message(rematch=self.rematch)] if self.rematch else []
        if since is None or not 0 <= table.seq - since <= MAX_MISSING_ENTRIES:
            return [encode_message(snapshot=table.snapshot(person, self._now())), *rematch]
        seat = table.seat_of(person)
        choices = table.choices(seat) if seat is not None else None
        return [
            encode_message(news=table.news(since)),
            *([encode_message(choices=choices)] if choices else []),
            *rematch,
        ]

    async def leave(self, listener: Listener) -> None:
        self.audience.discard(listener)
        self.quiet_since = self._tools.clock.seconds()
        await self.note_presence()

    async def seen(self, person: str | None) -> None:
        """Somebody asks over HTTP: whoever does so now and then is here, too."""
        if person not in self.table.people or person is None:
            return
        self._asked_at[person] = self._tools.clock.seconds()
        if person not in self.table.present:
            await self._tell_presence(person, True)

    @property
    def people(self) -> set[str]:
        """Who looks on, from any node. Whoever has a second window open is not there twice."""
        return self.audience.people | self.branches.people

    def here(self, person: str) -> bool:
        return person in self.people

    async def note_presence(self) -> None:
        """The table hears who of those that have a seat has come, and who has gone."""
        now = self.people
        changed, self._noted = now ^ self._noted, now
        for person in sorted(changed.intersection(filter(None, self.table.people))):
            with suppress(NiwashiError):
                await self._tell_presence(person, person in now)

    async def _tell_presence(self, person: str, here: bool) -> None:
        await self.do(lambda table, now: table.set_presence(person, here, now))

    def how_far(self, branch: Branch) -> HowFar:
        return HowFar(seq=self.table.seq, at=self._now(), stream=branch.stream, number=branch.number)

    @property
    def closed(self) -> bool:
        return self._closed

    @property
    def idle(self) -> bool:
        """Nobody is here, no bot is to act and no clock runs: nothing happens until somebody comes."""
        if self.people or self._tools.adviser.is_reviewing(self.table.id) or not self._jobs.empty():
            return False
        return self._seconds_free() is None and not self.table.bots_to_act()

    @property
    def live(self) -> bool:
        """Cards are grabbed live, and everybody's lag is measured."""
        return self.table.options.get("grab") == "live"

    def heartbeat(self) -> bytes:
        return encode_message(heartbeat=Heartbeat(seq=self.table.seq, at=self._now()))

    async def ping(self, person: str) -> bytes | None:
        return encode_message(ping=self.table.ping(person, self._now())) if person in self.table.people else None

    def say(self, message: bytes, to: str | None = None) -> None:
        self.audience.say(message, to)
        self.branches.say(message, to)

    def _now(self) -> int:
        return self._tools.clock.now()

    # -- the task ----------------------------------------------------------------------------------------------------
    async def run(self, since: int | None) -> None:
        """Until it is stopped, or somebody else owns the table, or it is not known what the store kept."""
        sentence = GOING_DOWN
        try:
            await self._wake(since)
            self.awake.set()
            while await self._step():
                pass
        except NiwashiError as error:
            sentence = "this table is being brought back; come back"
            log.warning("table lost", table=shown_id(self.table.id), code=error.code)
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
        await self._settle(self.table.suspend(since, self._now(), self.lease.epoch))
        await self._settle(self.table.drop_deleted_accounts(self._now()))
        for person in filter(None, self.table.people):
            await self._settle(self.table.set_presence(person, self.here(person), self._now()))
        self._wake_bots()

    async def _step(self) -> bool:
        """One job, or what is due; False when it was the last."""
        try:
            async with asyncio.timeout(self._seconds_free()):
                job = await self._jobs.get()
        except TimeoutError:
            await self._catch_up(self._now())
            await self._miss_people()
            return True
        if job is None:
            return False
        await self._do(job)
        return True

    def _seconds_free(self) -> float | None:
        """Until there is something to do even if nobody asks for anything."""
        due = self.table.due()
        times = [] if due is None else [(due - self._now()) / 1000]
        times += [until - self._tools.clock.seconds() for until in self._here_until().values()]
        return max(min(times), 0) if times else None

    def _here_until(self) -> dict[str, float]:
        """For those without a socket who count as here: they may ask over HTTP, or be about to come in."""
        here, now = self.people, self._tools.clock.seconds()
        away = [person for person in self.table.present if person not in here]
        return {person: self._asked_at.setdefault(person, now) + self._tools.polling for person in away}

    async def _miss_people(self) -> None:
        for person, until in self._here_until().items():
            if until <= self._tools.clock.seconds():
                self._asked_at.pop(person, None)
                with suppress(Overloaded):  # then a moment later
                    await self._settle(self.table.set_presence(person, False, self._now()))

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

    async def _settle(self, outcome: CommandResult) -> Answer | None:
        """Durable first, then so, then told."""
        batch, entries = outcome.batch, outcome.entries
        if batch is None:
            return outcome.answer
        try:
            with self._tools.figures.append.time():
                receipt = await self._tools.log.append(stored(batch, entries, self.lease.epoch))
            if receipt.repeated:  # by another owner: what stands here is old, and this batch was not written
                raise Conflict(batch.table, receipt.newest)
        except BaseException:
            self.table.abandon(batch)
            raise
        self.table.commit(batch)
        with self._tools.figures.telling.time():
            self._tell(batch)
        self._tell_turns()
        self._wake_bots()
        await self._changed(self, entries)
        return outcome.answer

    def _tell(self, batch: PendingEntries) -> None:
        """The news to everybody, and to each seat its choices, made once however many windows it has open."""
        here = self.people
        if not here:
            return
        self.say(encode_message(news=self.table.news(batch.first - 1)))
        for seat, person in enumerate(self.table.people):
            choices = self.table.new_choices(seat) if person in here else None
            if choices is not None:
                self.say(encode_message(choices=choices), to=person)

    def _tell_turns(self) -> None:
        """Whoever is to act now and was not before, and the other way round."""
        awaited, table = set(self.table.awaited), self.table
        for person in awaited ^ self._awaited:
            yours = person in awaited
            self._tools.tell_turn(person, Turn(table=table.id, game=table.game_name, yours=yours, at=self._now()))
        self._awaited = awaited

    def stop(self, bye: Bye | None = None) -> None:
        """After what waits already; `bye` is the last that those hear who look on."""
        self._bye = self._bye or bye
        if not self._closed:
            self._closed = True
            if not self._jobs.full():
                self._jobs.put_nowait(None)
            elif self.task:
                self.task.cancel()

    def sleep(self) -> None:
        self.asleep = True
        self.stop()

    async def rest(self) -> None:
        """Before a stop: clocks stand still from here until somebody runs the table again."""
        await self.do(lambda table, now: table.suspend(now, now))

    def _close(self, sentence: str) -> None:
        self._closed = True
        for task in self._thinking.values():
            task.cancel()
        while not self._jobs.empty():
            job = self._jobs.get_nowait()
            if job is not None:
                _fail(job, again())
        bye = encode_message(bye=self._bye or Bye(code="server/again", sentence=sentence, seconds=1))
        self.audience.close(bye)
        self.branches.say(bye, last=True)

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
                raw = await self._tools.thinkers.do(decision_for(game, turn.seat, turn.level))
            action = msgspec.json.decode(raw, type=str)
            answer = await self.ask(Command(Act(id=turn.id, seq=turn.seq, action=action), bot=turn.seat))
            if not isinstance(answer, Done):  # while it thought, somebody else took what it wanted
                asyncio.get_running_loop().call_later(AFTER_REFUSAL, self._wake_bots)
        except Exception as error:
            if not self._closed:
                self._tools.figures.failures.labels("bot").inc()
                if not isinstance(error, Busy):  # that Redis is away has been said already, and once will do
                    log.warning("bot failed", table=shown_id(self.table.id), level=turn.level, error=repr(error))
                asyncio.get_running_loop().call_later(AFTER_FAILURE, self._wake_bots)
        finally:
            self._thinking.pop(turn.id, None)


def sequence_before(first: EntrySeq) -> LogSequence:
    """The store's number of the event before an entry: a table counts its entries from 0, the store from 1."""
    return LogSequence(first)


def stored(batch: PendingEntries, entries: Sequence[Entry], epoch: int) -> Append:
    """A table's batch as the store takes it."""
    kinds = {type(entry) for entry in entries}
    return Append(
        table=batch.table,
        epoch=epoch,
        after=sequence_before(batch.first),
        events=batch.bodies,
        command=batch.command,
        answer=batch.answer or b"",
        state="over" if Ended in kinds else "running" if Started in kinds else None,
        awaited=sum(1 << seat for seat in batch.awaited),
        mentions=batch.mentions,
    )


def _fail(job: _Job, error: Exception) -> None:
    if not job.answer.done():
        job.answer.set_exception(error)
