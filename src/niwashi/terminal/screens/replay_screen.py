"""A record on the screen, event by event."""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static

from niwashi.core.errors import NiwashiError
from niwashi.core.record import Record
from niwashi.engine import catalog
from niwashi.terminal.boards import make_board
from niwashi.terminal.replay import frames
from niwashi.terminal.scene import Scene
from niwashi.terminal.screens.board_view import BoardView
from niwashi.terminal.screens.compiling import CompilingLine
from niwashi.terminal.screens.dialogs import LineDialog, TextDialog
from niwashi.terminal.screens.play_screen import LOG_FROM_COLUMNS

# Textual's markup takes no negative numbers in an action.
MENU = "  ".join(
    f"[@click=screen.{action}][b]{key}[/b] {label}[/]"
    for key, action, label in (
        ("→", "next", "next"),
        ("←", "back", "back"),
        ("Home", "start", "start"),
        ("End", "end", "end"),
        ("g", "ask", "go"),
        ("s", "sheet", "score"),
        ("v", "view", "view"),
        ("k", "letters", "kanji"),
        ("q", "leave", "leave"),
    )
)


class ReplayScreen(Screen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,enter,space,n", "next"),
        Binding("left,b", "back"),
        Binding("pagedown", "step(10)"),
        Binding("pageup", "step(-10)"),
        Binding("home", "start"),
        Binding("end,e", "end"),
        Binding("g", "ask"),
        Binding("s", "sheet"),
        Binding("v", "view"),
        Binding("k", "letters"),
        Binding("q,escape", "leave"),
    ]

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record
        self.rules = catalog.rules(record.game)
        self.steps: list[tuple[str, Scene, str]] = []
        """What happened, the scene after it, and the score sheet."""
        self.here, self.front = 0, 0

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        board = BoardView(make_board(self.rules.name))
        board.can_focus = False  # it would keep Enter
        with Horizontal(id="middle"):
            yield board
            yield Static(id="log", markup=False)
        yield Static("reading the record …", id="proposal", markup=False)
        yield CompilingLine(id="status", markup=False)
        yield Static(MENU, id="menu")

    def on_mount(self) -> None:
        self.read()

    @work(thread=True)
    def read(self) -> None:
        """Replaying compiles the rules where they are not compiled yet."""
        try:
            for _, what, game in frames(self.record):
                scene = Scene(game.view(), game.names, self.front, None, str(game))
                self.steps.append((what, scene, str(game.sheet())))
                if len(self.steps) == 1:
                    self.app.call_from_thread(self.show_step)
        except NiwashiError as error:
            self.app.call_from_thread(self.say, error.sentence)
        else:
            self.app.call_from_thread(self.show_step)

    def show_step(self) -> None:
        if not self.steps:
            return
        what, scene, _ = self.steps[self.here]
        board = self.query_one(BoardView)
        board.show(Scene(scene.view, scene.names, self.front, None, scene.text))
        headline = filter(None, [self.rules.title, board.board.headline])
        self.query_one("#head", Static).update(" · ".join(headline))
        log = self.query_one("#log", Static)
        log.display = self.size.width >= LOG_FROM_COLUMNS
        room = max(log.size.height - 2, 1)
        first = max(min(self.here - room // 2, len(self.steps) - room), 0)
        lines = [
            f"{'▸' if number == self.here else ' '}{number:>3} {self.steps[number][0]}"
            for number in range(first, min(first + room, len(self.steps)))
        ]
        log.update("\n".join(lines))
        self.say(f"{self.here} of {len(self.steps) - 1} · {what}")

    def say(self, sentence: str) -> None:
        self.query_one("#proposal", Static).update(sentence)

    def on_resize(self) -> None:
        self.show_step()

    def action_step(self, steps: int) -> None:
        self.here = min(max(self.here + steps, 0), max(len(self.steps) - 1, 0))
        self.show_step()

    def action_next(self) -> None:
        self.action_step(1)

    def action_back(self) -> None:
        self.action_step(-1)

    def action_start(self) -> None:
        self.action_step(-len(self.steps))

    def action_end(self) -> None:
        self.action_step(len(self.steps))

    def action_ask(self) -> None:
        self.app.push_screen(LineDialog(f"go to which event, from 0 to {len(self.steps) - 1}?"), self._go_to)

    def _go_to(self, answer: str | None) -> None:
        if answer and answer.isascii() and answer.isdigit() and len(answer) < 7 and int(answer) < len(self.steps):
            self.here = int(answer)
            self.show_step()
        elif answer:
            self.say(f"events are numbered from 0 to {len(self.steps) - 1}, so there is no “{answer[:20]}”")

    def action_sheet(self) -> None:
        if self.steps:
            self.app.push_screen(TextDialog("score", self.steps[self.here][2]))

    def action_view(self) -> None:
        if self.steps:
            self.front = (self.front + 1) % len(self.steps[0][1].names)
            self.show_step()

    def action_letters(self) -> None:
        board = self.query_one(BoardView)
        board.board.letters = not board.board.letters
        board.redraw()

    def action_leave(self) -> None:
        self.dismiss()
