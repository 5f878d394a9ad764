"""One table in memory: each command is judged when it arrives, made durable, then published."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import msgspec
import structlog

from niwashi.core.errors import NiwashiError
from niwashi.server.eager import run_eagerly
from niwashi.server.errors import RECOVERING, SHUTTING_DOWN, RetryLater, retry_later
from niwashi.server.ops.logging_setup import short_id
from niwashi.server.realtime.direct_websocket import gather_writes
from niwashi.server.realtime.subscribers import Subscriber, Subscribers
from niwashi.server.tables.appends import to_append
from niwashi.server.tables.bot_delegation import BotDelegation
from niwashi.server.tables.bots import BotPlayers
from niwashi.server.tables.handle import Reply, ask, reply_to
from niwashi.server.tables.presence import Presence
from niwashi.server.tables.services import TableServices
from niwashi.server.tables.stream import TableStream
from niwashi.server.workers.advice import job_of_hint
from niwashi.server.workers.jobs import HintJob
from niwashi.store.errors import LogConflict, Overloaded
from niwashi.store.leases import Lease
from niwashi.table import Command, CommandResult, PendingEntries, Table
from niwashi.table.entries import Entry
from niwashi.table.table import MAX_MISSING_ENTRIES
from niwashi.wire import Answer, Done, News, Snapshot
from niwashi.wire.messages import Bye, encode_message
from niwashi.wire.requests import BotAct, Pong, Think
from niwashi.wire.settings import DaysClock, NoClock

log = structlog.get_logger()
MAX_QUEUED = 500
MAX_NEWS = 500
NEWS_AT_ONCE = 4
"""Entries; their views take a quarter of a millisecond."""
OVERLOADED_RETRY_SECONDS = 0.1
Work: TypeAlias = Callable[[Table, int], CommandResult]


@dataclass(frozen=True)
class Committed:
    """A batch of entries that is durable and published."""

    actor: TableActor
    entries: Sequence[Entry]
    turns: Mapping[str, bool]
    """People whose turn began (True) or ended (False)."""


OnCommitted: TypeAlias = Callable[[Committed], Coroutine[Any, Any, None] | None]
"""Returns what remains to be done before the command is answered, if anything does."""


class _WorkItem(NamedTuple):
    work: Work
    at: int
    reply: Reply


class TableActor:
    """Does one thing at a time: while a batch waits for the disk, commands queue.

    Where nothing is under way, a command is judged within the call that brings it. Once its batch is durable, it is
    committed, published and answered in one go.
    """

    def __init__(
        self,
        table: Table,
        lease: Lease,
        services: TableServices,
        on_committed: OnCommitted,
        on_ended: Callable[[TableActor], None],
    ) -> None:
        self.table, self.lease, self._services, self._on_committed = table, lease, services, on_committed
        self._on_ended = on_ended
        self._queue: deque[_WorkItem] = deque()
        self._working = False
        self._timer: asyncio.TimerHandle | None = None
        self.stream = TableStream(table, services.cluster, services.clock)
        self._presence = Presence(table, self.stream, services.clock.seconds, services.polling)
        self._delegation = BotDelegation(table, self.stream)
        self._bots = BotPlayers(table, services, self._delegation, lambda command: ask(self, command))
        self._awaited = set(table.awaited)
        self._ran_since = services.clock.now()
        """The end of the last halt that the table's clocks account for."""
        self._bye: Bye | None = None
        self.closed = False
        self.unloaded_idle = False
        """It ended because the table was idle, and so its game needs no new owner."""
        self.resumed = asyncio.Event()
        """Set once the table's clocks account for the time without an owner."""
        self.ended = asyncio.Event()
        self.idle_since = self.used_at = services.clock.seconds()
        """When somebody with a session last used it: others may look, but do not keep it in memory."""

    # -- requests ----------------------------------------------------------------------------------------------------
    def handle(self, command: Command, reply: Reply) -> None:
        """Reply once the effects are durable. A pong measures latency, so it skips the queue."""
        if isinstance(command.request, Pong):
            return reply(self.table.handle(command, self._now()).answer)
        if isinstance(command.request, Think):
            return reply(self._delegation.answer(command.request, command.person))
        if self._note_use(command.person):
            self._enqueue(presence_work(command.person, True), lambda _: None)
        metrics, start = self._services.metrics, self._services.clock.seconds()

        def answer(given: Answer | NiwashiError | None) -> None:
            if not isinstance(given, NiwashiError):
                metrics.command.observe(self._services.clock.seconds() - start)
                metrics.commands.labels(type(given).__name__.lower()).inc()
            if isinstance(command.request, BotAct) and isinstance(given, Done):
                metrics.bot_actions.labels("browser").inc()
            reply(given)

        self._enqueue(lambda table, now: table.handle(command, now), answer)

    async def submit(self, work: Work) -> Answer | None:
        """Work that does not come from a command. Returns when its effects are durable."""
        answer: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self._enqueue(work, reply_to(answer))
        return await answer

    def _enqueue(self, work: Work, reply: Reply) -> None:
        """The work counts from now: waiting in the queue does not make a command late."""
        if self.closed:
            return reply(retry_later())
        if len(self._queue) >= MAX_QUEUED:
            return reply(RetryLater("server/busy", "too many commands are waiting at this table; try again soon"))
        self._queue.append(_WorkItem(work, self._now(), reply))
        if not self._working:
            self._work()

    async def snapshot(self, person: str | None) -> Snapshot:
        await self.touch(person)
        return self.table.snapshot(person, self._now())

    async def news_since(self, since: int, person: str | None) -> list[News]:
        """Every entry needs a view. Long news are made a few entries at a time, and for one request after the other, so
        that other tables do not wait."""
        await self.touch(person)
        newest = self.table.told_seq
        if newest - since <= MAX_MISSING_ENTRIES:
            return self.table.news(since, newest)
        news: list[News] = []
        async with self._services.long_news:
            for first in range(max(since, newest - MAX_NEWS), newest, NEWS_AT_ONCE):
                news += self.table.news(first, min(first + NEWS_AT_ONCE, newest))
                await asyncio.sleep(0)
        return news

    async def record(self) -> bytes:
        return self.table.record().to_json()

    async def hint(self, person: str) -> bytes:
        return await self._services.advice.hint(self.table, person)

    async def hint_job(self, person: str) -> HintJob:
        return job_of_hint(self.table, person)

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
        if self._note_use(person):
            await self.submit(presence_work(person, True))

    def _note_use(self, person: str | None) -> bool:
        """Returns whether this is a seated person who was absent until now."""
        if person is None:
            return False
        self.idle_since = self.used_at = self._services.clock.seconds()
        return person in self.table.people and self._presence.touch(person)

    async def sync_presence(self) -> None:
        """Tell the table which seated people have connected or disconnected."""
        for person, present in self._presence.connection_changes().items():
            if not present:
                self._delegation.withdraw(person)
            with suppress(NiwashiError):
                await self._set_connected(person, present)

    async def _set_connected(self, person: str, connected: bool) -> None:
        """Retried while the store is overloaded: nothing else would tell the table that a silent person is there."""
        while self.is_connected(person) == connected:
            try:
                await self.submit(presence_work(person, connected))
                return
            except Overloaded:
                await asyncio.sleep(OVERLOADED_RETRY_SECONDS)

    def is_connected(self, person: str) -> bool:
        return person in self.stream.people

    @property
    def idle(self) -> bool:
        """Nothing will happen until a client connects: no socket, no bot to act, no clock running."""
        if self.stream.people or self._services.advice.is_reviewing(self.table.id) or self._working:
            return False
        return self._seconds_until_due() is None and not self.table.bots_to_act()

    @property
    def may_sleep(self) -> bool:
        """Where memory runs out: as `idle`, or a game of days at which nobody is. Its clocks stop meanwhile."""
        if self.idle:
            return True
        slow = isinstance(self.table.settings.clock, DaysClock) and not self.table.bots_to_act()
        return slow and not self.stream.people and not self._working

    @property
    def live(self) -> bool:
        return self.table.has_races

    def heartbeat(self) -> bytes:
        return self.stream.heartbeat()

    def _now(self) -> int:
        return self._services.clock.now()

    # -- work --------------------------------------------------------------------------------------------------------
    def start(self, since: int | None) -> None:
        """Run until stopped, until another node owns the table, or until a write's outcome is unknown."""
        self._work(self._resume(since))

    def _work(self, first: Coroutine[Any, Any, None] | None = None) -> None:
        """Do what must come first, and all that is queued: at once, as far as nothing waits for the disk."""
        self._working = True
        run_eagerly(self._work_off(first))

    async def _work_off(self, first: Coroutine[Any, Any, None] | None) -> None:
        try:
            if first is not None:
                await first
            while self._queue:
                await self._execute(self._queue.popleft())
        except NiwashiError as error:
            log.warning("table lost", table=short_id(self.table.id), code=error.code, reason=error.sentence)
            self._close(RECOVERING)
        except asyncio.CancelledError:
            self._close(SHUTTING_DOWN)
        except Exception:  # a bug: this table is reloaded from its log, and the others go on
            self._services.metrics.failures.labels("table").inc()
            log.exception("table failed", table=short_id(self.table.id))
            self._close(RECOVERING)
        else:
            self._rest()

    def _rest(self) -> None:
        """Nothing is queued: wait for the next command, or until a clock runs out or a presence expires."""
        self._working = False
        if self.closed:
            return self._close(SHUTTING_DOWN)
        if self._timer is not None:
            self._timer.cancel()
        seconds = self._seconds_until_due()
        self._timer = None if seconds is None else asyncio.get_running_loop().call_later(seconds, self._on_due)

    def _on_due(self) -> None:
        self._timer = None
        if not self._working and not self.closed:
            self._work(self._run_due())

    async def _run_due(self) -> None:
        await self._run_timers(self._now())
        await self._expire_presence()

    async def _resume(self, since: int | None) -> None:
        """Stop the clocks for the time since `since`, in which no node ran the table."""
        if since is not None:
            await self._stop_clocks_since(since)
        self.resumed.set()

    async def _stop_clocks_since(self, since: int) -> None:
        await self._commit(self.table.suspend(since, self._now(), self.lease.epoch))
        await self._commit(self.table.drop_deleted_accounts(self._now()))
        for person in filter(None, self.table.people):
            present = self.is_connected(person)
            if present or self.table.phase != "over":  # who is asked for a rematch has time to come back and answer
                await self._commit(self.table.set_presence(person, present, self._now()))
        self._bots.start()

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
            await self._commit(result, item.reply)
        except Overloaded as error:
            item.reply(error)
        except BaseException:
            item.reply(retry_later())
            raise

    async def _commit(self, result: CommandResult, reply: Reply = lambda _: None) -> None:
        """Make the entries durable, then apply them in memory, then publish them, then reply."""
        batch = result.batch
        if batch is None:
            return reply(result.answer)
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
        with gather_writes():
            remaining = self._publish(result, batch)
            if remaining is None:
                return reply(result.answer)
        await asyncio.create_task(remaining)
        reply(result.answer)

    def _publish(self, result: CommandResult, batch: PendingEntries) -> Coroutine[Any, Any, None] | None:
        """Returns what remains to be done before the command is answered."""
        self.table.commit(batch)
        with self._services.metrics.telling.time():
            self.stream.publish()
        self._bots.start()
        return self._on_committed(Committed(self, result.entries, self._turn_changes()))

    def _turn_changes(self) -> dict[str, bool]:
        if self.table.told_seq < self.table.seq:  # a press ends a turn, and waits for its judgement
            return {}
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
            if not self._working:
                self._close(SHUTTING_DOWN)

    def unload_idle(self) -> None:
        self.unloaded_idle = True
        self.stop()

    async def suspend(self) -> None:
        """Stop the clocks until a node runs the table again."""
        await self.submit(lambda table, now: table.suspend(now, now))

    def _close(self, sentence: str) -> None:
        self.closed = True
        if self._timer is not None:
            self._timer.cancel()
        self._bots.cancel()
        while self._queue:
            self._queue.popleft().reply(retry_later())
        self.stream.close(encode_message(bye=self._bye or Bye(code="server/again", sentence=sentence, seconds=1)))
        self.resumed.set()
        self.ended.set()
        self._on_ended(self)


def presence_work(person: str | None, present: bool) -> Work:
    return lambda table, now: table.set_presence(person or "", present, now)
