"""The common sheet of Miyabi: the round, the tiles on display, the Zen tiles and the bonus tiles."""

from __future__ import annotations

from collections import Counter
from typing import Final

from niwashi.games.miyabi.tiles import FIRST_TURNING, OBJECT_LETTERS, SHAPE_LETTERS, Cell, covered_cells
from niwashi.pictures.crests import crest
from niwashi.pictures.elements import group, line, number, rect, shorten, text, use
from niwashi.pictures.miyabi.history import History
from niwashi.pictures.miyabi.pieces import disc, grass, pips
from niwashi.pictures.palette import HEIGHTS, INK, PAPER, VERMILION, WALLS
from niwashi.pictures.scene import Scene

SMALL: Final = 30
"""The side of a tile's cell."""
BETWEEN: Final = 11
"""Between two tiles."""


# -- tiles -------------------------------------------------------------------------------------------------------------
def outline(cells: list[Cell], side: float) -> str:
    """The outline of a tile."""
    inside = set(cells)
    following: dict[Cell, Cell] = {}
    for row, column in cells:
        for beside, start, end in (
            ((row - 1, column), (column, row), (column + 1, row)),
            ((row, column + 1), (column + 1, row), (column + 1, row + 1)),
            ((row + 1, column), (column + 1, row + 1), (column, row + 1)),
            ((row, column - 1), (column, row + 1), (column, row)),
        ):
            if beside not in inside:
                following[start] = end
    corner = first = min(following)
    points = [first]
    while (corner := following[corner]) != first:
        points.append(corner)
    return "M" + "L".join(f"{number(x * side)} {number(y * side)}" for x, y in points) + "Z"


def laid_out(kind: str) -> tuple[list[Cell], Cell]:
    """A tile's cells, facing east, with rows and columns starting at 0, and the position of its object cell."""
    cells = covered_cells(int(FIRST_TURNING[SHAPE_LETTERS.index(kind[1])]), 0, 0)
    up, left = min(row for row, _ in cells), min(column for _, column in cells)
    return [(row - up, column - left) for row, column in cells], (-up, -left)


def extent(kind: str) -> tuple[int, int]:
    """How many cells a tile is wide and high."""
    cells, _ = laid_out(kind)
    return max(column for _, column in cells) + 1, max(row for row, _ in cells) + 1


def taken_tile(kind: str, taker: int) -> str:
    """A dashed outline with the crest of the seat that took the tile."""
    cells, at = laid_out(kind)
    wide, high = extent(kind)
    row, column = at if len(cells) == 3 and wide == high else ((high - 1) / 2, (wide - 1) / 2)
    return line(outline(cells, SMALL), "slot") + crest(taker, (column + 0.5) * SMALL, (row + 0.5) * SMALL, 16)


def tile(kind: str) -> str:
    cells, at = laid_out(kind)
    edge, count = outline(cells, SMALL), min(3, len(cells))
    greens = "".join(grass(c * SMALL, r * SMALL, SMALL, r + c) for r, c in cells if (r, c) != at)
    middle_x, middle_y = (at[1] + 0.46) * SMALL, (at[0] + 0.5) * SMALL
    things = disc(kind[0], count, middle_x, middle_y, SMALL * 0.4)
    marks = pips(kind[0], count, (at[1] + 0.91) * SMALL, middle_y - (count - 1) * 2.9, 2)
    side = f'<path d="{edge}" transform="translate(0 3)" fill="{WALLS[2]}" class="edge"/>'
    return f'{side}<path d="{edge}" fill="{HEIGHTS[2]}" class="edge"/>{greens}{things}{marks}'


# -- parts of the sheet ------------------------------------------------------------------------------------------------
def rounds(scene: Scene, width: float) -> str:
    """Which round it is, and who is to act."""
    view = scene.view
    done = view["round"]
    colours = [INK] * (done - 1) + [INK if scene.over else VERMILION] + [PAPER] * (view["rounds"] - done)
    dots = "".join(
        f'<circle cx="{number(width - 6 - 12 * place)}" cy="11" r="4" fill="{colour}" stroke="{INK}"/>'
        for place, colour in enumerate(reversed(colours))
    )
    status = text(0, 36, shorten(scene.status, width / 7.4), "to-act")
    played = text(0, 54, shorten(f"last: {scene.last}", width / 6.6), "small") if scene.last else ""
    return text(0, 17, f"Round {done} of {view['rounds']}", "heading") + dots + status + played


def tiles(scene: Scene, history: History, width: float) -> tuple[str, float]:
    """All tiles of the round, those that were taken as outlines; and the height they need. Discarded ones (M2.6) are
    gone."""
    left: list[str] = list(scene.view["display"])
    kinds, takers = history.dealt or left, {kind: list(seats) for kind, seats in history.taken.items()}
    drawn = [text(0, 17, "Display", "heading"), text(width, 16, f"{len(left)} of {len(kinds)} left", "small end")]
    x, y, high, shape = 0.0, 28.0, 0, ""
    remaining = Counter(left)
    for kind in kinds:
        taker = takers[kind].pop() if takers.get(kind) else None
        if taker is None and not remaining[kind]:
            continue
        remaining[kind] -= taker is None
        size = extent(kind)
        if high and (x + size[0] * SMALL > width or size != extent("m" + shape)):
            x, y, high = 0.0, y + high * SMALL + BETWEEN, 0
        drawn.append(group(x, y, tile(kind) if taker is None else taken_tile(kind, taker)))
        x, high, shape = x + size[0] * SMALL + BETWEEN, max(high, size[1]), kind[1]
    return "".join(drawn), y + high * SMALL + BETWEEN


def zen_tiles(scene: Scene, width: float) -> tuple[str, float]:
    zen = scene.view["zen"]
    if zen is None:
        return "", 0
    drawn = [
        text(0, 17, "Zen tiles", "heading"),
        text(width, 16, f"{sum(zen['left'].values())} face down", "small end"),
    ]
    for place, letter in enumerate(zen["open"]):
        x = 31 * place
        drawn.append(rect(x, 26, 26, 26, 'class="zen" rx="3"') + disc(letter, 1, x + 13, 39, 10.5))
    return "".join(drawn), 62


def bonus_tiles(scene: Scene, width: float) -> tuple[str, float]:
    drawn = [text(0, 17, "First on layer 5", "heading")]
    abreast = 6 if width > 330 else 3
    for place, bonus in enumerate(scene.view["bonuses"]):
        x, y = 52 * (place % abreast), 26 + 33 * (place // abreast)
        letter, holder = OBJECT_LETTERS[place], bonus["holder"]
        if holder is None:
            drawn.append(rect(x, y, 46, 27, f'fill="{HEIGHTS[5]}" rx="5" class="edge"'))
            drawn.append(disc(letter, 1, x + 14, y + 13.5, 10.5) + text(x + 35, y + 19, bonus["points"], "bonus"))
        else:
            drawn.append(rect(x, y, 46, 27, 'rx="5" class="slot"') + use(f"{letter}-faint", x + 14, y + 13.5, 16))
            drawn.append(crest(holder, x + 34, y + 13.5, 17))
    return "".join(drawn), 26 + 33 * (6 // abreast)


def common(scene: Scene, history: History, width: float) -> tuple[str, float]:
    """The sheet's drawing from 0, 0, and its height."""
    drawn, y = [rounds(scene, width)], 68.0
    parts = (tiles(scene, history, width), zen_tiles(scene, width), bonus_tiles(scene, width))
    for part, height in parts:
        if part:
            drawn.append(group(0, y, part))
            y += height + 6
    return "".join(drawn), y
