"""A grid of styled characters that a board is drawn on, and what lies under the mouse."""

from __future__ import annotations

from collections.abc import Hashable

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

PLAIN = Style()
WIDE_REST = ""
"""The second column of a wide character."""


class Canvas:
    """Whatever lies outside is cut off. A wide character takes two columns."""

    def __init__(self, width: int, height: int, ground: Style = PLAIN) -> None:
        self.width, self.height = width, height
        self._letters = [[" "] * width for _ in range(height)]
        self._styles = [[ground] * width for _ in range(height)]
        self._targets: list[list[Hashable]] = [[None] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style = PLAIN, target: Hashable = None) -> int:
        """Write text; returns the column after it."""
        for letter in text:
            wide = cell_len(letter)
            if wide and 0 <= y < self.height and x >= 0 and x + wide <= self.width:
                self._set(x, y, letter, style, target)
                if wide == 2:
                    self._set(x + 1, y, WIDE_REST, style, target)
            x += wide
        return x

    def fill(self, x: int, y: int, width: int, height: int, style: Style, target: Hashable = None) -> None:
        for row in range(y, y + height):
            self.put(x, row, " " * width, style, target)

    def aim(self, x: int, y: int, width: int, height: int, target: Hashable) -> None:
        """Make a rectangle lead to a target, without drawing."""
        for row in range(max(y, 0), min(y + height, self.height)):
            for column in range(max(x, 0), min(x + width, self.width)):
                self._targets[row][column] = target

    def target_at(self, x: int, y: int) -> Hashable:
        return self._targets[y][x] if 0 <= y < self.height and 0 <= x < self.width else None

    def find(self, target: Hashable) -> tuple[int, int] | None:
        """The first place, x and y, that leads to a target."""
        for y, row in enumerate(self._targets):
            if target in row:
                return row.index(target), y
        return None

    def _set(self, x: int, y: int, letter: str, style: Style, target: Hashable) -> None:
        row = self._letters[y]
        if row[x] == WIDE_REST and letter != WIDE_REST:  # the left half of the character here is no longer whole
            row[x - 1] = " "
        if letter != WIDE_REST and x + 1 < self.width and row[x + 1] == WIDE_REST and cell_len(letter) == 1:
            row[x + 1] = " "
        row[x] = letter
        self._styles[y][x] = style
        if target is not None:
            self._targets[y][x] = target

    def strip(self, y: int) -> Strip:
        if not 0 <= y < self.height:
            return Strip.blank(self.width)
        segments: list[Segment] = []
        start = 0
        for x in range(1, self.width + 1):
            if x == self.width or self._styles[y][x] != self._styles[y][start]:
                segments.append(Segment("".join(self._letters[y][start:x]), self._styles[y][start]))
                start = x
        return Strip(segments, self.width)

    def __str__(self) -> str:
        return "\n".join("".join(row).rstrip() for row in self._letters)
