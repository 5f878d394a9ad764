"""The load generator for machines without a C compiler. It follows the same orders as `load_generator.c`, at several
times its cost."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from benchmarks.generator import ACTION, DONE, REFUSED
from benchmarks.wire_client import Refused, Socket

NEWS, CHOICES, ANSWER, SNAPSHOT = b'{"news":', b'{"choices":', b'{"answer":', b'{"snapshot":'
NANOSECONDS = 1_000_000_000


class Choices(msgspec.Struct):
    """The fields that a simulated player needs."""

    seq: int
    actions: list[str]


class _Heard(msgspec.Struct):
    choices: Choices


class _Seq(msgspec.Struct):
    seq: int


class _News(msgspec.Struct):
    news: list[_Seq]


class Answer(msgspec.Struct):
    answer: str
    id: str
    seq: int = -1


class _Answered(msgspec.Struct):
    answer: Answer


class _Shown(msgspec.Struct):
    seq: int
    choices: Choices | None = None


class _Snapshot(msgspec.Struct):
    snapshot: _Shown


_read_choices = msgspec.json.Decoder(_Heard).decode
_read_news = msgspec.json.Decoder(_News).decode
_read_answer = msgspec.json.Decoder(_Answered).decode
_read_snapshot = msgspec.json.Decoder(_Snapshot).decode


def say(*words: object) -> None:
    print(*words, flush=True)


@dataclass(eq=False)
class ScheduledAction:
    """An action with a due time that is fixed in advance; times in nanoseconds."""

    due: int
    table: int
    sent: int = 0
    answered: int = 0
    heard: int = 0
    seq: int = -1
    outcome: int = 0


@dataclass(eq=False)
class Table:
    clients: list[Client] = field(default_factory=list)
    open: dict[Client, Choices] = field(default_factory=dict)
    """The sockets to act, and their choices."""
    waiting: list[ScheduledAction] = field(default_factory=list)
    """Due but not yet sent, because the table's previous action is pending."""
    pending: dict[str, ScheduledAction] = field(default_factory=dict)
    unpublished: list[ScheduledAction] = field(default_factory=list)
    count: int = 0

    def due(self, action: ScheduledAction) -> None:
        self.waiting.append(action)
        self.send()

    def send(self) -> None:
        if not self.waiting or not self.open or self.pending:
            return
        client, choices = self.open.popitem()
        scheduled = self.waiting.pop(0)
        self.count += 1
        action = choices.actions[self.count * 7919 % len(choices.actions)]
        id = f"b{self.count}-{scheduled.due}"
        self.pending[id] = scheduled
        scheduled.sent = time.monotonic_ns()
        if client.socket is not None:
            client.socket.send(
                b'{"do":"act","id":"%s","seq":%d,"action":"%s"}' % (id.encode(), choices.seq, action.encode())
            )

    def answered(self, answer: Answer, now: int) -> None:
        action = self.pending.pop(answer.id, None)
        if action is None:
            return
        action.answered, action.seq = now, answer.seq
        action.outcome = DONE if answer.answer == "done" else REFUSED
        if action.outcome == DONE:
            self.unpublished.append(action)
            self.heard()
        self.send()

    def heard(self) -> None:
        """An action has reached all sockets when the last of them has its entry."""
        while self.unpublished and min(client.seq for client in self.clients) >= self.unpublished[0].seq:
            self.unpublished.pop(0).heard = max(client.at for client in self.clients)


@dataclass(eq=False)
class Client:
    number: int
    table: Table
    socket: Socket | None = None
    seq: int = -1
    at: int = 0
    """When it received its newest entry."""
    connected: bool = False

    async def connect(self, port: int, path: str) -> None:
        since = f"&since={self.seq}" if self.seq >= 0 else ""
        self.connected = False
        self.socket = Socket(port, path + since, self._hear)
        try:
            await self.socket.connect()
        except (OSError, Refused, TimeoutError):
            say("lost", self.number)

    def _hear(self, message: bytes, now: float) -> None:
        at = int(now * NANOSECONDS)
        if message.startswith(NEWS):
            self._follow(_read_news(message).news, at)
        elif message.startswith(CHOICES):
            self._offer(_read_choices(message).choices)
        elif message.startswith(ANSWER):
            self.table.answered(_read_answer(message).answer, at)
        elif message.startswith(SNAPSHOT):
            shown = _read_snapshot(message).snapshot
            self.seq = shown.seq
            if shown.choices:
                self._offer(shown.choices)
        if not self.connected:
            self.connected = True
            say("open", self.number, at)

    def _follow(self, news: list[_Seq], at: int) -> None:
        for one in news:
            if one.seq != self.seq + 1:
                sys.exit(f"load generator: an entry is missing or came twice: known {self.seq}, told {one.seq}")
            self.seq, self.at = one.seq, at
        self.table.heard()

    def _offer(self, choices: Choices) -> None:
        self.table.open[self] = choices
        self.table.send()


class SlowGenerator:
    def __init__(self) -> None:
        self.tables: dict[int, Table] = {}
        self.clients: dict[int, Client] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def obey(self, order: list[str]) -> None:
        match order:
            case ["socket", client, table, port, path]:
                self._start(self._client(int(client), int(table)).connect(int(port), path))
            case ["run", schedule, report, seconds]:
                self._start(self._run(Path(schedule), Path(report), float(seconds)))
            case ["idle"]:
                say("idle", *(number for number, table in self.tables.items() if not table.open))
            case ["drop"]:
                await self._drop()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _client(self, number: int, table: int) -> Client:
        at = self.tables.setdefault(table, Table())
        client = self.clients.get(number)
        if client is None or client.table is not at:
            if client is not None and client.socket is not None:
                client.socket.drop()
                client.table.clients.clear()
            client = self.clients[number] = Client(number, at)
            at.clients.append(client)
        return client

    async def _drop(self) -> None:
        sockets = [client.socket for client in self.clients.values() if client.socket is not None]
        for socket in sockets:
            socket.drop()
        await asyncio.gather(*(socket.closed for socket in sockets))
        for table in self.tables.values():
            table.open.clear()
        say("dropped")

    async def _run(self, schedule: Path, report: Path, patience: float) -> None:
        loop = asyncio.get_running_loop()
        start, computed = time.monotonic_ns() + NANOSECONDS // 20, time.process_time()
        pairs = np.fromfile(schedule, np.int64).reshape(-1, 2).tolist()
        actions, late = [ScheduledAction(start + at, table) for at, table in pairs], 0
        for action in actions:
            while (ahead := action.due - time.monotonic_ns()) > 0:
                await asyncio.sleep(ahead / NANOSECONDS)
            late = max(late, -ahead)
            self.tables[action.table].due(action)
        await self._settle(loop.time() + patience)
        _write(actions, report)
        say("done", int((time.process_time() - computed) * NANOSECONDS), 0, 0, late)

    async def _settle(self, end: float) -> None:
        """Wait for pending actions; give up those that could not be sent because their game is over."""
        loop = asyncio.get_running_loop()
        tables = self.tables.values()
        while loop.time() < end and any(one.pending or one.unpublished or (one.waiting and one.open) for one in tables):
            await asyncio.sleep(0.02)
        for table in tables:
            table.waiting.clear()
            table.pending.clear()
            table.unpublished.clear()


def _write(actions: list[ScheduledAction], report: Path) -> None:
    rows = [(one.due, one.sent, one.answered, one.heard, one.table, one.seq, one.outcome, -1) for one in actions]
    np.array(rows, ACTION).tofile(report)


async def main() -> None:
    generator, orders = SlowGenerator(), asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    while line := await orders.readline():
        await generator.obey(line.decode().split())


if __name__ == "__main__":
    asyncio.run(main())
