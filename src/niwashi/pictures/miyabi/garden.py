"""One garden of Miyabi: lanterns, tiles with their layers, objects, Zen tiles and the frog."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from niwashi.games.miyabi.tiles import COLUMN_NAMES, OBJECT_LETTERS, SIDE, Cell
from niwashi.pictures.elements import MARK, group, line, number, rect, text, use
from niwashi.pictures.miyabi.history import History
from niwashi.pictures.miyabi.pieces import CELL, disc, grass, pips
from niwashi.pictures.palette import HEIGHTS, WALLS
from niwashi.pictures.scene import Scene

LIFT: Final = 0.05
"""How far a layer lifts a cell, as a fraction of its side: visible, but not enough to hide a numeral."""
MAX_LIFTED: Final = 6
"""Higher layers are not lifted further, and say so by their numeral."""
BOARD: Final = SIDE * CELL
LANTERN_Y: Final = -40
"""The lanterns stand above the board, and tall cells of the first row below them."""


def cell_of(name: str) -> Cell:
    """Row and column of `c4`."""
    return int(name[1]) - 1, COLUMN_NAMES.index(name[0])


@dataclass
class Garden:
    """A seat's garden as its view has it."""

    heights: list[list[int]]
    objects: list[list[int]]
    zen: set[Cell]
    frog: Cell | None
    golden: bool
    lanterns: str
    tiles: dict[Cell, int]

    @classmethod
    def of(cls, scene: Scene, history: History, seat: int) -> Garden:
        seen = scene.view["gardens"][seat]
        frog = seen["frog"]
        return cls(
            seen["heights"],
            seen["objects"],
            set(map(cell_of, seen["zen"])),
            cell_of(frog["cell"]) if frog else None,
            bool(frog and frog["golden"]),
            seen["lanterns"],
            history.tiles[seat],
        )

    def height(self, row: int, column: int) -> int:
        return self.heights[row][column] if 0 <= row < SIDE and 0 <= column < SIDE else 0

    def corner(self, row: int, column: int, more: int = 0) -> tuple[float, float]:
        """The left and the top of a cell, which its layers lift."""
        return column * CELL, row * CELL - LIFT * CELL * min(self.height(row, column) + more, MAX_LIFTED)

    def draw(self) -> str:
        """From the top row down, since high cells overlap the row behind them; edges after their row."""
        cells = "".join(
            draw(row, column) for row in range(SIDE) for draw in (self.cell, self.contours) for column in range(SIDE)
        )
        frame = rect(0, 0, BOARD, BOARD, 'class="frame"')
        letters = "".join(
            text((place + 0.5) * CELL, BOARD + 20, letter, "column") for place, letter in enumerate(COLUMN_NAMES)
        )
        return frame + cells + letters + self.lantern_row()

    def lantern_row(self) -> str:
        drawn = []
        for place, letter in enumerate(COLUMN_NAMES):
            x, lit = (place + 0.5) * CELL, letter in self.lanterns
            glow = f'<circle cx="{number(x)}" cy="{LANTERN_Y}" r="25" fill="url(#{MARK}glow)"/>' if lit else ""
            drawn.append(glow + use("lantern" if lit else "field", x, LANTERN_Y, 38))
        return "".join(drawn)

    def cell(self, row: int, column: int) -> str:
        tall, (x, y) = self.height(row, column), self.corner(row, column)
        if tall == 0:
            motif = use(f"{OBJECT_LETTERS[row]}-faint", x + CELL / 2, y + CELL / 2, CELL * 0.46)
            parts = rect(x, y, CELL, CELL, 'class="bare"') + motif
            numeral = text(x + 5, y + 13, 0, "zero")
        else:
            ground = HEIGHTS[min(tall, len(HEIGHTS) - 1)]
            face = rect(x - 0.2, y, CELL + 0.4, CELL, f'fill="{ground}"')
            parts = self.walls(row, x, tall) + face + self.top(row, column, x, y)
            numeral = text(x + 5, y + 14.5, tall, "tall")
        return parts + self.shadows(row, column, x, y) + numeral + self.frog_at(row, column, x, y)

    def walls(self, row: int, x: float, tall: int) -> str:
        """The front side, with one stripe per layer."""
        step, foot = LIFT * CELL, (row + 1) * CELL
        return "".join(
            rect(x, foot - step * layer, CELL, step + 0.3, f'fill="{WALLS[min(layer, len(WALLS) - 1)]}"')
            for layer in range(1, min(tall, MAX_LIFTED) + 1)
        )

    def top(self, row: int, column: int, x: float, y: float) -> str:
        letter, count = OBJECT_LETTERS[row], self.objects[row][column]
        if (row, column) in self.zen:
            corner = f'<circle cx="{number(x + 8.5)}" cy="{number(y + 9.5)}" r="8.5" class="zen-ground"/>'
            return (
                use("rake", x + CELL / 2, y + CELL / 2, CELL)
                + corner
                + disc(letter, 1, x + CELL / 2, y + CELL * 0.48, CELL * 0.3)
            )
        if count == 0:
            return "" if self.frog == (row, column) else grass(x, y, CELL, row + column)
        marks = pips(letter, count, x + CELL * 0.91, y + CELL * 0.12, CELL * 0.05)
        return disc(letter, count, x + CELL * 0.52, y + CELL * 0.49, CELL * 0.335) + marks

    def shadows(self, row: int, column: int, x: float, y: float) -> str:
        """Higher neighbours on the left and behind cast a shadow, wider the higher they are."""
        tall = self.height(row, column)
        left, behind = (
            min(self.height(*beside) - tall, MAX_LIFTED) for beside in ((row, column - 1), (row - 1, column))
        )
        made = rect(x, y, CELL * (0.045 + 0.022 * left), CELL, 'class="shade"') if left > 0 else ""
        return made + (rect(x, y, CELL, CELL * (0.025 + 0.014 * behind), 'class="shade"') if behind > 0 else "")

    def contours(self, row: int, column: int) -> str:
        """Thick where this cell is above its neighbour, thin between tiles of the same height."""
        tall, below = self.height(row, column), self.height(row + 1, column)
        if tall == 0:
            return ""
        x, y = self.corner(row, column)
        thick, thin = "", ""
        lifted = min(tall, MAX_LIFTED) - min(below, MAX_LIFTED)
        foot = y + CELL + LIFT * CELL * max(lifted, 0)
        sides = (
            (row, column - 1, f"M{number(x)} {number(y)}V{number(foot)}"),
            (row, column + 1, f"M{number(x + CELL)} {number(y)}V{number(foot)}"),
            (row - 1, column, f"M{number(x)} {number(y)}h{CELL}"),
        )
        for beside_row, beside_column, edge in sides:
            beside = (beside_row, beside_column)
            other = self.height(*beside)
            if other < tall:
                thick += edge
            elif other == tall and self.tiles.get(beside, -1) != self.tiles.get((row, column), -1):
                thin += edge
        if below < tall:
            thin += f"M{number(x)} {number(y + CELL)}h{CELL}"
            thick += f"M{number(x)} {number(foot)}h{CELL}"
        return (line(thin, "thin") if thin else "") + (line(thick, "thick") if thick else "")

    def frog_at(self, row: int, column: int, x: float, y: float) -> str:
        if self.frog != (row, column):
            return ""
        shadow = (
            f'<ellipse cx="{number(x + CELL * 0.54)}" cy="{number(y + CELL * 0.86)}" rx="17" ry="4" class="shade"/>'
        )
        return shadow + use("golden" if self.golden else "silver", x + CELL * 0.54, y + CELL * 0.56, CELL * 0.68)


def row_heads(scene: Scene, seat: int) -> str:
    """At the left what a row pays, at the right how many objects this garden shows, and what that would pay now."""
    drawn = [text(-26, -14, "1st / 2nd", "tiny middle"), text(BOARD + 25, -14, "seen", "tiny middle")]
    for number_, row in enumerate(scene.view["rows"]):
        y = (number_ + 0.5) * CELL
        best = max(row["counts"]) == row["counts"][seat]
        drawn.append(disc(OBJECT_LETTERS[number_], 1, -26, y - 7, 15))
        drawn.append(text(-26, y + 21, f"{row['most']} / {row['second']}", "tiny middle"))
        drawn.append(text(BOARD + 25, y + 1, row["counts"][seat], "most" if best else "fewer"))
        drawn.append(text(BOARD + 25, y + 17, f"+{row['points'][seat]}", "tiny middle"))
    return group(0, 0, "".join(drawn))
