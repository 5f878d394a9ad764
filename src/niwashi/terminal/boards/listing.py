"""A board for any game: its text, and its actions as a list."""

from __future__ import annotations

from collections.abc import Hashable

from niwashi.terminal import palette
from niwashi.terminal.boards.board import Board
from niwashi.terminal.canvas import Canvas
from niwashi.terminal.scene import Proposal, Scene

LIST_WIDTH = 26


class Listing(Board):
    def __init__(self) -> None:
        super().__init__()
        self.place = 0

    def show(self, scene: Scene) -> None:
        super().show(scene)
        self.place = 0

    def point(self, target: Hashable) -> None:
        """A list has no preview."""

    @property
    def keys(self) -> str:
        return "↑↓ choose · Enter plays"

    @property
    def headline(self) -> str:
        return ""

    @property
    def proposal(self) -> Proposal:
        offer = self.scene.offer if self.scene else None
        return Proposal(self.place, offer.actions[self.place]) if offer and offer.actions else Proposal()

    def press(self, key: str) -> bool:
        steps = {"up": -1, "left": -1, "down": 1, "right": 1, "pageup": -10, "pagedown": 10}.get(key)
        if steps is None:
            return False
        self.wheel(steps)
        return True

    def wheel(self, steps: int) -> None:
        if self.scene and self.scene.offer:
            self.place = min(max(self.place + steps, 0), len(self.scene.offer.actions) - 1)

    def click(self, target: Hashable) -> bool:
        if not isinstance(target, int):
            return False
        again, self.place = self.place == target, target
        return again

    def aim_at(self, notation: str) -> None:
        if self.scene and self.scene.offer and notation in self.scene.offer.actions:
            self.place = self.scene.offer.actions.index(notation)

    def draw(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height, palette.TEXT)
        if self.scene is None:
            return canvas
        for y, line in enumerate(self._text_lines()):
            canvas.put(0, y, line[: width - LIST_WIDTH], palette.TEXT)
        self._draw_list(canvas)
        return canvas

    def _text_lines(self) -> list[str]:
        assert self.scene is not None
        scores = self.scene.view.get("scores", ())
        return self.scene.text.splitlines() or [f"{name}: {n}" for name, n in zip(self.scene.names, scores)]

    def _draw_list(self, canvas: Canvas) -> None:
        offer = self.scene.offer if self.scene else None
        if offer is None:
            return
        first = max(min(self.place - canvas.height // 2, len(offer.actions) - canvas.height), 0)
        for y, number in enumerate(range(first, min(first + canvas.height, len(offer.actions)))):
            picked = number == self.place
            line = f"{'▸' if picked else ' '} {offer.actions[number]:<{LIST_WIDTH - 8}}{offer.points[number]:+4d}"
            canvas.put(canvas.width - LIST_WIDTH, y, line, palette.PICKED if picked else palette.TEXT, number)
