"""A text over the screen, until a key is pressed."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

KEYS = """\
cursor   arrows; Tab goes to the next possible place; or the mouse
turn     r, Space or the mouse wheel
play     Enter or a click
h        a hint: what a strong bot would do, with reasons
w        why: which rule forbids it, or how its points add up
u        undo: take back your last action
s        the score sheet
l        the log
v        look at another seat's board; Esc goes back
k        letters or kanji
q        leave; Ctrl-C does the same. The game is saved
"""


class TextDialog(ModalScreen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,space", "dismiss", "close"),
        Binding("down,j", "scroll(1)", show=False),
        Binding("up", "scroll(-1)", show=False),
    ]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield Static(self._title, id="dialog-title", markup=False)
            with VerticalScroll(id="dialog-body"):
                yield Static(self._text, id="dialog-text", markup=False)
            yield Static("Esc or Enter closes", id="dialog-keys", markup=False)

    def action_scroll(self, lines: int) -> None:
        self.query_one("#dialog-body").scroll_relative(y=lines, animate=False)

    def on_click(self) -> None:
        self.dismiss()


class LineDialog(ModalScreen[str]):
    """Asks for one line of text; Esc gives an empty one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "close")]

    def __init__(self, question: str, given: str = "") -> None:
        super().__init__()
        self._question, self._given = question, given

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield Static(self._question, id="dialog-title", markup=False)
            yield Input(self._given, id="line")
            yield Static("Enter answers · Esc closes", id="dialog-keys", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def action_leave(self) -> None:
        self.dismiss("")
