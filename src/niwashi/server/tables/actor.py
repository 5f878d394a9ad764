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
from niwashi.server.cluster.interface import Cluster
from niwashi.server.cluster.messages import StreamPosition
from niwashi.server.cluster.subscriptions import NodeSubscription, NodeSubscriptions
from niwashi.server.errors import GOING_DOWN, RetryLater, retry_later
from niwashi.server.ops.logging_setup import short_id
from niwashi.server.ops.metrics import Metrics
from niwashi.server.realtime.subscribers import Subscriber, Subscribers
from niwashi.server.workers.advice import AdviceService
from niwashi.server.workers.jobs import bot_move_job
from niwashi.server.workers.pool import JobRunner
from niwashi.store import Append, Log, LogSequence
from niwashi.store.errors import LogConflict, Overloaded
from niwashi.store.leases import Lease
from niwashi.table import BotTurn, Command, CommandResult, PendingEntries, Table
from niwashi.table.entries import Ended, Entry, Started
from niwashi.table.table import MAX_MISSING_ENTRIES
from niwashi.wire import Answer, Done, News, Snapshot
from niwashi.wire.messages import Bye, Heartbeat, Turn, encode_message
from niwashi.wire.news import EntrySeq
from niwashi.wire.requests import Act, Pong

log = structlog.get_logger()
MAX_QUEUED = 500
MAX_NEWS = 500
BOT_RETRY_SECONDS = 1.0
"""Seconds until a bot that failed is asked again."""
BOT_REFUSED_SECONDS = 0.05
Work: TypeAlias = Callable[[Table, int], CommandResult]


@dataclass(frozen=True)
class TableServices:
    """What every table shares."""

    log: Log
    clock: Clock
    jobs: JobRunner
    advice: AdviceService
    cluster: Cluster
    metrics: Metrics
    tell_turn: Callable[[str, Turn], None]
    """To a person, wherever they look, that a table waits for them or no longer does."""
    polling: float
    """Seconds for which somebody counts as here who asks over HTTP."""


@dataclass(frozen=True)
class _WorkItem:
    work: Work
    at: int
    answer: asyncio.Future[Answer | None]


class TableActor:
    def __init__(
        self, table: Table, lease: Lease, services: TableServices, changed: Callable[..., Awaitable[None]]
    ) -> None:
        self.table, self.lease, self._services = table, lease, services
        self._changed = changed
        self._queue: asyncio.Queue[_WorkItem | None] = asyncio.Queue(MAX_QUEUED)
        self.subscribers = Subscribers()
        self.subscriptions = NodeSubscriptions(table.id, services.cluster, services.clock.seconds)
        self._connected: set[str] = set()
        self._bot_tasks: dict[str, asyncio.Task[None]] = {}
        self._last_request_at: dict[str, float] = {}
        self._awaited = set(table.awaited)
        self._closed = False
        self.unloaded_idle = False
        """It has ended because nothing happens here until somebody comes."""
        self._bye: Bye | None = None
        self.resumed = asyncio.Event()
        """Clocks are right from here on."""
        self.rematch: str | None = None
        self.idle_since = services.clock.seconds()
        self.task: asyncio.Task[None] | None = None

    # -- from outside ------------------------------------------------------------------------------------------------
    async def handle(self, command: Command) -> Answer | None:
        """The answer, once what came of it is durable. A pong is not to wait behind anything."""
        if isinstance(command.request, Pong):
            return self.table.handle(command, self._now()).answer
        await self.touch(command.person)
        start = self._services.clock.seconds()
        answer = await self.submit(lambda table, now: table.handle(command, now))
        self._services.metrics.command.observe(self._services.clock.seconds() - start)
        self._services.metrics.commands.labels(type(answer).__name__.lower()).inc()
        return answer

    async def submit(self, work: Work) -> Answer | None:
        """In its turn, as of now: what waits in line does not come later for that."""
        if self._closed:
            raise retry_later()
        item = _WorkItem(work, self._now(), asyncio.get_running_loop().create_future())
        try:
            self._queue.put_nowait(item)
        except asyncio.QueueFull:
            raise RetryLater("server/busy", "too much waits at this table already; try again in a moment") from None
        return await item.answer

    async def snapshot(self, person: str | None) -> Snapshot:
        await self.touch(person)
        return self.table.snapshot(person, self._now())

    async def news_since(self, since: int, person: str | None) -> list[News]:
        """A few at a time: each brings a view, and other tables play on meanwhile."""
        await self.touch(person)
        upto = self.table.seq
        found: list[News] = []
        for first in range(max(since, upto - MAX_NEWS), upto, MAX_MISSING_ENTRIES):
            found += self.table.news(first, min(first + MAX_MISSING_ENTRIES, upto))
            await asyncio.sleep(0)
        return found

    async def record(self) -> bytes:
        return self.table.record().to_json()

    async def hint(self, person: str) -> bytes:
        return await self._services.advice.hint(self.table, person)

    async def review(self, person: str | None) -> bytes:
        return msgspec.json.encode(self._services.advice.review(self.table, person))

    # -- who looks on ------------------------------------------------------------------------------------------------
    async def join(self, subscriber: Subscriber, since: int | None) -> None:
        for message in self.initial_messages(subscriber.person.id, since):
            subscriber.outbox.offer(message)
        self.subscribers.add(subscriber)
        await self.sync_presence()

    def initial_messages(self, person: str, since: int | None) -> list[bytes]:
        """From entry `since` on where that is not too far back, else a snapshot. Whoever is added to the subscribers at
        once then misses nothing."""
        if self._closed:
            raise retry_later()
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

    async def leave(self, subscriber: Subscriber) -> None:
        self.subscribers.discard(subscriber)
        self.idle_since = self._services.clock.seconds()
        await self.sync_presence()

    async def touch(self, person: str | None) -> None:
        """Somebody asks over HTTP: whoever does so now and then is here, too."""
        if person not in self.table.people or person is None:
            return
        self._last_request_at[person] = self._services.clock.seconds()
        if person not in self.table.present:
            await self._set_presence(person, True)

    @property
    def people(self) -> set[str]:
        """Who looks on, from any node. Whoever has a second window open is not there twice."""
        return self.subscribers.people | self.subscriptions.people

    def is_present(self, person: str) -> bool:
        return person in self.people

    async def sync_presence(self) -> None:
        """The table hears who of those that have a seat has come, and who has gone."""
        now = self.people
        changed, self._connected = now ^ self._connected, now
        for person in sorted(changed.intersection(filter(None, self.table.people))):
            with suppress(NiwashiError):
                await self._set_presence(person, person in now)

    async def _set_presence(self, person: str, here: bool) -> None:
        await self.submit(lambda table, now: table.set_presence(person, here, now))

    def stream_position(self, subscription: NodeSubscription) -> StreamPosition:
        return StreamPosition(
            seq=self.table.seq, at=self._now(), stream=subscription.stream, number=subscription.number
        )

    @property
    def closed(self) -> bool:
        return self._closed

    @property
    def idle(self) -> bool:
        """Nobody is here, no bot is to act and no clock runs: nothing happens until somebody comes."""
        if self.people or self._services.advice.is_reviewing(self.table.id) or not self._queue.empty():
            return False
        return self._seconds_until_due() is None and not self.table.bots_to_act()

    @property
    def live(self) -> bool:
        """Cards are grabbed live, and everybody's lag is measured."""
        return self.table.options.get("grab") == "live"

    def heartbeat(self) -> bytes:
        return encode_message(heartbeat=Heartbeat(seq=self.table.seq, at=self._now()))

    async def ping(self, person: str) -> bytes | None:
        return encode_message(ping=self.table.ping(person, self._now())) if person in self.table.people else None

    def broadcast(self, message: bytes, to: str | None = None) -> None:
        self.subscribers.send(message, to)
        self.subscriptions.send(message, to)

    def _now(self) -> int:
        return self._services.clock.now()

    # -- the task ----------------------------------------------------------------------------------------------------
    async def run(self, since: int | None) -> None:
        """Until it is stopped, or somebody else owns the table, or it is not known what the store kept."""
        sentence = GOING_DOWN
        try:
            await self._resume(since)
            self.resumed.set()
            while await self._step():
                pass
        except NiwashiError as error:
            sentence = "this table is being brought back; come back"
            log.warning("table lost", table=short_id(self.table.id), code=error.code)
        except Exception:  # our own mistake: this table comes back from its log, and the others play on
            sentence = "this table is being brought back; come back"
            self._services.metrics.failures.labels("table").inc()
            log.exception("table failed", table=short_id(self.table.id))
        finally:
            self.resumed.set()
            self._close(sentence)

    async def _resume(self, since: int | None) -> None:
        """Nobody has run the table since then, and nobody is here yet."""
        if since is None:
            return
        await self._commit(self.table.suspend(since, self._now(), self.lease.epoch))
        await self._commit(self.table.drop_deleted_accounts(self._now()))
        for person in filter(None, self.table.people):
            await self._commit(self.table.set_presence(person, self.is_present(person), self._now()))
        self._start_bots()

    async def _step(self) -> bool:
        """One item, or what is due; False when it was the last."""
        try:
            async with asyncio.timeout(self._seconds_until_due()):
                item = await self._queue.get()
        except TimeoutError:
            await self._run_timers(self._now())
            await self._expire_presence()
            return True
        if item is None:
            return False
        await self._do(item)
        return True

    def _seconds_until_due(self) -> float | None:
        """Until there is something to do even if nobody asks for anything."""
        due = self.table.due()
        times = [] if due is None else [(due - self._now()) / 1000]
        times += [until - self._services.clock.seconds() for until in self._presence_deadlines().values()]
        return max(min(times), 0) if times else None

    def _presence_deadlines(self) -> dict[str, float]:
        """For those without a socket who count as here: they may ask over HTTP, or be about to come in."""
        here, now = self.people, self._services.clock.seconds()
        away = [person for person in self.table.present if person not in here]
        return {person: self._last_request_at.setdefault(person, now) + self._services.polling for person in away}

    async def _expire_presence(self) -> None:
        for person, until in self._presence_deadlines().items():
            if until <= self._services.clock.seconds():
                self._last_request_at.pop(person, None)
                with suppress(Overloaded):  # then a moment later
                    await self._commit(self.table.set_presence(person, False, self._now()))

    async def _run_timers(self, now: int) -> None:
        """Whatever time has brought by then."""
        while (due := self.table.due()) is not None and due <= now:
            before = self.table.seq
            try:
                await self._commit(self.table.tick(now))
            except Overloaded:
                await asyncio.sleep(0.1)
                return
            if self.table.seq == before:
                return

    async def _do(self, item: _WorkItem) -> None:
        """Clocks that ran out before it came are heeded first."""
        try:
            await self._run_timers(item.at)
            with self._services.metrics.judging.time():
                outcome = item.work(self.table, item.at)
            answer = await self._commit(outcome)
        except Overloaded as error:
            _fail(item, error)
        except BaseException:
            _fail(item, retry_later())
            raise
        else:
            if not item.answer.done():
                item.answer.set_result(answer)

    async def _commit(self, outcome: CommandResult) -> Answer | None:
        """Durable first, then so, then told."""
        batch, entries = outcome.batch, outcome.entries
        if batch is None:
            return outcome.answer
        try:
            with self._services.metrics.append.time():
                receipt = await self._services.log.append(to_append(batch, entries, self.lease.epoch))
            if receipt.repeated:  # by another owner: what stands here is old, and this batch was not written
                raise LogConflict(batch.table, receipt.newest)
        except BaseException:
            self.table.abandon(batch)
            raise
        self.table.commit(batch)
        with self._services.metrics.telling.time():
            self._publish(batch)
        self._publish_turns()
        self._start_bots()
        await self._changed(self, entries)
        return outcome.answer

    def _publish(self, batch: PendingEntries) -> None:
        """The news to everybody, and to each seat its choices, made once however many windows it has open."""
        here = self.people
        if not here:
            return
        self.broadcast(encode_message(news=self.table.news(batch.first - 1)))
        for seat, person in enumerate(self.table.people):
            choices = self.table.new_choices(seat) if person in here else None
            if choices is not None:
                self.broadcast(encode_message(choices=choices), to=person)

    def _publish_turns(self) -> None:
        """Whoever is to act now and was not before, and the other way round."""
        awaited, table = set(self.table.awaited), self.table
        for person in awaited ^ self._awaited:
            yours = person in awaited
            self._services.tell_turn(person, Turn(table=table.id, game=table.game_name, yours=yours, at=self._now()))
        self._awaited = awaited

    def stop(self, bye: Bye | None = None) -> None:
        """After what waits already; `bye` is the last that those hear who look on."""
        self._bye = self._bye or bye
        if not self._closed:
            self._closed = True
            if not self._queue.full():
                self._queue.put_nowait(None)
            elif self.task:
                self.task.cancel()

    def unload_idle(self) -> None:
        self.unloaded_idle = True
        self.stop()

    async def suspend(self) -> None:
        """Before a stop: clocks stand still from here until somebody runs the table again."""
        await self.submit(lambda table, now: table.suspend(now, now))

    def _close(self, sentence: str) -> None:
        self._closed = True
        for task in self._bot_tasks.values():
            task.cancel()
        while not self._queue.empty():
            item = self._queue.get_nowait()
            if item is not None:
                _fail(item, retry_later())
        bye = encode_message(bye=self._bye or Bye(code="server/again", sentence=sentence, seconds=1))
        self.subscribers.close(bye)
        self.subscriptions.send(bye, last=True)

    # -- bots --------------------------------------------------------------------------------------------------------
    def _start_bots(self) -> None:
        for turn in self.table.bots_to_act():
            if turn.id not in self._bot_tasks and not self._closed:
                task = asyncio.create_task(self._play_bot(turn), name=f"bot {turn.id}")
                self._bot_tasks[turn.id] = task

    async def _play_bot(self, turn: BotTurn) -> None:
        """The answer comes back as a command like anybody's; its id makes doing it twice harmless."""
        game = self.table.game
        assert game is not None, "bots act in games that have started"
        try:
            with self._services.metrics.thinking.time():
                raw = await self._services.jobs.run(bot_move_job(game, turn.seat, turn.level))
            action = msgspec.json.decode(raw, type=str)
            answer = await self.handle(Command(Act(id=turn.id, seq=turn.seq, action=action), bot=turn.seat))
            if not isinstance(answer, Done):  # while it thought, somebody else took what it wanted
                asyncio.get_running_loop().call_later(BOT_REFUSED_SECONDS, self._start_bots)
        except Exception as error:
            if not self._closed:
                self._services.metrics.failures.labels("bot").inc()
                if not isinstance(error, RetryLater):  # that Redis is away has been said already, and once will do
                    log.warning("bot failed", table=short_id(self.table.id), level=turn.level, error=repr(error))
                asyncio.get_running_loop().call_later(BOT_RETRY_SECONDS, self._start_bots)
        finally:
            self._bot_tasks.pop(turn.id, None)


def sequence_before(first: EntrySeq) -> LogSequence:
    """The store's number of the event before an entry: a table counts its entries from 0, the store from 1."""
    return LogSequence(first)


def to_append(batch: PendingEntries, entries: Sequence[Entry], epoch: int) -> Append:
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


def _fail(item: _WorkItem, error: Exception) -> None:
    if not item.answer.done():
        item.answer.set_exception(error)
