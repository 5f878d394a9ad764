"""Parts that the gardens and the display of the README's picture share."""

from __future__ import annotations

from typing import Final

from tools.pictures.woodblock import (
    OBJECTS,
    number,
    use,
)

CELL: Final = 54
PANELS: Final = ((24, 24, 800, 504), (840, 24, 176, 504))
"""Left, top, width and height of the sheets: the gardens, and the display."""


def rect(x: float, y: float, width: float, height: float, more: str) -> str:
    corner = f'x="{number(x)}" y="{number(y)}"'
    return f'<rect {corner} width="{number(width)}" height="{number(height)}" {more}/>'


def text(x: float, y: float, what: object, kind: str, more: str = "") -> str:
    return f'<text x="{number(x)}" y="{number(y)}" class="{kind}"{more}>{what}</text>'


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
    spots = (
        ((0.50, 0.42), (0.76, 0.58), (0.30, 0.66), (0.58, 0.86)),
        ((0.42, 0.48), (0.70, 0.40), (0.78, 0.76), (0.36, 0.82)),
        ((0.62, 0.46), (0.34, 0.58), (0.52, 0.80), (0.80, 0.70)),
    )[variety % 3]
    scale = "" if side == CELL else f"scale({number(side / CELL)})"
    return "".join(
        f'<use href="#t" transform="translate({number(x + right * side)} {number(y + down * side)}){scale}"/>'
        for right, down in spots
    )


def gravel_rings(x: float, y: float) -> str:
    """A Zen tile's raked gravel, drawn round its object."""
    rings = "".join(
        f'<circle cx="{CELL / 2}" cy="{number(CELL * 0.48)}" r="{number(CELL * radius)}"/>'
        for radius in (0.36, 0.43, 0.5, 0.57, 0.64)
    )
    return f'<g clip-path="url(#zen)" transform="translate({number(x)} {number(y)})" class="rake">{rings}</g>'
