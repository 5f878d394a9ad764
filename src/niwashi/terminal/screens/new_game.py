"""The form for a new game: who sits where, and the game's options."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Input, Select, Static

from niwashi import bots
from niwashi.core.errors import NiwashiError
from niwashi.core.game import Rules
from niwashi.engine.game import DEFAULT_NAMES
from niwashi.terminal.opening import new_table
from niwashi.terminal.option_fields import OptionField, option_fields
from niwashi.terminal.saved_games import DEFAULT_BOT, PERSON
from niwashi.terminal.screens.play_screen import PlayScreen

EMPTY = "–"
"""Nobody has this seat."""


class NewGameScreen(Screen["PlayScreen | None"]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "back"),
        Binding("ctrl+s", "begin", "begin"),
    ]

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self.rules = rules
        self._fields = option_fields(rules)

    def compose(self) -> ComposeResult:
        yield Static(f"new game of {self.rules.title}", id="head", markup=False)
        with VerticalScroll(id="form", can_focus=False):
            for seat in range(max(self.rules.seats)):
                yield self._seat_row(seat)
            for field in self._fields:
                yield self._option_row(field)
            yield Button("begin", id="begin", compact=True)
        yield Static("", id="proposal", classes="said", markup=False)
        yield Static("Tab next · Space or Enter chooses · Ctrl-S begins · Esc goes back", id="status", markup=False)

    def _seat_row(self, seat: int) -> Widget:
        holders = [PERSON, *bots.names(), *([EMPTY] if seat >= min(self.rules.seats) else [])]
        held = PERSON if seat == 0 else DEFAULT_BOT if seat < min(self.rules.seats) else EMPTY
        choice = _choice(*((holder, holder) for holder in holders), value=held, name=f"seat-{seat}")
        name = Input(DEFAULT_NAMES[seat % len(DEFAULT_NAMES)], id=f"name-{seat}", compact=True, max_length=24)
        return Horizontal(Static(f"seat {seat + 1}", classes="label", markup=False), choice, name, classes="row")

    def _option_row(self, field: OptionField) -> Widget:
        label = Static(field.name.replace("_", " "), classes="label", markup=False)
        text = Static(field.text.replace("`", ""), classes="text", markup=False)
        return Horizontal(label, self._option_widget(field), text, classes="row")

    def _option_widget(self, field: OptionField) -> Widget:
        name = f"option-{field.name}"
        if isinstance(field.default, bool):
            return _choice(("no", False), ("yes", True), value=field.default, name=name)
        if field.words:
            return _choice(*((word, word) for word in field.words), value=field.default, name=name)
        return Input(str(field.default), id=name, compact=True)

    def on_button_pressed(self) -> None:
        self.action_begin()

    def action_begin(self) -> None:
        try:
            held = [str(self.query_one(f"#seat-{seat}", Select).value) for seat in range(max(self.rules.seats))]
            seats = [seat for seat, holder in enumerate(held) if holder != EMPTY]
            names = [self.query_one(f"#name-{seat}", Input).value.strip() for seat in seats]
            table = new_table(self.rules.name, [held[seat] for seat in seats], self._options(), names=names)
        except NiwashiError as error:
            self.query_one("#proposal", Static).update(error.sentence)
        else:
            self.dismiss(PlayScreen(table))

    def _options(self) -> dict[str, Any]:
        return {field.name: self._value(field) for field in self._fields}

    def _value(self, field: OptionField) -> Any:
        widget = self.query_one(f"#option-{field.name}")
        assert isinstance(widget, Select | Input)
        text = str(widget.value)
        return int(text) if type(field.default) is int and text.isdecimal() else widget.value

    def action_leave(self) -> None:
        self.dismiss(None)


def _choice(*options: tuple[str, Any], value: Any, name: str) -> Select[Any]:
    return Select(options, value=value, allow_blank=False, compact=True, id=name)
