"""People who play game after game, whatever is killed, and remember everything that they asked and were told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from benchmarks.wire_client import Refused, Socket, request
from tests.simulation.follower import Follower, Message, decoded

Result = TypeVar("Result")
TROUBLE = (OSError, Refused, TimeoutError, EOFError)
"""What a client sees when something is killed."""
SILENCE, RETRY = 4.0, 0.05
"""Seconds without an answer before a client reconnects, and before it tries again."""
THINKING = 0.02
TWICE, RIVAL = 0.06, 0.04
"""How often an action is sent twice, and how often another one competes with it for the same decision."""
BY_THE_PATH = 0.5
"""How often a client takes the path to the node of its table."""
NODES = ("node-a", "node-b")
"""Of a cluster, in the order of their ports."""
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("miyabi", {"seats": 2}),
    ("edo_yashiki", {"seats": 3, "grab": "calm"}),
    ("miyabi", {"seats": 2, "expansions": "CE"}),
    ("edo_yashiki", {"seats": 2, "grab": "calm", "specialists": True}),
)


@dataclass(eq=False)
class Acknowledgements:
    """Counts, and wakes whoever waits for the next send or answer."""

    done: int = 0
    silences: int = 0
    """How often a client gave up a connection because an answer did not come."""
    sent: asyncio.Event = field(default_factory=asyncio.Event)
    heard: asyncio.Event = field(default_factory=asyncio.Event)

    def note_sent(self) -> None:
        self.sent.set()

    def note_done(self) -> None:
        self.done += 1
        self.heard.set()

    async def next_sent(self) -> None:
        self.sent.clear()
        await self.sent.wait()

    async def reach(self, count: int) -> None:
        while self.done < count:
            self.heard.clear()
            await self.heard.wait()


class Company:
    """Some people who play one game after another. `ports` are those of the servers that they may go to."""

    def __init__(self, number: int, ports: Callable[[], list[int]], acknowledgements: Acknowledgements) -> None:
        self.game, self.options = GAMES[number % len(GAMES)]
        self.ports, self.acknowledgements = ports, acknowledgements
        self.table = ""
        self.first_done = self._since = 0.0
        """When a new command of theirs was first acknowledged since `await_done`; 0 if none was."""
        self.quiet = self.stops = False
        """Nobody acts; and everybody leaves."""
        self.failure: BaseException | None = None
        self.people = [Person(self, f"p{number}-{seat}", seat) for seat in range(self.options["seats"])]

    @property
    def settled(self) -> bool:
        """Nothing is under way, and everybody knows the same; or the game is over."""
        if not self.table:
            return False
        return self.over or (
            all(person.settled for person in self.people) and len({person.follower.seq for person in self.people}) == 1
        )

    @property
    def over(self) -> bool:
        return any(person.follower.phase == "over" for person in self.people)

    def lead(self, path: str, port: int) -> int:
        """As a proxy does: to the node that the path names."""
        return next((self.ports()[n] for n, name in enumerate(NODES) if path == f"node/{name}/"), port)

    def note_done(self, made_at: float) -> None:
        """What was made before may have been acknowledged before, too, and only be heard now."""
        if made_at > self._since and not self.first_done:
            self.first_done = asyncio.get_running_loop().time()
        self.acknowledgements.note_done()

    def await_done(self) -> None:
        self.first_done, self._since = 0.0, asyncio.get_running_loop().time()

    def resume(self) -> None:
        self.quiet = False
        for person in self.people:
            person.resume()

    async def play(self, finished: Callable[[Company], Awaitable[None]]) -> None:
        try:
            while not self.stops:
                self.table = await self.people[0].open_table()
                await asyncio.gather(*(person.play() for person in self.people))
                await finished(self)
                self.table = ""
        except Exception as error:
            self.failure = error
            self.acknowledgements.heard.set()
            raise


class Person:
    """One of them. A `Witness` of `tests.simulation.checks` for the table that is being played."""

    def __init__(self, company: Company, name: str, number: int) -> None:
        self.company, self.name, self.number = company, name, number
        self.random = Random(name)
        self.id = ""
        self.made: dict[str, Message] = {}
        self.follower = Follower()
        self._made_at: dict[str, float] = {}
        self._cookie, self._count = "", 0
        self._socket: Socket | None = None
        self._changed = asyncio.Event()
        self._failure: BaseException | None = None
        self._heard = False
        """Something came over this connection."""
        self._trouble = "none"
        """Why the last attempt to connect failed, or the last connection ended."""
        self._thinks = False
        self._acted_on: Message | None = None
        """The choices that were used already."""

    # -- over HTTP -----------------------------------------------------------------------------------------------------
    async def _until_answered(self, ask: Callable[[int], Coroutine[Any, Any, Result]]) -> Result:
        """Each time from one of the servers. What was asked may be carried out twice."""
        while True:
            try:
                async with asyncio.timeout(SILENCE):
                    return await ask(self.random.choice(self.company.ports()))
            except TROUBLE as error:
                self._trouble = repr(error)
                await asyncio.sleep(RETRY)

    async def _post(self, port: int, path: str, **body: Any) -> Message:
        if not self._cookie:
            _, self._cookie = await request(port, "POST", "/api/session", {"name": self.name})
        return dict((await request(port, "POST", path, body, self._cookie))[0])

    async def open_table(self) -> str:
        wanted = {"game": self.company.game, "options": self.company.options, "settings": {"grace": None}}
        return str((await self._until_answered(lambda port: self._post(port, "/api/tables", **wanted)))["table"])

    async def _connect(self, port: int) -> Socket:
        table = self.company.table
        found = await self._post(port, "/api/tickets", table=table)
        ticket, path = found["ticket"], found.get("path", "")
        if path and self.random.random() < BY_THE_PATH:
            port = self.company.lead(path, port)
        else:
            path = ""
        since = f"&since={self.follower.seq}" if self.follower.seq >= 0 and self.random.random() < 0.8 else ""
        self.follower.behind = self._heard = False
        socket = Socket(port, f"/{path}api/tables/{table}/socket?ticket={ticket}{since}", self._hear)
        self._socket = socket
        await socket.connect()
        return socket

    # -- at the table --------------------------------------------------------------------------------------------------
    async def play(self) -> None:
        """To the end of the game, with as many connections as it takes."""
        self.follower, self.made, self.id, self._failure = Follower(), {}, "", None
        self._acted_on = None
        while not self.finished:
            socket = await self._until_answered(self._connect)
            try:
                for asked in list(self.follower.waiting.values()):
                    self._send(asked)
                await self._stay(socket)
            finally:
                socket.drop()
                await socket.closed

    @property
    def finished(self) -> bool:
        """The game is over or the company stops, and every request has its answer."""
        return not self.follower.waiting and (self.follower.phase == "over" or self.company.stops)

    async def _stay(self, socket: Socket) -> None:
        closed = asyncio.ensure_future(socket.closed)
        closed.add_done_callback(lambda _: self._changed.set())
        while not (self.finished or closed.done() or self.follower.behind):
            self._changed.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(SILENCE):
                    await self._changed.wait()
                    continue
            if self.follower.waiting:
                self.company.acknowledgements.silences += 1
                return
        if self._failure is not None:
            raise self._failure

    def _hear(self, raw: bytes, _: float) -> None:
        """Called by the socket; what contradicts earlier messages ends the run."""
        message = decoded(raw)
        self._heard = True
        try:
            self.follower.hear(message, orderly=True)
        except AssertionError as error:
            self._failure = error
            self.follower.behind = True
        if "error" in message or "bye" in message:
            self._trouble = raw.decode()
            self.follower.behind = True
        if (answer := message.get("answer")) and answer["answer"] == "done":
            self.company.note_done(self._made_at[answer["id"]])
        elif answer:
            self._acted_on = None  # unless new ones come, they are still valid
        self._think()
        self._changed.set()

    @property
    def state(self) -> str:
        follower = self.follower
        waits = f"waits for {follower.waiting}, last trouble {self._trouble}"
        return f"connected {self.connected}, entry {follower.seq}, {follower.phase}, {waits}"

    @property
    def settled(self) -> bool:
        """Connected, and nothing is under way."""
        return self.connected and not self.follower.waiting and not self.follower.behind

    @property
    def connected(self) -> bool:
        """And has been told where the table stands."""
        return self._socket is not None and self._heard and self.follower.seq >= 0 and not self._socket.closed.done()

    def resume(self) -> None:
        if self.connected:
            self._think()

    def _think(self) -> None:
        if not (self._thinks or self.follower.waiting or self.company.quiet or self.company.stops):
            self._thinks = True
            asyncio.get_running_loop().call_later(self.random.expovariate(1 / THINKING), self._act)

    def _act(self) -> None:
        self._thinks = False
        if self.follower.waiting or self.company.quiet or self.company.stops or self.follower.behind:
            return
        for wish in self._wishes():
            self._count += 1
            wish["id"] = f"{self.name}-{self._count}"
            self._made_at[wish["id"]] = asyncio.get_running_loop().time()
            self.made[wish["id"]] = self.follower.waiting[wish["id"]] = wish
            self._send(wish)
            if self.random.random() < TWICE:
                self._send(wish)

    def _send(self, asked: Message) -> None:
        if self._socket is not None:
            self._socket.send(json.dumps(asked).encode())
            self.company.acknowledgements.note_sent()

    def _wishes(self) -> list[Message]:
        follower = self.follower
        if follower.phase == "gathering":
            if self.name not in follower.seats:
                return [{"do": "sit", "name": self.name}]
            return [{"do": "start"}] if self.number == 0 and "" not in follower.seats else []
        choices = follower.choices
        if choices is None or choices is self._acted_on:
            return []
        self._acted_on = choices
        chosen = self.random.choices(choices["actions"], k=2 if self.random.random() < RIVAL else 1)
        return [{"do": "act", "seq": choices["seq"], "action": action} for action in chosen]
