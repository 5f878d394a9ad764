"""A running table of this browser: one command at a time, kept, then told. The counterpart of the server's actor."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from niwashi.core.errors import NiwashiError
from niwashi.site.browser.bridge import Bridge
from niwashi.site.browser.jobs import choose_action, think
from niwashi.site.browser.storage import YOU, StoredTable, TableStorage, describe
from niwashi.table import BotTurn, Command, CommandResult, PendingEntries, Table
from niwashi.table.table import MAX_MISSING_ENTRIES
from niwashi.wire import Answer, Done, Refused
from niwashi.wire.messages import Problem, encode_message
from niwashi.wire.requests import Act, Pong

RETRY_SECONDS, RETRIES = 1.0, 5
"""Each wait is twice as long as the one before. Then bots wait until somebody acts or comes back."""
PINGS, PING_SECONDS = 3, 0.05
NOT_KEPT = Problem(
    code="site/storage",
    sentence="this browser does not keep the game (its storage is full or forbidden): save the record before you leave",
)


class LocalTable:
    def __init__(self, table: Table, storage: TableStorage, bridge: Bridge, on_change: Callable[[LocalTable], Any]):
        self.table, self._storage, self._bridge, self._on_change = table, storage, bridge, on_change
        self.row: StoredTable = describe(table, bridge.now())
        self._turn = asyncio.Lock()
        self._lines: set[int] = set()
        self._told = table.told_seq
        self._deciding: set[str] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._problems: dict[str, Problem] = {}
        self._said: set[str] = set()
        self._failures = 0
        """Of bots, one after the other."""

    # -- commands ----------------------------------------------------------------------------------------------------
    async def handle(self, command: Command) -> Answer | None:
        if isinstance(command.request, Pong):
            return self.table.handle(command, self._bridge.now()).answer
        return await self.work(lambda table, now: table.handle(command, now))

    async def work(self, what: Callable[[Table, int], CommandResult]) -> Answer | None:
        """Timers that were due come first."""
        async with self._turn:
            await self._run_timers()
            result = what(self.table, self._bridge.now())
            await self._commit(result)
            return result.answer

    async def _run_timers(self) -> None:
        now = self._bridge.now()
        while (due := self.table.due()) is not None and due <= now:
            before = self.table.seq
            await self._commit(self.table.tick(now))
            if self.table.seq == before:
                return

    async def _commit(self, result: CommandResult) -> None:
        if result.batch is not None:
            await self.keep(result.batch)
            self._publish()
            await self._on_change(self)
        self._go_on()

    async def keep(self, batch: PendingEntries) -> None:
        """The description is of the table as it is with these entries."""
        self.table.commit(batch)
        self.row = describe(self.table, self._bridge.now())
        await self._storage.append(batch, self.row)

    def _go_on(self) -> None:
        """Bots that are to act decide; the next timer is set."""
        for turn in self.table.bots_to_act():
            if turn.id not in self._deciding:
                self._deciding.add(turn.id)
                self.start(self._play(turn))
        if self._timer is not None:
            self._timer.cancel()
        due = self.table.due()
        delay = None if due is None else max(0.0, (due - self._bridge.now()) / 1000)
        loop = asyncio.get_running_loop()
        self._timer = None if delay is None else loop.call_later(delay, lambda: self.start(self.tick()))

    def start(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def tick(self) -> None:
        async with self._turn:
            await self._run_timers()
            self._go_on()

    # -- bots --------------------------------------------------------------------------------------------------------
    async def _play(self, turn: BotTurn) -> None:
        """The turn's id is the command's id, so deciding twice does no harm."""
        answer: Answer | None = None
        try:
            action = await self._decide(turn)
            answer = await self.handle(Command(Act(id=turn.id, seq=turn.seq, action=action), bot=turn.seat))
        except NiwashiError as error:
            self._warn(Problem(code=error.code, sentence=error.sentence))
        finally:
            self._deciding.discard(turn.id)
            self._failures = 0 if isinstance(answer, Done) else self._failures + 1
            self._try_again()

    async def _decide(self, turn: BotTurn) -> str:
        game = self.table.game
        assert game is not None, "bots act in games that have started"
        job = choose_action(game, turn.seat, turn.level)
        return msgspec.json.decode(await think(self._bridge, job), type=str)

    def _try_again(self) -> None:
        if 0 < self._failures <= RETRIES:
            wait = RETRY_SECONDS * 2 ** (self._failures - 1)
            asyncio.get_running_loop().call_later(wait, self._go_on)

    # -- lines to the page -------------------------------------------------------------------------------------------
    async def join(self, line: int, since: int | None) -> None:
        self._lines.add(line)
        for message in self._initial_messages(since):
            self._bridge.send(line, message)
        self._warn_if_behind()
        await self.work(lambda table, now: table.set_presence(YOU, True, now))
        if self.table.has_races:
            self.start(self._ping(line))

    def leave(self, line: int) -> None:
        """Whoever looks at another page of the garden has not gone: nobody waits for them."""
        self._lines.discard(line)

    def _initial_messages(self, since: int | None) -> list[str]:
        table = self.table
        if since is None or not 0 <= table.told_seq - since <= MAX_MISSING_ENTRIES:
            return [_encode(snapshot=table.snapshot(YOU, self._bridge.now()))]
        seat = table.seat_of(YOU)
        choices = table.choices(seat) if seat is not None else None
        return [_encode(news=table.news(since)), *([_encode(choices=choices)] if choices else [])]

    def broadcast(self, message: str) -> None:
        for line in self._lines:
            self._bridge.send(line, message)

    def _publish(self) -> None:
        since, self._told = self._told, self.table.told_seq
        if self._told > since:
            self.broadcast(_encode(news=self.table.news(since)))
        for seat, person in enumerate(self.table.people):
            choices = self.table.new_choices(seat) if person == YOU else None
            if choices is not None:
                self.broadcast(_encode(choices=choices))
        self._warn_if_behind()

    def _warn_if_behind(self) -> None:
        self._warn(*([NOT_KEPT] if self._storage.behind else []))

    def _warn(self, *problems: Problem) -> None:
        """Of each once, as soon as somebody is there to hear it."""
        self._problems |= {problem.code: problem for problem in problems}
        for code in [code for code in self._problems if self._lines and code not in self._said]:
            self._said.add(code)
            self.broadcast(_encode(error=self._problems[code]))

    async def _ping(self, line: int) -> None:
        """A live grab needs the table's clock; within one machine a few pings are enough."""
        for _ in range(PINGS):
            if YOU in self.table.people and line in self._lines:
                self._bridge.send(line, _encode(ping=self.table.ping(YOU, self._bridge.now(), 0)))
            await asyncio.sleep(PING_SECONDS)


def refusal_of(answer: Answer | None) -> NiwashiError | None:
    return NiwashiError(answer.code, answer.sentence) if isinstance(answer, Refused) else None


def _encode(**what: Any) -> str:
    return encode_message(**what).decode()
