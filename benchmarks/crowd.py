"""People at many tables of a running server: who sits where, whose turn it is, and what each socket has heard."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import msgspec

from benchmarks.wire_client import Socket, request

SEATS = 3
AT_ONCE = 16
"""Requests under way while tables are set up."""
VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("miyabi", {"seats": SEATS}),
    ("miyabi", {"seats": SEATS, "expansions": "CE"}),
    ("edo_yashiki", {"seats": SEATS, "grab": "calm", "specialists": True}),
)
"""By turns. A game has 80 actions or more."""

NEWS, CHOICES, ANSWER, SNAPSHOT = b'{"news":', b'{"choices":', b'{"answer":', b'{"snapshot":'


class Choices(msgspec.Struct):
    """All that a player here looks at."""

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
class Place:
    """One socket of one person at one table."""

    table: Table
    cookie: str
    socket: Socket | None = None
    seq: int = -1
    at: float = 0.0
    """When it heard the newest entry that it knows."""
    waited_for: asyncio.Future[None] | None = None
    """Done with the first message of a socket that has come back."""

    async def connect(self, port: int) -> None:
        """With a fresh ticket, and from where it was if it was there before."""
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
class Deed:
    """An action that was due at a time fixed in advance."""

    due: float
    answered: float = 0.0
    heard: float = 0.0
    """When the last of the table's sockets had the news."""
    seq: int = -1
    done: bool = False
    problem: str = ""


@dataclass(eq=False)
class Table:
    id: str
    places: list[Place] = field(default_factory=list)
    open: dict[Place, Choices] = field(default_factory=dict)
    """Who may act, and what they may do."""
    waiting: list[Deed] = field(default_factory=list)
    """Due, and not yet sent: the table's last action is still under way."""
    under_way: dict[str, Deed] = field(default_factory=dict)
    untold: list[Deed] = field(default_factory=list)
    ids: Any = field(default_factory=count)

    # -- what happens ------------------------------------------------------------------------------------------------
    def due(self, deed: Deed) -> None:
        self.waiting.append(deed)
        self._send()

    def offered(self, place: Place, choices: Choices) -> None:
        self.open[place] = choices
        self._send()

    def _send(self) -> None:
        if not self.waiting or not self.open or self.under_way:
            return
        place, choices = self.open.popitem()
        deed, number = self.waiting.pop(0), next(self.ids)
        action = choices.actions[number * 7919 % len(choices.actions)]
        self.under_way[f"b{number}"] = deed
        asked = b'{"do":"act","id":"b%d","seq":%d,"action":"%s"}' % (number, choices.seq, action.encode())
        if place.socket is not None:
            place.socket.send(asked)

    def answered(self, answer: Answer, now: float) -> None:
        deed = self.under_way.pop(answer.id, None)
        if deed is not None:
            deed.answered, deed.seq, deed.done = now, answer.seq, answer.answer == "done"
            deed.problem = answer.code
            self.untold.append(deed)
            self.heard()
            self._send()

    def heard(self) -> None:
        """A deed has been heard of by all when the last of them has its entry."""
        if self.untold and min(place.seq for place in self.places) >= self.untold[0].seq:
            self.untold.pop(0).heard = max(place.at for place in self.places)
            self.heard()


# -- setting it up -----------------------------------------------------------------------------------------------------
async def in_groups(jobs: Iterable[Any], at_once: int = AT_ONCE) -> list[Any]:
    """All of them, so many at a time."""
    limit = asyncio.Semaphore(at_once)

    async def one(job: Any) -> Any:
        async with limit:
            return await job

    return await asyncio.gather(*(one(job) for job in jobs))


async def arrive(port: int, name: str) -> str:
    _, cookie = await request(port, "POST", "/api/session", {"name": name})
    return cookie


async def sit_down(port: int, number: int, people: list[str]) -> Table:
    """A table with everybody at it and its game begun; people beyond its seats look on."""
    game, options = VARIANTS[number % len(VARIANTS)]
    wanted = {"game": game, "options": options, "settings": {"grace": None}}
    opened, _ = await request(port, "POST", "/api/tables", wanted, people[0])
    table = Table(opened["table"])
    path = f"/api/tables/{table.id}/requests"
    for seat, cookie in enumerate(people[:SEATS]):
        await request(port, "POST", path, {"do": "sit", "id": f"sit{seat}", "name": ""}, cookie)
    await request(port, "POST", path, {"do": "start", "id": "start"}, people[0])
    table.places = [Place(table, cookie) for cookie in people]
    return table


async def gather_crowd(port: int, tables: int, sockets: int) -> list[Table]:
    """So many tables, and so many sockets at them, the same number at each as far as that goes."""
    assert sockets >= SEATS * tables, "everybody who plays needs a socket"
    people = await in_groups(arrive(port, f"guest {number}") for number in range(sockets))
    shares = [people[number::tables] for number in range(tables)]
    found: list[Table] = await in_groups(sit_down(port, number, share) for number, share in enumerate(shares))
    await in_groups(place.connect(port) for table in found for place in table.places)
    return found
