"""The first screen: unfinished games, new ones, tables of servers and replays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from niwashi.core.errors import NiwashiError
from niwashi.engine import catalog
from niwashi.terminal.opening import saved_table
from niwashi.terminal.saved_games import SavedGame, list_saved
from niwashi.terminal.screens.dialogs import LineDialog
from niwashi.terminal.screens.new_game import NewGameScreen
from niwashi.terminal.screens.play_screen import PlayScreen
from niwashi.terminal.screens.replay_screen import ReplayScreen
from niwashi.terminal.tables.link import EXAMPLE

MAX_LISTED = 12
"""Unfinished games, and as many finished ones."""


class StartScreen(Screen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape", "leave", "leave")]

    def compose(self) -> ComposeResult:
        yield Static("庭師 Niwashi", id="head", markup=False)
        yield OptionList(id="choices", markup=False)
        yield Static("", id="proposal", classes="said", markup=False)
        yield Static("↑↓ choose · Enter opens · q leaves", id="status", markup=False)

    def on_mount(self) -> None:
        self.fill()

    def on_screen_resume(self) -> None:
        self.fill()

    def fill(self) -> None:
        """Games may have been played since the last time."""
        choices = self.query_one(OptionList)
        choices.clear_options()
        self._actions: dict[str, Callable[[], None]] = {}
        saved = list_saved()
        for name in catalog.names():
            self._add(f"new game of {catalog.rules(name).title}", partial(self._new, name))
        self._add("a table of a server, by its link", self._ask_for_link)
        for one in [saved for saved in saved if not saved.over][:MAX_LISTED]:
            self._add(f"continue  {one.description}", partial(self._resume, one))
        for one in [saved for saved in saved if saved.over][:MAX_LISTED]:
            self._add(f"replay    {one.description}", partial(self._replay, one))
        choices.highlighted = 0
        choices.focus()

    def _add(self, text: str, action: Callable[[], None]) -> None:
        name = f"n{len(self._actions)}"
        self._actions[name] = action
        self.query_one(OptionList).add_option(Option(text, id=name))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        try:
            self._actions[str(event.option.id)]()
        except NiwashiError as error:
            self.say(error.sentence)

    def say(self, sentence: str) -> None:
        self.query_one("#proposal", Static).update(sentence)

    def _new(self, name: str) -> None:
        self.app.push_screen(NewGameScreen(catalog.rules(name)), self._open)

    def _open(self, screen: PlayScreen | None) -> None:
        if screen is not None:
            self.app.push_screen(screen)

    def _resume(self, saved: SavedGame) -> None:
        self.app.push_screen(PlayScreen(saved_table(saved)))

    def _replay(self, saved: SavedGame) -> None:
        self.app.push_screen(ReplayScreen(saved.record))

    def _ask_for_link(self) -> None:
        self.app.push_screen(LineDialog(f"the link of the table, such as {EXAMPLE}"), self._ask_server)

    def _ask_server(self, link: str | None) -> None:
        self._join(link)

    @work(exclusive=True, exit_on_error=False)
    async def _join(self, link: str | None) -> None:
        from niwashi.terminal.tables.server import find_table

        if not link:
            return
        self.say("asking the server …")
        try:
            table = await find_table(link)
        except NiwashiError as error:
            self.say(error.sentence)
        else:
            self.say("")
            self.app.push_screen(PlayScreen(table))

    def action_leave(self) -> None:
        self.dismiss()
