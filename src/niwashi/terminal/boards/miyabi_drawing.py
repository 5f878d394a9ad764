"""Draws Miyabi: the garden in front, those of the others, and the display."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich.style import Style

from niwashi.terminal import palette
from niwashi.terminal.canvas import Canvas
from niwashi.terminal.scene import Scene

SIDE = 6
OBJECTS = "mpfabs"
KANJI = dict(zip(OBJECTS, "楓塔魚花木石"))
NAMES = {"m": "maple", "p": "pagoda", "f": "fish", "a": "azalea", "b": "boxwood", "s": "stone"}
ARROWS = {"frogN": "↑", "frogE": "→", "frogS": "↓", "frogW": "←"}
RAISED = "¹²³⁴⁵⁶⁷⁸⁹"
HEAD, COUNT = 3, 3
"""Columns beside a garden: the row's object at the left, its visible objects at the right."""
SLOT_WIDTH, SLOT_HEIGHT = 7, 3
TILE = Style(color=palette.INK, bgcolor="#5b6870", bold=True)
GAP = 2


@dataclass(frozen=True)
class Ghost:
    """What the proposed action would cover."""

    cells: list[int]
    at: int
    layer: int
    objects: int


@dataclass(frozen=True)
class Size:
    """Columns and lines of a cell."""

    width: int
    height: int
    head: int = HEAD

    @property
    def across(self) -> int:
        return self.head + SIDE * self.width + COUNT

    @property
    def down(self) -> int:
        """With a title."""
        return 1 + SIDE * self.height


LARGE, MIDDLE, SMALL, TINY = Size(6, 3), Size(4, 2), Size(4, 1), Size(2, 1, head=0)


class Drawing:
    def __init__(self, scene: Scene, letters: bool) -> None:
        self.scene, self.view, self.letters = scene, scene.view, letters

    def draw(
        self, canvas: Canvas, ghost: Ghost | None, shelf: list[tuple[str, int, bool]], cursor: tuple[int, int]
    ) -> None:
        canvas.fill(0, 0, canvas.width, canvas.height, palette.TEXT)
        size = LARGE if canvas.width >= 104 and canvas.height >= 26 else MIDDLE
        self._front_garden(canvas, size, ghost, cursor[1])
        self._bonuses(canvas, size.down + 2, size.across)
        right = size.across + GAP
        below = self._shelf(canvas, right, shelf, cursor[0])
        self._other_gardens(canvas, right, below + 1)

    # -- words -----------------------------------------------------------------------------------------------------
    def sign(self, letter: str) -> str:
        """Two columns for an object."""
        return f"{letter} " if self.letters else KANJI[letter]

    def _frog_sign(self, golden: bool) -> str:
        if self.letters:
            return "[F]" if golden else "(F)"
        return "★蛙" if golden else " 蛙"

    # -- gardens ---------------------------------------------------------------------------------------------------
    def _front_garden(self, canvas: Canvas, size: Size, ghost: Ghost | None, column: int) -> None:
        seat = self.scene.front
        self._title(canvas, 0, 0, size.across, seat)
        garden = self.view["gardens"][seat]
        for place, letter in enumerate("abcdef"):
            lit = letter in garden["lanterns"]
            style = palette.PICKED if place == column else palette.QUIET if lit else palette.TITLE
            x = size.head + place * size.width
            canvas.put(x, 1, f"{letter}{'●' if lit else ' '}".center(size.width), style, ("cell", place))
        self._garden(canvas, 0, 2, size, seat, ghost)
        canvas.aim(size.head, 2, 0, 0, None)

    def _title(self, canvas: Canvas, x: int, y: int, width: int, seat: int) -> None:
        garden = self.view["gardens"][seat]
        acting = seat in self.scene.acting
        marks = "盆"[: not self.letters] or "*"
        marks = f" {marks}" if self.view["bonsai"] == seat else ""
        marks += " passed" if garden["passed"] else ""
        score = str(self.view["scores"][seat])
        name = self.scene.names[seat][: max(width - len(score) - len(marks) - 5, 3)]
        style = palette.ACTING if acting else palette.TITLE
        canvas.put(x, y, f"{'▸' if acting else ' '}{name}{marks}", style)
        canvas.put(x + width - len(score) - 1, y, score, style)

    def _garden(self, canvas: Canvas, x: int, y: int, size: Size, seat: int, ghost: Ghost | None = None) -> None:
        garden = self.view["gardens"][seat]
        for row, letter in enumerate(OBJECTS):
            top = y + row * size.height
            head = Style(color=palette.OBJECTS[letter], bgcolor=palette.GROUND, bold=True)
            if size.head:
                canvas.put(x, top, f"{letter}{self.sign(letter) if not self.letters else row + 1}", head)
            for column in range(SIDE):
                left = x + size.head + column * size.width
                self._cell(canvas, left, top, size, garden, row, column)
                if ghost is not None and row * SIDE + column in ghost.cells:
                    self._ghost_cell(canvas, left, top, size, ghost, row * SIDE + column)
                if size in (LARGE, MIDDLE) and seat == self.scene.front:
                    canvas.aim(left, top, size.width, size.height, ("cell", row * SIDE + column))
            canvas.put(x + size.head + SIDE * size.width, top, f"{garden['rows'][row]:>2}", palette.QUIET)

    def _cell(self, canvas: Canvas, x: int, y: int, size: Size, garden: dict[str, Any], row: int, column: int) -> None:
        height, objects = garden["heights"][row][column], garden["objects"][row][column]
        ground, letter, name = palette.height_ground(height), OBJECTS[row], f"{'abcdef'[column]}{row + 1}"
        plain = Style(color=palette.INK if height else palette.QUIET_INK, bgcolor=ground)
        strong = Style(color=palette.OBJECTS[letter], bgcolor=ground, bold=True)
        zen = name in garden["zen"]
        frog = garden["frog"] if garden["frog"] and garden["frog"]["cell"] == name else None
        canvas.fill(x, y, size.width, size.height, plain)
        number = str(height) if height else "·"
        if size.width == 2:
            self._tiny_cell(canvas, x, y, number, objects, zen, frog is not None, plain, strong)
            return
        canvas.put(x, y, number, plain)
        low = y + size.height - 1
        inner = x + 1 if size.height == 1 else x + (size.width - 3) // 2
        if zen:
            canvas.put(inner, low, f"Z{letter}" if self.letters else "禅", strong)
        elif objects:
            canvas.put(inner, low, f"{self.sign(letter).strip()}{objects}", strong)
        if frog is not None:
            canvas.put(x + size.width - 3, y, self._frog_sign(frog["golden"]), strong)

    def _tiny_cell(
        self,
        canvas: Canvas,
        x: int,
        y: int,
        number: str,
        objects: int,
        zen: bool,
        frog: bool,
        plain: Style,
        strong: Style,
    ) -> None:
        if zen or frog:
            canvas.put(x, y, ("Z " if zen else "F ") if self.letters else "禅" if zen else "蛙", strong)
        else:
            canvas.put(x, y, number + (RAISED[objects - 1] if objects else ""), strong if objects else plain)

    def _ghost_cell(self, canvas: Canvas, x: int, y: int, size: Size, ghost: Ghost, cell: int) -> None:
        canvas.fill(x, y, size.width, size.height, palette.GHOST)
        canvas.put(x, y, f"{ghost.layer or ''}".ljust(size.width - 1) + "▪", palette.GHOST)
        inner, low = x + (size.width - 3) // 2, y + size.height - 1
        if cell == ghost.at:
            letter = OBJECTS[cell // SIDE]
            sign = f"{self.sign(letter).strip()}{ghost.objects}" if ghost.objects else self._frog_sign(False)
            canvas.put(inner, low, sign, palette.GHOST)

    def _other_gardens(self, canvas: Canvas, x: int, y: int) -> None:
        others = self.scene.others
        size, abreast = _fit(len(others), canvas.width - x, canvas.height - y)
        for place, seat in enumerate(others):
            left = x + place % abreast * (size.across + 1)
            top = y + place // abreast * (size.down + 1)
            self._title(canvas, left, top, size.across, seat)
            lanterns = self.view["gardens"][seat]["lanterns"]
            if size.down + top < canvas.height and size is not TINY:
                canvas.put(
                    left + size.across - 14, top, "".join(c if c in lanterns else "·" for c in "abcdef"), palette.QUIET
                )
            self._garden(canvas, left, top + 1, size, seat)

    # -- beside the gardens ----------------------------------------------------------------------------------------
    def _bonuses(self, canvas: Canvas, y: int, width: int) -> None:
        """The points of majorities, and what the first on layer 5 gets."""
        canvas.put(0, y, "most · second · ★ first on 5", palette.QUIET)
        for place, letter in enumerate(OBJECTS):
            row, bonus = self.view["rows"][place], self.view["bonuses"][place]
            x, line = place % 2 * (width // 2), y + 1 + place // 2
            style = Style(color=palette.OBJECTS[letter], bgcolor=palette.GROUND, bold=True)
            end = canvas.put(x, line, self.sign(letter), style)
            end = canvas.put(end, line, f"{row['most']:>2}·{row['second']}", palette.TEXT)
            taken = bonus["holder"] is not None
            text = f" –{self.scene.names[bonus['holder']][:4]}" if taken else f" ★{bonus['points']}"
            canvas.put(end, line, text, palette.QUIET if taken else palette.TEXT)

    def _shelf(self, canvas: Canvas, x: int, shelf: list[tuple[str, int, bool]], picked: int) -> int:
        """The display and what else can be played; returns the line below."""
        abreast = max((canvas.width - x) // SLOT_WIDTH, 1)
        tiles = [(place, name, count) for place, (name, count, is_tile) in enumerate(shelf) if is_tile]
        for slot, (place, name, count) in enumerate(tiles):
            left, top = x + slot % abreast * SLOT_WIDTH, slot // abreast * SLOT_HEIGHT
            self._tile(canvas, left, top, name)
            style = palette.PICKED if place == picked else palette.TITLE
            label = f"{'▸' if place == picked else ' '}{name}" + (f"×{count}" if count > 1 else "")
            canvas.put(left, top + 2, label.ljust(SLOT_WIDTH - 1), style)
            canvas.aim(left, top, SLOT_WIDTH, SLOT_HEIGHT, ("piece", place))
        y = -(-len(tiles) // abreast) * SLOT_HEIGHT
        others = [(place, name) for place, (name, _, is_tile) in enumerate(shelf) if not is_tile]
        for place, name in others:
            style = palette.PICKED if place == picked else palette.TITLE
            x = canvas.put(x, y, f" {self._action_word(name)} ", style, ("piece", place))
        return y + bool(others)

    def _action_word(self, name: str) -> str:
        if name == "frog":
            return "place the frog"
        return f"frog{ARROWS[name]}" if name in ARROWS else name

    def _tile(self, canvas: Canvas, x: int, y: int, kind: str) -> None:
        if kind[0] == "z":
            style = Style(
                color=palette.OBJECTS[kind[1]], bgcolor=TILE.bgcolor.name if TILE.bgcolor else None, bold=True
            )
            canvas.put(x + 1, y + 1, "Z " if self.letters else "禅", TILE)
            canvas.put(x + 3, y + 1, self.sign(kind[1]), style)
            return
        cells = self.view["shapes"][kind[1]]
        top, left = min(row for row, _ in cells), min(column for _, column in cells)
        for row, column in cells:
            style = Style(
                color=palette.OBJECTS[kind[0]], bgcolor=TILE.bgcolor.name if TILE.bgcolor else None, bold=True
            )
            sign = self.sign(kind[0]) if (row, column) == (0, 0) else "  "
            lift = 0 if any(r != cells[0][0] for r, _ in cells) else 1  # a flat tile lies on its label
            canvas.put(x + 2 * (column - left), y + lift + row - top, sign, style)


def _fit(count: int, width: int, height: int) -> tuple[Size, int]:
    """The largest size in which so many gardens fit, and how many lie side by side."""
    for size in (MIDDLE, SMALL, TINY):
        abreast = max((width + 1) // (size.across + 1), 1)
        if -(-count // abreast) * (size.down + 1) <= height + 1 and size.across <= width:
            return size, abreast
    return TINY, max((width + 1) // (TINY.across + 1), 1)
