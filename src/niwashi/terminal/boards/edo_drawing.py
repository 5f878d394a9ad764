"""Draws Edo Yashiki: the open cards, the house in front with the card that moves over it, and the other houses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rich.style import Style

from niwashi.terminal import palette
from niwashi.terminal.canvas import Canvas
from niwashi.terminal.scene import Scene

KANJI = {"T": "畳", "P": "池", "F": "床", "G": "庭"}
WORDS = {
    "edo-yashiki": {"T": "tatami", "P": "pond", "F": "floor", "G": "garden"},
    "samurai-gardener": {"T": "tatami", "P": "pond", "F": "path", "G": "bush"},
}
CARD_WIDTH, CARD_HEIGHT = 2, 3
SIDE_WIDTH = 31
BEYOND = 3
"""Squares of free ground around a house."""
SLOT_WIDTH = 6
BARE = Style(color="#4a555c", bgcolor=palette.GROUND)
RUN = Style(color=palette.DARK_INK, bgcolor="#ffe9b0", bold=True, underline=True)
"""A run that the placement makes."""
REFUSED = Style(color=palette.DARK_INK, bgcolor="#ff9d84")


@dataclass(frozen=True)
class Ghost:
    """The card in hand as it lies over the house, and the runs it would make."""

    x: int
    y: int
    rows: list[str]
    possible: bool
    runs: list[tuple[int, int, bool, int]]

    def squares(self) -> dict[tuple[int, int], str]:
        return {(self.x + x, self.y + y): self.rows[y][x] for y in range(CARD_HEIGHT) for x in range(CARD_WIDTH)}

    def run_squares(self) -> set[tuple[int, int]]:
        return {
            (x + step, y) if across else (x, y + step) for x, y, across, length in self.runs for step in range(length)
        }


@dataclass(frozen=True)
class Shelf:
    """The picked card and the best points of each; or the runs to choose from."""

    card: int
    best: dict[int, int]
    runs: list[str]
    run: int = 0


@dataclass
class Camera:
    """The square at the top left of the picture. It moves only as far as it must."""

    x: int = 0
    y: int = 0
    seat: int = field(default=-1)

    def follow(self, house: tuple[int, int, int, int], across: int, down: int, ghost: Ghost | None) -> None:
        left, top, width, height = house
        self.x = _follow(self.x, left - BEYOND, width + 2 * BEYOND, across, (ghost.x, CARD_WIDTH) if ghost else None)
        self.y = _follow(self.y, top - BEYOND, height + 2 * BEYOND, down, (ghost.y, CARD_HEIGHT) if ghost else None)


def _follow(now: int, start: int, length: int, room: int, wanted: tuple[int, int] | None) -> int:
    now = start - (room - length) // 2 if length <= room else min(max(now, start), start + length - room)
    if wanted is not None:
        now = max(min(now, wanted[0] - 1), wanted[0] + wanted[1] + 1 - room)
    return now


LEAST_NAME, START_WIDTH = 3, 3


class Drawing:
    def __init__(self, scene: Scene, letters: bool, camera: Camera) -> None:
        self.scene, self.view, self.letters, self.camera = scene, scene.view, letters, camera

    def draw(self, canvas: Canvas, ghost: Ghost | None, shelf: Shelf) -> None:
        canvas.fill(0, 0, canvas.width, canvas.height, palette.TEXT)
        right = canvas.width - max(SIDE_WIDTH, canvas.width * 2 // 5)
        self._front_house(canvas, right - 1, ghost)
        below = self._cards(canvas, right, shelf)
        self._other_houses(canvas, right, below + 1)

    def _square(self, canvas: Canvas, x: int, y: int, width: int, height: int, letter: str, style: Style) -> None:
        """Two columns and a line, or four columns and two lines."""
        sign = f"{letter} " if self.letters else KANJI[letter]
        for line in range(height):
            canvas.put(x, y + line, (sign if line == 0 else "  ").center(width), style)
        if width == 4:
            canvas.put(x + 3, y + height - 1, letter.lower() if not self.letters else " ", style)

    # -- the house in front ----------------------------------------------------------------------------------------
    def _front_house(self, canvas: Canvas, room: int, ghost: Ghost | None) -> None:
        seat = self.scene.front
        self._caption(canvas, 0, 0, room, seat)
        house = self.view["houses"][seat]
        rows = house["rows"]
        box = (house["x"], house["y"], len(rows[0]) if rows else 0, len(rows))
        large = room >= 4 * (box[2] + 2 * BEYOND) and canvas.height - 2 >= 2 * (box[3] + 2 * BEYOND)
        width, height = (4, 2) if large else (2, 1)
        across, down = room // width, (canvas.height - 2) // height
        self.camera.follow(box, across, down, ghost)
        self._ground(canvas, across, down, width, height)
        self._house(canvas, house, width, height, across, down)
        if ghost is not None:
            self._ghost(canvas, ghost, house, width, height, across, down)

    def _place(self, x: int, y: int, width: int, height: int) -> tuple[int, int]:
        return (x - self.camera.x) * width, 2 + (y - self.camera.y) * height

    def _ground(self, canvas: Canvas, across: int, down: int, width: int, height: int) -> None:
        for row in range(down):
            for column in range(across):
                x, y = column * width, 2 + row * height
                canvas.put(x, y, "·".ljust(width), BARE)
                canvas.aim(x, y, width, height, ("square", self.camera.x + column, self.camera.y + row))

    def _visible(self, x: int, y: int, across: int, down: int) -> bool:
        return 0 <= x - self.camera.x < across and 0 <= y - self.camera.y < down

    def _house(self, canvas: Canvas, house: Any, width: int, height: int, across: int, down: int) -> None:
        for (x, y), (letter, locked) in _squares(house).items():
            if self._visible(x, y, across, down):
                style = palette.FEATURES[letter] + Style(bold=locked, underline=locked)
                self._square(canvas, *self._place(x, y, width, height), width, height, letter, style)

    def _ghost(self, canvas: Canvas, ghost: Ghost, house: Any, width: int, height: int, across: int, down: int) -> None:
        covered, runs = ghost.squares(), ghost.run_squares()
        there = {place: letter for place, (letter, _) in _squares(house).items()} | covered
        for place in {*covered, *runs}:
            if self._visible(*place, across, down) and place in there:
                style = RUN if place in runs else palette.GHOST if ghost.possible else REFUSED
                self._square(canvas, *self._place(*place, width, height), width, height, there[place], style)

    def _caption(self, canvas: Canvas, x: int, y: int, width: int, seat: int) -> None:
        house, acting = self.view["houses"][seat], seat in self.scene.acting
        style = palette.ACTING if acting else palette.TITLE
        score = str(self.view["scores"][seat])
        pending = f" (+{house['pending']})" if house["pending"] else ""
        markers = "" if house["markers"] is None else " ◆" + house["markers"]
        start = " 先"[: 2 if not self.letters else 0] if self.view["start_seat"] == seat else ""
        room = width - len(score) - len(markers) - 3  # beside the sign for who acts, and a space before the score
        if room >= LEAST_NAME + len(pending):
            score, room = score + pending, room - len(pending)
        if room < LEAST_NAME + START_WIDTH:
            start = ""
        name = self.scene.names[seat][: max(room - START_WIDTH * bool(start), LEAST_NAME)]
        canvas.put(x, y, f"{'▸' if acting else ' '}{name}{start}{markers}", style)
        canvas.put(x + width - len(score) - 1, y, score, style)

    # -- cards -----------------------------------------------------------------------------------------------------
    def _cards(self, canvas: Canvas, x: int, shelf: Shelf) -> int:
        """The open cards, or the runs to choose from; returns the line below."""
        if shelf.runs:
            return self._runs(canvas, x, shelf)
        for slot, card in enumerate(self.view["open"]):
            left = x + slot * SLOT_WIDTH
            picked, taken = slot == shelf.card, card["taken_by"]
            head = palette.PICKED if picked else palette.QUIET if taken is not None else palette.TITLE
            canvas.put(left, 0, f"{'▸' if picked else ' '}{slot + 1} ".ljust(4), head)
            for row, letters in enumerate(card["face"].split("/")):
                for column, letter in enumerate(letters):
                    style = palette.FEATURES[letter] if taken is None else palette.QUIET
                    self._square(canvas, left + 2 * column, 1 + row, 2, 1, letter, style)
            foot = self.scene.names[taken][:4] if taken is not None else ""
            foot = f"★+{shelf.best[slot]}" if shelf.best.get(slot) else foot
            canvas.put(left, 4, foot, palette.GAINED if taken is None else palette.QUIET)
            canvas.aim(left, 0, SLOT_WIDTH - 1, 5, ("card", slot))
        return 5

    def _runs(self, canvas: Canvas, x: int, shelf: Shelf) -> int:
        canvas.put(x, 0, "which run scores?", palette.TITLE)
        for place, action in enumerate(shelf.runs):
            style = palette.PICKED if place == shelf.run else palette.TEXT
            words = WORDS[self.view["edition"]]
            text = f"{'▸' if place == shelf.run else ' '} {words[action[6]]} × {action[7:]}"
            canvas.put(x, 1 + place, text.ljust(20), style, ("run", place))
        return max(1 + len(shelf.runs), 5)

    # -- the others ------------------------------------------------------------------------------------------------
    def _other_houses(self, canvas: Canvas, x: int, y: int) -> None:
        """Side by side, as large as there is room for; what does not fit is cut off at the bottom."""
        others = self.scene.others
        abreast = 1 if len(others) == 1 else 2
        width, rows = (canvas.width - x) // abreast, -(-len(others) // abreast)
        height = (canvas.height - y) // rows
        for place, seat in enumerate(others):
            left, top = x + place % abreast * width, y + place // abreast * height
            self._caption(canvas, left, top, width - 1, seat)
            self._small_house(canvas, left, top + 1, width - 1, height - 2, seat)
        if canvas.height > y + 12 and not self.letters:
            words = WORDS[self.view["edition"]]
            legend = " ".join(f"{KANJI[letter]}{words[letter]}" for letter in KANJI)
            canvas.put(x, canvas.height - 1, legend, palette.QUIET)

    def _small_house(self, canvas: Canvas, x: int, y: int, width: int, height: int, seat: int) -> None:
        house = self.view["houses"][seat]
        rows = house["rows"]
        wide = 2 if rows and 2 * len(rows[0]) <= width and len(rows) <= height else 1
        for (column, row), (letter, locked) in _squares(house).items():
            left, top = x + wide * (column - house["x"]), y + row - house["y"]
            if left + wide <= x + width and top < y + height:
                style = palette.FEATURES[letter] + Style(bold=locked, underline=locked)
                canvas.put(left, top, KANJI[letter] if wide == 2 and not self.letters else letter.ljust(wide), style)


def _squares(house: Any) -> dict[tuple[int, int], tuple[str, bool]]:
    """The squares of a house: feature, and whether it is locked."""
    return {
        (house["x"] + column, house["y"] + row): (letter, house["locked"][row][column] == "#")
        for row, letters in enumerate(house["rows"])
        for column, letter in enumerate(letters)
        if letter != "."
    }
