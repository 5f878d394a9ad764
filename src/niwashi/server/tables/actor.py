"""One table in memory and the task that owns it: each command is judged, made durable, then published."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

import msgspec
import structlog

from niwashi.core.errors import NiwashiError
from niwashi.server.errors import RECOVERING, SHUTTING_DOWN, RetryLater, retry_later
from niwashi.server.ops.logging_setup import short_id
from niwashi.server.realtime.subscribers import Subscriber, Subscribers
from niwashi.server.tables.appends import to_append
from niwashi.server.tables.bots import BotPlayers
from niwashi.server.tables.presence import Presence
from niwashi.server.tables.services import TableServices
from niwashi.server.tables.stream import TableStream
from niwashi.store.errors import LogConflict, Overloaded
from niwashi.store.leases import Lease
from niwashi.table import Command, CommandResult, Table
from niwashi.table.entries import Entry
from niwashi.table.table import MAX_MISSING_ENTRIES
from niwashi.wire import Answer, News, Snapshot
from niwashi.wire.messages import Bye, encode_message
from niwashi.wire.requests import Pong
from niwashi.wire.settings import DaysClock, NoClock

log = structlog.get_logger()
MAX_QUEUED = 500
MAX_NEWS = 500
OVERLOADED_RETRY_SECONDS = 0.1
Work: TypeAlias = Callable[[Table, int], CommandResult]


@dataclass(frozen=True)
class Committed:
    """A batch of entries that is durable and published."""

    actor: TableActor
    entries: Sequence[Entry]
    turns: Mapping[str, bool]
    """People whose turn began (True) or ended (False)."""


OnCommitted: TypeAlias = Callable[[Committed], Awaitable[None]]


@dataclass(frozen=True)
class _WorkItem:
    work: Work
    at: int
    answer: asyncio.Future[Answer | None]

    def fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class TableActor:
    def __init__(self, table: Table, lease: Lease, services: TableServices, on_committed: OnCommitted) -> None:
        self.table, self.lease, self._services, self._on_committed = table, lease, services, on_committed
        self._queue: asyncio.Queue[_WorkItem | None] = asyncio.Queue(MAX_QUEUED)
        self.stream = TableStream(table, services.cluster, services.clock)
        self._presence = Presence(table, self.stream, services.clock.seconds, services.polling)
        self._bots = BotPlayers(table, services, self.handle)
        self._awaited = set(table.awaited)
        self._ran_since = services.clock.now()
        """The end of the last halt that the table's clocks account for."""
        self._bye: Bye | None = None
        self.closed = False
        self.unloaded_idle = False
        """It ended because the table was idle, and so its game needs no new owner."""
        self.resumed = asyncio.Event()
        """Set once the table's clocks account for the time without an owner."""
        self.idle_since = self.used_at = services.clock.seconds()
        """When somebody with a session last used it: others may look, but do not keep it in memory."""
        self.task: asyncio.Task[None] | None = None

    # -- requests ----------------------------------------------------------------------------------------------------
    async def handle(self, command: Command) -> Answer | None:
        """Return the answer once its effects are durable. A pong measures latency, so it skips the queue."""
        if isinstance(command.request, Pong):
            return self.table.handle(command, self._now()).answer
        await self.touch(command.person)
        metrics, start = self._services.metrics, self._services.clock.seconds()
        answer = await self.submit(lambda table, now: table.handle(command, now))
        metrics.command.observe(self._services.clock.seconds() - start)
        metrics.commands.labels(type(answer).__name__.lower()).inc()
        return answer

    async def submit(self, work: Work) -> Answer | None:
        """Queue the work with the current time: waiting in the queue does not make a command late."""
        if self.closed:
            raise retry_later()
        item = _WorkItem(work, self._now(), asyncio.get_running_loop().create_future())
        try:
            self._queue.put_nowait(item)
        except asyncio.QueueFull:
            raise RetryLater("server/busy", "too many commands are waiting at this table; try again soon") from None
        return await item.answer

    async def snapshot(self, person: str | None) -> Snapshot:
        await self.touch(person)
        return self.table.snapshot(person, self._now())

    async def news_since(self, since: int, person: str | None) -> list[News]:
        """Built in small batches, since every entry needs a view and other tables must not wait."""
        await self.touch(person)
        newest = self.table.told_seq
        news: list[News] = []
        for first in range(max(since, newest - MAX_NEWS), newest, MAX_MISSING_ENTRIES):
            news += self.table.news(first, min(first + MAX_MISSING_ENTRIES, newest))
            await asyncio.sleep(0)
        return news

    async def record(self) -> bytes:
        return self.table.record().to_json()

    async def hint(self, person: str) -> bytes:
        return await self._services.advice.hint(self.table, person)

    async def review(self, person: str | None) -> bytes:
        return msgspec.json.encode(self._services.advice.review(self.table, person))

    async def ping(self, person: str, max_lag: int | None) -> bytes | None:
        if person not in self.table.people:
            return None
        return encode_message(ping=self.table.ping(person, self._now(), max_lag))

    # -- subscribers and presence ------------------------------------------------------------------------------------
    @property
    def subscribers(self) -> Subscribers:
        return self.stream.subscribers

    async def join(self, subscriber: Subscriber, since: int | None) -> None:
        for message in self.initial_messages(subscriber.person.id, since):
            subscriber.outbox.offer(message)
        self.subscribers.add(subscriber)
        await self.sync_presence()

    def initial_messages(self, person: str, since: int | None) -> list[bytes]:
        if self.closed:
            raise retry_later()
        return self.stream.initial_messages(person, since)

    async def leave(self, subscriber: Subscriber) -> None:
        self.subscribers.discard(subscriber)
        self.idle_since = self.used_at = self._services.clock.seconds()
        await self.sync_presence()

    async def touch(self, person: str | None) -> None:
        """A seated person sent an HTTP request and counts as present for a while."""
        if person is not None:
            self.idle_since = self.used_at = self._services.clock.seconds()
        if person is not None and person in self.table.people and self._presence.touch(person):
            await self._set_presence(person, True)

    async def sync_presence(self) -> None:
        """Tell the table which seated people have connected or disconnected."""
        for person, present in self._presence.connection_changes().items():
            with suppress(NiwashiError):
                await self._set_connected(person, present)

    async def _set_connected(self, person: str, connected: bool) -> None:
        """Retried while the store is overloaded: nothing else would tell the table that a silent person is there."""
        while self.is_connected(person) == connected:
            try:
                return await self._set_presence(person, connected)
            except Overloaded:
                await asyncio.sleep(OVERLOADED_RETRY_SECONDS)

    async def _set_presence(self, person: str, present: bool) -> None:
        await self.submit(lambda table, now: table.set_presence(person, present, now))

    def is_connected(self, person: str) -> bool:
        return person in self.stream.people

    @property
    def idle(self) -> bool:
        """Nothing will happen until a client connects: no socket, no bot to act, no clock running."""
        if self.stream.people or self._services.advice.is_reviewing(self.table.id) or not self._queue.empty():
            return False
        return self._seconds_until_due() is None and not self.table.bots_to_act()

    @property
    def may_sleep(self) -> bool:
        """Where memory runs out: as `idle`, or a game of days at which nobody is. Its clocks stop meanwhile."""
        if self.idle:
            return True
        slow = isinstance(self.table.settings.clock, DaysClock) and not self.table.bots_to_act()
        return slow and not self.stream.people and self._queue.empty()

    @property
    def live(self) -> bool:
        return self.table.has_races

    def heartbeat(self) -> bytes:
        return self.stream.heartbeat()

    def _now(self) -> int:
        return self._services.clock.now()

    # -- the task ----------------------------------------------------------------------------------------------------
    async def run(self, since: int | None) -> None:
        """Run until stopped, until another node owns the table, or until a write's outcome is unknown."""
        sentence = SHUTTING_DOWN
        try:
            await self._resume(since)
            self.resumed.set()
            while await self._step():
                pass
        except NiwashiError as error:
            sentence = RECOVERING
            log.warning("table lost", table=short_id(self.table.id), code=error.code, reason=error.sentence)
        except Exception:  # a bug: this table is reloaded from its log, and the others go on
            sentence = RECOVERING
            self._services.metrics.failures.labels("table").inc()
            log.exception("table failed", table=short_id(self.table.id))
        finally:
            self.resumed.set()
            self._close(sentence)

    async def _resume(self, since: int | None) -> None:
        """Stop the clocks for the time since `since`, in which no node ran the table."""
        if since is None:
            return
        await self._commit(self.table.suspend(since, self._now(), self.lease.epoch))
        await self._commit(self.table.drop_deleted_accounts(self._now()))
        for person in filter(None, self.table.people):
            present = self.is_connected(person)
            if present or self.table.phase != "over":  # who is asked for a rematch has time to come back and answer
                await self._commit(self.table.set_presence(person, present, self._now()))
        self._bots.start()

    async def _step(self) -> bool:
        """Do one item of work, or whatever is due. Returns False after the last."""
        try:
            async with asyncio.timeout(self._seconds_until_due()):
                item = await self._queue.get()
        except TimeoutError:
            await self._run_timers(self._now())
            await self._expire_presence()
            return True
        if item is None:
            return False
        await self._execute(item)
        return True

    def _seconds_until_due(self) -> float | None:
        """Until a clock runs out or a presence expires; None if neither will."""
        due = self.table.due()
        times = [] if due is None else [(due - self._now()) / 1000]
        times += [deadline - self._services.clock.seconds() for deadline in self._presence.deadlines().values()]
        return max(min(times), 0) if times else None

    async def _expire_presence(self) -> None:
        for person in self._presence.expire():
            with suppress(Overloaded):  # retried at the next deadline
                await self._commit(self.table.set_presence(person, False, self._now()))

    async def _run_timers(self, now: int) -> None:
        """Apply everything that was due by `now`. After an overload the next call tries again."""
        try:
            await self._stop_clocks_for_halt()
            while (due := self.table.due()) is not None and due <= now:
                before = self.table.seq
                await self._commit(self.table.tick(now))
                if self.table.seq == before:
                    return
        except Overloaded:
            await asyncio.sleep(OVERLOADED_RETRY_SECONDS)

    async def _stop_clocks_for_halt(self) -> None:
        """No clock runs while the process is halted."""
        halt = self._services.halts.latest()
        if halt is None or halt.until <= self._ran_since or isinstance(self.table.settings.clock, NoClock):
            return
        await self._commit(self.table.suspend(halt.since, self._now(), self.lease.epoch))
        self._ran_since = halt.until

    async def _execute(self, item: _WorkItem) -> None:
        """Clocks that ran out before the item arrived count first."""
        try:
            await self._run_timers(item.at)
            with self._services.metrics.judging.time():
                result = item.work(self.table, item.at)
            answer = await self._commit(result)
        except Overloaded as error:
            item.fail(error)
        except BaseException:
            item.fail(retry_later())
            raise
        else:
            if not item.answer.done():
                item.answer.set_result(answer)

    async def _commit(self, result: CommandResult) -> Answer | None:
        """Make the entries durable, then apply them in memory, then publish them."""
        batch, entries = result.batch, result.entries
        if batch is None:
            return result.answer
        try:
            with self._services.metrics.append.time():
                receipt = await self._services.log.append(to_append(batch, self.lease.epoch))
            if receipt.repeated:  # another owner executed this command: our copy is stale and nothing was written
                raise LogConflict(batch.table, receipt.newest)
        except BaseException as error:
            self._services.store_health.note(error)
            self.table.abandon(batch)
            raise
        self._services.store_health.note(None)
        self.table.commit(batch)
        with self._services.metrics.telling.time():
            self.stream.publish()
        self._bots.start()
        await self._on_committed(Committed(self, entries, self._turn_changes()))
        return result.answer

    def _turn_changes(self) -> dict[str, bool]:
        awaited, before = set(self.table.awaited), self._awaited
        self._awaited = awaited
        return {person: person in awaited for person in awaited ^ before}

    # -- the end -----------------------------------------------------------------------------------------------------
    def stop(self, bye: Bye | None = None) -> None:
        """End after the work that is queued; `bye` is the last message that subscribers receive."""
        self._bye = self._bye or bye
        self._bots.stop()
        if not self.closed:
            self.closed = True
            if not self._queue.full():
                self._queue.put_nowait(None)
            elif self.task:
                self.task.cancel()

    def unload_idle(self) -> None:
        self.unloaded_idle = True
        self.stop()

    async def suspend(self) -> None:
        """Stop the clocks until a node runs the table again."""
        await self.submit(lambda table, now: table.suspend(now, now))

    def _close(self, sentence: str) -> None:
        self.closed = True
        self._bots.cancel()
        while not self._queue.empty():
            item = self._queue.get_nowait()
            if item is not None:
                item.fail(retry_later())
        self.stream.close(encode_message(bye=self._bye or Bye(code="server/again", sentence=sentence, seconds=1)))
