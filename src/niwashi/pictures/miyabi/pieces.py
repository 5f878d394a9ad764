"""Objects on their discs, pips and grass: what gardens and the display share."""

from __future__ import annotations

from functools import partial
from typing import Final

from niwashi.pictures.elements import Definitions, number, symbol, use
from niwashi.pictures.miyabi.objects import OBJECTS
from niwashi.pictures.palette import MOSS

CELL: Final = 54
"""The side of a garden's cell."""


def disc(letter: str, count: int, x: float, y: float, radius: float) -> str:
    """Objects on paper: one, two or three of them."""
    size, places = {
        1: (1.52, ((0.0, 0.0),)),
        2: (1.04, ((-0.43, -0.13), (0.43, 0.13))),
        3: (0.95, ((0.0, -0.44), (-0.45, 0.35), (0.45, 0.35))),
    }[count]
    paper = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" class="disc"/>'
    return paper + "".join(use(letter, x + right * radius, y + down * radius, size * radius) for right, down in places)


def pips(letter: str, count: int, x: float, y: float, radius: float) -> str:
    return "".join(
        f'<circle cx="{number(x)}" cy="{number(y + place * radius * 2.9)}" r="{number(radius)}" class="pip" '
        f'fill="{OBJECTS[letter]}"/>'
        for place in range(count)
    )


def grass(x: float, y: float, side: float, variety: int) -> str:
    return use(f"grass{variety % len(_TUFTS)}", x + side / 2, y + side / 2, side)


_TUFTS = (
    ((0.50, 0.42), (0.76, 0.58), (0.30, 0.66), (0.58, 0.86)),
    ((0.42, 0.48), (0.70, 0.40), (0.78, 0.76), (0.36, 0.82)),
    ((0.62, 0.46), (0.34, 0.58), (0.52, 0.80), (0.80, 0.70)),
)
"""Where grass grows on a green cell, in three varieties."""


def _grass(variety: int) -> str:
    tufts = "".join(
        f"M{number(x * CELL)} {number(y * CELL)}q-2-2.5-3.4-4.5m3.4 4.5q0-3.5 .2-6m-.2 6q2-2.5 3.4-4.5"
        for x, y in _TUFTS[variety]
    )
    drawn = f'<path d="{tufts}" fill="none" stroke="{MOSS}" stroke-opacity=".6" stroke-linecap="round"/>'
    return symbol(f"grass{variety}", drawn, f"0 0 {CELL} {CELL}")


GRASS: Definitions = {f"grass{variety}": partial(_grass, variety) for variety in range(len(_TUFTS))}
