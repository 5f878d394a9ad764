"""Clients at many tables of a running server: who sits where, whose turn it is, and what each socket has received."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import msgspec

from benchmarks.wire_client import Socket, request

SEATS = 3
MAX_CONCURRENT = 16
"""Concurrent requests while tables are set up."""
VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("miyabi", {"seats": SEATS}),
    ("miyabi", {"seats": SEATS, "expansions": "CE"}),
    ("edo_yashiki", {"seats": SEATS, "grab": "calm", "specialists": True}),
)
"""In turn. A game has 80 actions or more."""

NEWS, CHOICES, ANSWER, SNAPSHOT = b'{"news":', b'{"choices":', b'{"answer":', b'{"snapshot":'


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
    code: str = ""


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


@dataclass(eq=False)
class Client:
    """One socket of one person at one table."""

    table: Table
    cookie: str
    socket: Socket | None = None
    seq: int = -1
    at: float = 0.0
    """When it received its newest entry."""
    waited_for: asyncio.Future[None] | None = None
    """Set by the first message after a reconnection."""

    async def connect(self, port: int) -> None:
        """Use a new ticket, and continue at the last entry after a reconnection."""
        told, _ = await request(port, "POST", "/api/tickets", {"table": self.table.id}, self.cookie)
        since = f"&since={self.seq}" if self.seq >= 0 else ""
        path = f"/api/tables/{self.table.id}/socket?ticket={told['ticket']}{since}"
        self.waited_for = asyncio.get_running_loop().create_future()
        self.socket = Socket(port, path, self._hear)
        await self.socket.connect()
        await self.waited_for

    def _hear(self, message: bytes, now: float) -> None:
        if message.startswith(NEWS):
            for news in _read_news(message).news:
                assert news.seq == self.seq + 1, "no news is missed and none comes twice"
                self.seq, self.at = news.seq, now
            self.table.heard()
        elif message.startswith(CHOICES):
            self.table.offered(self, _read_choices(message).choices)
        elif message.startswith(ANSWER):
            self.table.answered(_read_answer(message).answer, now)
        elif message.startswith(SNAPSHOT):
            shown = _read_snapshot(message).snapshot
            self.seq = shown.seq
            if shown.choices:
                self.table.offered(self, shown.choices)
        if self.waited_for and not self.waited_for.done():
            self.waited_for.set_result(None)


@dataclass(eq=False)
class ScheduledAction:
    """An action with a due time that is fixed in advance."""

    due: float
    answered: float = 0.0
    heard: float = 0.0
    """When the last of the table's sockets received the news."""
    seq: int = -1
    done: bool = False
    problem: str = ""


@dataclass(eq=False)
class Table:
    id: str
    clients: list[Client] = field(default_factory=list)
    open: dict[Client, Choices] = field(default_factory=dict)
    """The socket to act, and its choices."""
    waiting: list[ScheduledAction] = field(default_factory=list)
    """Due but not yet sent, because the table's previous action is pending."""
    pending: dict[str, ScheduledAction] = field(default_factory=dict)
    unpublished: list[ScheduledAction] = field(default_factory=list)
    ids: Any = field(default_factory=count)

    # -- what happens ------------------------------------------------------------------------------------------------
    def due(self, action: ScheduledAction) -> None:
        self.waiting.append(action)
        self._send()

    def offered(self, client: Client, choices: Choices) -> None:
        self.open[client] = choices
        self._send()

    def _send(self) -> None:
        if not self.waiting or not self.open or self.pending:
            return
        client, choices = self.open.popitem()
        scheduled, number = self.waiting.pop(0), next(self.ids)
        action = choices.actions[number * 7919 % len(choices.actions)]
        self.pending[f"b{number}"] = scheduled
        request = b'{"do":"act","id":"b%d","seq":%d,"action":"%s"}' % (number, choices.seq, action.encode())
        if client.socket is not None:
            client.socket.send(request)

    def answered(self, answer: Answer, now: float) -> None:
        action = self.pending.pop(answer.id, None)
        if action is not None:
            action.answered, action.seq, action.done = now, answer.seq, answer.answer == "done"
            action.problem = answer.code
            self.unpublished.append(action)
            self.heard()
            self._send()

    def heard(self) -> None:
        """An action has reached all sockets when the last of them has its entry."""
        if self.unpublished and min(client.seq for client in self.clients) >= self.unpublished[0].seq:
            self.unpublished.pop(0).heard = max(client.at for client in self.clients)
            self.heard()


# -- setting it up -----------------------------------------------------------------------------------------------------
async def in_groups(jobs: Iterable[Any], limit: int = MAX_CONCURRENT) -> list[Any]:
    """Run all jobs, so many at a time."""
    slots = asyncio.Semaphore(limit)

    async def one(job: Any) -> Any:
        async with slots:
            return await job

    return await asyncio.gather(*(one(job) for job in jobs))


async def arrive(port: int, name: str) -> str:
    _, cookie = await request(port, "POST", "/api/session", {"name": name})
    return cookie


async def sit_down(port: int, number: int, people: list[str]) -> Table:
    """Open a table, seat the people and start the game; people beyond its seats are spectators."""
    game, options = VARIANTS[number % len(VARIANTS)]
    wanted = {"game": game, "options": options, "settings": {"grace": None}}
    opened, _ = await request(port, "POST", "/api/tables", wanted, people[0])
    table = Table(opened["table"])
    path = f"/api/tables/{table.id}/requests"
    for seat, cookie in enumerate(people[:SEATS]):
        await request(port, "POST", path, {"do": "sit", "id": f"sit{seat}", "name": ""}, cookie)
    await request(port, "POST", path, {"do": "start", "id": "start"}, people[0])
    table.clients = [Client(table, cookie) for cookie in people]
    return table


async def gather_crowd(port: int, tables: int, sockets: int) -> list[Table]:
    """Open so many tables, and distribute so many sockets evenly among them."""
    assert sockets >= SEATS * tables, "everybody who plays needs a socket"
    people = await in_groups(arrive(port, f"guest {number}") for number in range(sockets))
    shares = [people[number::tables] for number in range(tables)]
    found: list[Table] = await in_groups(sit_down(port, number, share) for number, share in enumerate(shares))
    await in_groups(client.connect(port) for table in found for client in table.clients)
    return found
