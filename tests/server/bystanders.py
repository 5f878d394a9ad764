"""Two people who play game after game, and whom other clients must not disturb."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.server.process import PATIENCE, Guest, ServerProcess, Socket
from tests.server.tables import started

FEWEST_ACTIONS = 5
"""They go on until they have done so many, however soon the test is done."""
LONGEST_WAIT = 10.0
"""Seconds for one answer, even on a busy machine."""


class Bystanders:
    """They play in a separate thread, so that the test may block."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self._stop = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._play()))
        self.waits: list[float] = []
        self._have_played = threading.Event()
        self.error: BaseException | None = None

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        self._have_played.wait(PATIENCE)
        self._stop.set()
        self._thread.join()
        if self.error is not None:
            raise self.error
        assert len(self.waits) >= FEWEST_ACTIONS, "they could hardly play"
        assert max(self.waits) < LONGEST_WAIT, "they had to wait"

    async def _play(self) -> None:
        try:
            while not self._stop.is_set():
                table, aki, bo = await started(self._server)
                await self._one_game(table, aki, bo)
        except BaseException as error:
            self.error = error
            self._have_played.set()

    async def _one_game(self, table: str, aki: Guest, bo: Guest) -> None:
        async with aki.socket(table) as first, bo.socket(table) as second:
            await asyncio.gather(first.hear(), second.hear())
            while not (self._stop.is_set() or first.over):
                mover, other = (first, second) if first.choices else (second, first)
                if mover.choices is None:
                    await asyncio.gather(first.hear(), second.hear())
                    continue
                start = time.monotonic()
                answer = await mover.act(len(self.waits))
                self.waits.append(time.monotonic() - start)
                if len(self.waits) >= FEWEST_ACTIONS:
                    self._have_played.set()
                assert answer["answer"] == "done", answer
                await _catch_up(other, mover.seq)
                await asyncio.sleep(0.01)


async def _catch_up(one: Socket, seq: int) -> None:
    """Receive the other's action and one's own choices."""
    while one.seq < seq:
        await one.hear()


@contextmanager
def bystanders(server: ServerProcess) -> Iterator[None]:
    """They play during the whole context, and their result is checked at its end."""
    people = Bystanders(server)
    people.start()
    try:
        yield
    finally:
        people.end()
