"""People who play game after game in a separate process, whatever happens to the server, and record all messages:
python -m tests.server.party FOLDER NAME GAME SEATS.

The folder contains the server's address (`address`) and the signal to stop (`stop`). Each person writes a file with one
line per request or message.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, TextIO

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.simulation.follower import Follower, Message

TROUBLE = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)
"""Errors that a client sees when a server is killed."""
SILENCE, RESEND = 5.0, 1.0
THINKING = 0.02


class Party:
    """Some people and their table."""

    def __init__(self, folder: Path, name: str, game: str, seats: int) -> None:
        self.folder, self.game, self.seats = folder, game, seats
        self.people = [Member(self, f"{name}{number}", number) for number in range(seats)]
        self.table = ""
        self.options: dict[str, Any] = {"seats": seats} | ({"grab": "calm"} if game == "edo_yashiki" else {})

    @property
    def address(self) -> str:
        return (self.folder / "address").read_text()

    @property
    def stops(self) -> bool:
        return (self.folder / "stop").exists()

    async def play(self) -> None:
        while not self.stops:
            self.table = await self.people[0].open_table()
            await asyncio.gather(*(member.play(self.table) for member in self.people))


class Member:
    def __init__(self, party: Party, name: str, number: int) -> None:
        self.party, self.name, self.number = party, name, number
        self.random = Random(name)
        self.http = httpx.AsyncClient(timeout=5.0)
        self.follower = Follower()
        self.made = 0
        self._file: TextIO = (party.folder / f"{name}.jsonl").open("w", buffering=1)

    def _write(self, **what: Any) -> None:
        self._file.write(json.dumps({"table": self.party.table, **what}) + "\n")

    # -- over HTTP ---------------------------------------------------------------------------------------------------
    async def _post(self, path: str, **body: Any) -> Message:
        """Repeat until there is an answer; the request may be executed twice."""
        while True:
            try:
                if not self.http.cookies:
                    await self.http.post(self.party.address + "/api/session", json={"name": self.name})
                found = await self.http.post(self.party.address + path, json=body)
                if found.status_code < 300:
                    return dict(found.json())
            except TROUBLE:
                pass
            await asyncio.sleep(0.1)

    async def open_table(self) -> str:
        options = {"game": self.party.game, "options": self.party.options}
        return str((await self._post("/api/tables", **options, settings={"grace": None}))["table"])

    @asynccontextmanager
    async def _line(self, table: str) -> AsyncIterator[ClientConnection]:
        ticket = (await self._post("/api/tickets", table=table))["ticket"]
        since = f"&since={self.follower.seq}" if self.follower.seq >= 0 else ""
        self.follower.behind = False
        url = f"{self.party.address.replace('http', 'ws')}/api/tables/{table}/socket?ticket={ticket}{since}"
        async with connect(url, max_size=None, open_timeout=5, close_timeout=1) as line:
            yield line

    # -- at the table --------------------------------------------------------------------------------------------------
    async def play(self, table: str) -> None:
        """Play to the end of the game, reconnecting as often as needed."""
        self.follower = Follower()
        while not self._finished:
            try:
                async with self._line(table) as line:
                    await self._stay(line)
            except TROUBLE:
                await asyncio.sleep(self.random.uniform(0.05, 0.2))

    @property
    def _finished(self) -> bool:
        """The game is over or the party stops, and all requests are answered."""
        return not self.follower.waiting and (self.follower.phase == "over" or self.party.stops)

    async def _stay(self, line: ClientConnection) -> None:
        for request in self.follower.waiting.values():
            await line.send(json.dumps(request))
        while not self.follower.behind and not self._finished:
            if not self.follower.waiting and not self.party.stops:
                await self._do_something(line)
            async with asyncio.timeout(SILENCE):
                self._hear(json.loads(await line.recv()))

    def _hear(self, message: Message) -> None:
        if not message.keys() & {"heartbeat", "ping"}:
            self._write(heard=_in_short(message))
        self.follower.hear(message, orderly=True)

    async def _do_something(self, line: ClientConnection) -> None:
        request = self._wish()
        if request is not None:
            await asyncio.sleep(self.random.expovariate(1 / THINKING))
            self.made += 1
            request["id"] = f"{self.name}-{self.made}"
            self._write(made=request)
            self.follower.waiting[request["id"]] = request
            await line.send(json.dumps(request))

    def _wish(self) -> Message | None:
        follower = self.follower
        if follower.phase == "gathering":
            if self.name not in follower.seats:
                return {"do": "sit", "name": self.name}
            return {"do": "start"} if self.number == 0 and "" not in follower.seats else None
        choices, follower.choices = follower.choices, None
        if choices is None:
            return None
        return {"do": "act", "seq": choices["seq"], "action": self.random.choice(choices["actions"])}


def _in_short(message: Message) -> Message:
    """Without views and choices, which are most of its size."""
    return {kind: _without_views(said) for kind, said in message.items() if kind != "choices"}


def _without_views(said: Any) -> Any:
    if isinstance(said, dict):
        return {key: _without_views(value) for key, value in said.items() if key not in ("view", "choices")}
    return [_without_views(one) for one in said] if isinstance(said, list) else said


def main() -> None:
    folder, name, game, seats = sys.argv[1:]
    asyncio.run(Party(Path(folder), name, game, int(seats)).play())


if __name__ == "__main__":
    main()
