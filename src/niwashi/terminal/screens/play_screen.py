"""A table on the screen: the board, what the cursor would do, and what happens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from niwashi.core.errors import NiwashiError
from niwashi.terminal.boards import make_board
from niwashi.terminal.screens.board_view import BoardView
from niwashi.terminal.screens.compiling import CompilingLine
from niwashi.terminal.screens.dialogs import KEYS, LineDialog, TextDialog
from niwashi.terminal.tables.table import Command, Table

MENU = "  ".join(
    f"[@click=screen.{action}][b]{key}[/b] {label}[/]"
    for key, action, label in (
        ("h", "hint", "hint"),
        ("w", "why", "why"),
        ("u", "undo", "undo"),
        ("s", "sheet", "score"),
        ("l", "log", "log"),
        ("v", "view", "view"),
        ("k", "letters", "kanji"),
        ("?", "help", "help"),
        ("q", "leave", "leave"),
    )
)
LOG_FROM_COLUMNS = 112
"""From this width on the log stands beside the board."""


class PlayScreen(Screen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "hint"),
        Binding("w", "why", "why"),
        Binding("u", "undo", "undo"),
        Binding("s", "sheet", "score"),
        Binding("l", "log", "log"),
        Binding("v", "view", "view"),
        Binding("k", "letters", "kanji"),
        Binding("question_mark,f1", "help", "help"),
        Binding("q", "leave", "leave"),
        Binding("escape", "back", "back"),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.front: int | None = None
        """The seat that is looked at, if it is not the one that the table shows."""
        self.said = ""
        """An answer to the person, until the next key."""
        self._hinting: Worker[None] | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        with Horizontal(id="middle"):
            yield BoardView(make_board(self.table.rules.name))
            yield Static(id="log", markup=False)
        yield Static(id="proposal", markup=False)
        yield CompilingLine(id="status", markup=False)
        yield Static(MENU, id="menu")

    def on_mount(self) -> None:
        self.board_view.focus()
        self.table.on_change = self.call_refresh
        self.run_table()

    @property
    def board_view(self) -> BoardView:
        return self.query_one(BoardView)

    @work(group="table", exit_on_error=False)
    async def run_table(self) -> None:
        await self.table.run()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.state == WorkerState.ERROR:
            error = event.worker.error
            assert error is not None
            if not isinstance(error, NiwashiError):
                raise error
            self.table.end(error)
            self.show_table()

    # -- showing -----------------------------------------------------------------------------------------------------
    def call_refresh(self) -> None:
        """The table has changed; it is told from any task of this app."""
        if self.is_mounted:
            self.show_table()

    def show_table(self) -> None:
        table = self.table
        if table.scene is not None:
            front = table.scene.front if self.front is None else self.front
            scene = table.scene if front == table.scene.front else replace(table.scene, front=front, offer=None)
            if scene != self.board_view.board.scene:  # news that change no board leave the cursor alone
                self.board_view.show(scene)
            self.board_view.quick = table.quick
        self.query_one("#head", Static).update(self._headline())
        log = self.query_one("#log", Static)
        log.display = self.size.width >= LOG_FROM_COLUMNS
        log.update("\n".join(table.log[-max(log.size.height, 1) :]))
        self.show_proposal()

    def on_resize(self) -> None:
        self.show_table()

    def _headline(self) -> str:
        return " · ".join(filter(None, [self.table.rules.title, self.board_view.board.headline]))

    def show_proposal(self) -> None:
        line = self.query_one("#proposal", Static)
        line.set_class(bool(self.said), "said")  # a sentence is shown whole; what the mouse brings moves no board
        line.update(self.said or self._proposal_text())
        self.query_one(CompilingLine).say(self._status_text())

    def _proposal_text(self) -> str:
        table, proposal = self.table, self.board_view.board.proposal
        if table.busy or table.scene is None or not proposal.notation or self.front is not None:
            return ""
        if proposal.index is None:
            return f"✗ {table.explain(proposal.notation, proposal.refused)}"
        return f"✓ {proposal.notation}  {proposal.describe(table.scene.offer)}"

    def _status_text(self) -> str:
        table = self.table
        commands = " · ".join(f"{command.key} {command.label}" for command in table.commands)
        if self.front is not None:
            return f"{table.status} · Enter goes back to the own board"
        acts = table.scene is not None and table.scene.offer is not None and not table.busy
        keys = self.board_view.board.keys if acts else ""
        return " · ".join(filter(None, [table.status, commands or keys]))

    def say(self, text: str) -> None:
        """One sentence in place of the proposal."""
        self.said = text
        self.show_proposal()

    def on_board_view_moved(self) -> None:
        self.said = ""
        self.show_proposal()

    # -- acting ------------------------------------------------------------------------------------------------------
    def on_board_view_played(self) -> None:
        table, proposal = self.table, self.board_view.board.proposal
        if self.front is not None:
            self.action_view(back=True)
        elif commands := [command for command in table.commands if command.key == "Enter"]:
            self.run_command(commands[0])
        elif table.busy or table.over or not proposal.notation:
            self.say(table.status)
        elif proposal.index is None:
            self.say(f"✗ {table.explain(proposal.notation, proposal.refused)}")
        else:
            self.attempt(table.act(proposal.notation))

    def on_key(self, event: Any) -> None:
        for command in self.table.commands:
            if event.key == command.key:
                event.stop()
                self.run_command(command)
        if self.table.quick and event.key.isdigit():  # the board knows the cards that are there
            self.say(f"card {event.key} is not there to take")

    def run_command(self, command: Command) -> None:
        def answer(text: str | None) -> None:
            if text:
                self.attempt(command.run(text))

        if command.question:
            self.app.push_screen(LineDialog(command.question), answer)
        else:
            self.attempt(command.run(""))

    @work(group="asked", exit_on_error=False)
    async def attempt(self, doing: Any) -> None:
        """What a person asked for; what is refused is said in one sentence."""
        try:
            await doing
        except NiwashiError as error:
            self.say(error.sentence)

    def action_undo(self) -> None:
        self.attempt(self.table.undo())

    def action_hint(self) -> None:
        if self._hinting is None or self._hinting.is_finished:
            self._hinting = self.attempt(self._hint())

    async def _hint(self) -> None:
        notation, text = await self.table.hint()
        self.board_view.board.aim_at(notation)
        self.board_view.redraw()
        self.app.push_screen(TextDialog("hint", text))

    def action_why(self) -> None:
        proposal = self.board_view.board.proposal
        text = self.table.explain(proposal.notation, proposal.refused) if proposal.notation else ""
        self.app.push_screen(TextDialog("why", text or "move the cursor to an action of your own first"))

    def action_sheet(self) -> None:
        self.app.push_screen(TextDialog("score", self.table.sheet() or "there is no score yet"))

    def action_log(self) -> None:
        self.app.push_screen(TextDialog("log, the latest first", "\n".join(reversed(self.table.log)) or "nothing yet"))

    def action_help(self) -> None:
        self.app.push_screen(TextDialog("keys", f"{self.board_view.board.keys}\n\n{KEYS}"))

    def action_view(self, back: bool = False) -> None:
        scene = self.table.scene
        if scene is None:
            return
        seat = ((scene.front if self.front is None else self.front) + 1) % len(scene.names)
        self.front = None if back or seat == scene.front else seat
        self.show_table()

    def action_letters(self) -> None:
        self.board_view.board.letters = not self.board_view.board.letters
        self.board_view.redraw()

    def action_back(self) -> None:
        """To the own board. It never leaves: Esc pressed once too often, to close a dialog, should not."""
        self.said = ""
        self.action_view(back=True)

    def action_leave(self) -> None:
        self.dismiss()
