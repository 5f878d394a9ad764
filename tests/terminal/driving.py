"""A person at the full screen: keys, and patience until something has happened."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import OptionList, Static

from niwashi.terminal.app import NiwashiApp
from niwashi.terminal.boards.board import Board
from niwashi.terminal.opening import new_table
from niwashi.terminal.screens.board_view import BoardView
from niwashi.terminal.screens.play_screen import PlayScreen
from niwashi.terminal.tables.local import LocalTable

SMALLEST, LARGE = (80, 24), (140, 40)
PATIENCE = 300.0
"""Seconds; the rules may have to be compiled."""


class Person:
    def __init__(self, app: NiwashiApp, pilot: Pilot[str]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def screen(self) -> PlayScreen:
        screen = next(one for one in reversed(self.app.screen_stack) if isinstance(one, PlayScreen))
        return screen

    @property
    def board(self) -> Board:
        return self.app.screen.query_one(BoardView).board

    async def until(self, condition: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"timed out; the screen shows\n{self.picture}"
            await self.pilot.pause(0.01)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def choose(self, words: str) -> None:
        """A line of the first screen that begins with these words."""
        choices = self.app.screen.query_one(OptionList)
        lines = [str(option.prompt) for option in choices.options]
        wanted = next(place for place, line in enumerate(lines) if line.startswith(words))
        await self.press("home", *["down"] * wanted, "enter")

    async def opened(self, kind: type[Screen[Any]]) -> None:
        await self.until(lambda: isinstance(self.app.screen, kind))
        await self.pilot.pause()

    async def own_turn(self) -> None:
        table = self.screen.table
        await self.until(lambda: table.over or (not table.busy and table.scene and table.scene.offer))
        await self.pilot.pause()

    async def play(self) -> None:
        """What the cursor is on."""
        length = len(self.screen.table.log)
        await self.press("enter")
        await self.until(lambda: len(self.screen.table.log) > length)

    async def play_to_the_end(self, rng: Random) -> int:
        """Wanders with the cursor, and plays where that is possible; returns how many actions."""
        for played in range(10_000):
            await self.own_turn()
            if self.screen.table.over:
                return played
            for _ in range(rng.randrange(3)):
                await self.press(rng.choice(("left", "right", "up", "down", "r", "tab")))
            while self.board.proposal.index is None:
                await self.press(rng.choice(("tab", "right")))
            await self.play()
        raise AssertionError

    def text(self, widget: str) -> str:
        return str(self.app.screen.query_one(widget, Static).content)

    @property
    def picture(self) -> str:
        """The whole screen as text."""
        height = self.app.size.height
        strips = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text for strip in strips[:height])


@asynccontextmanager
async def at_screen(first: Screen[None], size: tuple[int, int] = SMALLEST) -> AsyncIterator[Person]:
    app = NiwashiApp(first)
    async with app.run_test(size=size) as pilot:
        yield Person(app, pilot)


@asynccontextmanager
async def at_table(table: LocalTable, size: tuple[int, int] = SMALLEST) -> AsyncIterator[Person]:
    table.pace_seconds = 0
    async with at_screen(PlayScreen(table), size) as person:
        yield person


def open_table(game: str, *holders: str, seed: str = "7", **options: Any) -> LocalTable:
    return new_table(game, holders, options, seed)


async def cancelled(task: asyncio.Task[Any]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
