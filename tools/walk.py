"""`python -m tools.walk`: lists the functions that one action passes on a server, from socket to socket.

A real server runs in this process. Two guests sit at a table, one acts, and Python's profiler notes every function of
the package until both have been sent the news. Compiled kernels do not show: the profiler sees Python only.
"""

from __future__ import annotations

import json
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

import niwashi
from niwashi.cli import main

PACKAGE = str(Path(niwashi.__file__).parent)
START_SECONDS, ANSWER_SECONDS = 300.0, 20.0
GAMES: dict[str, dict[str, Any]] = {"miyabi": {"seats": 2}, "edo_yashiki": {"seats": 2, "grab": "calm"}}


class Walk:
    """The functions called while it records, in the order of their first call."""

    def __init__(self) -> None:
        self._steps: dict[tuple[str, str], None] = {}
        self._recording = False

    def notice(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if self._recording and event == "call" and code.co_filename.startswith(PACKAGE) and "<" not in code.co_name:
            self._steps.setdefault((code.co_filename.removeprefix(PACKAGE + "/"), code.co_qualname))

    @contextmanager
    def record(self) -> Iterator[None]:
        self._steps, self._recording = {}, True
        try:
            yield
        finally:
            self._recording = False

    def report(self, game: str) -> str:
        files = {file for file, _ in self._steps}
        lines = [f"{number:3}  {file:40} {name}" for number, (file, name) in enumerate(self._steps, 1)]
        return "\n".join([f"{game}: {len(self._steps)} functions in {len(files)} files", *lines])


class Guest:
    """A player who sends requests over HTTP and an action over a socket."""

    def __init__(self, address: str, name: str) -> None:
        self._http = httpx.Client(base_url=address, timeout=ANSWER_SECONDS)
        self._address, self.name, self._count = address, name, 0
        self.post("/api/session", name=name)

    def post(self, path: str, **body: Any) -> Any:
        answer = self._http.post(path, json=body)
        answer.raise_for_status()
        return answer.json()

    def ask(self, table: str, do: str, **fields: Any) -> Any:
        self._count += 1
        return self.post(f"/api/tables/{table}/requests", do=do, id=f"{self.name}-{self._count}", **fields)

    def watch(self, table: str) -> ClientConnection:
        ticket = self.post("/api/tickets", table=table)["ticket"]
        return connect(f"{self._address.replace('http', 'ws')}/api/tables/{table}/socket?ticket={ticket}")


def _receive(connection: ClientConnection, key: str) -> Any:
    """The next message of that kind."""
    while True:
        message = json.loads(connection.recv(ANSWER_SECONDS))
        if key in message:
            return message[key]


def _act_once(address: str, game: str, walk: Walk) -> None:
    guests = Guest(address, "Aki"), Guest(address, "Bo")
    table = guests[0].post("/api/tables", game=game, options=GAMES[game])["table"]
    for guest in guests:
        guest.ask(table, "sit", name=guest.name)
    guests[0].ask(table, "start")
    sockets = [guest.watch(table) for guest in guests]
    choices = [_receive(each, "snapshot").get("choices") for each in sockets]
    seat = next(seat for seat, offered in enumerate(choices) if offered)
    act = {"do": "act", "id": "walk", "seq": choices[seat]["seq"], "action": choices[seat]["actions"][0]}
    time.sleep(1)  # until the work of opening the sockets is done
    with walk.record():
        sockets[seat].send(json.dumps(act))
        for each in sockets:
            _receive(each, "news")
        _receive(sockets[seat], "answer")
        time.sleep(0.2)  # for the work after the last message
    for each in sockets:
        each.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_ready(address: str) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        try:
            if httpx.get(f"{address}/readyz").status_code == 200:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.5)
    raise SystemExit("the server did not start")


def _visit(port: int, walk: Walk) -> None:
    import _thread

    try:
        address = f"http://127.0.0.1:{port}"
        _wait_until_ready(address)
        for game in GAMES:
            _act_once(address, game, walk)
            print(walk.report(game), flush=True)
    finally:
        _thread.interrupt_main()


def run() -> None:
    walk, port = Walk(), _free_port()
    threading.setprofile(walk.notice)
    threading.Thread(target=_visit, args=(port, walk), daemon=True).start()
    sys.setprofile(walk.notice)
    with tempfile.TemporaryDirectory() as folder:
        sys.argv = ["niwashi", "serve", "--port", str(port), "--store", f"{folder}/walk.sqlite"]
        main()


if __name__ == "__main__":
    run()
