"""A board as a widget: keys and mouse move its cursor."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from niwashi.terminal.boards.board import Board
from niwashi.terminal.canvas import Canvas
from niwashi.terminal.scene import Scene


class BoardView(Widget, can_focus=True):
    class Moved(Message):
        """The cursor is somewhere else."""

    class Played(Message):
        """The proposal is to be played."""

    def __init__(self, board: Board) -> None:
        super().__init__(id="board")
        self.board = board
        self.quick = False
        """A number plays at once."""
        self._canvas: Canvas | None = None

    def show(self, scene: Scene) -> None:
        self.board.show(scene)
        self._changed()

    def redraw(self) -> None:
        self._changed()

    def _changed(self) -> None:
        self._canvas = None
        self.refresh()
        self.post_message(self.Moved())

    @property
    def canvas(self) -> Canvas:
        if self._canvas is None or (self._canvas.width, self._canvas.height) != tuple(self.size):
            self._canvas = self.board.draw(self.size.width, self.size.height)
        return self._canvas

    def render_line(self, y: int) -> Strip:
        return self.canvas.strip(y)

    def on_key(self, event: events.Key) -> None:
        if event.key == "enter":
            event.stop()
            self.post_message(self.Played())
        elif self.board.press(event.key):
            event.stop()
            event.prevent_default()
            self._changed()
            if self.quick and event.key.isdigit():
                self.post_message(self.Played())

    def on_mouse_move(self, event: events.MouseMove) -> None:
        before = self.board.proposal
        self.board.point(self.canvas.target_at(event.x, event.y))
        if self.board.proposal != before:
            self._changed()

    def on_click(self, event: events.Click) -> None:
        plays = self.board.click(self.canvas.target_at(event.x, event.y))
        self._changed()
        if plays:
            self.post_message(self.Played())

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(-1)

    def _wheel(self, steps: int) -> None:
        self.board.wheel(steps)
        self._changed()
