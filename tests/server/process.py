"""A real server process, and people with real connections to it."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PATIENCE, TO_START = 60.0, 300.0
"""Seconds; a busy machine takes a while to load a program."""
TRY_AGAIN = "server/again"
RECONNECT = {1012, 1013}
"""Close codes after which clients come again."""
WIDE_OPEN = {
    # Test clients are quick and share one address, so no limit may apply.
    "NIWASHI_PER_CONNECTION": "2000/2000",
    "NIWASHI_PER_PERSON": "5000/5000",
    "NIWASHI_PER_ADDRESS": "5000/5000",
    "NIWASHI_SESSIONS_PER_ADDRESS": "1000/1000",
    "NIWASHI_PASSWORDS_PER_ADDRESS": "1000/1000",
    "NIWASHI_PASSWORDS_PER_ACCOUNT": "1000/1000",
    "NIWASHI_TABLES_PER_PERSON": "1000/1000",
    "NIWASHI_SOCKETS_PER_PERSON": "5000",
    "NIWASHI_SOCKETS_PER_ADDRESS": "5000",
    "NIWASHI_ARGON2_TIME": "1",
    "NIWASHI_ARGON2_MEMORY": "1024",
    "NIWASHI_NODE": "test",
    # Whatever the machine has, unless the tests are to be run with several.
    "NIWASHI_PROCESSES": os.environ.get("NIWASHI_PROCESSES", "1"),
}


class ServerProcess:
    """Can be started, killed or stopped, and restarted on the same store."""

    def __init__(self, folder: Path, place: str | None = None, **environment: str) -> None:
        self.store, self.log = folder / "store.sqlite", folder / "server.log"
        self.place = place or str(self.store)
        self._environment = {**os.environ, **WIDE_OPEN, **environment}
        self.command = [str(Path(sys.executable).with_name("niwashi"))]
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, port: int = 0, /, **environment: str) -> None:
        words = ["serve", "--port", str(port), "--store", self.place, "--workers", "1"]
        from_here = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            everything = {**self._environment, **environment}
            self.process = subprocess.Popen(
                [*self.command, *words], stdout=subprocess.DEVNULL, stderr=log, env=everything
            )
        self.port = self._port(from_here)

    def _port(self, from_here: int) -> int:
        deadline = time.monotonic() + TO_START
        while time.monotonic() < deadline:
            for line in self.log.read_bytes()[from_here:].splitlines():
                if b'"serving"' in line:
                    return int(json.loads(line)["port"])
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.02)
        raise AssertionError("the server did not start:\n" + self.log.read_text())

    def kill(self) -> None:
        """As a power failure would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def writer_pid(self) -> int:
        """The process that writes to SQLite: of two, the one that has opened the file. The other waits."""
        assert self.process is not None
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for children in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
                for pid in children.read_text().split():
                    with suppress(OSError):  # it has just ended
                        command = Path(f"/proc/{pid}/cmdline").read_bytes()
                        if b"writer_process" in command and _has_opened_store(pid):
                            return int(pid)
            time.sleep(0.01)  # it is being replaced
        raise AssertionError("no process writes")

    def ask_to_end(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)

    def end(self) -> int:
        assert self.process is not None
        if self.process.poll() is None:
            self.ask_to_end()
        return self.process.wait(PATIENCE)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


def _has_opened_store(pid: str) -> bool:
    return any(".sqlite" in os.readlink(one) for one in Path(f"/proc/{pid}/fd").iterdir())


class Guest:
    """A person with a session."""

    def __init__(self, server: ServerProcess, name: str) -> None:
        self.server, self.name = server, name
        once = httpx.Limits(max_keepalive_connections=0)  # leaves nothing open
        self.http = httpx.AsyncClient(base_url=server.address, timeout=PATIENCE, limits=once)
        self._ids = itertools.count()

    @classmethod
    async def arrive(cls, server: ServerProcess, name: str) -> Guest:
        guest = cls(server, name)
        (await guest.http.post("/api/session", json={"name": name})).raise_for_status()
        return guest

    def follow(self) -> None:
        """Follow the server to its address after a restart."""
        self.http.base_url = httpx.URL(self.server.address)

    async def open(self, game: str = "miyabi", **fields: Any) -> str:
        found = await self.http.post("/api/tables", json={"game": game, **fields})
        found.raise_for_status()
        return str(found.json()["table"])

    def request(self, do: str, **fields: Any) -> dict[str, Any]:
        return {"do": do, "id": f"{self.name}-{next(self._ids)}", **fields}

    async def ask(self, table: str, do: str, **fields: Any) -> dict[str, Any]:
        return await self.post(table, self.request(do, **fields))

    async def post(self, table: str, request: dict[str, Any]) -> dict[str, Any]:
        return dict((await self.http.post(f"/api/tables/{table}/requests", json=request)).json())

    async def done(self, table: str, do: str, **fields: Any) -> None:
        """Retries with the same id if told to, as clients do."""
        request = self.request(do, **fields)
        async with asyncio.timeout(PATIENCE):
            while (answer := await self.post(table, request)).get("code") == TRY_AGAIN:
                await asyncio.sleep(0.05)
        assert answer.get("answer") == "done", answer

    async def ticket(self, table: str | None) -> str:
        found = await self.http.post("/api/tickets", json={"table": table})
        found.raise_for_status()
        return str(found.json()["ticket"])

    @asynccontextmanager
    async def socket(
        self, table: str | None, since: int | None = None, headers: Mapping[str, str] | None = None
    ) -> AsyncIterator[Socket]:
        door = f"tables/{table}" if table else "lobby"
        resume = "" if since is None else f"&since={since}"
        url = f"{self.server.address.replace('http', 'ws')}/api/{door}/socket?ticket={await self.ticket(table)}{resume}"
        async with connect(url, max_size=None, close_timeout=1, additional_headers=headers) as connection:
            yield Socket(self, connection)

    async def finish(self, table: str) -> list[dict[str, Any]]:
        """Play, or watch, until the game is over. Reconnects when told to, as clients do. Returns all messages."""
        heard = list[dict[str, Any]]()
        while True:
            async with self.socket(table) as socket:
                try:
                    await socket.play()
                except ConnectionClosed as end:
                    if end.rcvd is None or end.rcvd.code not in RECONNECT:
                        raise
                heard += socket.heard
                if socket.over:
                    return heard


class Socket:
    """All messages of one connection, and what a player does with them."""

    def __init__(self, guest: Guest, connection: ClientConnection) -> None:
        self.guest, self.connection = guest, connection
        self.heard: list[dict[str, Any]] = []
        self.raw: list[bytes] = []
        self.seq = -1
        self.choices: dict[str, Any] | None = None
        self.over = False

    async def hear(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):  # Python 3.11's wait_for may swallow a cancellation
            raw = await self.connection.recv()
        message: dict[str, Any] = json.loads(raw)
        self.raw.append(raw if isinstance(raw, bytes) else raw.encode())
        self.heard.append(message)
        self._note(message)
        return message

    def _note(self, message: dict[str, Any]) -> None:
        if snapshot := message.get("snapshot"):
            self.seq, self.choices = snapshot["seq"], snapshot.get("choices")
            self.over = snapshot["phase"] == "over"
        for news in message.get("news", ()):
            assert news["seq"] == self.seq + 1 or self.seq == -1, "no news is missed and none comes twice"
            self.seq = news["seq"]
            self.over = self.over or (news["event"] or {}).get("event") == "ended"
        if "choices" in message:
            self.choices = message["choices"]

    async def until(self, found: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Limited in time, even if heartbeats keep arriving."""
        async with asyncio.timeout(2 * PATIENCE):
            while not found(message := await self.hear()):
                pass
        return message

    async def send(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return its answer, and record other messages that arrive meanwhile."""
        await self.connection.send(json.dumps(request))
        got = await self.until(lambda m: m.get("answer", {}).get("id") == request["id"] or "error" in m)
        return dict(got.get("answer") or got["error"])

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        return await self.send(self.guest.request(do, **fields))

    async def tell(self, do: str, **fields: Any) -> None:
        """Does not wait for an answer."""
        await self.connection.send(json.dumps(self.guest.request(do, **fields)))

    async def act(self, which: int = 0) -> dict[str, Any]:
        """Play one of the open choices."""
        choices = self.choices
        assert choices is not None, "it is not for us to act"
        self.choices = None
        return await self.ask("act", seq=choices["seq"], action=choices["actions"][which % len(choices["actions"])])

    async def play(self, most: int = 10_000) -> int:
        """Play until the game is over or so many actions are done. Returns how many."""
        done = 0
        while not self.over and done < most:
            if self.choices is None:
                await self.hear()
            elif (await self.act(done)).get("answer") == "done":
                done += 1
        return done

    async def closed(self) -> int:
        """Return the server's close code, and record earlier messages."""
        try:
            while True:
                await self.hear()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 1006
