"""One house of Edo Yashiki: its squares, the runs that lock some of them, and what its owner holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from niwashi.pictures.edo_yashiki.squares import card, square
from niwashi.pictures.elements import group, number, rect, text, use
from niwashi.pictures.scene import Mark

FEATURES: Final = "TPFG"
CARD: Final = (2, 3)
RULERS: Final = 24
"""The room of the numbers at the left of a house and above it."""
TICKS_FROM: Final = 21
"""Squares of this side have their numbers one by one, smaller ones every fifth."""
HAND: Final = 18
"""The side of a square in hand."""
MARKER: Final = 24
MARKERS: Final = 4 * (MARKER + 8)
"""The width of all markers."""

House = Mapping[str, Any]


def extent(house: House) -> tuple[int, int]:
    """How many squares a house is wide and high."""
    rows = house["rows"]
    return (len(rows[0]), len(rows)) if rows else (0, 0)


def preview_extent(house: House, mark: Mark | None) -> tuple[int, int, int, int]:
    """Left, top, width and height in squares, with the place of a card that is previewed."""
    left, top = house["x"], house["y"]
    wide, high = extent(house)
    place = mark and placed_at(mark)
    if not place:
        return left, top, wide, high
    first_x, first_y = min(left, place[0]), min(top, place[1])
    end_x, end_y = max(left + wide, place[0] + CARD[0]), max(top + high, place[1] + CARD[1])
    return first_x, first_y, end_x - first_x, end_y - first_y


def placed_at(mark: Mark) -> tuple[int, int] | None:
    """The x and the y of a placement; None for other actions."""
    word, _, place = mark.action.partition(" ")
    if word != "place":
        return None
    x, y = place.rstrip("r").split(",")
    return int(x), int(y)


def draw(house: House, side: float, mark: Mark | None) -> str:
    """The house from 0, 0, where the rulers begin."""
    left, top, wide, high = preview_extent(house, mark)
    squares = "".join(
        square(feature, (house["x"] - left + x) * side, (house["y"] - top + y) * side, side)
        for y, row in enumerate(house["rows"])
        for x, feature in enumerate(row)
        if feature != "."
    )
    runs = "".join(_run(run, left, top, side) for run in zip(*(house["lines"][key] for key in RUN_KEYS), strict=True))
    marked = _marked(house, mark, left, top, side) if mark else ""
    rulers = _ruler(left, wide, side, across=True) + _ruler(top, high, side, across=False)
    return rulers + group(RULERS, RULERS, squares + runs + marked)


RUN_KEYS: Final = ("x", "y", "across", "length")


def _run(run: tuple[int, int, bool, int], left: int, top: int, side: float) -> str:
    """A rope around a run of three or more (E3.4)."""
    x, y, across, length = run
    inset = 0.09 * side
    wide, high = (length, 1) if across else (1, length)
    box = ((x - left) * side + inset, (y - top) * side + inset, wide * side - 2 * inset, high * side - 2 * inset)
    radius = f'rx="{number(side / 6)}"'
    return rect(*box, f'{radius} class="rope" stroke-width="{number(side / 8.5)}"') + rect(
        *box, f'{radius} class="rope-light" stroke-width="{number(side / 15)}"'
    )


def _marked(house: House, mark: Mark, left: int, top: int, side: float) -> str:
    place = placed_at(mark)
    if not place:
        return ""
    x, y = (place[0] - left) * side, (place[1] - top) * side
    ghost = ""
    if mark.is_preview:
        face = house["hand"]
        turned = face[::-1] if mark.action.endswith("r") else face
        ghost = group(x, y, card(turned, side), ' opacity=".72"')
    kind = "preview" if mark.is_preview else "last"
    return (
        ghost
        + rect(x, y, CARD[0] * side, CARD[1] * side, 'class="halo" stroke-width="6.5" rx="3"')
        + rect(x, y, CARD[0] * side, CARD[1] * side, f'class="{kind}" stroke-width="3.4" rx="3"')
    )


def _ruler(first: int, count: int, side: float, across: bool) -> str:
    """The coordinates of placements: 0, 0 is the first card's top left square."""
    drawn = []
    for step in range(count):
        if side < TICKS_FROM and (first + step) % 5:
            continue
        middle = RULERS + (step + 0.5) * side
        x, y = (middle, RULERS - 7) if across else (RULERS - 7, middle + 4)
        drawn.append(text(x, y, first + step, "tick middle" if across else "tick end"))
    return "".join(drawn)


def markers(house: House) -> str:
    """The specialists (E6.1): those that are there, and the fields of those that are not."""
    middle = MARKER / 2
    gone = f'<circle r="{middle}" cx="{middle}" cy="{middle}" class="slot"/>'
    return "".join(
        group(
            place * (MARKER + 8),
            0,
            use(f"marker-{feature}", middle, middle, MARKER)
            if feature in house["markers"]
            else gone + text(middle, middle + 4, feature, "gone middle"),
        )
        for place, feature in enumerate(FEATURES)
    )


def held(house: House) -> str:
    """The card in hand."""
    return card(house["hand"], HAND) if house["hand"] else ""
