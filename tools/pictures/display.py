"""The right sheet of the README's picture: the tiles on display, the Zen tiles and the bonus tiles."""

from __future__ import annotations

from typing import Final

from niwashi.games.miyabi.tiles import (
    FIRST_TURNING,
    OBJECT_LETTERS,
    SHAPE_LETTERS,
    covered_cells,
)
from tools.pictures.moment import Moment
from tools.pictures.pieces import PANELS, disc, grass, pips, rect, text
from tools.pictures.woodblock import (
    HEIGHTS,
    WALLS,
    number,
    use,
)

SMALL: Final = 30
"""The side of a cell."""


def outline(cells: list[tuple[int, int]], side: float) -> str:
    """The outline of a tile."""
    inside = set(cells)
    following: dict[tuple[int, int], tuple[int, int]] = {}
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


def laid_out(kind: str) -> tuple[list[tuple[int, int]], tuple[int, int]]:
    """A tile's cells, facing east, with rows and columns starting at 0, and the position of its object cell."""
    cells = covered_cells(FIRST_TURNING[SHAPE_LETTERS.index(kind[1])], 0, 0)
    up, left = min(row for row, _ in cells), min(column for _, column in cells)
    return [(row - up, column - left) for row, column in cells], (-up, -left)


def tile(kind: str, x: float, y: float, taker: int | None) -> str:
    cells, at = laid_out(kind)
    edge, wall = outline(cells, SMALL), 3
    if taker is not None:
        wide, high = max(c for _, c in cells) + 1, max(r for r, _ in cells) + 1
        slot = f'<path d="{edge}" class="slot"/>'
        inside = at if len(cells) == 3 and wide == high else ((high - 1) / 2, (wide - 1) / 2)
        crest = use(f"crest{taker}", (inside[1] + 0.5) * SMALL, (inside[0] + 0.5) * SMALL, 15)
        return f'<g transform="translate({number(x)} {number(y)})">{slot}{crest}</g>'
    count = min(3, len(cells))
    greens = "".join(grass(c * SMALL, r * SMALL, SMALL, r + c) for r, c in cells if (r, c) != at)
    middle_x, middle_y = (at[1] + 0.46) * SMALL, (at[0] + 0.5) * SMALL
    things = disc(kind[0], count, middle_x, middle_y, SMALL * 0.4)
    marks = pips(kind[0], count, (at[1] + 0.91) * SMALL, middle_y - (count - 1) * 2.9, 2)
    side = f'<path d="{edge}" transform="translate(0 {wall})" fill="{WALLS[2]}" class="edge"/>'
    face = f'<path d="{edge}" fill="{HEIGHTS[2]}" class="edge"/>'
    return f'<g transform="translate({number(x)} {number(y)})">{side}{face}{greens}{things}{marks}</g>'


def display(moment: Moment) -> str:
    """All tiles of the round; a taken one is a dashed outline with the taker's crest."""
    left, taken = PANELS[1][0] + 13, {kind: list(seats) for kind, seats in moment.taken.items()}
    gone = sum(map(len, taken.values()))
    spots = [(left + 40 * n, 84) for n in range(4)]
    spots += [(left + 90 * (n % 2), 127 + 41 * (n // 2)) for n in range(4)]
    spots += [(left + 90 * n, 209) for n in range(2)]
    spots += [(left, 281 + 41 * n) for n in range(2)]
    drawn = []
    for kind, (x, y) in zip(moment.dealt, spots, strict=True):
        taker = taken[kind].pop() if taken.get(kind) else None
        drawn.append(tile(kind, x, y, taker))
    heading = text(left, 54, "Display", "heading") + text(
        left, 71, f"{len(moment.dealt) - gone} of {len(moment.dealt)} tiles left", "small left"
    )
    return heading + "".join(drawn)


def zen_display(moment: Moment) -> str:
    left, y = PANELS[1][0] + 13, 390
    drawn = [text(left, 382, "Zen tiles", "heading")]
    for place, letter in enumerate(moment.view["zen"]["open"]):
        x = left + 31 * place
        drawn.append(rect(x, y, 26, 26, 'class="zen" rx="3"'))
        drawn.append(disc(letter, 1, x + 13, y + 13, 10.5))
    return "".join(drawn)


def bonuses(moment: Moment) -> str:
    left = PANELS[1][0] + 13
    drawn = [text(left, 445, "First on layer 5", "heading")]
    for place, bonus in enumerate(moment.view["bonuses"]):
        x, y = left + 52 * (place % 3), 454 + 33 * (place // 3)
        letter, holder = OBJECT_LETTERS[place], bonus["holder"]
        if holder is None:
            drawn.append(rect(x, y, 46, 27, f'fill="{HEIGHTS[5]}" rx="5" class="edge"'))
            drawn.append(disc(letter, 1, x + 14, y + 13.5, 10.5) + text(x + 35, y + 19, bonus["points"], "bonus"))
        else:
            drawn.append(rect(x, y, 46, 27, 'rx="5" class="slot"') + use(letter, x + 14, y + 13.5, 16, ' opacity=".3"'))
            drawn.append(use(f"crest{holder}", x + 34, y + 13.5, 17))
    return "".join(drawn)
